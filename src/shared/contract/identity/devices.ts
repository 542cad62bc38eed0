import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const path = "/api/v1/sessions";

const session = z.object({
  id: z.string(),
  /** The browser and the system, such as "Chrome, Android"; empty where they are not known. */
  device: z.string(),
  startedAt: z.string(),
  /** The last call of the session, to a few minutes. */
  seenAt: z.string(),
  /** The session that asks. */
  isThis: z.boolean(),
});

export const list = endpoint({
  name: "sessions.list",
  method: "GET",
  path,
  summary: "Lists one's open sessions, the latest first, and sign-ins from new devices",
  audience: { kind: "member" },
  answer: z.object({
    rows: z.array(session),
    /** The latest of 14 days from devices never used before, other than this one; at most five. */
    newDevices: z.array(z.object({ device: z.string(), at: z.string() })),
  }),
});

export const end = endpoint({
  name: "sessions.end",
  method: "DELETE",
  path: `${path}/:id`,
  summary: "Ends one of one's other sessions; nothing happens if it has already ended",
  audience: { kind: "member" },
  params: z.object({ id: fields.idParam }),
  answer: z.object({ ended: z.int() }),
});

export const endOthers = endpoint({
  name: "sessions.endOthers",
  method: "DELETE",
  path,
  summary: "Ends all of one's sessions except the one that asks",
  audience: { kind: "member" },
  answer: z.object({ ended: z.int() }),
});

export const deviceCalls = [list, end, endOthers] as const;
