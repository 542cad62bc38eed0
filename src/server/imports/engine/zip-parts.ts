import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** Thrown if a workbook cannot be read; row 0 is the file as a whole. */
export class WorkbookFault extends Error {
  readonly problem: FieldProblem;
  readonly row: number;

  constructor(problem: FieldProblem, row = 0) {
    super(problem);
    this.problem = problem;
    this.row = row;
  }
}

/** A workbook of one sheet has about ten parts; pictures and comments add some. */
const MAX_PARTS = 2000;
/** The largest inflated size of the parts that are read: twice that of 2,000,000 short cells. */
const MAX_INFLATED = 200 * 1_048_576;

/** The parts of a zipped workbook; each is inflated as a stream, up to its declared size. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #inflated = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Opens a file that begins as a zip does; throws WorkbookFault if it is damaged. */
  static async open(content: Uint8Array): Promise<ZipParts> {
    const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const options = { lazyEntries: true, strictFileNames: true };
    const entries = new Map<string, Entry>();
    try {
      const zip = await fromBufferPromise(buffer, options);
      if (zip.entryCount > MAX_PARTS) throw new WorkbookFault("file.heavy");
      for await (const entry of zip.eachEntry()) {
        // Of two parts with one name, another program might read the other one.
        if (entries.has(entry.fileName)) throw new WorkbookFault("file.workbook");
        entries.set(entry.fileName, entry);
      }
      return new ZipParts(zip, entries);
    } catch (error) {
      throw error instanceof WorkbookFault ? error : new WorkbookFault("file.workbook");
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Inflates a part; null if there is none with that name. */
  async read(name: string): Promise<Readable | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    if (entry.isEncrypted()) throw new WorkbookFault("file.locked");
    this.#inflated += entry.uncompressedSize;
    if (this.#inflated > MAX_INFLATED) throw new WorkbookFault("file.heavy");
    try {
      return await this.#zip.openReadStreamPromise(entry);
    } catch {
      throw new WorkbookFault("file.workbook");
    }
  }
}
