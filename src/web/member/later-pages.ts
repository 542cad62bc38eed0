import { ownExit } from "#shared/contract/exits/own.ts";
import { ownNominees } from "#shared/contract/members/nominees.ts";
import { ways } from "#shared/contract/pay-ins/prompts.ts";
import { ownBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { notice, own as ownPrivacy } from "#shared/contract/privacy/requests.ts";
import { ConfirmMobile } from "#web/member/identity/confirm-mobile.tsx";
import { Amendment } from "./loans/instant-loans/amendment.tsx";
import { ConfirmNotice } from "./privacy/confirm-notice.tsx";
import { StopChange } from "./stop-change.tsx";
import { RequestsPage } from "./loans/guarantees/requests-page.tsx";
import { Apply, LoanList } from "./loans/instant-loans/pages.tsx";
import { SplitPage } from "./dividends/split-page.tsx";
import { Transfer, Withdraw } from "./withdrawals/pages.tsx";
import { PayIn } from "./pay-ins/pages.tsx";
import { BankAccount } from "./payouts/pages.tsx";
import { UnlockPage } from "./identity/unlock-page.tsx";
import { OwnSettings } from "./identity/settings-page.tsx";
import { PrivacyPage } from "./privacy/page.tsx";
import { Questions } from "./cases/pages.tsx";
import { UnsentList } from "./unsent-list.tsx";

/**
 * The pages and forms that a member opens later, as one file: with an entry for each of them, the
 * browser would load a second small file beside it.
 */
export const laterPages = {
  ConfirmMobile,
  Amendment,
  ConfirmNotice,
  StopChange,
  RequestsPage,
  Apply,
  LoanList,
  SplitPage,
  Transfer,
  Withdraw,
  PayIn,
  BankAccount,
  UnlockPage,
  OwnSettings,
  PrivacyPage,
  Questions,
  UnsentList,
};

export { keepFigures } from "./identity/kept-figures.ts";

/** The answers that these pages open with and no other page has; then those with words. */
export const laterAnswers = [ways, ownBankAccount, ownNominees, ownExit, ownPrivacy];
export const laterTexts = [notice];
