import * as z from "zod/mini";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { noteTaxDue } from "./post-parts.ts";
import { rateOf, taxInSql } from "./dividend-tax-sql.ts";

const leftRow = z.object({
  dividend_id: z.bigint(),
  year: z.int(),
  amount: bigCents,
  tax: bigCents,
  whole_tax: bigCents,
  withheld: bigCents,
});

/** The rest of one dividend on a member's dividend account, with the tax on its payment. */
export interface LeftPart {
  readonly dividendId: bigint;
  readonly year: number;
  readonly amount: Cents;
  readonly tax: Cents;
}

// A paid dividend without a part for a member paid them nothing and withheld no tax: they were left
// out, because their account no longer held it. Imported tax belongs to no part.
const findLeft = statement({
  name: "dividend-left-of-member",
  text: `with left_out as (
      select d.id, d.year, e.member_id, e.gross_cents,
        min(${nairobiDay("d.posted_at")}) over () as since,
        sum(e.gross_cents) over (order by d.posted_at, d.id) - e.gross_cents as before
      from dividend_entitlement e join dividend d on d.id = e.dividend_id and d.state = 'paid'
      where e.member_id = $1 and not exists (select from dividend_leg g
        where g.dividend_id = e.dividend_id and g.member_id = e.member_id)
    ), cut as (
      select o.*, a.id as account,
        case when -a.balance_cents - o.before < o.gross_cents
          then (-a.balance_cents - o.before)::bigint else o.gross_cents end as amount
      from left_out o join ledger_account a on a.member_id = o.member_id
        and a.code = 'dividend-payable' and a.reference = ''
    )
    select c.id as dividend_id, c.year, c.amount, ${taxInSql("c.amount")} as tax,
      ${taxInSql("c.gross_cents")} as whole_tax, ((
        select coalesce(sum(l.amount_cents), 0) from journal_line l
          join journal_entry x on x.id = l.entry_id left join journal_entry o on o.id = x.reverses
        where l.account_id = c.account and l.value_date >= c.since
          and coalesce(o.kind, x.kind) = 'withholding-tax'
      ) - (
        select coalesce(sum(g.tax_cents), 0) from dividend_leg g where g.member_id = c.member_id
          and ${nairobiDay("g.posted_at")} >= c.since
      ))::bigint as withheld
    from cut c cross join ${rateOf("c.id", "c.member_id", "'mobile'")} t
    where c.amount > 0 order by c.before`,
  row: leftRow,
});

/**
 * Returns the rest of dividends from which a member was left out, with the tax of a payment to the
 * member at the rates of each dividend. Tax that was withheld without a part counts once.
 */
export async function leftPartsOf(snapshot: Snapshot, memberId: bigint): Promise<LeftPart[]> {
  const rows = await snapshot.rows(findLeft, [memberId]);
  // Negative if tax of an earlier part was reversed since.
  let withheld = most(rows[0]?.withheld ?? ZERO_CENTS, ZERO_CENTS);
  return rows.map(({ dividend_id: dividendId, year, amount, tax, whole_tax: whole }) => {
    const known = least(withheld, whole);
    withheld = cents(withheld - known);
    return { dividendId, year, amount, tax: least(tax, cents(whole - known)) };
  });
}

const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);
const most = (one: Cents, other: Cents): Cents => (one > other ? one : other);

/** Records parts that were just posted with the refund of a leaving member, and their tax. */
export async function recordLeftParts(
  work: UnitOfWork,
  memberId: bigint,
  parts: readonly LeftPart[],
): Promise<void> {
  if (parts.length === 0) return;
  await work.run(
    `insert into dividend_leg (dividend_id, member_id, leg_no, source, mode, amount_cents,
        tax_cents, posted_at)
      select p.dividend_id, $1, 1, 'redirected', 'exit', p.amount_cents, p.tax_cents, akiba_now()
      from unnest($2::bigint[], $3::bigint[], $4::bigint[])
        as p (dividend_id, amount_cents, tax_cents)`,
    [
      memberId,
      parts.map(({ dividendId }) => dividendId),
      parts.map(({ amount }) => amount),
      parts.map(({ tax }) => tax),
    ],
  );
  const tax = addCents(...parts.map((part) => part.tax));
  await noteTaxDue(work, { text: "select $1::bigint", value: tax });
}
