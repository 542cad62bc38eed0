import { casesSw } from "./cases/cases-sw.ts";
import { ownContributionSw } from "./check-off/own-contribution-sw.ts";
import { splitSw } from "./dividends/split-sw.ts";
import { guaranteesSw } from "./loans/guarantees-sw.ts";
import { loanPagesSw } from "./loans/pages-sw.ts";
import type { MemberMessages } from "./member-en.ts";
import { accessesSw } from "./members/accesses-sw.ts";
import { leavingSw } from "./members/leaving-sw.ts";
import { nomineesSw } from "./members/nominees-sw.ts";
import { offlineReadingSw } from "./members/offline-reading-sw.ts";
import { ownSettingsSw } from "./members/own-settings-sw.ts";
import { profileSw } from "./members/profile-sw.ts";
import { signedInSw } from "./members/signed-in-sw.ts";
import { unsentSw } from "./members/unsent-sw.ts";
import { ownPayInsSw } from "./pay-ins/own-sw.ts";
import { ownBankSw } from "./payouts/own-bank-sw.ts";
import { privacySw } from "./privacy/privacy-sw.ts";
import { statementsSw } from "./statements/statements-sw.ts";
import { transfersSw } from "./withdrawals/transfers-sw.ts";
import { withdrawalsSw } from "./withdrawals/withdrawals-sw.ts";

/** The texts of members' pages in Kiswahili; a missing one does not compile. */
export const memberSw: MemberMessages = {
  accesses: accessesSw,
  cases: casesSw,
  guarantees: guaranteesSw,
  leaving: leavingSw,
  loanPages: loanPagesSw,
  nominees: nomineesSw,
  offlineReading: offlineReadingSw,
  ownBank: ownBankSw,
  ownContribution: ownContributionSw,
  ownPayIns: ownPayInsSw,
  ownSettings: ownSettingsSw,
  privacy: privacySw,
  profile: profileSw,
  signedIn: signedInSw,
  split: splitSw,
  statements: statementsSw,
  transfers: transfersSw,
  unsent: unsentSw,
  withdrawals: withdrawalsSw,
};
