import { printTable } from "./figures.ts";

/** A figure of the bench of a slow phone, with its bound in the same unit. */
export interface Figure {
  readonly name: string;
  readonly bound: number;
  /** Whether it is a goal only, which does not fail the bench. */
  readonly isGoal?: true;
  readonly measured: number;
  readonly say: (value: number) => string;
}

/** Milliseconds as seconds. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

export const bytes = (count: number): string => `${count.toLocaleString("en")} bytes`;

/** Prints them for a reader, and as rows of docs/figures.md. */
export function printFigures(load: number, all: readonly Figure[]): void {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format();
  const busy = `load average ${load.toFixed(1)}`;
  printTable([
    ["figure", "bound", "measured", "met"],
    ...all.map(({ name, bound, measured, say }) => {
      return [name, `≤ ${say(bound)}`, say(measured), measured <= bound ? "met" : "NOT met"];
    }),
  ]);
  console.log(`  ${busy} before the run\n`);
  if (all.some(({ bound, measured, isGoal }) => measured > bound && !isGoal)) process.exitCode = 1;
  for (const { name, bound, measured, say } of all) {
    const share = Math.round((100 * measured) / bound);
    const result = measured <= bound ? say(measured) : `${say(measured)}, not met`;
    const what = `Slow phone: ${name}, ${day}, ${busy}`;
    console.log(`| ${what} | ≤ ${say(bound)} | ${result} | ${share} % | \`phone\` |`);
  }
}
