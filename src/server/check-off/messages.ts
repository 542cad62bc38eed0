import { fill, type Language } from "#shared/language.ts";
import type { MessageTemplate } from "#server/outbox/enqueue.ts";
import { contactInSql } from "#server/outbox/society-contact.ts";

type Texts = Readonly<Record<Language, string>>;

/** What a member is told of a month's deduction; 160 characters at most once filled in. */
const texts = {
  "check-off-received": {
    en: "{society}: Ksh {amount} of your {month} check-off came in. On loans {loans}, to deposits {deposits}. Still owed on loans: {balance}.",
    sw: "{society}: tumepokea Ksh {amount} za makato yako ya {month}. Mikopo {loans}, amana {deposits}. Salio la mikopo: {balance}.",
  },
  "check-off-held": {
    en: "{society}: Ksh {amount} of your {month} check-off came in, but Ksh {held} of it is not placed yet. Call {phone}.",
    sw: "{society}: tumepokea Ksh {amount} za makato yako ya {month}, lakini Ksh {held} bado hazijapangwa. Piga {phone}.",
  },
  "check-off-placed": {
    en: "{society}: Ksh {amount} of your {month} check-off is now placed: {where}. Questions? Call {phone}.",
    sw: "{society}: Ksh {amount} za makato yako ya {month} zimepangwa sasa: {where}. Maswali? Piga {phone}.",
  },
  "check-off-reversed": {
    en: "{society}: we entered your {month} check-off of Ksh {amount} wrongly and took it back. The right one follows. Call {phone}.",
    sw: "{society}: tuliingiza vibaya makato yako ya {month} ya Ksh {amount} na tumeyaondoa. Sahihi yatafuata. Piga {phone}.",
  },
} as const satisfies Record<string, Texts>;

export type CheckOffMessage = keyof typeof texts;

const subjects: Texts = {
  en: "{society}: your check-off of {month}",
  sw: "{society}: makato yako ya {month}",
};

/** What members are told of their check-off, by SMS and by e-mail. */
export const checkOffMessages: readonly MessageTemplate[] = Object.entries(texts).map(
  ([name, words]: [string, Texts]) => ({
    name,
    render: (language, params) => ({
      subject: fill(subjects[language], params),
      text: fill(words[language], params),
    }),
  }),
);

const money = (sql: string) => `to_char((${sql}) / 100.0, 'FM999,999,999,990.00')`;

const other = (column: string, en: string, sw: string) => `case when ${column} > 0
  then case mem.language when 'sw' then ', ${sw} ' else ', ${en} ' end || ${money(column)}
  else '' end`;

/** What else an amount went to; it follows the deposits, so that a society's own text names it. */
const others = `${other("t.shares", "shares", "hisa")} || ${other("t.fees", "fees", "ada")}`;

/** One row for each way of reaching a member: an SMS, and an e-mail where the register has one. */
const eachChannel = `cross join lateral (
    values ('sms', m.mobile_number), ('email', m.email)) as c (channel, recipient)`;

/** The SELECT of whom a file concerns, one of them a member and not a line; batch is $1. */
export function receivedMessages(template: CheckOffMessage): string {
  const whom = { "check-off-held": "held > 0", "check-off-received": "held = 0" };
  const where = template in whom ? whom[template as keyof typeof whom] : "true";
  return `select c.channel, c.recipient, m.language, m.params
    from (
      select mem.mobile_number, mem.email, mem.language, jsonb_build_object(
          'month', to_char(b.month, 'YYYY-MM'), 'amount', ${money("t.amount")},
          'loans', ${money("t.loans")},
          'deposits', ${money("t.deposits")} || ${others},
          'held', ${money("t.held")}, 'balance', ${money("coalesce(o.owed, 0)")},
          ${contactInSql.pairs}) as params
      from check_off_batch b
        join lateral (
          select coalesce(p.member_id, l.member_id) as member_id, sum(p.amount_cents) as amount,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'loan'), 0) as loans,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'deposits'), 0) as deposits,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'share-capital'), 0)
              as shares,
            coalesce(sum(p.amount_cents) filter (
              where p.destination in ('fees', 'welfare', 'insurance')), 0) as fees,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'suspense'), 0) as held
          from check_off_part p join check_off_line l using (batch_id, row_no)
          where p.batch_id = b.id group by 1
        ) t on true
        join member mem on mem.id = t.member_id
        left join (
          select member_id, sum(greatest(balance_cents, 0)) as owed from ledger_account
          where code = 'loan-receivable' group by member_id
        ) o on o.member_id = mem.id
        ${contactInSql.join}
      where b.id = $1 and ${where}
    ) m ${eachChannel}`;
}
