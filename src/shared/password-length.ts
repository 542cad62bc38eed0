/** The fewest characters of a new password: code points of its NFKC form. */
export const SHORTEST_PASSWORD = 8;
