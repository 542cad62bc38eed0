import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { CasePage } from "./case-page.tsx";
import { HolidaysPage } from "./holidays-page.tsx";
import { Inbox } from "./inbox.tsx";

/** Suggestions and questions: the inbox, one of its cases, or the holidays. */
export function CasesPage(): ReactElement {
  const query = new URLSearchParams(useNavigation().address.search);
  const caseNo = query.get("case");
  if (caseNo !== null) return <CasePage key={caseNo} caseNo={caseNo} />;
  return query.has("holidays") ? <HolidaysPage /> : <Inbox />;
}
