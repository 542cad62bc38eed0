import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type AskPassphrase, openChunks } from "./chunks.ts";
import { DamagedArchive } from "./damaged-archive.ts";
import { type Frame, type Header, type Manifest, readFrames, type TableFacts } from "./frames.ts";

/** The contents of a whole, unchanged archive. */
export interface Contents {
  readonly header: Header;
  readonly manifest: Manifest;
}

/** Reads the frames of a file as a stream, whatever its size. Throws DamagedArchive. */
export async function* framesOfFile(path: string, ask: AskPassphrase): AsyncGenerator<Frame> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const feeding = pipeline(Readable.from(openChunks(createReadStream(path), ask)), gunzip);
  // The reader below throws the same error.
  feeding.catch(() => {});
  try {
    yield* readFrames(gunzip);
    await feeding;
  } catch (error) {
    const found = isOfZlib(error) ? "its compressed data are damaged" : unreadable[codeOf(error)];
    throw found === undefined ? error : new DamagedArchive(found);
  } finally {
    gunzip.destroy();
  }
}

/** The system's error codes for a file that cannot be opened. */
const unreadable: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};

function isOfZlib(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE";
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

/** Reads a whole file and checks its structure and every digest. Throws DamagedArchive. */
export async function checkArchive(path: string, ask: AskPassphrase): Promise<Contents> {
  const check = new ArchiveCheck();
  for await (const frame of framesOfFile(path, ask)) check.take(frame);
  return check.contents();
}

/** Counts the rows of a table and its digest, from the text that COPY writes. */
export class TableDigest {
  readonly #hash = createHash("sha256");
  #rows = 0;

  take(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    // COPY escapes the line ends of a text, so each one that is left ends a row.
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) this.#rows += 1;
  }

  end(): Omit<TableFacts, "name"> {
    return { rows: this.#rows, digest: this.#hash.digest("hex") };
  }
}

/** Follows the frames of an archive, which must come in the one order that a backup writes. */
export class ArchiveCheck {
  #header: Header | null = null;
  #manifest: Manifest | null = null;
  #hasSequences = false;
  #open: { readonly name: string; readonly digest: TableDigest } | null = null;
  readonly #tables: TableFacts[] = [];

  /** Throws DamagedArchive if the frame is out of order or its digest differs. */
  take(frame: Frame): void {
    if ((frame.kind === "header") !== (this.#header === null)) outOfOrder();
    if (frame.kind === "header") this.#header = frame.value;
    if (frame.kind === "table") this.#begin(frame.value.name);
    if (frame.kind === "data") (this.#open ?? outOfOrder()).digest.take(frame.bytes);
    if (frame.kind === "tableEnd") this.#end(frame.value);
    if (frame.kind === "sequences") {
      if (this.#open !== null || this.#hasSequences) outOfOrder();
      this.#hasSequences = true;
    }
    if (frame.kind === "manifest") this.#finish(frame.value);
  }

  contents(): Contents {
    const header = this.#header ?? outOfOrder();
    return { header, manifest: this.#manifest ?? outOfOrder() };
  }

  #begin(name: string): void {
    const isAgain = this.#tables.some((table) => table.name === name);
    if (this.#open !== null || this.#hasSequences || isAgain) outOfOrder();
    this.#open = { name, digest: new TableDigest() };
  }

  #end(said: Omit<TableFacts, "name">): void {
    const { name, digest } = this.#open ?? outOfOrder();
    const found = digest.end();
    if (found.rows !== said.rows || found.digest !== said.digest) {
      throw new DamagedArchive(`the rows of ${name} are not those that were written`);
    }
    this.#tables.push({ name, ...found });
    this.#open = null;
  }

  #finish(manifest: Manifest): void {
    if (this.#open !== null || !this.#hasSequences) outOfOrder();
    if (JSON.stringify(manifest.tables) !== JSON.stringify(this.#tables)) {
      throw new DamagedArchive("its tables are not those of its manifest");
    }
    this.#manifest = manifest;
  }
}

function outOfOrder(): never {
  throw new DamagedArchive("its parts are not in order");
}
