/**
 * The pages and forms that a member opens later, as one file: with an entry for each of them, the browser
 * would load a second small file beside it.
 */
export { ConfirmMobile } from "./dividends/confirm-mobile.tsx";
export { Amendment } from "./loans/instant-loans/amendment.tsx";
export { ConfirmNotice } from "./privacy/confirm-notice.tsx";
export { StopChange } from "./stop-change.tsx";
export { RequestsPage } from "./loans/guarantees/requests-page.tsx";
export { Apply, LoanList } from "./loans/instant-loans/pages.tsx";
export { SplitPage } from "./dividends/split-page.tsx";
export { Transfer, Withdraw } from "./withdrawals/pages.tsx";
export { PayIn } from "./pay-ins/pages.tsx";
export { BankAccount } from "./payouts/pages.tsx";
export { keepFigures } from "./identity/kept-figures.ts";
export { UnlockPage } from "./identity/unlock-page.tsx";
export { OwnSettings } from "./identity/settings-page.tsx";
export { PrivacyPage } from "./privacy/page.tsx";
export { Questions } from "./cases/pages.tsx";
