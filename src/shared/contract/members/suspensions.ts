import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/** The states of a membership. */
export const memberStates = ["active", "suspended", "left"] as const;
export type MemberState = (typeof memberStates)[number];

const step = {
  method: "POST",
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({ memberNo: z.string(), state: z.enum(memberStates) }),
  status: 201,
} as const;

export const suspend = endpoint({
  ...step,
  name: "suspensions.suspend",
  path: "/api/v1/members/:memberNo/suspension",
  summary: "Suspends a member: ends their sessions and bars new loans, guarantees and splits",
  audience: { kind: "staff", permission: "members.suspend" },
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: ["no-such-member", "own-membership", "suspension-state", "invalid"],
});

export const resume = endpoint({
  ...step,
  name: "suspensions.resume",
  path: "/api/v1/members/:memberNo/resumption",
  summary: "Lifts a suspension, by a person other than the one who suspended the member",
  audience: { kind: "staff", permission: "members.resume" },
  body: z.strictObject({
    reason: office.reasonGiven,
    /** The digest of the suspension as displayed: a later one may have replaced it. */
    shownDigest: office.shownDigest,
  }),
  problems: [
    "no-such-member",
    "own-membership",
    "suspension-state",
    "suspension-two-people",
    "shown-changed",
    "invalid",
  ],
});
