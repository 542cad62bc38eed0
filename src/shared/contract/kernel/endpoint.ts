import * as z from "zod/mini";
import type { Permission } from "#shared/permissions.ts";
import { nothing } from "./basic-fields.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * The callers of an endpoint. `record`: the member whose number is in the path, or staff with the
 * permission. `own`: a member for their own data, or staff with the permission for all members.
 * `member`: members only. `any-staff`: any staff, for their own sign-in or for counts; it reads no
 * member's data, so no access is logged. `mfa-pending`: a session that still has to show its
 * second factor, and may call nothing else.
 */
export type Audience =
  | { readonly kind: "anyone" }
  | { readonly kind: "signed-in" }
  | { readonly kind: "member" }
  | { readonly kind: "any-staff" }
  | { readonly kind: "mfa-pending" }
  | { readonly kind: "own"; readonly staff: Permission }
  | { readonly kind: "record"; readonly param: "memberNo"; readonly staff: Permission }
  | { readonly kind: "staff"; readonly permission: Permission };

/**
 * The subject of the audit record when staff read data: a parameter of the path, with the kind of
 * thing it names, or the call itself.
 */
export type AuditSubject =
  | "call"
  | {
      readonly param: string;
      readonly kind: "member" | "case" | "check-off" | "import" | "ledger" | "list" | "loan";
    };

/** The rate limit that a call counts against; the figures are configuration. */
export type LimitName =
  | "public"
  | "reads"
  /**
   * A member's own reads, which an earlier client polls continuously; for staff they count as
   * reads. Their answers carry an ETag.
   */
  | "polls"
  | "writes"
  | "documents"
  | "verification"
  | "search";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The declaration of one API call, without its implementation. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Slice and call, such as `auth.register`; the operationId in OpenAPI. */
  readonly name: string;
  readonly method: Method;
  /** The path, with `:name` for parameters. */
  readonly path: `/${string}`;
  /** Other paths used by earlier clients, with the same parameters. */
  readonly aliases: readonly `/${string}`[];
  readonly summary: string;
  readonly audience: Audience;
  /**
   * Required for reads by staff, which are audited; null for calls whose code writes the record.
   */
  readonly subject: AuditSubject | null;
  readonly limit: LimitName;
  readonly params: Params;
  /** The query parameters; none are accepted unless a call declares them. */
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /**
   * The media type of the body; `table/*` is CSV or an Excel workbook, `evidence/*` a PDF or a
   * picture. A file is read only once its sender is known to be allowed to send it.
   */
  readonly takes: "application/json" | "text/csv" | "table/*" | "image/*" | "evidence/*";
  /** It may take minutes: its connection may be idle for LASTING_MS before it is closed. */
  readonly lasting: boolean;
  /** The media types of the files it answers with; empty if it answers with JSON. */
  readonly files: readonly string[];
  readonly status: 200 | 201;
  /** The problems of the call, in addition to those that the pipeline answers for any call. */
  readonly problems: readonly ProblemCode[];
  /**
   * The effect of a repeated Idempotency-Key: `kept` returns the first answer again; `unnamed` does
   * so too, for calls that may be sent anonymously, and stores nothing that names the sender;
   * `none` is for calls whose answer is a secret that must not be stored.
   */
  readonly idempotency: "kept" | "unnamed" | "none";
  /** A read whose rows come from one SQL statement needs no transaction around it. */
  readonly reads: "one-statement" | "snapshot";
  /**
   * `replica`: a standby may answer it, once it holds everything that was acknowledged before the
   * call. Not for data on which a decision or a sign-in depends.
   */
  readonly readsFrom: "primary" | "replica";
  /** The format of errors: RFC 9457, or the earlier client's sign-in answer. */
  readonly errors: "problem" | "sign-in";
}

/**
 * How long the connection of a lasting call may be idle, and how long the page waits for it, in
 * milliseconds.
 */
export const LASTING_MS = 300_000;

type Declared<
  P extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
  Q extends z.ZodMiniType,
> = Pick<Endpoint<P, B, A, Q>, "name" | "method" | "path" | "summary" | "audience" | "answer"> &
  Partial<Endpoint<P, B, A, Q>>;

// Rejects unknown query keys: a misspelt one would otherwise be ignored silently. The calls of the
// earlier client ignore unknown keys explicitly.
const noQuery = z.strictObject({});

/** Declares a call and fills in the defaults; without them it has no parameters and no body. */
export function endpoint<
  A extends z.ZodMiniType,
  P extends z.ZodMiniType = typeof nothing,
  B extends z.ZodMiniType = typeof nothing,
  Q extends z.ZodMiniType = typeof noQuery,
>(declared: Declared<P, B, A, Q>): Endpoint<P, B, A, Q> {
  return {
    limit: declared.method === "GET" ? "reads" : "writes",
    status: 200,
    subject: null,
    aliases: [],
    takes: "application/json",
    lasting: false,
    files: [],
    problems: [],
    idempotency: "kept",
    reads: "snapshot",
    readsFrom: "primary",
    errors: "problem",
    params: nothing as unknown as P,
    query: noQuery as unknown as Q,
    body: nothing as unknown as B,
    ...declared,
  };
}

/** The media type of an Excel workbook without macros. */
export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
