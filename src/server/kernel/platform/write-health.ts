/** Why a database that answers takes no writes. */
export type WriteTrouble = "disk-full" | "read-only";

const causes: Readonly<Record<string, WriteTrouble>> = {
  "53100": "disk-full",
  "25006": "read-only",
};

/** Remembers that a write failed for want of room or of the right to write, until one is kept. */
export class WriteHealth {
  #trouble: WriteTrouble | null = null;

  /** What the last failure was; null while writes work. */
  get trouble(): WriteTrouble | null {
    return this.#trouble;
  }

  /** Takes note of a failed write, by its SQLSTATE. */
  noteFailure(sqlState: string | undefined): void {
    this.#trouble = causes[sqlState ?? ""] ?? this.#trouble;
  }

  /** Takes note that writes work again. A small write can fit where a larger one does not. */
  noteRecovery(): void {
    this.#trouble = null;
  }
}
