import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** The messages to members about a whole file, once it is posted or reversed. */
export type FileNews =
  | "check-off-received"
  | "check-off-held"
  | "check-off-credited"
  | "check-off-moved"
  | "check-off-reversed";

/** Sends a file's messages to each member concerned. */
export async function notifyMembers(
  work: UnitOfWork,
  id: bigint,
  news: FileNews,
  notify: Notify,
): Promise<void> {
  await enqueueSelected(work, news, { text: newsOfFile(news), values: [id] }, notify);
}

const other = (column: string, en: string, sw: string) => `case when ${column} > 0
  then case mem.language when 'sw' then ', ${sw} ' else ', ${en} ' end || ${moneyInSql(column)}
  else '' end`;

/**
 * The other destinations of an amount, added after the deposits so that a society's own text names
 * them too.
 */
const others = `${other("t.shares", "shares", "hisa")} || ${other("t.fees", "fees", "ada")}`;

/** One row for each channel of a member: an SMS, and an e-mail if the register has an address. */
const eachChannel = `cross join lateral (
    values ('sms', m.mobile_number), ('email', m.email)) as c (channel, recipient)`;

/** Whether a part `p` credits another member than the one whose number its line `l` has. */
const isMoved = "l.member_id is not null and p.member_id <> l.member_id";

/**
 * For each kind of message about a file: the member credited by a part, and the members notified.
 */
const audiences: Readonly<Record<FileNews, { readonly whose: string; readonly which: string }>> = {
  "check-off-received": { whose: ownPart(), which: "held = 0" },
  "check-off-held": { whose: ownPart(), which: "held > 0" },
  "check-off-credited": { whose: movedPart("p.member_id"), which: "true" },
  "check-off-moved": { whose: movedPart("l.member_id"), which: "true" },
  "check-off-reversed": { whose: eitherOfTwo(), which: "true" },
};

function ownPart(): string {
  return `select coalesce(p.member_id, l.member_id) where (${isMoved}) is not true`;
}

function movedPart(whose: string): string {
  return `select ${whose} where ${isMoved}`;
}

function eitherOfTwo(): string {
  return "select p.member_id union select l.member_id";
}

/** The SELECT of the members to notify about a file, each once; batch is $1. */
export function newsOfFile(template: FileNews): string {
  const { whose, which } = audiences[template];
  return `select c.channel, c.recipient, m.language, m.params
    from (
      select mem.mobile_number, mem.email, mem.language, jsonb_build_object(
          'month', to_char(b.month, 'YYYY-MM'), 'amount', ${moneyInSql("t.amount")},
          'loans', ${moneyInSql("t.loans")},
          'deposits', ${moneyInSql("t.deposits")} || ${others},
          'held', ${moneyInSql("t.held")}, 'balance', ${moneyInSql("coalesce(o.owed, 0)")},
          ${contactInSql.pairs}) as params
      from check_off_batch b
        join lateral (
          select w.member_id, sum(p.amount_cents) as amount,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'loan'), 0) as loans,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'deposits'), 0) as deposits,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'share-capital'), 0)
              as shares,
            coalesce(sum(p.amount_cents) filter (
              where p.destination in ('fees', 'welfare', 'insurance')), 0) as fees,
            coalesce(sum(p.amount_cents) filter (where p.destination = 'suspense'), 0) as held
          from check_off_part p join check_off_line l using (batch_id, row_no)
            cross join lateral (${whose}) as w (member_id)
          where p.batch_id = b.id group by 1
        ) t on true
        join member mem on mem.id = t.member_id
        left join (
          select member_id, sum(greatest(balance_cents, 0)) as owed from ledger_account
          where code = 'loan-receivable' group by member_id
        ) o on o.member_id = mem.id
        ${contactInSql.join}
      where b.id = $1 and ${which}
    ) m ${eachChannel}`;
}
