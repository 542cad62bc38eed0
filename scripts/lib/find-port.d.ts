/** Finds a port that nobody listens on; two calls at once may find the same, but hardly ever. */
export function findPort(): Promise<string>;
