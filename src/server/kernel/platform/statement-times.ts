import { AsyncLocalStorage } from "node:async_hooks";

/** How often a named statement ran in this process, and its total time. */
interface StatementTime {
  readonly name: string;
  readonly runs: number;
  readonly milliseconds: number;
}

/** A slow statement, without values. Outside a request it has no request identifier. */
export interface SlowStatement {
  readonly name: string;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
}

type Reporter = (slow: SlowStatement) => void;

/** The identifier of the request that the running code serves. */
export const servedRequest = new AsyncLocalStorage<string>();

// One for each declared statement, so its size is bounded by the program's text.
const times = new Map<string, { runs: number; milliseconds: number }>();

/** The reporters of slow statements, each with its threshold in milliseconds. */
const reporters = new Map<Reporter, number>();

/** A statement, by the name it was declared with or by its text. */
type Timed = Readonly<{ name?: string; text: string }>;

/** Runs a statement, counts its time until the answer or failure, and reports a slow one. */
export async function timed<T>(statement: Timed, run: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await run();
  } finally {
    const milliseconds = performance.now() - began;
    if (statement.name !== undefined) count(statement.name, milliseconds);
    for (const [report, least] of reporters) {
      if (milliseconds >= least) {
        const requestId = servedRequest.getStore();
        report({ name: statement.name ?? beginningOf(statement.text), milliseconds, requestId });
      }
    }
  }
}

function count(name: string, milliseconds: number): void {
  const time = times.get(name);
  if (time === undefined) {
    times.set(name, { runs: 1, milliseconds });
    return;
  }
  time.runs += 1;
  time.milliseconds += milliseconds;
}

/** The command and its table or function, such as `insert into member`: never a value. */
function beginningOf(text: string): string {
  const [beginning] = /^\s*(?:insert into|delete from|\w+)(?:\s+\w+)?/.exec(text) ?? ["unnamed"];
  return beginning.trim().replaceAll(/\s+/g, " ");
}

/** Reports each statement that takes at least some milliseconds; returns how to stop that. */
export function reportSlowStatements(least: number, report: Reporter): () => void {
  reporters.set(report, least);
  return () => reporters.delete(report);
}

/** Returns the statements with the most total time, the longest first. */
export function longestStatements(most: number): StatementTime[] {
  return [...times]
    .map(([name, time]) => ({ name, ...time }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, most);
}
