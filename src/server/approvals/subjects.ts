/** Returns the subject of a request about one line of a check-off file. */
export function checkOffLineSubject(batch: bigint, row: bigint | number): string {
  return `check-off:${batch}/row:${row}`;
}
