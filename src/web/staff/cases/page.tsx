import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { CasePage } from "./case-page.tsx";
import { HolidaysPage } from "./holidays-page.tsx";
import { Inbox } from "./inbox.tsx";

/** Suggestions and questions: the inbox, one of its cases, or the holidays. */
export function CasesPage(): ReactElement {
  const { case: caseNo, holidays } = useParameters("questions");
  if (caseNo !== undefined) return <CasePage key={caseNo} caseNo={caseNo} />;
  return holidays ? <HolidaysPage /> : <Inbox />;
}
