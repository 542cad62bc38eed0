import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { getTypeParser } from "./column-values.ts";
import { type Address, openClient } from "./server-hosts.ts";
import { type Snapshot, snapshotOn } from "./database.ts";

/** The address of a database and the role that signs in. */
export type Connection = Address;

const PIECE_BYTES = 64 * 1024;

/** A separate connection that copies whole tables, outside the pool and its time limits. */
export class CopySession {
  /** For migrations, which take part in its transaction. */
  readonly client: Client;
  /** Reads in its transaction. */
  readonly snapshot: Snapshot;

  /** The client has our `getTypeParser`. */
  constructor(client: Client) {
    this.client = client;
    this.snapshot = snapshotOn(client);
  }

  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(text, [...values]);
  }

  /** Runs several statements that take no values. */
  async runAll(statements: string): Promise<void> {
    await this.client.query(statements);
  }

  async rows<Row extends object>(text: string): Promise<Row[]> {
    return (await this.client.query<Row>(text)).rows;
  }

  /** Streams the rows of a `copy … to stdout`. */
  copyOut(text: string): AsyncIterable<Buffer> {
    return this.client.query(copyTo(text, { highWaterMark: PIECE_BYTES }));
  }

  /** Streams rows into a `copy … from stdin`, at its pace. */
  async copyIn(text: string, rows: AsyncIterable<Buffer>): Promise<void> {
    await pipeline(Readable.from(rows), this.client.query(copyFrom(text)));
  }
}

/** Opens a session, and closes it at the end; an open transaction is rolled back. */
export async function duringCopy<T>(
  connection: Connection,
  use: (session: CopySession) => Promise<T>,
): Promise<T> {
  const session = new CopySession(await openClient(connection, { types: { getTypeParser } }));
  try {
    return await use(session);
  } finally {
    await session.client.end().catch(() => {});
  }
}

/** Quotes the name of a table or column for a statement. */
export function quoted(name: string): string {
  return escapeIdentifier(name);
}
