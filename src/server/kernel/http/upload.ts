import { Readable } from "node:stream";
import { Problem } from "#server/kernel/platform/problem.ts";

/**
 * Reads an uploaded file up to a number of bytes; the server's own time-out ends one that is sent
 * too slowly. Rejects a larger one, and one of another media type.
 */
export async function readUpload(
  sent: unknown,
  most: number,
  unlike: "not-csv" | "not-table" | "not-picture" | "not-evidence",
): Promise<Uint8Array> {
  if (!(sent instanceof Readable)) throw new Problem(unlike);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent as AsyncIterable<Buffer>) {
      size += chunk.length;
      // The excess is read and dropped, so that the answer reaches a client that is still sending.
      if (size <= most) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    // The sender went away or was too slow; nobody receives the answer.
    throw new Problem(unlike);
  }
  if (size > most) throw new Problem("too-large");
  return Buffer.concat(chunks);
}
