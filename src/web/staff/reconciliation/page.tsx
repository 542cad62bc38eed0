import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { DayStatementPage } from "./day-statement.tsx";
import { NewStatementPage } from "./new-statement.tsx";
import { Overview } from "./overview.tsx";
import { MatchingDesk } from "./matching-desk.tsx";

/** Bank reconciliation: the accounts, or one of them, by the query string. */
export function ReconciliationPage(): ReactElement | null {
  const { account, part, day = "" } = useParameters("reconciliation");
  const officer = useOfficer();
  if (officer === null) return null;
  if (account === undefined) return <Overview officer={officer} />;
  if (part === "new") return <NewStatementPage account={account} />;
  if (part === "day") return <DayStatementPage account={account} day={day} />;
  return <MatchingDesk key={account} account={account} officer={officer} />;
}
