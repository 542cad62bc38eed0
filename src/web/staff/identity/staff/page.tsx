import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { ListPage } from "./list.tsx";
import { PersonPage } from "./person.tsx";

/** All staff, or the one named by the address. */
export function PeoplePage(): ReactElement | null {
  const officer = useOfficer();
  const staffNo = new URLSearchParams(useNavigation().address.search).get("staff");
  if (officer === null) return null;
  if (staffNo === null) return <ListPage officer={officer} />;
  return <PersonPage key={staffNo} staffNo={staffNo.toUpperCase()} officer={officer} />;
}
