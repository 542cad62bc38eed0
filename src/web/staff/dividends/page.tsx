import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { DeclarePage } from "./declare.tsx";
import { ListPage } from "./list.tsx";
import { YearPage } from "./year.tsx";

/** Dividends: all years, one of them, or a new one, by the query string. */
export function DividendsPage(): ReactElement | null {
  const year = new URLSearchParams(useNavigation().address.search).get("year");
  const officer = useOfficer();
  if (officer === null) return null;
  if (year === null) return <ListPage officer={officer} />;
  if (year === "new" && officer.may("dividends.prepare")) return <DeclarePage />;
  return <YearPage key={year} year={year} officer={officer} />;
}
