import type { ReactElement } from "react";
import { PayInPage } from "./pay-in-page.tsx";

/** Pay in by M-Pesa. */
export function PayIn(): ReactElement {
  return <PayInPage />;
}
