import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { Endpoint, LimitName } from "#shared/contract/kernel/endpoint.ts";
import type { Language } from "#shared/language.ts";
import type { Database, Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import {
  type Actor,
  type ActorOptions,
  actorName,
  authorise,
  checkStanding,
  type PendingSession,
  holdStanding,
  type MemberScope,
  whoAsks,
} from "./actor.ts";
import {
  answerBefore,
  claim,
  fingerprintOf,
  type KeptAnswer,
  keepAnswer,
  type RepeatableRequest,
} from "./idempotency.ts";
import { Document, headersOf } from "./document.ts";
import { entityTag } from "./entity-tag.ts";
import { rejectUnstorable } from "./json-body.ts";
import { parse } from "./parse.ts";
import { holdTo, type InstanceLimiter } from "./rate-limit.ts";
import { auditSubject } from "./audit-subject.ts";

type Schema = z.ZodMiniType;
export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A request as the pipeline sees it, free of any framework. */
export interface HttpRequest {
  readonly ip: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Reads the file that was sent in place of JSON, once; refuses one that is too large. */
  readonly file: () => Promise<Uint8Array>;
  readonly authorization: string | undefined;
  readonly binding: string | undefined;
  /** What the cookie of the device holds, as the caller gave it. */
  readonly device: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly language: Language;
  /** Whether a page of ours sent it, so that a cookie set now will come back. */
  readonly fromOwnPage: boolean;
}

/** What a served call answers with. */
export interface HttpAnswer {
  readonly status: number;
  /** Sent as JSON, but for a document. */
  readonly body: unknown;
  readonly headers: Record<string, string | string[]>;
}

export { Document };

/** What a handler is told of the call, its input already checked. */
export interface Call<E extends AnyEndpoint> {
  readonly actor: Actor;
  /** Who is halfway in, where the call is for them; they are nobody else's actor yet. */
  readonly half: PendingSession | null;
  readonly params: z.infer<E["params"]>;
  readonly query: z.infer<E["query"]>;
  readonly body: z.infer<E["body"]>;
  /** What was sent where the call takes a file; else empty. */
  readonly file: Uint8Array;
  readonly ip: string;
  readonly language: Language;
  readonly fromOwnPage: boolean;
  readonly device: string | undefined;
  /** Cookies to set with a success. */
  readonly cookies: string[];
  /** Headers to send with a success. */
  readonly headers: Record<string, string>;
}

/** What the pipeline needs of its surroundings. */
export interface PipelineServices {
  readonly database: Database;
  readonly limiters: Readonly<Record<LimitName, InstanceLimiter>>;
  readonly secret: string;
  /** For how long the answer to a repeatable request is kept. */
  readonly idempotencyHours: number;
  readonly actors: ActorOptions;
  /** Whether answers are held to the contract before they leave: in tests. */
  readonly checkAnswers: boolean;
}

/** One call with the code that carries it out. */
export interface Mounted {
  readonly endpoint: AnyEndpoint;
  readonly serve: (services: PipelineServices, request: HttpRequest) => Promise<HttpAnswer>;
}

type Answer<E extends AnyEndpoint> = z.infer<E["answer"]>;

/**
 * Mounts a read: it gets a snapshot that cannot write. What only staff may read is audited, with
 * what else of the call the trail is told.
 */
export function mountRead<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, call: Call<E>) => Promise<Answer<E>>,
  told?: (call: Call<E>) => Readonly<Record<string, string>>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      if (endpoint.audience.kind === "staff") {
        await auditLook(services, endpoint, call.actor, auditSubject(endpoint, call), told?.(call));
      }
      const body = await read(services, endpoint, (s) => handle(s, call));
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** Mounts a read of one member's record; a look by staff is written to the audit trail. */
export function mountRecord<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, scope: MemberScope, call: Call<E>) => Promise<Answer<E>>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      if (scope === null) throw new Error(`${endpoint.name} declares no record`);
      if (call.actor.kind === "staff") {
        await auditLook(services, endpoint, call.actor, `member:${scope.memberNo}`);
      }
      const body = await read(services, endpoint, (s) => handle(s, scope, call));
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** Mounts a read of a member's own, or of everybody's for staff, whose look is audited. */
export function mountOwn<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, scope: MemberScope | null, call: Call<E>) => Promise<Answer<E>>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      if (call.actor.kind === "staff") {
        await auditLook(services, endpoint, call.actor, auditSubject(endpoint, call));
      }
      const body = await read(services, endpoint, (s) => handle(s, scope, call));
      if (endpoint.limit === "polls") tagAnswer(call, body);
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** Tags an answer with a digest of itself and its reader, so that a tag fits only what they saw. */
function tagAnswer<E extends AnyEndpoint>({ actor, headers }: Call<E>, body: Answer<E>): void {
  headers["etag"] = entityTag(JSON.stringify([actorName(actor), body]));
}

interface File<E extends AnyEndpoint, Read> {
  readonly read: (snapshot: Snapshot, call: Call<E>) => Promise<Read>;
  /** Draws it, holding no connection. */
  readonly draw: (read: Read, call: Call<E>) => Promise<Document>;
}

/** Mounts a read for staff that is answered with a file; the look is audited. */
export function mountFile<E extends AnyEndpoint, Read>(
  endpoint: E,
  { read: readFile, draw }: File<E, Read>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      await auditLook(services, endpoint, call.actor, auditSubject(endpoint, call));
      const document = await draw(await read(services, endpoint, (s) => readFile(s, call)), call);
      await checkStanding(services.database.oneStatementSnapshot(), call.actor);
      return {
        status: endpoint.status,
        body: document,
        headers: headersOf(document, call.headers),
      };
    },
  };
}

interface Write<E extends AnyEndpoint, Prepared> {
  /** What must not hold a connection, such as hashing; may use units of work of its own. */
  readonly prepare?: (call: Call<E>) => Promise<Prepared>;
  readonly handle: (
    work: UnitOfWork,
    call: Call<E>,
    prepared: Prepared,
  ) => Promise<Answer<E> | Problem>;
}

/** Mounts a write: it gets a unit of work, kept when it answers and undone when it throws. */
export function mountWrite<E extends AnyEndpoint, Prepared = undefined>(
  endpoint: E,
  { prepare, handle }: Write<E, Prepared>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      const repeatable = repeatableRequest(services, endpoint, request, call);
      const before = repeatable && (await answerBefore(services.database, repeatable));
      if (before) return replayed(before);
      const prepared = await prepareOrReplay(services, repeatable, async () => prepare?.(call));
      if ("replay" in prepared) return replayed(prepared.replay);
      const outcome = await services.database.unitOfWork(actorName(call.actor), async (work) => {
        const meanwhile = repeatable && (await claim(work, repeatable));
        if (meanwhile) return { kept: meanwhile };
        const answer = await handle(work, call, prepared.done as Prepared);
        await holdStanding(work, call);
        if (answer instanceof Problem) return { refused: answer };
        if (repeatable) await keepAnswer(work, repeatable, { status: endpoint.status, answer });
        return { answer };
      });
      if (outcome.refused) throw outcome.refused;
      if (outcome.kept) return replayed(outcome.kept);
      return answerWith(services, endpoint, call, outcome.answer as Answer<E>);
    },
  };
}

/**
 * Prepares a write. Where that is refused because the same request succeeded meanwhile, as when its
 * code is spent by itself, the answer is the one it had: a repeat must not say that it failed.
 */
async function prepareOrReplay<Prepared>(
  { database }: PipelineServices,
  repeatable: RepeatableRequest | null,
  prepare: () => Promise<Prepared>,
): Promise<{ readonly done: Prepared } | { readonly replay: KeptAnswer }> {
  try {
    return { done: await prepare() };
  } catch (error) {
    const replay =
      repeatable && error instanceof Problem && (await answerBefore(database, repeatable));
    if (replay) return { replay };
    throw error;
  }
}

const recordOwner = z.object({ memberNo: fields.memberNoParam });

/** Limit, actor, scope, parse: everything that is decided before a handler runs. */
export async function admit<E extends AnyEndpoint>(
  services: PipelineServices,
  endpoint: E,
  request: HttpRequest,
): Promise<{ call: Call<E>; scope: MemberScope | null }> {
  holdTo(services.limiters.public, request.ip);
  if (endpoint.limit === "verification") holdTo(services.limiters.verification, request.ip);
  const { database, actors } = services;
  const { actor, half } = await whoAsks(database, endpoint.audience, request, actors);
  if (actor.kind !== "anyone") {
    const isPoll = endpoint.limit === "polls" && actor.kind === "member";
    const limit = endpoint.limit === "polls" && !isPoll ? "reads" : endpoint.limit;
    holdTo(services.limiters[limit], `${actor.kind}:${actor.memberNo}`);
  }
  // One password opens many halves: they share what one person may write.
  if (half !== null) holdTo(services.limiters.writes, `half:${half.memberNo}`);
  // Whose record it is comes before all else, so that nothing of another's is judged, only refused.
  const isRecord = endpoint.audience.kind === "record";
  const owner = isRecord ? parse(recordOwner, request.params) : {};
  const scope = await authoriseAudited(services, endpoint, actor, owner);
  rejectUnstorable(request.params);
  rejectUnstorable(request.query);
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body);
  // Last of all, so that nobody who may not send a file makes us hold one.
  const file = endpoint.takes === "application/json" ? NO_FILE : await request.file();
  const { ip, language, fromOwnPage, device } = request;
  const told = { ip, language, fromOwnPage, device, cookies: [], headers: {} };
  return { call: { actor, half, params, query, body, file, ...told } as Call<E>, scope };
}

const NO_FILE = new Uint8Array();

/** A signed-in person reaching for what is not theirs is written to the audit trail. */
async function authoriseAudited(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  actor: Actor,
  owner: Readonly<Record<string, string>>,
): Promise<MemberScope | null> {
  try {
    return authorise(endpoint.audience, actor, owner);
  } catch (error) {
    if (error instanceof Problem && actor.kind !== "anyone") {
      const subject = endpoint.audience.kind === "record" ? subjectOf(owner) : endpoint.name;
      await services.database.unitOfWork(actorName(actor), async (work) => {
        work.audit({ action: "refused", subject, detail: { call: endpoint.name } });
      });
    }
    throw error;
  }
}

function subjectOf(owner: Readonly<Record<string, string>>): string {
  return `member:${owner["memberNo"]}`;
}

/** Writes a look by staff to the audit trail, before what they look at is read. */
export async function auditLook(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  actor: Actor,
  subject: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await services.database.unitOfWork(actorName(actor), async (work) => {
    work.audit({ action: "looked", subject, detail: { call: endpoint.name, ...more } });
  });
}

function read<T>(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  handle: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return endpoint.reads === "one-statement"
    ? handle(services.database.oneStatementSnapshot())
    : services.database.snapshot(handle);
}

function repeatableRequest(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  request: HttpRequest,
  { actor, file }: { readonly actor: Actor; readonly file: Uint8Array },
): RepeatableRequest | null {
  const key = request.idempotencyKey;
  if (key === undefined || endpoint.idempotency === "none") return null;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw new Problem("invalid");
  return {
    scope: `${actorName(actor)} ${endpoint.name}`,
    key,
    hours: services.idempotencyHours,
    fingerprint: fingerprintOf(
      services.secret,
      endpoint.method,
      request.path,
      endpoint.takes === "application/json" ? request.body : sha256Hex(file),
    ),
  };
}

function replayed({ status, answer }: KeptAnswer): HttpAnswer {
  return { status, body: answer, headers: { "idempotency-replayed": "true" } };
}

function answerWith<E extends AnyEndpoint>(
  services: PipelineServices,
  endpoint: E,
  call: Call<E>,
  body: Answer<E>,
): HttpAnswer {
  if (services.checkAnswers) endpoint.answer.parse(body);
  const { cookies } = call;
  const headers = { ...call.headers, ...(cookies.length > 0 && { "set-cookie": cookies }) };
  return { status: endpoint.status, body, headers };
}
