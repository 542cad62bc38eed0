/** The Kenyan notes and coins in use, in shillings, the largest first. */
export const denominations = [1000, 500, 200, 100, 50, 40, 20, 10, 5, 1] as const;

/** Returns the sum in shillings of pieces of each denomination, in their order. */
export function sumOfPieces(pieces: readonly number[]): number {
  return denominations.reduce((sum, value, at) => sum + value * (pieces[at] ?? 0), 0);
}
