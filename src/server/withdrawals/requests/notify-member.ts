import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import { withdrawalChannels } from "#shared/contract/withdrawals/fields.ts";
import { formatMoney } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { channelName, type WithdrawalMessage } from "./messages.ts";
import { readyOnInSql } from "./withdrawal-rows.ts";

const findNews = statement({
  name: "withdrawals-news",
  text: `select w.reference, w.amount_cents, coalesce(p.channel, w.channel) as channel,
      to_char(${readyOnInSql}, 'YYYY-MM-DD') as day, m.language, m.mobile_number
    from withdrawal w join member m on m.id = w.member_id
      left join payout p on p.withdrawal_id = w.id and p.state <> 'failed'
    where w.id = $1`,
  row: z.object({
    reference: z.string(),
    amount_cents: bigCents,
    channel: z.enum(withdrawalChannels),
    day: z.string(),
    language: z.enum(languages),
    mobile_number: z.string(),
  }),
});

/** Notifies the member of a step of their withdrawal by SMS. */
export async function notifyMember(
  work: UnitOfWork,
  id: bigint,
  template: WithdrawalMessage,
  notify: Notify,
): Promise<void> {
  const news = await work.first(findNews, [id]);
  if (news === null) throw new Error(`there is no withdrawal ${id}`);
  const { reference, day, language, mobile_number: mobileNumber } = news;
  const where = channelName(language, news.channel);
  const params = { reference, amount: formatMoney(news.amount_cents), day, where };
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}
