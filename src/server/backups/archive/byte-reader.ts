import { DamagedArchive } from "./damaged-archive.ts";

/** Reads exact numbers of bytes from a stream and holds no more than one piece beside them. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Returns the next bytes. Throws DamagedArchive if the stream ends early. */
  async take(length: number): Promise<Buffer> {
    const taken = await this.takeUpTo(length);
    if (taken.length < length) throw new DamagedArchive("it ends too early");
    return taken;
  }

  /** Returns the next bytes, or fewer at the end of the stream. */
  async takeUpTo(length: number): Promise<Buffer> {
    const parts = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const next = await this.#pieces.next();
      if (next.done === true) break;
      const piece = bufferOf(next.value);
      parts.push(piece);
      size += piece.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(length);
    return all.subarray(0, length);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return true;
      // Reads all of it: its first byte shows that there is more, and the caller needs the rest
      // too.
      this.#held = bufferOf(next.value);
    }
    return false;
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
