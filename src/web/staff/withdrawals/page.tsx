import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { WithdrawalList } from "./list.tsx";
import { WithdrawalPage } from "./withdrawal.tsx";

/** Withdrawals: a tab of them, or one, by the query string. */
export function WithdrawalsPage(): ReactElement | null {
  const { withdrawal: id } = useParameters("withdrawals");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === undefined) return <WithdrawalList officer={officer} />;
  return <WithdrawalPage key={id} id={id} officer={officer} />;
}
