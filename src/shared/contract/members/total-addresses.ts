/** The names of a member's totals on the wire. */
export const totalNames = ["savings", "dividendPayable", "shareCapital"] as const;
export type TotalName = (typeof totalNames)[number];

/** Returns the address of a member's total. */
export const totalAddress = (name: TotalName, memberNo: string) =>
  `/api/v1/${name}/sumTotal/${memberNo}` as const;
