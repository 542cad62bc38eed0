/**
 * Begins to count, and returns a function that gives the milliseconds of processor time that this
 * process has used since. What other programs do does not lengthen it, as it does a clock's time.
 */
export function processorTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
