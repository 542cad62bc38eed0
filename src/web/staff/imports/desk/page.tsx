import type { ReactElement } from "react";
import { Redirect } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { ListPage } from "./list.tsx";
import { NewImportPage } from "./new-import.tsx";
import { OnePage } from "./import-page.tsx";

/** Imports: all of them, one, or a new one, by the query string. */
export function ImportsPage(): ReactElement | null {
  const { import: id } = useParameters("imports");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === undefined) return <ListPage officer={officer} />;
  if (id === "new" && !officer.may("imports.prepare")) return <Redirect to={paths.imports} />;
  if (id === "new") return <NewImportPage />;
  return <OnePage key={id} id={id} officer={officer} />;
}
