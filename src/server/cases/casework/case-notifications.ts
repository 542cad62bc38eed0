import * as z from "zod/mini";
import { formatCaseNumber } from "#shared/case-number.ts";
import { languages } from "#shared/language.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSmsAndEmail } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

export type CaseNews = "case-acknowledged" | "case-replied" | "case-concluded";

const findMember = statement({
  name: "case-member-to-tell",
  text: `select m.full_name, m.mobile_number, m.email, m.language
    from member_case c join member m on m.id = c.member_id where c.id = $1`,
  row: z.object({
    full_name: z.string(),
    mobile_number: z.string(),
    email: z.string(),
    language: z.enum(languages),
  }),
});

/**
 * Notifies a member by SMS and e-mail that something was written, never what. Unnamed members see
 * it only on their own page: a sent message would name them.
 */
export async function notifyOfCase(
  work: UnitOfWork,
  id: bigint,
  template: CaseNews,
  notify: Notify,
): Promise<void> {
  const member = await work.first(findMember, [id]);
  if (member === null) return;
  const { language, mobile_number: mobileNumber, email: address } = member;
  const params = { name: member.full_name, caseNo: formatCaseNumber(id) };
  await enqueueSmsAndEmail(
    work,
    { mobileNumber, template, language, params },
    { address, template: `${template}-email`, params },
    notify,
  );
}
