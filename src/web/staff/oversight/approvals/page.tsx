import type { ReactElement } from "react";
import { useParameters } from "#web/staff/parameters.ts";
import { ListPage } from "./list.tsx";
import { RequestPage } from "./request.tsx";

/** Steps that take two people: the lists of requests, or one request by its number. */
export function ApprovalsPage(): ReactElement {
  const { request: id, list = "waiting" } = useParameters("approvals");
  if (id !== undefined) return <RequestPage key={id} id={id} />;
  return <ListPage list={list} />;
}
