import {
  type LoanStage,
  loanStages,
  type QueueOrder,
  queueOrders,
} from "#shared/contract/loans/desk.ts";
import { paths } from "#web/paths.ts";

/** What the desk looks at: a tab, in an order, with what narrows it. */
export interface Asked {
  readonly stage: LoanStage;
  readonly order: QueueOrder;
  readonly checks: "met" | "unmet" | "";
  readonly search: string;
}

const oneOf = <T extends string>(list: readonly T[], given: string | null): T | undefined =>
  list.find((one) => one === given);

/** Reads what an address asks for; one that says nothing asks for what waits, longest first. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  return {
    stage: oneOf(loanStages, query.get("stage")) ?? "to-approve",
    order: oneOf(queueOrders, query.get("order")) ?? "longest",
    checks: oneOf(["met", "unmet"], query.get("checks")) ?? "",
    search: query.get("search") ?? "",
  };
}

/** What is sent to the server, and kept in the address: only what differs from the beginning. */
export function queryOf({ stage, order, checks, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return {
    ...(stage !== "to-approve" && { stage }),
    ...(order !== "longest" && { order }),
    ...(checks !== "" && { checks }),
    ...(sent.length > 1 && { search: sent }),
  };
}

/** Whether anything but the tab and its order narrows the list. */
export function isNarrowed(asked: Asked): boolean {
  return Object.keys(queryOf({ ...asked, stage: "to-approve", order: "longest" })).length > 0;
}

/** The address at which the queue shows what is asked. */
export function queueAddress(asked: Asked): string {
  const query = new URLSearchParams(queryOf(asked)).toString();
  return paths.loanQueue + (query && `?${query}`);
}

/** Whether a stage still waits for somebody of the office. */
export function isWaiting(stage: LoanStage): boolean {
  return stage === "to-approve" || stage === "to-disburse";
}
