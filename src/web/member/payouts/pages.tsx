import type { ReactElement } from "react";
import { BankAccountPage } from "./bank-account-page.tsx";

/** A member's own bank account. */
export function BankAccount(): ReactElement {
  return <BankAccountPage />;
}
