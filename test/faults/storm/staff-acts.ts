import type { Asked } from "./storm.ts";

/** A step about a member of staff. */
export const staff = (
  staffNo: string,
  what: string,
  who: string,
  more: Partial<Asked> = {},
): Asked => ({
  who,
  path: `/api/v1/staff/${staffNo}/${what}`,
  ...more,
});

/** Suspends a member of staff. */
export const suspend = (staffNo: string, who: string) =>
  staff(staffNo, "suspension", who, { body: { reason: "Left the keys" } });
