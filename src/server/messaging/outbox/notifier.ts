/** Lets one loop rest until it is rung or a time has passed; a ring before the rest counts. */
export class Notifier {
  #rung = false;
  #awake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#awake?.();
  }

  /** Resolves at once when it was rung since the last rest, else at the ring or after so long. */
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
