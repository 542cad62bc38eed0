import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { NobodyNamed, RecordPage } from "./record-page.tsx";

export { MemberSearchPage } from "./search-page.tsx";

/** The record of the member named by the address. */
export function MemberRecordPage(): ReactElement {
  const memberNo = useParameters("memberRecord").member?.trim();
  return memberNo ? <RecordPage key={memberNo} memberNo={memberNo} /> : <NobodyNamed />;
}
