/** The progress of a job, in percent, by what it reads and writes. */
export function percentOf(
  progress: { readonly step: string; readonly share: number },
  {
    read,
    size,
    writes,
  }: { readonly read: number; readonly size: number; readonly writes: boolean },
): number {
  const ofReading = writes ? 40 : 80;
  if (progress.step === "reading") return (ofReading * Math.min(read, size)) / Math.max(size, 1);
  if (progress.step === "checking") return ofReading + 5;
  return 60 + 38 * progress.share;
}
