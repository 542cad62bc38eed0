import type { ReactElement } from "react";
import { TransferPage } from "./transfer-page.tsx";

/** Move money. */
export function Transfer(): ReactElement {
  return <TransferPage />;
}
