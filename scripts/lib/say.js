/** Tells the person at the terminal what is being done now. */
export function say(line) {
  console.log(`• ${line}`);
}

/** Ends the program with what went wrong and what to do about it. */
export function giveUp(...lines) {
  console.error(`\n${lines.join("\n")}`);
  process.exit(1);
}

/** Seconds since a moment of `performance.now()`, as a person reads them. */
export function since(moment) {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`;
}
