import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";

/** A member's own change that is not yet in force, which the member may cancel. */
const ownChange = z.object({
  state: z.enum(["requested", "approved"]),
  /** Masked; empty where it does not change, as when only the next of kin change. */
  mobileNo: z.string(),
  email: z.string(),
  askedAt: z.string(),
  /** When it takes effect; empty before approval. */
  heldUntil: z.string(),
});

export const own = endpoint({
  name: "contacts.own",
  method: "GET",
  path: "/api/v1/contact-change",
  summary: "Returns the next pending change of one's own contact details, if any",
  audience: { kind: "member" },
  answer: z.object({ change: z.nullable(ownChange) }),
  reads: "one-statement",
});

export const ownCancellation = endpoint({
  name: "contacts.ownCancellation",
  method: "POST",
  path: "/api/v1/contact-change/cancellation",
  summary: "Cancels any open change of one's own contact details",
  audience: { kind: "member" },
  body: z.strictObject({}),
  answer: z.object({ cancelled: z.int() }),
  status: 201,
  problems: [],
});
