import * as z from "zod/mini";
import type { Permission } from "#shared/permissions.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * Who may make a call. `record` is the member whose number stands in the path, or such staff;
 * `own` is a member, of what is their own, or such staff, of everybody's; `member` is no staff;
 * `colleague` is anybody of the staff, of their own sign-in or of counts; what it reads is of no
 * member, and so no look; `half` is one whose password was right and whose second factor is still
 * to come, and opens nothing else.
 */
export type Audience =
  | { readonly kind: "anyone" }
  | { readonly kind: "signed-in" }
  | { readonly kind: "member" }
  | { readonly kind: "colleague" }
  | { readonly kind: "half" }
  | { readonly kind: "own"; readonly staff: Permission }
  | { readonly kind: "record"; readonly param: "memberNo"; readonly staff: Permission }
  | { readonly kind: "staff"; readonly permission: Permission };

/** Which budget a call draws on; the figures are configuration. */
export type LimitName =
  | "public"
  | "reads"
  /**
   * Reads of one's own that an earlier client repeats without end; of staff they are reads. Their
   * answers carry an ETag.
   */
  | "polls"
  | "writes"
  | "documents"
  | "verification"
  | "search";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the product as data: everything about it but how it is carried out. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Slice and call, such as `auth.register`; the operation's name in the OpenAPI page. */
  readonly name: string;
  readonly method: Method;
  /** The address, with `:name` for what varies. */
  readonly path: `/${string}`;
  /** Other addresses that earlier clients know it by, with the same parts. */
  readonly aliases: readonly `/${string}`[];
  readonly summary: string;
  readonly audience: Audience;
  readonly limit: LimitName;
  readonly params: Params;
  /** What may follow the `?`; nothing may unless a call says so. */
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /**
   * What its body is; `table/*` is CSV or an Excel workbook. A file is read only once it is known
   * that its sender may send it.
   */
  readonly takes: "application/json" | "text/csv" | "table/*" | "image/*";
  /** It may take minutes: for LASTING_MS its connection is not closed for being silent. */
  readonly lasting: boolean;
  /** The media types of the files it answers with; none where it answers with JSON. */
  readonly files: readonly string[];
  readonly status: 200 | 201;
  /** What the call may be refused with, beside what the pipeline refuses of any call. */
  readonly problems: readonly ProblemCode[];
  /**
   * What a repeated Idempotency-Key does: `kept` answers as the first did; `none` for calls whose
   * answer is a secret that must not be stored.
   */
  readonly idempotency: "kept" | "none";
  /** A read whose rows come from one SQL statement needs no transaction around it. */
  readonly reads: "one-statement" | "snapshot";
  /** How errors look: RFC 9457, or the earlier client's sign-in shape. */
  readonly errors: "problem" | "sign-in";
}

/** How long a lasting call may be silent, and is waited for, in milliseconds. */
export const LASTING_MS = 300_000;

type Declared<
  P extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
  Q extends z.ZodMiniType,
> = Pick<
  Endpoint<P, B, A, Q>,
  "name" | "method" | "path" | "summary" | "audience" | "params" | "body" | "answer"
> &
  Partial<Endpoint<P, B, A, Q>>;

// A key that is misspelt would otherwise be answered as if it had not been asked for. The calls of
// the earlier client say that they ignore what they do not know.
const noQuery = z.strictObject({});

/** Declares a call, filling in what most calls share. */
export function endpoint<
  P extends z.ZodMiniType,
  B extends z.ZodMiniType,
  A extends z.ZodMiniType,
  Q extends z.ZodMiniType = typeof noQuery,
>(declared: Declared<P, B, A, Q>): Endpoint<P, B, A, Q> {
  return {
    limit: declared.method === "GET" ? "reads" : "writes",
    status: 200,
    aliases: [],
    takes: "application/json",
    lasting: false,
    files: [],
    problems: [],
    idempotency: "kept",
    reads: "snapshot",
    errors: "problem",
    query: noQuery as unknown as Q,
    ...declared,
  };
}

/** The media type of an Excel workbook without macros. */
export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
