import { Readable } from "node:stream";
import { Problem } from "#server/kernel/platform/problem.ts";

/**
 * Reads a file as it comes over the wire, at most so many bytes of it; the server's own time-out
 * ends one that is sent too slowly. Refuses what is larger, and what was not sent as its kind.
 */
export async function readUpload(
  sent: unknown,
  most: number,
  unlike: "not-csv" | "not-table" | "not-picture",
): Promise<Uint8Array> {
  if (!(sent instanceof Readable)) throw new Problem(unlike);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent as AsyncIterable<Buffer>) {
      size += chunk.length;
      // What is too much is read past, so that the answer reaches who still sends.
      if (size <= most) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    // Its sender went away, or was too slow; nobody hears the answer.
    throw new Problem(unlike);
  }
  if (size > most) throw new Problem("too-large");
  return Buffer.concat(chunks);
}
