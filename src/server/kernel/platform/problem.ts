import {
  type FieldProblem,
  type ProblemCode,
  problemStatus,
} from "#shared/contract/kernel/problems.ts";

export interface FieldError {
  readonly field: string;
  readonly problem: FieldProblem;
  /** Fills the placeholders of the problem's message. */
  readonly values?: Readonly<Record<string, string>>;
}

/** One line of what a person was shown before deciding, under a short name in kebab case. */
export interface ShownFact {
  readonly name: string;
  readonly value: string;
}

interface ProblemDetails {
  /** Fills the placeholders of the problem's message. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly fields?: readonly FieldError[];
  /** Seconds after which trying again may help. */
  readonly retryAfter?: number;
  /** The facts that have changed since they were shown, with their current values. */
  readonly changes?: readonly ShownFact[];
  /** The underlying error, for the operator; callers do not see it. */
  readonly cause?: unknown;
}

/**
 * An expected error that a person can act on. A command throws one to roll back, or returns one to
 * keep its writes, such as the count of a failed sign-in.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldError[];
  readonly retryAfter: number | null;
  readonly changes: readonly ShownFact[];

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = problemStatus[code];
    this.values = details.values ?? {};
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.changes = details.changes ?? [];
  }
}

/** A problem of one field, whose message appears beside it. */
export function fieldProblem(field: string, problem: FieldProblem): Problem {
  return new Problem("invalid", { fields: [{ field, problem }] });
}
