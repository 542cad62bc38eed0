import * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import {
  type Database,
  type Snapshot,
  statement,
  type UnitOfWork,
} from "#server/kernel/platform/database.ts";
import { hmacSha256, sameHash } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** A request that may be repeated: its sender, its key and its content. */
export interface RepeatableRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
  /** How long an answer is kept. */
  readonly hours: number;
}

export interface KeptAnswer {
  readonly status: number;
  readonly answer: unknown;
}

/**
 * Returns the scope and the key of a request. Those of a call that may be sent without a name hold
 * the sender only in a digest with the key, which is random, so that nobody can try every member.
 */
export function sentBy(
  secret: string,
  { name, idempotency }: Pick<Endpoint, "name" | "idempotency">,
  sender: string,
  key: string,
): Pick<RepeatableRequest, "scope" | "key"> {
  if (idempotency === "kept") return { scope: `${sender} ${name}`, key };
  return { scope: name, key: hmacSha256(secret, "sent-by", sender, key).toString("hex") };
}

/** Digests the request with a secret key: bodies may hold a password or a code. */
export function fingerprintOf(secret: string, method: string, path: string, body: unknown) {
  return hmacSha256(secret, method, path, JSON.stringify(body ?? null));
}

const findRecord = statement({
  name: "idempotency-find",
  quick: true,
  text: `select fingerprint, status, answer from idempotency_record
    where scope = $1 and key = $2 and created_at > akiba_now() - make_interval(hours => $3)`,
  row: z.object({
    fingerprint: z.instanceof(Uint8Array),
    status: z.int(),
    answer: z.unknown(),
  }),
});

/**
 * Returns the answer given before to the same request, or null; rejects the same key with another
 * request.
 */
export async function answerBefore(
  database: Database,
  request: RepeatableRequest,
): Promise<KeptAnswer | null> {
  return findKept(database.oneStatementSnapshot(), request);
}

const lockRequest = statement({
  name: "idempotency-lock",
  text: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked",
  row: z.object({ locked: z.boolean() }),
});

/**
 * Claims the request for this unit of work. Returns the kept answer if another one finished
 * meanwhile; rejects while another is still running, rather than letting the caller wait for its
 * lock.
 */
export async function claim(
  work: UnitOfWork,
  request: RepeatableRequest,
): Promise<KeptAnswer | null> {
  const lock = await work.first(lockRequest, [`${request.scope} ${request.key}`]);
  if (!lock?.locked) throw new Problem("in-progress", { retryAfter: 1 });
  return findKept(work, request);
}

const keepRecord = statement({
  name: "idempotency-keep",
  text: `insert into idempotency_record (scope, key, fingerprint, status, answer)
      values ($1, $2, $3, $4, $5::json)
    on conflict (scope, key) do update set fingerprint = excluded.fingerprint,
      status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
    returning status`,
  row: z.object({ status: z.int() }),
});

/** Keeps the answer together with its effect. */
export async function keepAnswer(
  work: UnitOfWork,
  request: RepeatableRequest,
  { status, answer }: KeptAnswer,
): Promise<void> {
  const { scope, key, fingerprint } = request;
  await work.rows(keepRecord, [scope, key, fingerprint, status, JSON.stringify(answer)]);
}

async function findKept(
  snapshot: Snapshot,
  request: RepeatableRequest,
): Promise<KeptAnswer | null> {
  const found = await snapshot.first(findRecord, [request.scope, request.key, request.hours]);
  if (found === null) return null;
  if (!sameHash(found.fingerprint, request.fingerprint)) throw new Problem("idempotency-mismatch");
  return { status: found.status, answer: found.answer };
}
