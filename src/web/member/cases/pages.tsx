import type { ReactElement } from "react";
import { useAddressParameters } from "#web/lib/router.tsx";
import { CasePage } from "./case-page.tsx";
import { QuestionsPage } from "./questions-page.tsx";

/** Questions and suggestions: the form with the list of sent ones, or one case by its address. */
export function Questions(): ReactElement {
  const { case: caseNo } = useAddressParameters<"questions">();
  return caseNo ? <CasePage key={caseNo} caseNo={caseNo} /> : <QuestionsPage />;
}
