import type { ReactElement } from "react";
import { Redirect, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { ListPage } from "./list.tsx";
import { NewImportPage } from "./new-import.tsx";
import { OnePage } from "./import-page.tsx";

/** Imports: all of them, one, or a new one, by the query string. */
export function ImportsPage(): ReactElement | null {
  const id = new URLSearchParams(useNavigation().address.search).get("import");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === null) return <ListPage officer={officer} />;
  if (id === "new" && !officer.may("imports.prepare")) return <Redirect to={paths.imports} />;
  if (id === "new") return <NewImportPage />;
  return <OnePage key={id} id={id} officer={officer} />;
}
