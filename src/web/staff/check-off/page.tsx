import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { AdvicePage } from "./advice.tsx";
import { BatchPage } from "./batch.tsx";
import { ListPage } from "./list.tsx";
import { NewFilePage } from "./new-file.tsx";

/** Check-off: all files, one of them, a new one, or the advices, by the query string. */
export function CheckOffPage(): ReactElement | null {
  const { file, part } = useParameters("checkOff");
  const officer = useOfficer();
  if (officer === null) return null;
  if (part === "advice") return <AdvicePage officer={officer} />;
  if (file === undefined) return <ListPage officer={officer} />;
  if (file === "new") return <NewFilePage />;
  return <BatchPage key={file} id={file} officer={officer} />;
}
