declare const AKIBA_BUILT_FROM: string | undefined;

/** The commit that the program was built from, marked if there were changes; null if unknown. */
export const builtFrom: string | null =
  typeof AKIBA_BUILT_FROM === "undefined" || AKIBA_BUILT_FROM === "" ? null : AKIBA_BUILT_FROM;
