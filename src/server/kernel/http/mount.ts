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
  recheckSession,
  type PendingSession,
  lockSession,
  type MemberScope,
  identifyCaller,
} from "./actor.ts";
import {
  answerBefore,
  claim,
  fingerprintOf,
  type KeptAnswer,
  keepAnswer,
  type RepeatableRequest,
  sentBy,
} from "./idempotency.ts";
import { Document, headersOf } from "./document.ts";
import { entityTag } from "./entity-tag.ts";
import { rejectUnstorable } from "./json-body.ts";
import { parse } from "./parse.ts";
import { readFor } from "./reader.ts";
import { holdTo, type GcraLimiter } from "./rate-limit.ts";
import { declaredSubject } from "./audit-subject.ts";
import { logAccess } from "./logged-access.ts";

type Schema = z.ZodMiniType;
export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A request as the pipeline sees it, independent of any framework. */
export interface HttpRequest {
  readonly ip: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Reads the file that was sent instead of JSON, once; rejects one that is too large. */
  readonly file: () => Promise<Uint8Array>;
  readonly authorization: string | undefined;
  readonly binding: string | undefined;
  /** The value of the device cookie, and the name of the device, as the caller sent them. */
  readonly device: string | undefined;
  readonly client: string;
  readonly idempotencyKey: string | undefined;
  readonly language: Language;
  /** Whether one of our pages sent it, so that a cookie set now will come back. */
  readonly fromOwnPage: boolean;
}

/** The answer of a served call. */
export interface HttpAnswer {
  readonly status: number;
  /** Sent as JSON, except for a document. */
  readonly body: unknown;
  readonly headers: Record<string, string | string[]>;
}

export { Document };

/** A call as its handler sees it, with validated input. */
export interface Call<E extends AnyEndpoint> {
  readonly actor: Actor;
  /**
   * The person with an MFA-pending session, for calls meant for them; they are not an actor yet.
   */
  readonly pendingSession: PendingSession | null;
  readonly params: z.infer<E["params"]>;
  readonly query: z.infer<E["query"]>;
  readonly body: z.infer<E["body"]>;
  /** The file that was sent, for a call that takes one; else empty. */
  readonly file: Uint8Array;
  readonly ip: string;
  readonly language: Language;
  readonly fromOwnPage: boolean;
  readonly device: string | undefined;
  readonly client: string;
  /** Cookies to set on success. */
  readonly cookies: string[];
  /** Headers to send on success. */
  readonly headers: Record<string, string>;
}

/** The services that the pipeline uses. */
export interface PipelineServices {
  readonly database: Database;
  readonly limiters: Readonly<Record<LimitName, GcraLimiter>>;
  readonly secret: string;
  /** How long the answer to a repeatable request is kept, in hours. */
  readonly idempotencyHours: number;
  readonly actors: ActorOptions;
  /** Whether answers are checked against the contract before they are sent: in tests. */
  readonly checkAnswers: boolean;
}

/** One call with the code that carries it out. */
export interface Mounted {
  readonly endpoint: AnyEndpoint;
  readonly serve: (services: PipelineServices, request: HttpRequest) => Promise<HttpAnswer>;
}

type Answer<E extends AnyEndpoint> = z.infer<E["answer"]>;

/**
 * Mounts a read with a snapshot that cannot write. Access to data that only staff may read is
 * audited, with further details of the call.
 */
export function mountRead<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, call: Call<E>) => Promise<Answer<E>>,
  told?: (call: Call<E>) => Readonly<Record<string, string>>,
): Mounted {
  if (endpoint.audience.kind === "staff") declaredSubject(endpoint);
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      await logAccess(services, endpoint, call, null, told?.(call));
      const body = await readFor(services.database, endpoint, call.actor, (s) => handle(s, call));
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** Mounts a read of one member's record; access by staff is written to the audit log. */
export function mountRecord<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, scope: MemberScope, call: Call<E>) => Promise<Answer<E>>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      if (scope === null) throw new Error(`${endpoint.name} declares no record`);
      await logAccess(services, endpoint, call, scope);
      const body = await readFor(services.database, endpoint, call.actor, (s) =>
        handle(s, scope, call),
      );
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** Mounts a read of a member's own data, or of everybody's for staff, whose access is audited. */
export function mountOwn<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, scope: MemberScope | null, call: Call<E>) => Promise<Answer<E>>,
): Mounted {
  if (endpoint.audience.kind === "own") declaredSubject(endpoint);
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      await logAccess(services, endpoint, call);
      const body = await readFor(services.database, endpoint, call.actor, (s) =>
        handle(s, scope, call),
      );
      if (endpoint.limit === "polls") tagAnswer(call, body);
      return answerWith(services, endpoint, call, body);
    },
  };
}

/**
 * Tags an answer with a digest of its content and its reader, so that a tag is valid only for that
 * reader.
 */
function tagAnswer<E extends AnyEndpoint>({ actor, headers }: Call<E>, body: Answer<E>): void {
  headers["etag"] = entityTag(JSON.stringify([actorName(actor), body]));
}

interface File<E extends AnyEndpoint, Read> {
  readonly read: (snapshot: Snapshot, call: Call<E>) => Promise<Read>;
  /** Draws it, holding no connection. */
  readonly draw: (read: Read, call: Call<E>) => Promise<Document>;
}

/** Mounts a read for staff that is answered with a file; the access is audited. */
export function mountFile<E extends AnyEndpoint, Read>(
  endpoint: E,
  { read: readFile, draw }: File<E, Read>,
): Mounted {
  declaredSubject(endpoint);
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      await logAccess(services, endpoint, call);
      const found = await readFor(services.database, endpoint, call.actor, (s) =>
        readFile(s, call),
      );
      const document = await draw(found, call);
      await recheckSession(services.database, call.actor);
      return {
        status: endpoint.status,
        body: document,
        headers: headersOf(document, call.headers),
      };
    },
  };
}

interface Write<E extends AnyEndpoint, Prepared> {
  /** Work that must not hold a connection, such as hashing; it may use separate units of work. */
  readonly prepare?: (call: Call<E>, scope: MemberScope | null) => Promise<Prepared>;
  readonly handle: (
    work: UnitOfWork,
    call: Call<E>,
    prepared: Prepared,
  ) => Promise<Answer<E> | Problem>;
}

/** Mounts a write with a unit of work, committed when it answers and rolled back when it throws. */
export function mountWrite<E extends AnyEndpoint, Prepared = undefined>(
  endpoint: E,
  { prepare, handle }: Write<E, Prepared>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      const repeatable = repeatableRequest(services, endpoint, request, call);
      const before = repeatable && (await answerBefore(services.database, repeatable));
      if (before) return replayed(before);
      const prepared = await prepareOrReplay(services, repeatable, async () =>
        prepare?.(call, scope),
      );
      if ("replay" in prepared) return replayed(prepared.replay);
      const outcome = await services.database.unitOfWork(actorName(call.actor), async (work) => {
        const meanwhile = repeatable && (await claim(work, repeatable));
        if (meanwhile) return { kept: meanwhile };
        const answer = await handle(work, call, prepared.done as Prepared);
        await lockSession(work, call);
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
 * Prepares a write. If that is rejected because the same request succeeded meanwhile, for example
 * by using up its code, returns the earlier answer: a repeat must not say that it failed.
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

/** Rate limit, actor, scope, parsing: everything that is decided before a handler runs. */
export async function admit<E extends AnyEndpoint>(
  services: PipelineServices,
  endpoint: E,
  request: HttpRequest,
): Promise<{ call: Call<E>; scope: MemberScope | null }> {
  holdTo(services.limiters.public, request.ip);
  if (endpoint.limit === "verification") holdTo(services.limiters.verification, request.ip);
  const { database, actors } = services;
  const { actor, pendingSession } = await identifyCaller(
    database,
    endpoint.audience,
    request,
    actors,
  );
  if (actor.kind !== "anyone") {
    const isPoll = endpoint.limit === "polls" && actor.kind === "member";
    const limit = endpoint.limit === "polls" && !isPoll ? "reads" : endpoint.limit;
    holdTo(services.limiters[limit], `${actor.kind}:${actor.memberNo}`);
  }
  // One password can open many MFA-pending sessions: they share one person's write limit.
  if (pendingSession !== null)
    holdTo(services.limiters.writes, `mfa-pending:${pendingSession.memberNo}`);
  // Ownership of the record is checked first, so that nothing else about another person's record is
  // judged.
  const isRecord = endpoint.audience.kind === "record";
  const owner = isRecord ? parse(recordOwner, request.params) : {};
  const scope = await authoriseAudited(services, endpoint, actor, owner);
  rejectUnstorable(request.params);
  rejectUnstorable(request.query);
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body);
  // Read last, so that the server holds no file of a sender without the right to send it.
  const file = endpoint.takes === "application/json" ? NO_FILE : await request.file();
  const { ip, language, fromOwnPage, device, client } = request;
  const told = { ip, language, fromOwnPage, device, client, cookies: [], headers: {} };
  return { call: { actor, pendingSession, params, query, body, file, ...told } as Call<E>, scope };
}

const NO_FILE = new Uint8Array();

/** An attempt by a signed-in person to reach another person's data is written to the audit log. */
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
    ...sentBy(services.secret, endpoint, actorName(actor), key),
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

/** Answers a served call. */
export function answerWith<E extends AnyEndpoint>(
  services: PipelineServices,
  endpoint: E,
  { cookies, headers: given }: Call<E>,
  body: Answer<E>,
): HttpAnswer {
  if (services.checkAnswers) endpoint.answer.parse(body);
  const headers = { ...given, ...(cookies.length > 0 && { "set-cookie": cookies }) };
  return { status: endpoint.status, body, headers };
}
