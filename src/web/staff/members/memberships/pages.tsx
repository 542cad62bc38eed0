import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { Changes } from "./contact-changes.tsx";
import { Exit, NobodyLeaves } from "./exit.tsx";
import { Exits } from "./exits.tsx";

export { AddMemberPage } from "./add-member.tsx";

/** Contact changes, in the tab named by the address. */
export function ContactChangesPage(): ReactElement | null {
  const officer = useOfficer();
  return officer && <Changes officer={officer} />;
}

/** The exit of the member named by the address. */
export function MemberExitPage(): ReactElement | null {
  const officer = useOfficer();
  const memberNo = useParameters("memberExit").member?.trim();
  if (!memberNo) return <NobodyLeaves />;
  return officer && <Exit key={memberNo} memberNo={memberNo} officer={officer} />;
}

/** Members who are leaving or have left. */
export function ExitsPage(): ReactElement {
  return <Exits />;
}
