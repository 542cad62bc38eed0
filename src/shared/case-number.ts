/**
 * The number under which a question, suggestion or complaint is quoted: Q- and at least six digits.
 */
export function formatCaseNumber(id: bigint): string {
  return `Q-${String(id).padStart(6, "0")}`;
}

/**
 * Reads a case number as members write it, such as Q-000123, q123 or 123; null if it is not one.
 */
export function parseCaseNumber(given: string): bigint | null {
  const figures = /^(?:q[- ]?)?0*([1-9]\d{0,14})$/i.exec(given.trim())?.[1];
  return figures === undefined ? null : BigInt(figures);
}
