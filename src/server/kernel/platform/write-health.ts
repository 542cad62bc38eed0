/** The reason why a reachable database accepts no writes. */
export type WriteTrouble = "disk-full" | "read-only";

const causes: Readonly<Record<string, WriteTrouble>> = {
  "53100": "disk-full",
  "25006": "read-only",
};

/** Remembers that a write failed for lack of space or of the right to write, until one succeeds. */
export class WriteHealth {
  #trouble: WriteTrouble | null = null;

  /** The last failure; null while writes work. */
  get trouble(): WriteTrouble | null {
    return this.#trouble;
  }

  /** Records a failed write, by its SQLSTATE. */
  noteFailure(sqlState: string | undefined): void {
    this.#trouble = causes[sqlState ?? ""] ?? this.#trouble;
  }

  /** Records that writes work again. A small write can fit where a larger one does not. */
  noteRecovery(): void {
    this.#trouble = null;
  }
}
