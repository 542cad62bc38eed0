import * as z from "zod/mini";
import { paymentStates } from "#shared/contract/dividends/splits.ts";
import { dividendStates } from "#shared/contract/dividends/fields.ts";
import { splitModes } from "#shared/split-modes.ts";
import type { SplitRow } from "#shared/dividend-split.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { windowIsOpen } from "#server/dividends/entitlement/open-window-sql.ts";
import { numberIsConfirmed } from "#server/members/membership/goes-to-phone-sql.ts";
import { isThere } from "#server/payouts/queue/dividend-plan.ts";
import { taxRows, taxRowsInSql } from "#server/payouts/queue/tax-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents, intCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay, nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

const shareRow = z.object({
  dividend_id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  language: z.enum(languages),
  year: z.int(),
  state: z.enum(dividendStates),
  gross_cents: bigCents,
  held_cents: bigCents,
  opens_on: z.string(),
  closes_on: z.string(),
  closes_at_time: z.string(),
  is_open: z.boolean(),
  default_mode: z.enum(splitModes),
  mobile_maximum_cents: bigCents,
  mobile_number: z.string(),
  /** Whether a part may go there: its number is confirmed, or it goes to the bank. */
  mobile_is_confirmed: z.boolean(),
  by_bank: z.boolean(),
  on_share_capital_cents: bigCents,
  on_deposits_cents: bigCents,
  tax: taxRows,
  loans: z.array(
    z.object({
      id: z.int(),
      loanNo: z.string(),
      purpose: z.string(),
      balance: intCents,
    }),
  ),
});

/** A member's share of a dividend, with all limits of a split. */
export type ShareRow = z.infer<typeof shareRow>;

const shareColumns = `d.id as dividend_id, m.id as member_id, m.member_no, m.language, d.year,
  d.state, e.gross_cents, e.held_cents,
  e.on_share_capital_cents, e.on_deposits_cents, d.default_mode,
  d.mobile_maximum_cents, m.mobile_number,
  ${nairobiDay("d.opens_at")} as opens_on,
  ${nairobiDay("d.closes_at")} as closes_on,
  ${nairobiTime("d.closes_at")} as closes_at_time,
  ${windowIsOpen}
    and ${isThere("d.id", "m.id")} as is_open,
  paid_at_bank(m.id) or ${numberIsConfirmed}
    as mobile_is_confirmed,
  paid_at_bank(m.id) as by_bank,
  ${taxRowsInSql},
  (select coalesce(json_agg(json_build_object('id', l.id, 'loanNo', l.loan_no,
        'purpose', l.purpose, 'balance', a.balance_cents - coalesce(h.amount_cents, 0))
      order by l.id), '[]')
    from loan l
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = m.id
        and a.reference = l.loan_no
      left join dividend_held h on h.dividend_id = d.id and h.member_id = m.id
        and h.loan_id = l.id
    where l.member_id = m.id and l.state = 'disbursed'
      and a.balance_cents > coalesce(h.amount_cents, 0)) as loans`;

const shareTables = `member m join dividend_entitlement e on e.member_id = m.id
  join dividend d on d.id = e.dividend_id and d.state in ('posted', 'locked', 'paid')`;

const findLatest = statement({
  name: "dividend-split-latest",
  text: `select ${shareColumns} from ${shareTables} where m.member_no = $1
    order by d.year desc limit 1`,
  row: shareRow,
});

/** A member's share of the latest dividend; null if none is posted for them. */
export function latestShare(snapshot: Snapshot, memberNo: MemberNo): Promise<ShareRow | null> {
  return snapshot.first(findLatest, [memberNo]);
}

const findUnpaid = statement({
  name: "dividend-split-unpaid",
  text: `select ${shareColumns} from ${shareTables}
    where m.member_no = $1 and d.state <> 'paid' and d.year <> $2 order by d.year desc`,
  row: shareRow,
});

/** Returns a member's shares of dividends that are not paid yet, except one year's. */
export const unpaidShares = (snapshot: Snapshot, memberNo: MemberNo, but: number) =>
  snapshot.rows(findUnpaid, [memberNo, but]);

const findOfYear = statement({
  name: "dividend-split-of-year",
  text: `select ${shareColumns} from ${shareTables} where m.member_no = $1 and d.year = $2`,
  row: shareRow,
});

/** A member's share of a year's dividend; null if none is posted for them. */
export function shareOf(snapshot: Snapshot, memberNo: MemberNo, year: number) {
  return snapshot.first(findOfYear, [memberNo, year]);
}

const electionRow = z.object({
  version: z.int(),
  submitted_on: z.string(),
  submitted_time: z.string(),
  rows: z.array(
    z.object({
      mode: z.enum(splitModes),
      amount: intCents,
      loanNo: z.string(),
      bill: z.string(),
    }),
  ),
});

export interface Election {
  readonly version: number;
  readonly submittedOn: string;
  readonly submittedTime: string;
  readonly rows: readonly SplitRow[];
}

const findElection = statement({
  name: "dividend-election",
  text: `select v.version,
      ${nairobiDayText("v.submitted_at")} as submitted_on,
      ${nairobiTime("v.submitted_at")} as submitted_time,
      (select json_agg(json_build_object('mode', r.mode, 'amount', r.amount_cents,
          'loanNo', coalesce(l.loan_no, ''), 'bill', r.bill_reference) order by r.row_no)
        from dividend_election_row r left join loan l on l.id = r.loan_id
        where (r.dividend_id, r.member_id, r.version) = (v.dividend_id, v.member_id, v.version)
      ) as rows
    from dividend_election v where v.dividend_id = $1 and v.member_id = $2
    order by v.version desc limit 1`,
  row: electionRow,
});

/** A member's latest choice for a dividend; version 0 before the first. */
export async function electionOf(
  snapshot: Snapshot,
  { dividend_id, member_id }: Pick<ShareRow, "dividend_id" | "member_id">,
): Promise<Election> {
  const found = await snapshot.first(findElection, [dividend_id, member_id]);
  if (found === null) return { version: 0, submittedOn: "", submittedTime: "", rows: [] };
  const { version, submitted_on, submitted_time, rows } = found;
  return { version, submittedOn: submitted_on, submittedTime: submitted_time, rows };
}

const findPayments = statement({
  name: "dividend-payments-to-phone",
  text: `with own as (
      select d.year, p.amount_cents, p.mobile_number, p.receipt_no, p.leg_no,
        ${nairobiDay("p.changed_at")} as changed_on,
        case when p.state in ('waiting', 'sending', 'sent', 'unknown') then 'under-way'
          else p.state end as state
      from payout p join dividend d on d.id = p.dividend_id
      where p.member_id = (select id from member where member_no = $1)
    )
    select year, amount_cents, mobile_number, receipt_no, changed_on, state from own
    where state in ('failed', 'under-way') or year = (select max(year) from own)
    order by year desc, leg_no`,
  row: z.object({
    year: z.int(),
    amount_cents: bigCents,
    mobile_number: z.string(),
    receipt_no: z.string(),
    changed_on: z.string(),
    state: z.enum(paymentStates),
  }),
});

export type PaymentToPhone = z.infer<typeof findPayments.row>;

/**
 * Returns payments to a member's phone or bank: the last dividend's, and any others that did not
 * arrive.
 */
export const paymentsOf = (snapshot: Snapshot, memberNo: MemberNo): Promise<PaymentToPhone[]> =>
  snapshot.rows(findPayments, [memberNo]);
