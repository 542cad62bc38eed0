import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

const audience = { kind: "staff", permission: "loans.amend" } as const;
const problems = ["no-such-amendment", "amendment-closed", "own-loan"] as const;

export const sendCode = endpoint({
  name: "loan-amendments.code",
  method: "POST",
  path: "/api/v1/loan-amendments/:id/code",
  summary: "Sends the member a one-time code with the new figures, to consent to this change",
  audience,
  params: office.byId,
  body: z.strictObject({}),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...problems, ...cannotSend],
});

export const consent = endpoint({
  name: "loan-amendments.consent",
  method: "POST",
  path: "/api/v1/loan-amendments/:id/consent",
  summary: "Applies a change with the code that the member gave to the office",
  audience,
  params: office.byId,
  body: z.strictObject({ otp: fields.otp }),
  answer: z.object({ loanNo: z.string() }),
  status: 201,
  problems: [...problems, "not-active", "not-eligible", "otp-refused", "invalid"],
});

export const withdrawal = endpoint({
  name: "loan-amendments.withdrawal",
  method: "POST",
  path: "/api/v1/loan-amendments/:id/withdrawal",
  summary: "Withdraws a change that waits for the member, who is notified",
  audience,
  params: office.byId,
  body: z.strictObject({}),
  answer: z.object({ loanNo: z.string() }),
  status: 201,
  problems,
});
