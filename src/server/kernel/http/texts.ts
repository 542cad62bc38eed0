import type { FastifyInstance } from "fastify";
import { bestEncoding, type EncodedText, encodeText } from "./compress.ts";
import { entityTag, matchesTag } from "./entity-tag.ts";
import { holdTo, type GcraLimiter } from "./rate-limit.ts";
import { addressOf } from "./server.ts";

/** Text outside the API calls, such as their description. */
export interface Text {
  readonly path: string;
  readonly mediaType: string;
  readonly text: () => string | Promise<string>;
}

/** Serves a text that is made for each request and, like an answer of a call, never cached. */
export function serveText(
  server: FastifyInstance,
  limiter: GcraLimiter,
  { path, mediaType, text }: Text,
): void {
  server.get(path, async (request, reply) => {
    holdTo(limiter, addressOf(request));
    reply.header("cache-control", "no-store").header("content-type", mediaType);
    return reply.send(await text());
  });
}

interface Kept {
  readonly tag: string;
  readonly encoded: EncodedText;
}

/**
 * Serves a text that stays the same while the server runs: made and compressed on first use.
 * Clients may cache it and ask whether it is still the same.
 */
export function serveFixedText(
  server: FastifyInstance,
  limiter: GcraLimiter,
  { path, mediaType, text }: Text,
): void {
  let kept: Promise<Kept> | null = null;
  server.get(path, async (request, reply) => {
    holdTo(limiter, addressOf(request));
    kept ??= keep(text);
    const { tag, encoded } = await kept;
    reply.header("cache-control", "no-cache").header("vary", "accept-encoding").header("etag", tag);
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    const encoding = bestEncoding(request.headers["accept-encoding"]) ?? "identity";
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.header("content-type", mediaType).send(encoded[encoding]);
  });
}

async function keep(make: Text["text"]): Promise<Kept> {
  const text = await make();
  return { tag: entityTag(text), encoded: await encodeText(text) };
}

/** Content that never changes at its address, such as a picture named by its digest. */
export interface Lasting {
  readonly path: `/${string}:file`;
  readonly find: (
    file: string,
  ) => Promise<{ readonly mediaType: string; readonly content: Uint8Array } | null>;
}

/**
 * Serves content that clients may cache forever, and that browsers show only as its declared type.
 */
export function serveLasting(
  server: FastifyInstance,
  limiter: GcraLimiter,
  { path, find }: Lasting,
): void {
  server.get(path, async (request, reply) => {
    holdTo(limiter, addressOf(request));
    const found = await find((request.params as { file: string }).file);
    if (found === null) return reply.callNotFound();
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return reply.header("content-type", found.mediaType).send(found.content);
  });
}
