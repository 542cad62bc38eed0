import { expect, it } from "vitest";
import { fill, languages } from "#shared/language.ts";
import { messageKind } from "#shared/message-kinds.ts";
import { messageTemplates } from "#server/app.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import type { MessageTemplate } from "./enqueue.ts";
import { wordStored } from "./wording.ts";

const standard = "{code} takes Ksh {amount} from account {account}. Call {phone}.";
const template: MessageTemplate = {
  name: "otp-example",
  render: (_, params) => ({ subject: "", text: fill(standard, params) }),
  derive: () => ({ code: "123456" }),
};
const params = { amount: "500.00", account: "MS1-W2", phone: "0709 000 210" };

const stored = { channel: "sms", language: "en", own_subject: "", own_text: null } as const;

const told = (own: string) => wordStored(template, { ...stored, params, own_text: own }).text;

it("a code is sent in the society's own text if that says all that the code is for", () => {
  expect(told("{code}: Ksh {amount} from {account}")).toBe("123456: Ksh 500.00 from MS1-W2");
});

it("a code is sent in the standard text if the society's own does not say what it is for", () => {
  expect(told("{code}: Ksh {amount}")).toBe(
    "123456 takes Ksh 500.00 from account MS1-W2. Call 0709 000 210.",
  );
});

const deducted: MessageTemplate = {
  name: "check-off-received",
  render: (_, values) => ({
    subject: "Your check-off",
    text: fill("{society}: we received Ksh {amount}. Questions? Call {phone}.", values),
  }),
};
const received = { society: "Uzima Sacco", amount: "500.00", phone: "0709 000 210" };

it("an e-mail of a text that was written as an SMS is a letter", () => {
  const letter = wordStored(deducted, { ...stored, channel: "email", params: received });
  expect(letter).toEqual({
    subject: "Your check-off",
    text: "Dear member,\n\nWe received Ksh 500.00. Questions? Call 0709 000 210.\n\nUzima Sacco",
  });
});

it("a society's own text is a letter as well, and the SMS stays as it was", () => {
  const own = { ...stored, params: received, own_text: "Ksh {amount} is here." };
  expect(wordStored(deducted, { ...own, channel: "email" }).text).toBe(
    "Dear member,\n\nKsh 500.00 is here.\n\nUzima Sacco",
  );
  expect(wordStored(deducted, { ...own, channel: "sms" }).text).toBe("Ksh 500.00 is here.");
});

it("every e-mail with news for a member is a letter that says whom to call", () => {
  const isMemberMail = ({ name }: MessageTemplate) => {
    const kind = messageKind(name);
    return kind?.channel === "email" && kind.purpose !== "codes";
  };
  const mails = messageTemplates(parseConfig({ AKIBA_MODE: "test" })).filter(isMemberMail);
  expect(mails.length).toBeGreaterThan(25);
  for (const { name, render } of mails) {
    for (const language of languages) {
      const { text } = render(language, {});
      expect(text, name).toMatch(/^(Dear|Mpendwa) (\{name\}|member|mwanachama),\n\n[A-Z{]/);
      expect(text, name).toMatch(/\n\n[^\n]+\? (Call|Piga) \{phone\}\.\n\n\{society\}$/);
    }
  }
});
