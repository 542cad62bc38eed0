import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { PayInList } from "./list.tsx";
import { PayInPage } from "./payment.tsx";

/** Payments by M-Pesa: a tab of them, or one, by the query string. */
export function PayInsPage(): ReactElement | null {
  const { payment: receipt } = useParameters("payIns");
  const officer = useOfficer();
  if (officer === null) return null;
  if (receipt === undefined) return <PayInList />;
  return <PayInPage key={receipt} receipt={receipt} officer={officer} />;
}
