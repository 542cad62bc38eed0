import { readFileSync } from "node:fs";

/** The median; of an even number, the lower of the two. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 50);
}

/** The smallest figure that this many per cent do not exceed; 0 if there are none. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** How often each value occurs, as a person reads it: `200 × 560, 503 × 12`. */
export function tally(values: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} × ${count}`).join(", ");
}

/** Processor milliseconds a process has used since it began; NaN outside Linux. */
export function processorMilliseconds(pid: number): number {
  try {
    // User and system time are fields 14 and 15, in hundredths; the name before may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Processor milliseconds that everything on the machine has used; NaN outside Linux. */
export function machineMilliseconds(): number {
  try {
    const fields = readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/).slice(1) ?? [];
    const [user, nice, system, , , irq, softirq] = fields.map(Number);
    return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0)) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Prints rows as a table with the first row as its head. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  for (const row of rows) {
    console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`);
  }
}
