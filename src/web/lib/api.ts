import * as z from "zod/mini";
import { type Endpoint, LASTING_MS, WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { prefetchedAnswer } from "./prefetched-calls.ts";
import { ProblemAnswer, Unreachable } from "./failure.ts";
import { languageTag, spokenLanguage } from "./language.ts";
import { forgetOffline } from "./offline-reading.ts";
import { pressEnded } from "./press.ts";
import { searchOf } from "./search.ts";
import { currentSession, endSession, whenLeaving } from "./session.ts";

const TIME_OUT_MS = 20_000;

export interface Call<E extends Endpoint> {
  readonly params?: Readonly<Record<keyof z.input<E["params"]> & string, string>>;
  /** The query string; undefined values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: z.input<E["body"]>;
  /** The content to send instead of a JSON body, for calls that accept a file. */
  readonly file?: File;
  readonly signal?: AbortSignal;
  /** The timeout in milliseconds, if it is neither the default nor the one the call declares. */
  readonly waitMs?: number;
  /** Lets the request finish even if the tab is closed at once (fetch `keepalive`). */
  readonly outlivesTab?: boolean;
  /** The token to send instead of the session's, such as that of an MFA-pending session. */
  readonly token?: string;
  /** For how long a repeated unanswered write keeps its idempotency key; forever if absent. */
  readonly sameForMs?: number;
  /** The idempotency key of a write that was queued earlier, see `keyOfWrite`. */
  readonly key?: string;
}

/**
 * The times at which the server heard from the session ("heard"), from the last of which the idle
 * clock counts, and those at which a call did not reach it ("unheard"). While a member reads
 * offline without a session, the clock counts from their last activity on the page ("used").
 */
export const heard = new EventTarget();

/**
 * Makes one call of the contract and returns its parsed answer. Throws `ProblemAnswer` when the
 * server rejected the call and `Unreachable` when no answer came.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Call<E> = {},
): Promise<z.output<E["answer"]>> {
  const answer = await ask(endpoint, request);
  const json = parseJson(await answer.file.text());
  return endpoint.answer.parse(json) as z.output<E["answer"]>;
}

/** A file made by the server, with the name it gave. */
export interface ServedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Makes a call that answers with a file. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  request: Call<E>,
): Promise<ServedFile> {
  const { file, disposition } = await ask(endpoint, request);
  const name = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1] ?? "statement";
  return { name, content: file };
}

async function ask<E extends Endpoint>(endpoint: E, request: Call<E>): Promise<Answer> {
  const session = currentSession();
  const keepalive = request.outlivesTab ?? false;
  if (endpoint.method !== "GET" && !keepalive) await pressShown();
  const path = fillPath(endpoint.path, request.params ?? {}) + searchOf(request.query ?? {});
  const { file } = request;
  const text = file ? nameOf(file) : bodyOf(request.body);
  const key = request.key ?? keyFor(endpoint, path, text, request.sameForMs);
  const headers = new Headers({ "Accept-Language": languageTag(spokenLanguage()) });
  // Systems disagree on the media type of CSV, but not on that of a picture.
  const kind = file ? typeOf(endpoint, file) : endpoint.takes;
  if (text !== null) headers.set("Content-Type", kind);
  if (key) headers.set("Idempotency-Key", key);
  const write = `${endpoint.method} ${path}`;
  const kept = unanswered.get(write);
  if (kept && kept.key === key) kept.triedAt ??= Date.now();
  const { token } = request;
  // The page's build leaves out every other audience.
  const { audience }: Partial<Endpoint> = endpoint;
  const asMember = token === undefined && audience?.kind !== "anyone" && session !== null;
  if (token ?? asMember) headers.set("Authorization", `Bearer ${token ?? session?.token}`);
  const init = { method: endpoint.method, headers, body: file ?? text, keepalive };
  const { signal, waitMs = endpoint.lasting ? LASTING_MS : TIME_OUT_MS } = request;
  const answer = await answerTo(path, init, { signal, waitMs });
  // A queued write says nothing about a form that is being sent to the same address.
  const isLast = unanswered.get(write)?.key === key;
  if (isLast && !isUnsettled(answer.status)) unanswered.delete(write);
  if (!answer.ok) {
    const problem = await problemAnswer(answer);
    if (problem.details.reason === "session-revoked") forgetOffline();
    if (asMember && answer.status === 401 && currentSession()?.token === session.token) {
      endSession("expired");
    }
    throw problem;
  }
  if (asMember) heard.dispatchEvent(new Event("heard"));
  return answer;
}

/** Lets a press show first: starting a request takes a slow phone longer than a frame. */
function pressShown(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

/**
 * Returns the idempotency key with which a write of a member is sent later. If the same write was
 * already sent and its answer was lost, this is the key and the time of that attempt.
 */
export function keyOfWrite<E extends Endpoint>(
  endpoint: E,
  { params, body }: Pick<Call<E>, "params" | "body">,
): { readonly key: string; readonly triedAt: number | null } {
  const path = fillPath(endpoint.path, params ?? {});
  const key = keyFor(endpoint, path, bodyOf(body)) ?? randomKey();
  return { key, triedAt: unanswered.get(`${endpoint.method} ${path}`)?.triedAt ?? null };
}

function typeOf({ takes }: Endpoint, { type, name }: File): string {
  if (takes === "image/*" || takes === "evidence/*") return type;
  return takes === "table/*" && /\.xls[xm]?$/i.test(name) ? WORKBOOK_TYPE : "text/csv";
}

function bodyOf(body: unknown): string | null {
  return body === undefined ? null : JSON.stringify(body);
}

/** Identifies a file, so that sending the same one again reuses the same key. */
function nameOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly disposition: string | null;
  readonly file: Blob;
}

async function answerTo(
  path: string,
  init: RequestInit,
  { signal: outer, waitMs }: { signal: AbortSignal | undefined; waitMs: number },
): Promise<Answer> {
  const timeUp = AbortSignal.timeout(waitMs);
  // Browsers before 2024 cannot combine signals; there, an abandoned call runs to its end.
  const signal = outer && "any" in AbortSignal ? AbortSignal.any([outer, timeUp]) : timeUp;
  try {
    outer?.throwIfAborted();
    const response = await (prefetchedAnswer(path) ??
      fetch(path, { ...init, signal, cache: "no-store" }));
    const { ok, status, headers } = response;
    const [retryAfter, disposition] = [
      headers.get("Retry-After"),
      headers.get("Content-Disposition"),
    ];
    return { ok, status, retryAfter, disposition, file: await response.blob() };
  } catch {
    if (!outer?.aborted) heard.dispatchEvent(new Event("unheard"));
    throw new Unreachable(timeUp.aborted && !outer?.aborted ? "time-out" : "network");
  } finally {
    await pressEnded();
  }
}

/**
 * The idempotency keys of unanswered writes. A lost reply leaves the outcome unknown, so a repeated
 * write has the same key and the server executes it only once.
 */
const unanswered = new Map<string, Unanswered>();

interface Unanswered {
  readonly text: string | null;
  readonly key: string;
  readonly since: number;
  /** When it was first sent, in milliseconds; null if it has only been kept for later. */
  triedAt: number | null;
}

whenLeaving(() => unanswered.clear());

function keyFor(
  endpoint: Endpoint,
  path: string,
  text: string | null,
  sameForMs = Number.POSITIVE_INFINITY,
): string | null {
  if (endpoint.method === "GET" || endpoint.idempotency === "none") return null;
  const write = `${endpoint.method} ${path}`;
  const before = unanswered.get(write);
  const isSame = before?.text === text && Date.now() - before.since < sameForMs;
  if (before && isSame) return before.key;
  const key = randomKey();
  unanswered.set(write, { text, key, since: Date.now(), triedAt: null });
  return key;
}

/** Whether the server may still be working on it or failed partway; the key must then be kept. */
function isUnsettled(status: number): boolean {
  return status >= 500 || status === 409;
}

/** Also works on plain HTTP, where `randomUUID` does not exist. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const problemBody = z.object({
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
  errors: z.optional(
    z.array(z.union([z.string(), z.object({ field: z.string(), message: z.string() })])),
  ),
});

async function problemAnswer(answer: Answer): Promise<ProblemAnswer> {
  const read = problemBody.safeParse(parseJson(await answer.file.text()));
  const said = read.success ? read.data : {};
  const fields: Record<string, string> = {};
  for (const error of said.errors ?? []) {
    if (typeof error !== "string") fields[error.field] ??= error.message;
  }
  const seconds = Number(answer.retryAfter ?? Number.NaN);
  return new ProblemAnswer({
    status: answer.status,
    message: said.message ?? "",
    reason: said.reason ?? "",
    fields,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  });
}
