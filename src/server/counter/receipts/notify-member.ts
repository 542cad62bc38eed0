import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

const findNumber = statement({
  name: "counter-member-number",
  text: "select language, mobile_number from member where id = $1",
  row: z.object({ language: z.enum(languages), mobile_number: z.string() }),
});

interface News {
  readonly template: "counter-reversed";
  readonly params: Readonly<Record<string, string>>;
}

/** Notifies a member of what happened at the counter, by SMS. */
export async function notifyMemberOf(
  work: UnitOfWork,
  memberId: bigint,
  { template, params }: News,
  notify: Notify,
): Promise<void> {
  const member = await work.first(findNumber, [memberId]);
  if (member === null) throw new Error(`there is no member ${memberId}`);
  const { language, mobile_number: mobileNumber } = member;
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}
