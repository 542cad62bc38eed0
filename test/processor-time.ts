/**
 * Starts counting, and returns a function: the milliseconds of processor time that this process has
 * used since. Other programs on the machine do not lengthen it.
 */
export function processorTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
