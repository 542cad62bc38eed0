import {
  type LoanStage,
  loanStages,
  type QueueOrder,
  queueOrders,
} from "#shared/contract/loans/desk.ts";
import { addressOf, paths } from "#web/paths.ts";

/** The state of the desk: a tab, its order and its filters. */
export interface Asked {
  readonly stage: LoanStage;
  readonly order: QueueOrder;
  readonly checks: "met" | "unmet" | "";
  readonly search: string;
}

const oneOf = <T extends string>(list: readonly T[], given: string | null): T | undefined =>
  list.find((one) => one === given);

/** Reads the state from an address; the default is the waiting tab, longest first. */
export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  return {
    stage: oneOf(loanStages, query.get("stage")) ?? "to-approve",
    order: oneOf(queueOrders, query.get("order")) ?? "longest",
    checks: oneOf(["met", "unmet"], query.get("checks")) ?? "",
    search: query.get("search") ?? "",
  };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ stage, order, checks, search }: Asked): Record<string, string> {
  const sent = search.trim();
  return {
    ...(stage !== "to-approve" && { stage }),
    ...(order !== "longest" && { order }),
    ...(checks !== "" && { checks }),
    ...(sent.length > 1 && { search: sent }),
  };
}

/** Whether anything besides the tab and its order filters the list. */
export function isNarrowed(asked: Asked): boolean {
  return Object.keys(queryOf({ ...asked, stage: "to-approve", order: "longest" })).length > 0;
}

/** Returns the address of the queue in this state. */
export function queueAddress(asked: Asked): string {
  return addressOf(paths.loanQueue, queryOf(asked));
}

/** Whether a stage still waits for the office. */
export function isWaiting(stage: LoanStage): boolean {
  return stage === "to-approve" || stage === "to-disburse";
}
