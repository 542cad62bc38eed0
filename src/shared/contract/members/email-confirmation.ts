import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const path = "/api/v1/email-confirmation";
const member = { kind: "member" } as const;

export const ownEmail = endpoint({
  name: "members.ownEmail",
  method: "GET",
  path,
  summary: "Returns one's e-mail address on the register, and whether it is confirmed",
  audience: member,
  answer: z.object({
    /** Empty where the register has none. */
    email: z.string(),
    confirmed: z.boolean(),
  }),
  reads: "one-statement",
});

export const sendEmailCode = endpoint({
  name: "members.sendEmailCode",
  method: "POST",
  path: `${path}/code`,
  summary: "Sends a code to one's e-mail address on the register, to confirm it",
  audience: member,
  body: z.strictObject({}),
  answer: z.object(codeTimes),
  status: 201,
  problems: ["no-email", ...cannotSend],
});

export const confirmEmail = endpoint({
  name: "members.confirmEmail",
  method: "POST",
  path,
  summary: "Confirms one's e-mail address with the code that was sent to it",
  audience: member,
  body: z.strictObject({ otp: fields.otp }),
  answer: z.object({ email: z.string() }),
  status: 201,
  problems: ["otp-refused", "no-email", "invalid"],
});
