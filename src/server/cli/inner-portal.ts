import type { Config } from "#server/kernel/platform/config.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { createLog } from "#server/kernel/platform/log.ts";

/** A call of the API, as a program makes it. */
export interface InnerCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly token?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The answer of a call whose problem is text for a person; `body` is the answer of a success. */
export type InnerAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly words: string };

export type InnerPortal = (call: InnerCall) => Promise<InnerAnswer>;

/**
 * Runs the API inside this process, on a port that only this machine reaches, for commands that act
 * for a signed-in person: every limit, rule and audit record of the API holds for them too.
 * Messages that they queue are sent by the portal's own messenger, now or at its next start.
 */
export async function withInnerPortal<T>(
  config: Config,
  database: Database,
  use: (portal: InnerPortal) => Promise<T>,
): Promise<T> {
  // Loaded late: the other commands start faster without the product.
  const { buildApp } = await import("#server/app.ts");
  const log = createLog("error");
  const app = await buildApp({ config, database, log, notify: () => {}, page: null });
  try {
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    return await use((call) => send(address, call));
  } finally {
    await app.close();
  }
}

async function send(
  address: string,
  { method, path, token, body }: InnerCall,
): Promise<InnerAnswer> {
  const reply = await fetch(address + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await reply.json();
  return reply.ok ? { ok: true, body: answer } : { ok: false, words: wordsOf(answer) };
}

function wordsOf(answer: unknown): string {
  const { message } = answer as { readonly message?: string };
  return message ?? "The portal rejected it.";
}
