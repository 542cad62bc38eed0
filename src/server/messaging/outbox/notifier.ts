/** Lets one loop rest until it is notified or a time has passed; an earlier notification counts. */
export class Notifier {
  #rung = false;
  #awake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#awake?.();
  }

  /**
   * Resolves at once if it was notified since the last rest, else at the next notification or after
   * a time.
   */
  async rest(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#awake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#awake = null;
    this.#rung = false;
  }
}
