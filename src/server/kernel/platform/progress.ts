/**
 * The progress of long jobs on this instance, in percent, by their subject. It is only
 * informative: a job of another instance, or one that is not running, is at zero.
 */
export class ProgressBoard {
  readonly #percent = new Map<string, number>();

  of(work: string): number {
    return this.#percent.get(work) ?? 0;
  }

  /** Runs a job that reports its progress, and forgets it at the end. */
  async during<T>(work: string, act: (tell: (percent: number) => void) => Promise<T>): Promise<T> {
    try {
      return await act((percent) => this.#percent.set(work, Math.round(percent)));
    } finally {
      this.#percent.delete(work);
    }
  }
}
