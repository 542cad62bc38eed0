import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { WithdrawalList } from "./list.tsx";
import { WithdrawalPage } from "./withdrawal.tsx";

/** Withdrawals: a tab of them, or one, by the query string. */
export function WithdrawalsPage(): ReactElement | null {
  const id = new URLSearchParams(useNavigation().address.search).get("withdrawal");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === null) return <WithdrawalList officer={officer} />;
  return <WithdrawalPage key={id} id={id} officer={officer} />;
}
