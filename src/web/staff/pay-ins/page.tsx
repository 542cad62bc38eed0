import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { PayInList } from "./list.tsx";
import { PayInPage } from "./payment.tsx";

/** Payments by M-Pesa: a tab of them, or one, by the query string. */
export function PayInsPage(): ReactElement | null {
  const receipt = new URLSearchParams(useNavigation().address.search).get("payment");
  const officer = useOfficer();
  if (officer === null) return null;
  if (receipt === null) return <PayInList />;
  return <PayInPage key={receipt} receipt={receipt} officer={officer} />;
}
