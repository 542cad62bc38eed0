import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "../officer.ts";
import { AdvicePage } from "./advice.tsx";
import { BatchPage } from "./batch.tsx";
import { ListPage } from "./list.tsx";
import { NewFilePage } from "./new-file.tsx";

/** Check-off: all files, one of them, a new one, or the advices, by the query string. */
export function CheckOffPage(): ReactElement | null {
  const asked = new URLSearchParams(useNavigation().address.search);
  const file = asked.get("file");
  const officer = useOfficer();
  if (officer === null) return null;
  if (asked.get("part") === "advice") return <AdvicePage officer={officer} />;
  if (file === null) return <ListPage officer={officer} />;
  if (file === "new") return <NewFilePage />;
  return <BatchPage key={file} id={file} officer={officer} />;
}
