/**
 * The pages that a member opens later, as one file: with an entry for each of them, the browser
 * would load a second small file beside it.
 */
export { RequestsPage } from "./loans/guarantees/requests-page.tsx";
export { Apply, LoanList } from "./loans/instant-loans/pages.tsx";
export { SplitPage } from "./dividends/split-page.tsx";
export { Transfer, Withdraw } from "./withdrawals/pages.tsx";
export { PayIn } from "./pay-ins/pages.tsx";
export { BankAccount } from "./payouts/pages.tsx";
export { OwnSettings } from "./identity/settings-page.tsx";
export { PrivacyPage } from "./privacy/page.tsx";
export { Questions } from "./cases/pages.tsx";
