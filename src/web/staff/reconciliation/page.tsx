import type { ReactElement } from "react";
import {
  type ReconciledAccount,
  reconciledAccounts,
} from "#shared/contract/reconciliation/files.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { DayStatementPage } from "./day-statement.tsx";
import { NewStatementPage } from "./new-statement.tsx";
import { Overview } from "./overview.tsx";
import { MatchingDesk } from "./matching-desk.tsx";

/** Bank reconciliation: the accounts, or one of them, by the query string. */
export function ReconciliationPage(): ReactElement | null {
  const query = new URLSearchParams(useNavigation().address.search);
  const officer = useOfficer();
  if (officer === null) return null;
  const account = accountIn(query);
  if (account === null) return <Overview officer={officer} />;
  if (query.get("part") === "new") return <NewStatementPage account={account} />;
  if (query.get("part") === "day") {
    return <DayStatementPage account={account} day={query.get("day") ?? ""} />;
  }
  return <MatchingDesk key={account} account={account} officer={officer} />;
}

function accountIn(query: URLSearchParams): ReconciledAccount | null {
  return reconciledAccounts.find((account) => account === query.get("account")) ?? null;
}
