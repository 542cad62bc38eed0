export const slowTests: readonly string[];
