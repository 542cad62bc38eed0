import {
  type FieldProblem,
  type RefusalCode,
  refusalStatus,
} from "#shared/contract/kernel/refusals.ts";

export interface FieldError {
  readonly field: string;
  readonly problem: FieldProblem;
  /** Fills the places of the problem's words. */
  readonly values?: Readonly<Record<string, string>>;
}

/** One line of what a person was shown before deciding, under a short name in kebab case. */
export interface ShownFact {
  readonly name: string;
  readonly value: string;
}

interface RefusalDetails {
  /** Fills the places of the refusal's words. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly fields?: readonly FieldError[];
  /** Seconds after which trying again may help. */
  readonly retryAfter?: number;
  /** The facts that are no longer as they were shown, with the values they have now. */
  readonly changes?: readonly ShownFact[];
}

/**
 * An answer of no that a person can act on. A command throws one to undo what it did, or returns
 * one to keep what it wrote, such as the count of a failed sign-in.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldError[];
  readonly retryAfter: number | null;
  readonly changes: readonly ShownFact[];

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code);
    this.code = code;
    this.status = refusalStatus[code];
    this.values = details.values ?? {};
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.changes = details.changes ?? [];
  }
}

/** A refusal of one field, with its words beside it. */
export function refuseField(field: string, problem: FieldProblem): Refusal {
  return new Refusal("invalid", { fields: [{ field, problem }] });
}
