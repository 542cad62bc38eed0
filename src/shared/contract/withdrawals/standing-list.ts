import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { standingPath } from "./standing.ts";
import { standingTransfer } from "./transfers.ts";

export const standingList = endpoint({
  name: "transfers.standing",
  method: "GET",
  path: standingPath,
  summary: "Lists the monthly transfers that members have ordered and not stopped, latest first",
  audience: { kind: "staff", permission: "withdrawals.read" },
  subject: "call",
  query: z.strictObject({ after: z.optional(fields.idParam) }),
  answer: z.object({
    rows: z.array(
      z.object({ ...standingTransfer.shape, memberNo: z.string(), fullName: z.string() }),
    ),
    next: z.string(),
  }),
});
