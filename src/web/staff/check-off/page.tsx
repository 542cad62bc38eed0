import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { BatchPage } from "./batch.tsx";
import { ListPage } from "./list.tsx";
import { NewFilePage } from "./new-file.tsx";

/** Check-off: all files, one of them, or a new one, by the query string. */
export function CheckOffPage(): ReactElement | null {
  const file = new URLSearchParams(useNavigation().address.search).get("file");
  const officer = useOfficer();
  if (officer === null) return null;
  if (file === null) return <ListPage officer={officer} />;
  if (file === "new") return <NewFilePage />;
  return <BatchPage key={file} id={file} officer={officer} />;
}
