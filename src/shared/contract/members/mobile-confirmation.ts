import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const path = "/api/v1/mobile-confirmation";

export const sendCode = endpoint({
  name: "members.sendMobileCode",
  method: "POST",
  path: `${path}/code`,
  summary: "Sends a code to one's mobile number on the register, to confirm it",
  audience: { kind: "member" },
  body: z.strictObject({}),
  answer: z.object({ mobileNo: z.string(), ...codeTimes }),
  status: 201,
  problems: ["no-mobile", "payout-held", ...cannotSend],
});

export const confirm = endpoint({
  name: "members.confirmMobile",
  method: "POST",
  path,
  summary: "Confirms one's mobile number with the code that was sent to it",
  audience: { kind: "member" },
  body: z.strictObject({ otp: fields.otp }),
  answer: z.object({ mobileNo: z.string(), confirmedOn: fields.day }),
  status: 201,
  problems: ["otp-refused", "payout-held", "no-mobile", "invalid"],
});
