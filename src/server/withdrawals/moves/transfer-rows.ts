import * as z from "zod/mini";
import { transferDestinations } from "#shared/contract/withdrawals/transfers.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const transferRow = z.object({
  reference: z.string(),
  account_no: z.string(),
  destination: z.enum(transferDestinations),
  loan_no: z.nullable(z.string()),
  amount_cents: bigCents,
  made_on: z.string(),
  made_time: z.string(),
});

export type TransferRow = z.infer<typeof transferRow>;

const transferColumns = `t.reference, t.account_no, t.destination, l.loan_no, t.amount_cents,
  ${nairobiDayText("t.made_at")} as made_on, ${nairobiTime("t.made_at")} as made_time`;

const findTransfers = statement({
  name: "transfers-of-member",
  text: `select ${transferColumns}
    from member m join member_transfer t on t.member_id = m.id
      left join loan l on l.id = t.loan_id
    where m.member_no = $1 order by t.id desc limit 50`,
  row: transferRow,
});

/** A member's transfers, the latest first. */
export function transfersOf(snapshot: Snapshot, memberNo: MemberNo): Promise<TransferRow[]> {
  return snapshot.rows(findTransfers, [memberNo]);
}

const findTransfer = statement({
  name: "transfer",
  text: `select ${transferColumns}
    from member_transfer t left join loan l on l.id = t.loan_id where t.id = $1`,
  row: transferRow,
});

/** Returns one transfer that was just made. */
export async function transferAt(work: UnitOfWork, id: bigint): Promise<TransferRow> {
  const found = await work.first(findTransfer, [id]);
  if (found === null) throw new Error(`transfer ${id} was not written`);
  return found;
}

const findPrinted = statement({
  name: "transfer-printed",
  text: `select t.id, t.reference, t.account_no, t.destination, l.loan_no, t.amount_cents,
      e.value_date, m.language, t.standing_id is not null as is_monthly,
      exists (select from journal_entry r where r.reverses = t.entry_id) as is_reversed
    from member_transfer t join member m on m.id = t.member_id
      join journal_entry e on e.id = t.entry_id left join loan l on l.id = t.loan_id
    where m.member_no = $1 and t.reference = $2`,
  row: z.object({
    id: z.bigint(),
    reference: z.string(),
    account_no: z.string(),
    destination: z.enum(transferDestinations),
    loan_no: z.nullable(z.string()),
    amount_cents: bigCents,
    value_date: z.string(),
    language: z.enum(["en", "sw"]),
    /** Whether an order of the member made it. */
    is_monthly: z.boolean(),
    is_reversed: z.boolean(),
  }),
});

/** A transfer as its receipt prints it. */
export type PrintedTransfer = z.infer<typeof findPrinted.row>;

/** Returns a member's transfer by its reference; null if it is not theirs. */
export function printedTransfer(snapshot: Snapshot, memberNo: MemberNo, reference: string) {
  return snapshot.first(findPrinted, [memberNo, reference]);
}

const findDestinations = statement({
  name: "transfers-destinations",
  text: `select coalesce(sum(a.balance_cents * a.normal_side)
        filter (where a.code = 'member-deposits'), 0)::bigint as deposits,
      coalesce(sum(a.balance_cents * a.normal_side)
        filter (where a.code = 'share-capital'), 0)::bigint as shares
    from member m left join ledger_account a on a.member_id = m.id where m.member_no = $1`,
  row: z.object({ deposits: bigCents, shares: bigCents }),
});

const findLoans = statement({
  name: "transfers-loans",
  text: `select l.id, l.loan_no, a.balance_cents as owed
    from member m join loan l on l.member_id = m.id and l.state = 'disbursed'
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where m.member_no = $1 and a.balance_cents > 0 order by l.id`,
  row: z.object({ id: z.bigint(), loan_no: z.string(), owed: bigCents }),
});

/** A running loan with what is owed on it. */
export type OwedLoan = z.infer<typeof findLoans.row>;

/** The loans of a member that a transfer can repay. */
export function owedLoans(snapshot: Snapshot, memberNo: MemberNo): Promise<OwedLoan[]> {
  return snapshot.rows(findLoans, [memberNo]);
}

/** The balances that a member can move money to. */
export async function destinationsOf(snapshot: Snapshot, memberNo: MemberNo) {
  const balances = await snapshot.first(findDestinations, [memberNo]);
  if (balances === null) throw new Error("a sum is always one row");
  return { ...balances, loans: await owedLoans(snapshot, memberNo) };
}

const takeNumber = statement({
  name: "transfer-number",
  text: `select id, 'TR-' || lpad(id::text, greatest(6, length(id::text)), '0') as reference
    from (select nextval(pg_get_serial_sequence('member_transfer', 'id')) as id) n`,
  row: z.object({ id: z.bigint(), reference: z.string() }),
});

/** Takes the number of the next transfer, with its reference. */
export async function nextTransfer(work: UnitOfWork) {
  const taken = await work.first(takeNumber);
  if (taken === null) throw new Error("a sequence has no end");
  return taken;
}
