import * as z from "zod/mini";
import { type FieldProblem, fieldProblems } from "#shared/contract/refusals.ts";
import * as fields from "#shared/contract/fields.ts";
import type { Endpoint, LimitName } from "#shared/contract/endpoint.ts";
import type { Language } from "#shared/language.ts";
import type { Database, Snapshot, UnitOfWork } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";
import {
  type Actor,
  type ActorOptions,
  actorName,
  authorise,
  identify,
  type MemberScope,
} from "./actor.ts";
import {
  answerBefore,
  claim,
  fingerprintOf,
  type KeptAnswer,
  keepAnswer,
  type RepeatableRequest,
} from "./idempotency.ts";
import type { InstanceLimiter } from "./rate-limit.ts";

type Schema = z.ZodMiniType;
type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/** A request as the pipeline sees it, free of any framework. */
export interface HttpRequest {
  readonly ip: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly binding: string | undefined;
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
  readonly headers: Record<string, string>;
}

/** A file given to whoever asked for it. */
export class Document {
  readonly mediaType: string;
  readonly fileName: string;
  readonly content: Uint8Array;

  constructor(mediaType: string, fileName: string, content: Uint8Array) {
    this.mediaType = mediaType;
    this.fileName = fileName;
    this.content = content;
  }
}

/** What a handler is told of the call, its input already checked. */
export interface Call<E extends AnyEndpoint> {
  readonly actor: Actor;
  readonly params: z.infer<E["params"]>;
  readonly query: z.infer<E["query"]>;
  readonly body: z.infer<E["body"]>;
  readonly ip: string;
  readonly language: Language;
  readonly fromOwnPage: boolean;
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

/** Mounts a read: it gets a snapshot that cannot write. What only staff may read is audited. */
export function mountRead<E extends AnyEndpoint>(
  endpoint: E,
  handle: (snapshot: Snapshot, call: Call<E>) => Promise<Answer<E>>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      if (endpoint.audience.kind === "staff") {
        await auditLook(services, endpoint, call.actor, sought(endpoint, call));
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
        await auditLook(services, endpoint, call.actor, sought(endpoint, call));
      }
      const body = await read(services, endpoint, (s) => handle(s, scope, call));
      return answerWith(services, endpoint, call, body);
    },
  };
}

/** What a look was at: the loan named in the path, or the call itself. */
function sought({ name }: AnyEndpoint, { params }: { readonly params: unknown }): string {
  const { loanNo } = (params ?? {}) as { loanNo?: string };
  return loanNo === undefined ? name : `loan:${loanNo}`;
}

interface DocumentWrite<E extends AnyEndpoint, Read> {
  /** Reads all that stands in it, at one moment. */
  readonly read: (snapshot: Snapshot, scope: MemberScope, call: Call<E>) => Promise<Read>;
  /** Draws it, holding no connection. */
  readonly draw: (read: Read, call: Call<E>) => Promise<Document>;
  /**
   * Writes down that it is given out. In a transaction of its own: one that must see a single
   * moment fails whenever anybody else has written to the audit trail since.
   */
  readonly issue: (work: UnitOfWork, read: Read, call: Call<E>) => Promise<void>;
}

/**
 * Mounts a call that gives out a document of one member's record. It is written down once it is
 * drawn and before it leaves: what could not be drawn was never given out, and nothing says it was.
 */
export function mountDocument<E extends AnyEndpoint, Read>(
  endpoint: E,
  { read: readDocument, draw, issue }: DocumentWrite<E, Read>,
): Mounted {
  return {
    endpoint,
    serve: async (services, request) => {
      const { call, scope } = await admit(services, endpoint, request);
      if (scope === null) throw new Error(`${endpoint.name} declares no record`);
      if (call.actor.kind === "staff") {
        await auditLook(services, endpoint, call.actor, `member:${scope.memberNo}`);
      }
      const found = await services.database.snapshot((s) => readDocument(s, scope, call));
      const document = await draw(found, call);
      await services.database.unitOfWork(actorName(call.actor), (work) => issue(work, found, call));
      call.headers["content-type"] = document.mediaType;
      call.headers["content-disposition"] = `attachment; filename="${document.fileName}"`;
      return { status: endpoint.status, body: document, headers: call.headers };
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
  ) => Promise<Answer<E> | Refusal>;
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
      const repeatable = repeatableRequest(services, endpoint, request, call.actor);
      const before = repeatable && (await answerBefore(services.database, repeatable));
      if (before) return replayed(before);
      const prepared = await prepareOrReplay(services, repeatable, async () => prepare?.(call));
      if ("replay" in prepared) return replayed(prepared.replay);
      const outcome = await services.database.unitOfWork(actorName(call.actor), async (work) => {
        const meanwhile = repeatable && (await claim(work, repeatable));
        if (meanwhile) return { kept: meanwhile };
        const answer = await handle(work, call, prepared.done as Prepared);
        if (answer instanceof Refusal) return { refused: answer };
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
      repeatable && error instanceof Refusal && (await answerBefore(database, repeatable));
    if (replay) return { replay };
    throw error;
  }
}

const recordOwner = z.object({ memberNo: fields.memberNoParam });

/** Limit, actor, scope, parse: everything that is decided before a handler runs. */
async function admit<E extends AnyEndpoint>(
  services: PipelineServices,
  endpoint: E,
  request: HttpRequest,
): Promise<{ call: Call<E>; scope: MemberScope | null }> {
  holdTo(services.limiters.public, request.ip);
  if (endpoint.limit === "verification") holdTo(services.limiters.verification, request.ip);
  const isPublic = endpoint.audience.kind === "anyone";
  const actor: Actor = isPublic
    ? { kind: "anyone" }
    : await identify(services.database, request, services.actors);
  if (actor.kind !== "anyone") {
    holdTo(services.limiters[endpoint.limit], `${actor.kind}:${actor.memberNo}`);
  } else if (!isPublic) {
    throw new Refusal("not-signed-in");
  }
  // Whose record it is comes before all else, so that nothing of another's is judged, only refused.
  const isRecord = endpoint.audience.kind === "record";
  const owner = isRecord ? parse(recordOwner, request.params) : {};
  const scope = await authoriseAudited(services, endpoint, actor, owner);
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, request.body);
  const { ip, language, fromOwnPage } = request;
  const call = { actor, params, query, body, ip, language, fromOwnPage, headers: {} } as Call<E>;
  return { call, scope };
}

/** Refuses whoever asks more often than a limit lets them. */
export function holdTo(limiter: InstanceLimiter, key: string): void {
  const wait = limiter.take(key);
  if (wait > 0) throw new Refusal("too-many", { retryAfter: wait });
}

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
    if (error instanceof Refusal && actor.kind !== "anyone") {
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

async function auditLook(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  actor: Actor,
  subject: string,
): Promise<void> {
  await services.database.unitOfWork(actorName(actor), async (work) => {
    work.audit({ action: "looked", subject, detail: { call: endpoint.name } });
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

function parse<S extends Schema>(schema: S, given: unknown): z.infer<S> {
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  if (typeof given !== "object" || given === null) throw new Refusal("not-json");
  const seen = new Set<string>();
  const fields = result.error.issues.flatMap((issue) => {
    const ends = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [key]) : [[]];
    return ends.flatMap((end) => {
      const field = [...issue.path, ...end].map(String).join(".");
      if (seen.has(field)) return [];
      seen.add(field);
      return [{ field, problem: problemOf(issue.message) }];
    });
  });
  throw new Refusal("invalid", { fields });
}

function problemOf(message: string): FieldProblem {
  const known = fieldProblems.find((problem) => problem === message);
  return known ?? "field.invalid";
}

function repeatableRequest(
  services: PipelineServices,
  endpoint: AnyEndpoint,
  request: HttpRequest,
  actor: Actor,
): RepeatableRequest | null {
  const key = request.idempotencyKey;
  if (key === undefined || endpoint.idempotency === "none") return null;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal("invalid");
  return {
    scope: `${actorName(actor)} ${endpoint.name}`,
    key,
    hours: services.idempotencyHours,
    fingerprint: fingerprintOf(services.secret, endpoint.method, request.path, request.body),
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
  return { status: endpoint.status, body, headers: call.headers };
}
