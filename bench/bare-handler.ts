import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/** A statement of the product, with its parameters after the member's number. */
export interface Overheard {
  readonly name: string;
  readonly text: string;
  readonly more: readonly unknown[];
}

/** The statements of the product, word for word, and how to reach its database. */
export interface BareOptions {
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  readonly session: Overheard;
  readonly reads: Readonly<Record<string, Overheard>>;
}

// The minimum that could answer: node:http and the same driver, without limits, validation, more
// than two headers, or a log. `/read/NAME/NO` runs the read alone, `/session-read/NAME/NO` looks
// the session up first.
process.once("message", (options: BareOptions) => {
  const pool = new pg.Pool({
    ...options.connection,
    options: "-c role=akiba_app -c timezone=UTC",
    max: options.poolSize,
  });
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, kind, name = "", memberNo] = (request.url ?? "").split("/");
    const isSignedIn = kind === "read" || (await sessionIsOpen(pool, options, request));
    const read = options.reads[name];
    if (!isSignedIn || read === undefined) {
      response.writeHead(401).end();
      return;
    }
    const { name: prepared, text, more } = read;
    const { rows } = await pool.query({ name: prepared, text, values: [memberNo, ...more] });
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(rows[0]));
  };
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});

async function sessionIsOpen(pool: pg.Pool, { session }: BareOptions, request: IncomingMessage) {
  const token = (request.headers.authorization ?? "").slice("Bearer ".length);
  const hash = createHash("sha256").update(token).digest();
  const values = [hash, ...session.more];
  const { rows } = await pool.query({ name: session.name, text: session.text, values });
  return rows.length === 1;
}
