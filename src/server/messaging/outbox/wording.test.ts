import { expect, it } from "vitest";
import { fill } from "#shared/language.ts";
import type { MessageTemplate } from "./enqueue.ts";
import { wordStored } from "./wording.ts";

const standard = "{code} takes Ksh {amount} from account {account}. Call {phone}.";
const template: MessageTemplate = {
  name: "otp-example",
  render: (_, params) => ({ subject: "", text: fill(standard, params) }),
  derive: () => ({ code: "123456" }),
};
const params = { amount: "500.00", account: "MS1-W2", phone: "0709 000 210" };

const told = (own: string) =>
  wordStored(template, { language: "en", params, own_subject: "", own_text: own }).text;

it("a code is sent in the society's own text if that says all that the code is for", () => {
  expect(told("{code}: Ksh {amount} from {account}")).toBe("123456: Ksh 500.00 from MS1-W2");
});

it("a code is sent in the standard text if the society's own does not say what it is for", () => {
  expect(told("{code}: Ksh {amount}")).toBe(
    "123456 takes Ksh 500.00 from account MS1-W2. Call 0709 000 210.",
  );
});
