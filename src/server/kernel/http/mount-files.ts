import { Readable } from "node:stream";
import type { Database, Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { type Actor, actorName, recheckSession, lockSession, type MemberScope } from "./actor.ts";
import { Document, headersOf } from "./document.ts";
import { admit, type AnyEndpoint, type Call, type Mounted } from "./mount.ts";
import { readerFor } from "./reader.ts";
import { declaredSubject } from "./audit-subject.ts";
import { logAccess } from "./logged-access.ts";

/** Reads one part of a long file; no connection is held between parts. */
export type ReadPart = <T>(reading: (snapshot: Snapshot) => Promise<T>) => Promise<T>;

interface Streamed<E extends AnyEndpoint> {
  readonly mediaType: string;
  readonly fileName: (call: Call<E>) => string;
  /** Streams the file part by part; each reading holds a connection only while it reads. */
  readonly parts: (read: ReadPart, call: Call<E>) => AsyncGenerator<Uint8Array>;
  /** Further details of the call for the audit log. */
  readonly told?: (call: Call<E>) => Readonly<Record<string, string>>;
}

/**
 * Mounts a read for staff that streams a file of any length; the access is audited. The first part
 * is read before the answer begins, so that an early failure is answered like any other.
 */
export function mountStream<E extends AnyEndpoint>(
  endpoint: E,
  { mediaType, fileName, parts, told }: Streamed<E>,
): Mounted {
  declaredSubject(endpoint);
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      await logAccess(services, endpoint, call, null, told?.(call));
      const made = parts(partReader(services.database, endpoint, call.actor), call);
      const first = await made.next();
      const content = Readable.from(from(first, made), { objectMode: false });
      const document = new Document(mediaType, fileName(call), content);
      const headers = headersOf(document, call.headers);
      return { status: endpoint.status, body: document, headers };
    },
  };
}

/**
 * Reads part after part, none earlier than the one before; rejects once the reader's session has
 * ended.
 */
export function partReader(
  database: Database,
  endpoint: Pick<AnyEndpoint, "readsFrom">,
  actor: Actor,
): ReadPart {
  let reader = actor;
  return async (reading) => {
    const part = await readerFor(database, endpoint, reader).snapshot(reading);
    reader = await recheckSession(database, reader);
    return part;
  };
}

async function* from<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

interface DocumentWrite<E extends AnyEndpoint, Read> {
  /** Reads all its content at one moment. */
  readonly read: (snapshot: Snapshot, scope: MemberScope, call: Call<E>) => Promise<Read>;
  /** Draws it, holding no connection. */
  readonly draw: (read: Read, call: Call<E>) => Promise<Document>;
  /**
   * Records that it is issued. In a separate transaction: one that must see a single snapshot fails
   * whenever another has written to the audit log since.
   */
  readonly issue: (work: UnitOfWork, read: Read, call: Call<E>) => Promise<void>;
}

/**
 * Mounts a call that issues a document of one member's record. The issue is recorded after drawing
 * and before sending: a document that could not be drawn was never issued, and no record says it
 * was.
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
      await logAccess(services, endpoint, call, scope);
      const reader = readerFor(services.database, endpoint, call.actor);
      const found = await reader.snapshot((s) => readDocument(s, scope, call));
      const document = await draw(found, call);
      await services.database.unitOfWork(actorName(call.actor), async (work) => {
        await issue(work, found, call);
        await lockSession(work, call);
      });
      return {
        status: endpoint.status,
        body: document,
        headers: headersOf(document, call.headers),
      };
    },
  };
}
