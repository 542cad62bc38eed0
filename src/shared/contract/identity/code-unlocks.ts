import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import * as z from "zod/mini";

export const requestOpening = endpoint({
  name: "codes.requestOpening",
  method: "POST",
  path: "/api/v1/codes/:memberNo/opening",
  summary: "Requests that a member's or staff's blocked one-time codes be unblocked",
  audience: { kind: "staff", permission: "codes.request" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: ["no-such-login", "codes-open", "own-account", "approval-waits", "invalid"],
});
