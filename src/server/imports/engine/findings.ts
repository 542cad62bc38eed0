import type { ImportReason } from "#shared/messages/imports/reasons.ts";

/** One error, with its place in the file. */
export interface ImportFinding {
  readonly file: string;
  /** As a spreadsheet counts them; the header is row 1. Null for the file as a whole. */
  readonly row: number | null;
  readonly column: string;
  readonly reason: ImportReason;
}

const SHOWN = 1000;

/** Everything an import found: all counted, the first thousand kept to be shown. */
export class ImportFindings {
  readonly #kept: ImportFinding[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** How many more there are. */
  get room(): number {
    return SHOWN - this.#kept.length;
  }

  /** In the order of files as given, and of rows. */
  inOrder(files: readonly string[]): ImportFinding[] {
    return this.#kept.toSorted((one, other) => {
      const byFile = files.indexOf(one.file) - files.indexOf(other.file);
      return byFile || (one.row ?? 0) - (other.row ?? 0);
    });
  }

  add(finding: ImportFinding): void {
    this.#count += 1;
    if (this.room > 0) this.#kept.push(finding);
  }

  /** Counts findings that are not kept. */
  addUnseen(count: number): void {
    this.#count += count;
  }
}
