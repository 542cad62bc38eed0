import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The categories of a logged access. */
export const accessKinds = [
  "record",
  "details",
  "statement",
  "document",
  "loans",
  "accesses",
] as const;
export type AccessKind = (typeof accessKinds)[number];

/** Returns the kind of access of a call that opened a record, as a reader would describe it. */
export function accessKindOf(call: string): AccessKind {
  if (call === "members.record") return "record";
  // Records from before 0.2.0 have the call's former name.
  if (call === "members.accesses" || call === "members.looks") return "accesses";
  if (call === "statements.document" || call === "privacy.copy") return "document";
  if (call.startsWith("statements.")) return "statement";
  return call.startsWith("instant-loans.") ? "loans" : "details";
}

export const accessList = {
  accesses: z.array(
    z.object({
      id: z.string(),
      date: fields.day,
      /** Hours and minutes in Nairobi. */
      time: z.string(),
      /** The name of the member of staff, or the staff number where the name has been erased. */
      who: z.string(),
      what: z.enum(accessKinds),
    }),
  ),
  /** The cursor of earlier accesses; empty at the end. */
  next: z.string(),
};

/** Staff must be able to see who requested a change, and members who opened their record. */
export const accesses = endpoint({
  name: "members.accesses",
  method: "GET",
  path: "/api/v1/members/:memberNo/accesses",
  summary: "Lists staff accesses to a member's record, latest first, twenty at a time",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  query: z.strictObject({
    /** The id before which to continue. */
    before: z.optional(fields.idParam),
  }),
  answer: z.object(accessList),
  problems: ["invalid"],
  reads: "one-statement",
});
