/**
 * How far long works of this instance are, in per cent, by what they are at. It is only told: a
 * work asked about at another instance, or that nobody is at, is at nought.
 */
export class ProgressBoard {
  readonly #percent = new Map<string, number>();

  of(work: string): number {
    return this.#percent.get(work) ?? 0;
  }

  /** Carries a work out that tells how far it is, and forgets it when it has ended. */
  async during<T>(work: string, act: (tell: (percent: number) => void) => Promise<T>): Promise<T> {
    try {
      return await act((percent) => this.#percent.set(work, Math.round(percent)));
    } finally {
      this.#percent.delete(work);
    }
  }
}
