/**
 * Returns whether a received amount counts towards the amount expected of its member, in SQL.
 * Deposits count for members who agreed on a contribution; the savings of others are not compared.
 */
export function isCompared(destination: string, hasAgreed: string): string {
  return `(${destination} = 'loan' or ${destination} = 'deposits' and ${hasAgreed})`;
}
