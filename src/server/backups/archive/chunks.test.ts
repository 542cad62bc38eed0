import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import { closeChunks, openChunks } from "./chunks.ts";

const OPENING = 33;
const secret = "correct horse battery";

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const close = (bytes: Buffer, passphrase: string | null) =>
  gather(closeChunks(Readable.from([bytes]), passphrase));
const open = (file: Buffer) => gather(openChunks(Readable.from([file]), async () => secret));

/** The chunks of a file, each with its length and tag. */
function chunksOf(file: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = OPENING; at < file.length;) {
    const size = 4 + (file.readUInt32BE(at) % 0x8000_0000) + 16;
    chunks.push(file.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

it.each([null, secret])("chunks give back the bytes of any length (%s)", async (passphrase) => {
  for (const length of [0, 1, 262_143, 262_144, 262_145, 600_000]) {
    const bytes = randomBytes(length);
    expect((await open(await close(bytes, passphrase))).equals(bytes)).toBe(true);
  }
});

it.each([1000, 16_384, 262_144])(
  "chunks lose nothing of a stream whose pieces of %s bytes may end where a chunk does",
  async (size) => {
    const bytes = randomBytes(900_000);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const file = await gather(closeChunks(Readable.from(pieces), null));
    expect((await open(file)).equals(bytes)).toBe(true);
  },
);

it.each([null, secret])(
  "chunks that were moved, dropped, repeated or from another file are found (%s)",
  async (passphrase) => {
    const file = await close(randomBytes(1_200_000), passphrase);
    const other = await close(randomBytes(1_200_000), passphrase);
    const opening = file.subarray(0, OPENING);
    const [a, b, c, d, e] = chunksOf(file) as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const [, foreign] = chunksOf(other) as [Buffer, Buffer];
    const wrong = [
      [a, c, b, d, e],
      [a, b, c, e],
      [a, b, c, d],
      [a, a, b, c, d, e],
      [a, b, c, d, e, e],
      [a, foreign, c, d, e],
      [b, c, d, e],
    ];
    for (const order of wrong) {
      await expect(open(Buffer.concat([opening, ...order]))).rejects.toThrow(/cannot be used/);
    }
    expect(await open(Buffer.concat([opening, a, b, c, d, e]))).toHaveLength(1_200_000);
  },
);

it("any changed byte of an unencrypted file is found", async () => {
  const file = await close(randomBytes(5000), null);
  const place = fc.integer({ min: 0, max: file.length - 1 });
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ change;
      await expect(open(changed)).rejects.toThrow(/cannot be used/);
    }),
  );
});
