import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** What staff looked at, as far as a reader cares. */
export const lookKinds = ["record", "details", "statement", "document", "loans", "looks"] as const;
export type LookKind = (typeof lookKinds)[number];

export const lookList = {
  looks: z.array(
    z.object({
      id: z.string(),
      date: fields.day,
      /** Hours and minutes in Nairobi. */
      time: z.string(),
      /** Who of the office; the name, or the staff number where the office has forgotten it. */
      who: z.string(),
      what: z.enum(lookKinds),
    }),
  ),
  /** Where the looks before these begin; empty at the end. */
  next: z.string(),
};

/** Staff must be able to ask who asked, and members who opened their record. */
export const looks = endpoint({
  name: "members.looks",
  method: "GET",
  path: "/api/v1/members/:memberNo/looks",
  summary: "Who of the office has looked at a member's record, the latest first, twenty at a time",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({
    /** The id before which to go on. */
    before: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object(lookList),
  problems: ["invalid"],
  reads: "one-statement",
});
