import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { DeclarePage } from "./declare.tsx";
import { ListPage } from "./list.tsx";
import { YearPage } from "./year.tsx";

/** Dividends: all years, one of them, or a new one, by the query string. */
export function DividendsPage(): ReactElement | null {
  const { year } = useParameters("dividends");
  const officer = useOfficer();
  if (officer === null) return null;
  if (year === undefined) return <ListPage officer={officer} />;
  if (year === "new" && officer.may("dividends.prepare")) return <DeclarePage />;
  return <YearPage key={year} year={year} officer={officer} />;
}
