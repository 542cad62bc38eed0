import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { ListPage } from "./list.tsx";
import { RequestPage } from "./request.tsx";

/** Steps that take two people: the lists of requests, or one request by its number. */
export function ApprovalsPage(): ReactElement {
  const asked = new URLSearchParams(useNavigation().address.search);
  const id = asked.get("request");
  if (id !== null) return <RequestPage key={id} id={id} />;
  return <ListPage list={asked.get("list") === "decided" ? "decided" : "waiting"} />;
}
