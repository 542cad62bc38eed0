/** How often a named statement ran in this process, and for how long in all. */
interface StatementTime {
  readonly name: string;
  readonly runs: number;
  readonly milliseconds: number;
}

// One for each declared statement, so its size is bounded by the program's text.
const times = new Map<string, { runs: number; milliseconds: number }>();

/** Counts one run of a named statement, with its time until the answer. */
export function countStatement(name: string, milliseconds: number): void {
  const time = times.get(name);
  if (time === undefined) {
    times.set(name, { runs: 1, milliseconds });
    return;
  }
  time.runs += 1;
  time.milliseconds += milliseconds;
}

/** Returns the statements that took the most time in all, the longest first. */
export function longestStatements(most: number): StatementTime[] {
  return [...times]
    .map(([name, time]) => ({ name, ...time }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, most);
}
