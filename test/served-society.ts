import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import type { AppOptions } from "#server/app-options.ts";
import { buildApp, messageTemplates } from "#server/app.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import type { DrawingQueue } from "#server/kernel/documents/drawing-queue.ts";
import { type Config, parseConfig } from "#server/kernel/platform/config.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { type HashCost, hasherFor } from "#server/kernel/platform/password-hash.ts";
import { silentLog } from "#test/silent-log.ts";
import { recentMessages } from "#server/messaging/outbox/recent.ts";
import { useTestSociety, type TestSociety } from "./test-society.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body parsed, or null if there is none. */
  readonly body: unknown;
  readonly text: string;
}

export interface SendOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a call was rejected. */
export const reasonOf = ({ body }: Pick<Reply, "body">): string =>
  (body as { readonly reason: string }).reason;

/** Limits for tests that write more in a minute than a person does. */
export const manyWrites = { writesPerMinute: 60_000, writeBurst: 60_000 } as const;

/** A test society with the product running in it, reached over HTTP as any client does. */
export interface ServedSociety extends TestSociety {
  readonly config: Config;
  /** The cost of a hash of a password in it; undefined for the specified cost. */
  readonly hashCost: HashCost | undefined;
  readonly address: string;
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  /** The texts that were sent by SMS, newest first. */
  messages(): Promise<{ to: string; text: string }[]>;
}

/** Argon2 at its least: hashing people's passwords would take a fifth of a file's time. */
const leastCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

interface ServedSocietyOptions {
  readonly limits?: Partial<Limits>;
  readonly config?: Partial<Config>;
  /** The folder of a built page; without it only the API is served. */
  readonly page?: string;
  readonly desk?: DrawingQueue;
  readonly reading?: FileReadingQueue;
  readonly onAnswered?: AppOptions["onAnswered"];
  readonly log?: Log;
  /** Whether passwords cost what they cost in production, for tests about that. */
  readonly passwordsCost?: boolean;
}

/** Gives a test file its test society with the product served on a separate port. */
export function useServedSociety(options: ServedSocietyOptions = {}): ServedSociety {
  const { limits, config, page, desk, reading, onAnswered, log = silentLog } = options;
  const hashCost = options.passwordsCost ? undefined : leastCost;
  const society = useTestSociety();
  const served = {} as { -readonly [Name in keyof ServedSociety]: ServedSociety[Name] };
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const parsed = parseConfig({ AKIBA_MODE: "test" });
    const settled = { ...parsed, ...config, limits: { ...parsed.limits, ...limits } };
    const { database } = society;
    const app = await buildApp({
      config: settled,
      database,
      log,
      hasher: hasherFor(settled, hashCost),
      notify: () => {},
      page: page ?? null,
      ...(desk && { desk }),
      ...(reading && { reading }),
      onAnswered,
    });
    closing.push(() => app.close());
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const templates = messageTemplates(settled);
    const messages = async () => {
      const recent = await database.snapshot((snapshot) => recentMessages(snapshot, templates));
      return recent.filter(({ channel }) => channel === "sms");
    };
    Object.assign(served, society, { config: settled, hashCost, address, messages });
    served.send = (method, path, options) => send(address, method, path, options);
  });
  afterAll(() => Promise.all(closing.map((close) => close())));
  return served;
}

/** The statuses of several answers, the best first: which of them won does not matter. */
export function statusesOf(replies: readonly Reply[]): number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other);
}

async function send(
  address: string,
  method: string,
  path: string,
  { token, body, headers }: SendOptions = {},
): Promise<Reply> {
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? (body as string) : JSON.stringify(body) }),
  });
  const text = withoutRequestId(await response.text());
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? (JSON.parse(text) as unknown) : null,
    text,
  };
}

/** An answer without the name of its request; the rest of two callers' may be compared whole. */
export function withoutRequestId(text: string): string {
  return text.replace(/,"requestId":"[\w.:-]+"(?=\}$)/, "");
}

/** Text and bytes are sent unchanged, valid or not. */
function isRaw(body: unknown): boolean {
  return typeof body === "string" || body instanceof Uint8Array;
}
