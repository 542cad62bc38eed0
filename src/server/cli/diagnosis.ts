/** The result of a check: `warning` needs attention, `failed` needs it now. */
export interface Diagnosis {
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  /** The finding and, unless all is well, what to do. Never a secret or a person. */
  readonly text: string;
  /** The figures behind the text, for programs; printed as JSON only. */
  readonly details?: readonly object[];
}

/** One check; if it throws, it has failed with the error's message. */
export interface Check {
  readonly check: string;
  readonly examine: () => Promise<Omit<Diagnosis, "check">>;
}

/**
 * The clock of this machine, in milliseconds since 1970. Nothing else in the program uses it, but
 * here it is checked.
 */
export const machineTime = (): number => performance.timeOrigin + performance.now();

const signs = { ok: "ok      ", warning: "warning ", failed: "FAILED  " } as const;

/** Returns the results as lines for a person, with a count of what needs attention. */
export function printed(found: readonly Diagnosis[]): string[] {
  const width = Math.max(...found.map(({ check }) => check.length));
  const lines = found.map(({ check, state, text }) => {
    const indented = text.replaceAll("\n", `\n${" ".repeat(width + 10)}`);
    return `${signs[state]}${check.padEnd(width)}  ${indented}`;
  });
  const count = (state: Diagnosis["state"]) => found.filter((one) => one.state === state).length;
  const warnings = count("warning");
  const closing = `${count("failed")} failed, ${warnings} warning${warnings === 1 ? "" : "s"}.`;
  return [...lines, "", closing];
}
