import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSmsAndEmail } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

/** The messages to guarantors and borrowers; their texts are in the slice. */
export type GuaranteeMessage =
  | "guarantee-asked"
  | "guarantee-asked-again"
  | "guarantee-accepted"
  | "guarantee-given"
  | "guarantee-declined"
  | "guarantee-covered"
  | "guarantee-released"
  | "guarantee-revived"
  | "guarantee-missed";

const LONGEST_NAME = 20;

/** The first and the last name in letters that one SMS can carry, shortened if very long. */
export function nameInText(fullName: string): string {
  const plain = fullName.normalize("NFKD").replace(/[^\x20-\x7e]/g, "");
  const words = plain.trim().split(/\s+/);
  const short = words.length > 2 ? `${words[0]} ${words.at(-1)}` : words.join(" ");
  return short.slice(0, LONGEST_NAME).trim();
}

const findRecipient = statement({
  name: "guarantee-recipient",
  text: `select m.language, m.full_name, m.mobile_number, m.email from member m where m.id = $1`,
  row: z.object({
    language: z.enum(languages),
    full_name: z.string(),
    mobile_number: z.string(),
    email: z.string(),
  }),
});

/** Notifies a member by SMS, and by e-mail if the register has an address. */
export async function notifyMember(
  work: UnitOfWork,
  memberId: bigint,
  template: GuaranteeMessage,
  params: Readonly<Record<string, string>>,
  notify: Notify,
): Promise<void> {
  const found = await work.first(findRecipient, [memberId]);
  if (found === null) throw new Error(`there is no member ${memberId} to tell`);
  const { language, mobile_number: mobileNumber, email: address } = found;
  await enqueueSmsAndEmail(
    work,
    { mobileNumber, template, language, params },
    { address, template: `${template}-email`, params: { ...params, name: found.full_name } },
    notify,
  );
}
