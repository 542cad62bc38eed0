import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { ListPage } from "./list.tsx";
import { PersonPage } from "./person.tsx";

/** All staff, or the one named by the address. */
export function PeoplePage(): ReactElement | null {
  const officer = useOfficer();
  const { staff: staffNo } = useParameters("staff");
  if (officer === null) return null;
  if (staffNo === undefined) return <ListPage officer={officer} />;
  return <PersonPage key={staffNo} staffNo={staffNo.toUpperCase()} officer={officer} />;
}
