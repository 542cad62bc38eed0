import { type ResourceLimits, Worker } from "node:worker_threads";
import { Problem } from "./problem.ts";

/** The number of waiting jobs, and their total weight. */
interface Room {
  readonly jobs: number;
  readonly weight: number;
}

export interface WorkerQueueOptions<Job, Part, Done> {
  /** The name of one job in an error, such as "a document". */
  readonly name: string;
  /** The built program of the thread; null works in the calling thread. */
  readonly program: URL | null;
  readonly work: (job: Job, tell: (part: Part) => Promise<void>) => Promise<Done>;
  /** The most work in the queue and in progress, for all senders together and for one. */
  readonly most: Room;
  readonly mostOfOne: Room;
  readonly weigh: (job: Job) => number;
  readonly memory: ResourceLimits;
  /** The time limit of one job; its thread is then ended. */
  readonly milliseconds: number;
}

/**
 * The answers of a thread: parts of its result, then the rest or the reason of a failure. After
 * each part it waits for GO_ON, so that parts never queue up.
 */
export type WorkerAnswer<Part, Done> =
  | { readonly part: Part }
  | { readonly done: Done }
  | { readonly error: string };

/** The message to a thread after a part was received. */
export const GO_ON = "go on";

/** Thrown when the thread ended before its job was done. */
export class ThreadEnded extends Error {
  readonly isOverLimit: boolean;

  constructor(message: string, isOverLimit: boolean, cause: unknown) {
    super(message, { cause });
    this.isOverLimit = isOverLimit;
  }
}

interface Waiting<Job, Part, Done> {
  readonly sender: string;
  readonly job: Job;
  readonly tell: (part: Part) => void;
  readonly resolve: (done: Done) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs jobs one after another in a separate thread, so that requests do not wait for them. Senders
 * take turns, so that a sender with many jobs does not delay one with a single job.
 */
export class WorkerQueue<Job, Part, Done> {
  readonly #options: WorkerQueueOptions<Job, Part, Done>;
  /** The waiting jobs of each sender; the sender whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting<Job, Part, Done>[]>();
  #current: Waiting<Job, Part, Done> | null = null;
  #worker: Worker | null = null;
  #clock: NodeJS.Timeout | undefined;
  #isOverTime = false;

  constructor(options: WorkerQueueOptions<Job, Part, Done>) {
    this.#options = options;
  }

  /** Runs a job; rejects with `busy` while the queue, or this sender's part of it, is full. */
  async do(sender: string, job: Job, tell: (part: Part) => void = () => {}): Promise<Done> {
    const { most, mostOfOne } = this.#options;
    const held = this.#held();
    const own = held.filter((waiting) => waiting.sender === sender);
    if (!this.#hasRoom(held, most, job) || !this.#hasRoom(own, mostOfOne, job)) {
      throw new Problem("busy", { retryAfter: 5 });
    }
    return new Promise((resolve, reject) => {
      const waiting = { sender, job, tell, resolve, reject };
      const queue = this.#waiting.get(sender);
      if (queue) queue.push(waiting);
      else this.#waiting.set(sender, [waiting]);
      this.#next();
    });
  }

  /** Starts the thread before its first job, if there is a program for one. */
  warm(): void {
    const { program } = this.#options;
    if (program !== null) this.#worker ??= this.#start(program);
  }

  /** Ends the thread; the jobs in the queue fail. */
  async close(): Promise<void> {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error("no more work is taken"));
    await this.#worker?.terminate();
  }

  /** The work in progress and in the queue. */
  #held(): Waiting<Job, Part, Done>[] {
    return [...(this.#current ? [this.#current] : []), ...[...this.#waiting.values()].flat()];
  }

  /** Whether one more job fits; the first always does, however heavy it is. */
  #hasRoom(held: readonly Waiting<Job, Part, Done>[], most: Room, more: Job): boolean {
    const { weigh } = this.#options;
    const weight = held.reduce((sum, { job }) => sum + weigh(job), weigh(more));
    return held.length === 0 || (held.length < most.jobs && weight <= most.weight);
  }

  #next(): void {
    if (this.#current) return;
    const [turn] = this.#waiting;
    if (turn === undefined) return;
    const [sender, [waiting, ...later]] = turn;
    if (later.length > 0) this.#waiting.set(sender, later);
    else this.#waiting.delete(sender);
    if (waiting === undefined) return;
    this.#current = waiting;
    const { program, milliseconds } = this.#options;
    if (program === null) return void this.#workHere(waiting);
    this.#worker ??= this.#start(program);
    this.#worker.postMessage(waiting.job);
    this.#clock = setTimeout(() => this.#endOverTime(), milliseconds);
  }

  async #workHere({ job, tell, resolve, reject }: Waiting<Job, Part, Done>): Promise<void> {
    try {
      const done = await this.#options.work(job, async (part) => tell(part));
      this.#finish(() => resolve(done));
    } catch (error) {
      this.#finish(() => reject(error as Error));
    }
  }

  #endOverTime(): void {
    this.#isOverTime = true;
    void this.#worker?.terminate();
  }

  #finish(tell: () => void): void {
    clearTimeout(this.#clock);
    const { sender } = this.#current ?? { sender: "" };
    const later = this.#waiting.get(sender);
    // A sender who was served goes to the end of the queue.
    if (later && this.#waiting.delete(sender)) this.#waiting.set(sender, later);
    this.#current = null;
    tell();
    this.#next();
  }

  #start(program: URL): Worker {
    const { name, memory } = this.#options;
    const worker = new Worker(program, { resourceLimits: memory });
    worker.unref();
    worker.on("message", (answer: WorkerAnswer<Part, Done>) => {
      const current = this.#current;
      if ("part" in answer) {
        current?.tell(answer.part);
        worker.postMessage(GO_ON);
      }
      if ("done" in answer) this.#finish(() => current?.resolve(answer.done));
      if ("error" in answer) {
        this.#finish(() => current?.reject(new Error(`${name} failed: ${answer.error}`)));
      }
    });
    let cause: unknown;
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      const isOver = this.#isOverTime || isOutOfMemory(cause);
      const failed = new ThreadEnded(`the thread that makes ${name} has ended`, isOver, cause);
      this.#worker = null;
      this.#isOverTime = false;
      // The waiting jobs did not cause the failure: the next thread runs them.
      const current = this.#current;
      this.#finish(() => current?.reject(failed));
    });
    return worker;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
}
