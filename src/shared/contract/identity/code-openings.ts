import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as z from "zod/mini";

export const requestOpening = endpoint({
  name: "codes.requestOpening",
  method: "POST",
  path: "/api/v1/codes/:memberNo/opening",
  summary: "Request that closed one-time codes of a member or of staff are opened again",
  audience: { kind: "staff", permission: "codes.request" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: requested,
  status: 201,
  problems: ["no-such-login", "codes-open", "own-account", "approval-waits", "invalid"],
});
