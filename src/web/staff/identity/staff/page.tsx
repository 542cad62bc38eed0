import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { ListPage } from "./list.tsx";
import { PersonPage } from "./person.tsx";

/** Everybody of the staff, or the one whom the address names. */
export function PeoplePage(): ReactElement | null {
  const officer = useOfficer();
  const staffNo = new URLSearchParams(useNavigation().address.search).get("staff");
  if (officer === null) return null;
  if (staffNo === null) return <ListPage officer={officer} />;
  return <PersonPage key={staffNo} staffNo={staffNo.toUpperCase()} officer={officer} />;
}
