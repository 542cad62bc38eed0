import type { ReactElement } from "react";
import { RequestsPage } from "./requests-page.tsx";

/** Guarantee Requests. */
export function GuaranteeRequests(): ReactElement {
  return <RequestsPage />;
}
