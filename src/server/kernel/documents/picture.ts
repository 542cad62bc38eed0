import { promisify } from "node:util";
import { crc32, inflate, inflateSync } from "node:zlib";

/** A picture that was checked and holds only its pixels. */
export interface Picture {
  readonly mediaType: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
}

export type PictureProblem = "logo.kind" | "logo.broken" | "logo.dimensions";

/** How many pixels a picture may have along one side. */
interface Sides {
  readonly least: number;
  readonly most: number;
}

/** The sides of a logo. */
const pictureSides: Sides = { least: 32, most: 1024 };

/** The sides of a photograph or a scanned page. */
const photographSides: Sides = { least: 32, most: 8192 };

/** The most that the pixels of a PNG may take: those of a page scanned at 600 dots an inch. */
const MAX_UNPACKED = 128 * 1024 * 1024;

/** Thrown to stop reading a picture; only the reader catches it. */
class Faulty extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Reads a PNG or a JPEG by its content, not by its declared type. Drops everything but the pixels:
 * comments, locations, profiles, and all that follows the end, where another kind of file could
 * hide. Returns the reason if it is not such a picture.
 */
export function readPicture(given: Uint8Array): Picture | PictureProblem {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    const read = readAny(bytes, pictureSides);
    if (!("packed" in read)) return read;
    checkRows(unpack(read), read.rows);
    return read.picture;
  } catch (error) {
    return problemOf(error, bytes);
  }
}

/**
 * Reads a photograph or a scan as `readPicture` does. Its pixels are unpacked in a thread of the
 * platform, so that a large picture delays nobody.
 */
export async function readPhotograph(given: Uint8Array): Promise<Picture | PictureProblem> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    const read = readAny(bytes, photographSides);
    if (!("packed" in read)) return read;
    checkRows(await unpackAside(read), read.rows);
    return read.picture;
  } catch (error) {
    return problemOf(error, bytes);
  }
}

function readAny(bytes: Buffer, sides: Sides): Picture | PackedPng {
  if (bytes.subarray(0, 8).equals(pngSignature)) return readPng(bytes, sides);
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes, sides);
  throw new Faulty("logo.kind");
}

function problemOf(error: unknown, bytes: Buffer): PictureProblem {
  if (error instanceof Faulty) return error.problem;
  // A read past the end of the input.
  if (error instanceof RangeError) return bytes.length < 8 ? "logo.kind" : "logo.broken";
  throw error;
}

function holdSides(width: number, height: number, { least, most }: Sides): void {
  const fits = (side: number): boolean => side >= least && side <= most;
  if (!fits(width) || !fits(height)) throw new Faulty("logo.dimensions");
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngKept: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

interface Chunk {
  readonly kind: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** A PNG whose pixels are still to be unpacked, with the length of each of their rows. */
interface PackedPng {
  readonly picture: Picture;
  readonly packed: Buffer;
  readonly rows: readonly number[];
  readonly size: number;
}

function readPng(bytes: Buffer, sides: Sides): PackedPng {
  const chunks = [...pngChunks(bytes)].filter(({ kind }) => pngKept.has(kind));
  const [head] = chunks;
  if (head?.kind !== "IHDR" || head.data.length !== 13) throw new Faulty("logo.broken");
  if (chunks.filter(({ kind }) => kind === "IHDR").length > 1) throw new Faulty("logo.broken");
  const width = head.data.readUInt32BE(0);
  const height = head.data.readUInt32BE(4);
  // Checked before anything is unpacked: a small file may claim to be a very large picture.
  holdSides(width, height, sides);
  const rows = rowsOf(head.data, chunks);
  const size = rows.reduce((sum, row) => sum + row, 0);
  if (size > MAX_UNPACKED) throw new Faulty("logo.dimensions");
  const content = Buffer.concat([pngSignature, ...chunks.map(({ whole }) => whole)]);
  const packed = Buffer.concat(
    chunks.filter(({ kind }) => kind === "IDAT").map(({ data }) => data),
  );
  return { picture: { mediaType: "image/png", width, height, content }, packed, rows, size };
}

function* pngChunks(bytes: Buffer): Generator<Chunk> {
  let at = pngSignature.length;
  for (;;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new Faulty("logo.broken");
    const whole = bytes.subarray(at, end);
    const named = whole.subarray(4, 8 + length);
    if (crc32(named) !== whole.readUInt32BE(8 + length)) throw new Faulty("logo.broken");
    const kind = named.toString("latin1", 0, 4);
    yield { kind, data: named.subarray(4), whole };
    if (kind === "IEND") return;
    at = end;
  }
}

/** The channels of each colour type, and its permitted depths. */
const pngColours: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

/** The start of each pass of an interlaced picture, and the distance between its pixels. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns the length of each row of pixels, with its filter. */
function rowsOf(head: Buffer, chunks: readonly Chunk[]): number[] {
  const [depth = 0, colour = 0, packing, filtering, interlace = 0] = head.subarray(8);
  const known = pngColours[colour];
  if (!known?.depths.includes(depth) || packing !== 0 || filtering !== 0 || interlace > 1) {
    throw new Faulty("logo.broken");
  }
  const palette = chunks.find(({ kind }) => kind === "PLTE");
  if (colour === 3 && !palette) throw new Faulty("logo.broken");
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const lengthOf = (pixels: number): number => 1 + Math.ceil((pixels * known.channels * depth) / 8);
  if (interlace === 0) return Array.from({ length: height }, () => lengthOf(width));
  return passes.flatMap(([x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    if (columns <= 0) return [];
    const lines = Math.max(0, Math.ceil((height - y) / down));
    return Array.from({ length: lines }, () => lengthOf(columns));
  });
}

function checkRows(pixels: Buffer, rows: readonly number[]): void {
  let at = 0;
  for (const row of rows) {
    if ((pixels[at] ?? 9) > 4) throw new Faulty("logo.broken");
    at += row;
  }
}

/** Unpacks the pixels, up to the declared size of the picture. */
function unpack({ packed, size }: PackedPng): Buffer {
  try {
    return whole(inflateSync(packed, { maxOutputLength: size }), size);
  } catch {
    throw new Faulty("logo.broken");
  }
}

const inflateAside = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

async function unpackAside({ packed, size }: PackedPng): Promise<Buffer> {
  try {
    return whole(await inflateAside(packed, { maxOutputLength: size }), size);
  } catch {
    throw new Faulty("logo.broken");
  }
}

/** Rejects data that is truncated; data of more than its header says fails while it is unpacked. */
function whole(pixels: Buffer, size: number): Buffer {
  if (pixels.length !== size) throw new Faulty("logo.broken");
  return pixels;
}

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;
/** Tables, frames, restarts, and the segment with which Adobe names the colour transform. */
const isKeptSegment = (marker: number): boolean =>
  isFrame(marker) || [0xc4, 0xdb, 0xdd, 0xda, 0xee].includes(marker);

function readJpeg(bytes: Buffer, sides: Sides): Picture {
  const kept: Buffer[] = [START];
  let size: readonly [width: number, height: number] | null = null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new Faulty("logo.broken");
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw new Faulty("logo.broken");
    if (isFrame(marker)) {
      if (size !== null) throw new Faulty("logo.broken");
      size = frameSize(bytes.subarray(at + 4, end), sides);
    } else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4) {
      throw new Faulty("logo.broken");
    }
    const scanEnd = marker === 0xda ? endOfScan(bytes, end) : end;
    if (marker === 0xda && size === null) throw new Faulty("logo.broken");
    if (isKeptSegment(marker)) kept.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  if (size === null || kept.length < 4) throw new Faulty("logo.broken");
  const [width, height] = size;
  return { mediaType: "image/jpeg", width, height, content: Buffer.concat([...kept, END]) };
}

function frameSize(frame: Buffer, sides: Sides): readonly [number, number] {
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  holdSides(width, height, sides);
  // Grey or colour; four channels are for printing, and each viewer shows them differently.
  if (![1, 3].includes(frame.readUInt8(5))) throw new Faulty("logo.broken");
  return [width, height];
}

/** The start of the next segment: within pixels, FF comes only before zero or as a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw new Faulty("logo.broken");
    const next = bytes.readUInt8(at + 1);
    const isPixels = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isPixels && next !== 0xff) return at;
  }
}
