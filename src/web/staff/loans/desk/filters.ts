import type { LoanStage, QueueOrder } from "#shared/contract/loans/desk.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";

/** The state of the desk: a tab, its order and its filters. */
export interface Asked {
  readonly stage: LoanStage;
  readonly order: QueueOrder;
  readonly checks: "met" | "unmet" | "";
  readonly search: string;
}

/** Reads the state from the address; the default is the waiting tab, longest first. */
export function useAsked(): Asked {
  const asked = useParameters("loanQueue");
  const { stage = "to-approve", order = "longest", checks = "", search = "" } = asked;
  return { stage, order, checks, search };
}

/**
 * The parameters sent to the server and kept in the address: only those that differ from default.
 */
export function queryOf({ stage, order, checks, search }: Asked): Partial<Asked> {
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
  return addressOf("loanQueue", queryOf(asked));
}

/** Whether a stage still waits for the office. */
export function isWaiting(stage: LoanStage): boolean {
  return stage === "to-approve" || stage === "to-disburse";
}
