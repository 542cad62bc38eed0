import { casesEn } from "./cases/cases-en.ts";
import { ownContributionEn } from "./check-off/own-contribution-en.ts";
import { splitEn } from "./dividends/split-en.ts";
import { guaranteesEn } from "./loans/guarantees-en.ts";
import { loanPagesEn } from "./loans/pages-en.ts";
import { accessesEn } from "./members/accesses-en.ts";
import { leavingEn } from "./members/leaving-en.ts";
import { nomineesEn } from "./members/nominees-en.ts";
import { offlineReadingEn } from "./members/offline-reading-en.ts";
import { ownSettingsEn } from "./members/own-settings-en.ts";
import { profileEn } from "./members/profile-en.ts";
import { signedInEn } from "./members/signed-in-en.ts";
import { unsentEn } from "./members/unsent-en.ts";
import { ownPayInsEn } from "./pay-ins/own-en.ts";
import { ownBankEn } from "./payouts/own-bank-en.ts";
import { privacyEn } from "./privacy/privacy-en.ts";
import { statementsEn } from "./statements/statements-en.ts";
import { transfersEn } from "./withdrawals/transfers-en.ts";
import { withdrawalsEn } from "./withdrawals/withdrawals-en.ts";

/** The texts of members' pages in English, which a browser loads as one file. */
export const memberEn = {
  accesses: accessesEn,
  cases: casesEn,
  guarantees: guaranteesEn,
  leaving: leavingEn,
  loanPages: loanPagesEn,
  nominees: nomineesEn,
  offlineReading: offlineReadingEn,
  ownBank: ownBankEn,
  ownContribution: ownContributionEn,
  ownPayIns: ownPayInsEn,
  ownSettings: ownSettingsEn,
  privacy: privacyEn,
  profile: profileEn,
  signedIn: signedInEn,
  split: splitEn,
  statements: statementsEn,
  transfers: transfersEn,
  unsent: unsentEn,
  withdrawals: withdrawalsEn,
};

export type MemberMessages = typeof memberEn;
