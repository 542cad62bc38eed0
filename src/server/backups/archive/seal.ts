import { createCipheriv, createDecipheriv, createHash, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { DamagedArchive } from "./damaged-archive.ts";

/** The length of the tag that follows each chunk. */
export const TAG_BYTES = 16;

const CIPHER = "aes-256-gcm";
// 64 MiB and a fifth of a second for each guess. No field of a file can ask for more.
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/**
 * Protects the chunks of one archive. Each chunk's tag covers its number, whether it is the last
 * one, and the opening of the file, so that no chunk can be changed, moved, dropped or added.
 * Without a key the tags are digests, which find accidents only.
 */
export class Seal {
  readonly #key: Buffer | null;
  readonly #opening: Buffer;

  constructor(key: Buffer | null, opening: Buffer) {
    this.#key = key;
    this.#opening = opening;
  }

  /** Returns the protected bytes of a chunk, followed by its tag. */
  close(place: ChunkPlace, bytes: Buffer): Buffer {
    const nonce = nonceOf(place);
    if (this.#key === null) return Buffer.concat([bytes, this.#digest(nonce, bytes)]);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(this.#opening);
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** Returns the bytes that were protected. Throws DamagedArchive if the tag does not fit. */
  open(place: ChunkPlace, closed: Buffer): Buffer {
    const nonce = nonceOf(place);
    const bytes = closed.subarray(0, -TAG_BYTES);
    const tag = closed.subarray(-TAG_BYTES);
    if (this.#key === null) {
      if (timingSafeEqual(this.#digest(nonce, bytes), tag)) return bytes;
      throw new DamagedArchive(`part ${place.index + 1} was changed or moved`);
    }
    try {
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, this.#key, nonce, options);
      decipher.setAAD(this.#opening).setAuthTag(tag);
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch {
      const isFirst = place.index === 0;
      const found = isFirst
        ? "the passphrase is wrong, or"
        : `part ${place.index + 1} was moved or`;
      throw new DamagedArchive(`${found} the file was changed`);
    }
  }

  #digest(nonce: Buffer, bytes: Buffer): Buffer {
    const hash = createHash("sha256").update(this.#opening).update(nonce).update(bytes);
    return hash.digest().subarray(0, TAG_BYTES);
  }
}

/** The number of a chunk from 0, and whether it is the last one. */
interface ChunkPlace {
  readonly index: number;
  readonly isLast: boolean;
}

/** Derives the key of one file; its salt is new for each file, so no nonce is ever used twice. */
export function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive(passphrase.normalize("NFKC"), salt, 32, COST);
}

function nonceOf({ index, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
