import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { useOfficer } from "../officer.ts";
import { ListPage } from "./list.tsx";
import { PaperPage } from "./paper.tsx";
import { RequestPage } from "./request.tsx";

/** Requests about personal data: all, one of them, or a new paper one, by the query string. */
export function PrivacyRequestsPage(): ReactElement | null {
  const { request: id } = useParameters("privacyRequests");
  const officer = useOfficer();
  if (officer === null) return null;
  if (id === undefined) return <ListPage officer={officer} />;
  if (id === "new" && officer.may("privacy.handle")) return <PaperPage />;
  return <RequestPage key={id} id={id} officer={officer} />;
}
