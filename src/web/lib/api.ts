import * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { Refused, Unreachable } from "./failure.ts";
import { languageTag, spokenLanguage } from "./language.ts";
import { currentSession, endSession, whenLeaving } from "./session.ts";

const TIME_OUT_MS = 20_000;

export interface Call<E extends Endpoint> {
  readonly params?: Readonly<Record<keyof z.input<E["params"]> & string, string>>;
  readonly body?: z.input<E["body"]>;
  readonly signal?: AbortSignal;
}

/** Times at which the server heard from the session; the idle clock counts from the last. */
export const heard = new EventTarget();

/**
 * Makes one call of the contract. Gives its parsed answer; throws Refused when the server said no
 * and Unreachable when no answer came.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  { params, body, signal }: Call<E> = {},
): Promise<z.output<E["answer"]>> {
  const session = currentSession();
  const path = fillPath(endpoint.path, params ?? {});
  const text = body === undefined ? null : JSON.stringify(body);
  const key = keyFor(endpoint, path, text);
  const headers = new Headers({ "Accept-Language": languageTag(spokenLanguage()) });
  if (text !== null) headers.set("Content-Type", "application/json");
  if (key) headers.set("Idempotency-Key", key);
  const asMember = endpoint.audience.kind !== "anyone" && session !== null;
  if (asMember) headers.set("Authorization", `Bearer ${session.token}`);
  const answer = await answerTo(path, { method: endpoint.method, headers, body: text }, signal);
  if (!isUnsettled(answer.status)) unanswered.delete(`${endpoint.method} ${path}`);
  if (asMember && answer.status === 401 && currentSession()?.token === session.token) {
    endSession("expired");
  }
  if (!answer.ok) throw refusal(answer);
  if (asMember) heard.dispatchEvent(new Event("heard"));
  return endpoint.answer.parse(answer.json) as z.output<E["answer"]>;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly json: unknown;
}

async function answerTo(path: string, init: RequestInit, outer?: AbortSignal): Promise<Answer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIME_OUT_MS);
  const stopToo = (): void => stop.abort();
  outer?.addEventListener("abort", stopToo);
  try {
    const response = await fetch(path, { ...init, signal: stop.signal, cache: "no-store" });
    const text = await response.text();
    const { ok, status, headers } = response;
    return { ok, status, retryAfter: headers.get("Retry-After"), json: parseJson(text) };
  } catch {
    throw new Unreachable(stop.signal.aborted && !outer?.aborted ? "time-out" : "network");
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stopToo);
  }
}

/**
 * The keys of writes that no answer came to. A lost reply tells nothing, so the same write asked
 * again carries the same key and the server does it once.
 */
const unanswered = new Map<string, { readonly text: string | null; readonly key: string }>();

whenLeaving(() => unanswered.clear());

function keyFor(endpoint: Endpoint, path: string, text: string | null): string | null {
  if (endpoint.method === "GET" || endpoint.idempotency === "none") return null;
  const write = `${endpoint.method} ${path}`;
  const before = unanswered.get(write);
  if (before && before.text === text) return before.key;
  const key = randomKey();
  unanswered.set(write, { text, key });
  return key;
}

/** Whether the server may still be at it, or failed halfway: the key must then be kept. */
function isUnsettled(status: number): boolean {
  return status >= 500 || status === 409;
}

/** Works on plain http too, where randomUUID does not exist. */
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

const problem = z.object({
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
  errors: z.optional(
    z.array(z.union([z.string(), z.object({ field: z.string(), message: z.string() })])),
  ),
});

function refusal(answer: Answer): Refused {
  const read = problem.safeParse(answer.json);
  const said = read.success ? read.data : {};
  const fields: Record<string, string> = {};
  for (const error of said.errors ?? []) {
    if (typeof error !== "string") fields[error.field] ??= error.message;
  }
  const seconds = Number(answer.retryAfter ?? Number.NaN);
  return new Refused({
    status: answer.status,
    message: said.message ?? "",
    reason: said.reason ?? "",
    fields,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  });
}
