import { randomBytes } from "node:crypto";
import { ByteReader } from "./byte-reader.ts";
import { DamagedArchive } from "./damaged-archive.ts";
import { keyOf, Seal, TAG_BYTES } from "./seal.ts";

// The opening: this text, whether the file is encrypted, and a salt.
const MAGIC = Buffer.from("AKIBA BACKUP 01\n");
const SALT_BYTES = 16;
const OPENING_BYTES = MAGIC.length + 1 + SALT_BYTES;

const CHUNK_BYTES = 256 * 1024;
const LAST = 0x8000_0000;

/** Returns the passphrase of an encrypted file, or null if there is none. */
export type AskPassphrase = () => Promise<string | null>;

/** Cuts bytes into protected chunks, after the opening of a file; encrypted with a passphrase. */
export async function* closeChunks(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string | null,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const opening = Buffer.concat([MAGIC, Buffer.from([passphrase === null ? 0 : 1]), salt]);
  const key = passphrase === null ? null : await keyOf(passphrase, salt);
  const seal = new Seal(key, opening);
  const reader = new ByteReader(bytes);
  yield opening;
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const chunk = await reader.takeUpTo(CHUNK_BYTES);
    isLast = await reader.isAtEnd();
    const length = Buffer.alloc(4);
    length.writeUInt32BE((isLast ? LAST : 0) + chunk.length);
    yield length;
    yield seal.close({ index, isLast }, chunk);
  }
}

/** Checks the chunks of a file and returns what is in them. Throws DamagedArchive. */
export async function* openChunks(
  file: AsyncIterable<Uint8Array>,
  ask: AskPassphrase,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const opening = await reader.takeUpTo(OPENING_BYTES);
  const seal = new Seal(await openingKey(opening, ask), opening);
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const head = (await reader.take(4)).readUInt32BE();
    isLast = head >= LAST;
    const length = isLast ? head - LAST : head;
    if (length > CHUNK_BYTES) throw new DamagedArchive(`part ${index + 1} is too large`);
    yield seal.open({ index, isLast }, await reader.take(length + TAG_BYTES));
  }
  if (!(await reader.isAtEnd())) throw new DamagedArchive("something follows its end");
}

async function openingKey(opening: Buffer, ask: AskPassphrase): Promise<Buffer | null> {
  const isOurs =
    opening.length === OPENING_BYTES && opening.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isOurs) throw new DamagedArchive("it is not a backup made by akiba backup");
  const isEncrypted = opening[MAGIC.length];
  if (isEncrypted === 0) return null;
  if (isEncrypted !== 1) throw new DamagedArchive("its opening was changed");
  const passphrase = await ask();
  if (passphrase === null) throw new DamagedArchive("it is encrypted and no passphrase was given");
  return keyOf(passphrase, opening.subarray(-SALT_BYTES));
}
