import type * as z from "zod/mini";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import type { application } from "#shared/contract/loans/life.ts";
import type { BadgeProps } from "#web/ui/badge.tsx";

export type Application = z.output<typeof application.answer>;

export type Coming = "approved" | "disbursed" | "settled";

/** Returns the remaining steps of an application, in order; empty if it has ended. */
export function stillToCome(state: LoanState): readonly Coming[] {
  const ahead: Partial<Record<LoanState, readonly Coming[]>> = {
    applied: ["approved", "disbursed", "settled"],
    approved: ["disbursed", "settled"],
    disbursed: ["settled"],
  };
  return ahead[state] ?? [];
}

/** Whether an application may change without the member, so that the page polls it. */
export function isMoving(state: LoanState): boolean {
  return state === "applied" || state === "approved";
}

/** Whether it is a loan with a statement; the server decides the same by `wasLent`. */
export function isPaidOut(state: string): boolean {
  return state === "disbursed" || state === "settled";
}

/** The icon and colour of a state. */
export const stateBadges: Readonly<Record<LoanState, Pick<BadgeProps, "icon" | "meaning">>> = {
  applied: { icon: "clock", meaning: "warn" },
  approved: { icon: "check", meaning: "ok" },
  declined: { icon: "stop", meaning: "bad" },
  withdrawn: { icon: "cross" },
  disbursed: { icon: "loan", meaning: "info" },
  settled: { icon: "check", meaning: "ok" },
};

/** Whether a loan is disbursed and its money has not reached the member yet. */
export function isUnderWay({ payment = "arrived" }: Pick<Application, "payment">): boolean {
  return payment !== "arrived" && payment !== "failed";
}
