import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { NobodyNamed, RecordPage } from "./record-page.tsx";

export { MemberSearchPage } from "./search-page.tsx";

/** The record of the member named by the address. */
export function MemberRecordPage(): ReactElement {
  const memberNo = new URLSearchParams(useNavigation().address.search).get("member")?.trim() ?? "";
  return memberNo ? <RecordPage key={memberNo} memberNo={memberNo} /> : <NobodyNamed />;
}
