import { payoutPlaces } from "#shared/messages/payouts/places.ts";
import type { Cents } from "#shared/money.ts";
import type { PayoutChannel } from "#shared/payout-ways.ts";
import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { enqueueSelected } from "#server/messaging/outbox/enqueue.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** The messages to a member about a payment that did not arrive; their texts are in the desk. */
export type PayoutMessage =
  | "payout-failed"
  | "payout-resent"
  | "payout-to-shares"
  | "payout-to-account"
  | "payout-in-cash";

/**
 * Notifies each member of a dividend's payment by SMS, and by e-mail if the register has an
 * address. Sent at the messenger's next check, because results arrive by the thousand.
 */
export async function notifyOfPayouts(
  work: UnitOfWork,
  payouts: readonly { readonly id: bigint; readonly amount_cents: Cents }[],
  template: PayoutMessage,
): Promise<void> {
  await enqueueSelected(
    work,
    template,
    {
      text: `select way.channel, way.recipient, m.language, jsonb_build_object(
        ${contactInSql.pairs}, 'year', d.year::text,
        'where', $3::jsonb -> p.channel ->> m.language,
        'amount', ${moneyInSql("t.cents")})
      from unnest($1::bigint[], $2::bigint[]) as t (id, cents)
        join payout p using (id) join member m on m.id = p.member_id
        join dividend d on d.id = p.dividend_id
        ${contactInSql.join}
        cross join lateral (values ('sms', m.mobile_number), ('email', m.email))
          as way (channel, recipient)`,
      values: [
        payouts.map(({ id }) => id),
        payouts.map(({ amount_cents: cents }) => cents),
        JSON.stringify(payoutPlaces),
      ],
    },
    () => {},
  );
}

/** The messages to a member about a refund; their texts are in the desk. */
export type RefundMessage = (typeof refundMessages)[Refunded][RefundNews] | "dividend-at-bank";
type RefundNews = "arrived" | "unsent";
type Refunded = Exclude<keyof typeof refundMessages, "dividend">;

/** The messages about a refund, by the source of the payment. */
const refundMessages = {
  overpayment: { arrived: "refund-arrived", unsent: "refund-unsent" },
  exit: { arrived: "exit-refund-arrived", unsent: "exit-refund-unsent" },
  withdrawal: { arrived: "withdrawal-arrived", unsent: "withdrawal-unsent" },
  // M-Pesa notifies the member of payments to a phone, and `notifyOfPayouts` of those that did not
  // arrive.
  dividend: { arrived: "dividend-at-bank", unsent: null },
} as const satisfies Record<string, Record<RefundNews, string | null>>;

/**
 * Notifies each member of a refund, or of a dividend that the office paid, by SMS in the same way;
 * skips other payments.
 */
export async function notifyOfRefunds(
  work: UnitOfWork,
  payouts: readonly {
    readonly id: bigint;
    readonly source: string;
    readonly channel: PayoutChannel;
  }[],
  news: RefundNews,
): Promise<void> {
  const told = payouts.filter(
    ({ source, channel }) => source !== "dividend" || channel === "office",
  );
  for (const [source, templates] of Object.entries(refundMessages)) {
    const template = templates[news];
    const ids = told.flatMap((payout) => (payout.source === source ? [payout.id] : []));
    if (template === null || ids.length === 0) continue;
    await enqueueSelected(work, template, refundNews(ids), () => {});
  }
}

const refundNews = (ids: readonly bigint[]) => ({
  text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(${contactInSql.pairs},
      'amount', ${moneyInSql("p.amount_cents")},
      'loanNo', coalesce(l.loan_no, ''), 'receipt', p.receipt_no, 'reference', p.reference,
      'year', coalesce(d.year::text, ''))
    from payout p join member m on m.id = p.member_id left join loan l on l.id = p.loan_id
      left join dividend d on d.id = p.dividend_id
      ${contactInSql.join}
    where p.id = any ($1::bigint[])`,
  values: [ids],
});

/** Notifies each member by SMS that a payment came back after it had been paid. */
export async function notifyOfReturns(work: UnitOfWork, ids: readonly bigint[]): Promise<void> {
  const news = {
    text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(${contactInSql.pairs},
        'amount', ${moneyInSql("p.amount_cents")},
        'receipt', (select r.receipt_no from payout_return r where r.payout_id = p.id
          order by r.id desc limit 1))
      from payout p join member m on m.id = p.member_id and m.mobile_number <> ''
        ${contactInSql.join}
      where p.id = any ($1::bigint[])`,
    values: [ids],
  };
  await enqueueSelected(work, "payout-returned", news, () => {});
}
