import type { ReactElement } from "react";
import { TransferPage } from "./transfer-page.tsx";
import { WithdrawPage } from "./withdraw-page.tsx";

/** Move money. */
export function Transfer(): ReactElement {
  return <TransferPage />;
}

/** Withdraw. */
export function Withdraw(): ReactElement {
  return <WithdrawPage />;
}
