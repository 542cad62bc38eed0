import type { Database, UnitOfWork } from "./database.ts";

export interface GroupOptions<Item> {
  readonly actor: string;
  /** Two items with the same key never share a unit of work. */
  readonly keyOf: (item: Item) => string;
  /**
   * Writes items as one effect each. It may run again for an item that is already committed, if the
   * answer to the commit was lost, and must then change nothing.
   */
  readonly write: (work: UnitOfWork, items: readonly Item[]) => Promise<void>;
}

/** The most items in a unit of work, so that no unit takes long. */
const MOST = 50;
/** While one commits, another reads. */
const AT_ONCE = 2;

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits effects that wait at the same moment in one unit of work, because each commit makes the
 * others wait for the ledger, the audit log and the disk. No effect is held back to fill a group.
 * If a group fails, each of its effects runs in a separate unit of work, so that one failure does
 * not affect the others.
 */
export class CommitGroup<Item> {
  readonly #options: GroupOptions<Item>;
  readonly #waiting: Waiting<Item>[] = [];
  #running = 0;

  constructor(options: GroupOptions<Item>) {
    this.#options = options;
  }

  /** Resolves once an item is committed; rejects with what its own unit of work threw. */
  async join(database: Database, item: Item): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#start(database);
    });
  }

  #start(database: Database): void {
    if (this.#running === AT_ONCE || this.#waiting.length === 0) return;
    this.#running += 1;
    void this.#commit(database, this.#take()).finally(() => {
      this.#running -= 1;
      this.#start(database);
    });
  }

  /** Takes the items that have waited longest, one of each key. */
  #take(): readonly Waiting<Item>[] {
    const taken = new Map<string, Waiting<Item>>();
    for (const one of this.#waiting) {
      const key = this.#options.keyOf(one.item);
      if (taken.size < MOST && !taken.has(key)) taken.set(key, one);
    }
    const group = [...taken.values()];
    const left = this.#waiting.filter((one) => !group.includes(one));
    this.#waiting.splice(0, this.#waiting.length, ...left);
    return group;
  }

  async #commit(database: Database, group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await this.#write(database, group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      const [only, ...others] = group;
      if (others.length === 0) return only?.reject(error);
      // Not awaited, so that a group that waits for a lock does not delay later groups.
      for (const one of group) void this.#commit(database, [one]);
    }
  }

  async #write(database: Database, group: readonly Waiting<Item>[]): Promise<void> {
    const items = group.map(({ item }) => item);
    await database.unitOfWork(this.#options.actor, (work) => this.#options.write(work, items));
  }
}
