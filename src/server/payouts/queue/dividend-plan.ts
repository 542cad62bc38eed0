import * as z from "zod/mini";
import { type HoldReason, holdReasons, places, placeWords } from "#shared/dividend-part-places.ts";
import { addCents, cents, formatMoney, toWireAmount } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { silentParts } from "./dividend-without-choice-sql.ts";
import { grossInSql, ratesIn, rateOf, taxInSql } from "./dividend-tax-sql.ts";

/** The last version of each member's split; $1 is the dividend. */
export const lastElections = `select distinct on (member_id) member_id, version
  from dividend_election where dividend_id = $1 order by member_id, version desc`;

/** All intended destinations: arrears, the members' choices, and the default of the others. */
const meantParts = `select h.member_id, 0, 'held', 'loan', h.amount_cents, h.loan_id, ''
    from dividend_held h where h.dividend_id = $1
  union all
  select r.member_id, r.row_no, 'chosen', r.mode, r.amount_cents, r.loan_id, r.bill_reference
    from (${lastElections}) v join dividend_election_row r
      on (r.dividend_id, r.member_id, r.version) = ($1, v.member_id, v.version)
  union all ${silentParts}`;

/** The parts as they were locked. */
const lockedParts = `select member_id, leg_no, source, mode, amount_cents, loan_id, bill_reference
  from dividend_leg where dividend_id = $1`;

/** Why a payment to the phone of a member waits, as SQL; null if their number is confirmed. */
const holdOfNumber = (member: string): string =>
  `case when ${member}.mobile_number = '' then 'mobile-missing'
    when ${member}.mobile_confirmed_at is null then 'mobile-unconfirmed' end`;

/**
 * Judges parts by the current register and loans: each with its tax, and with the reason if it
 * cannot go. A loan accepts at most its balance: each part in turn gets the amount that earlier
 * parts have left, and the rest becomes a separate part. The cents that M-Pesa cannot pay wait with
 * the payment from which they are left over.
 *
 * Each step is computed once for each part. If they were merged, the tax functions would repeat
 * each other's arguments, which takes a hundred times as long.
 */
const judged = (parts: string): string => `with meant as materialized (
    select * from (${parts}) as p (member_id, place, source, mode, cents, loan_id, bill)
  ), taxed as materialized (
    select n.*, ${ratesIn("t")}, ${taxInSql("n.cents")} as tax, a.balance_cents as owed,
      case when n.mode = 'loan' then null when m.membership = 'left' then 'member-left'
        when not (n.mode = 'mobile' or n.source = 'default' and d.default_mode = 'mobile')
          or paid_at_bank(m.id) then null
        else ${holdOfNumber("m")} end as reason
    from meant n join dividend d on d.id = $1 join member m on m.id = n.member_id
      cross join ${rateOf("$1", "n.member_id", "n.mode")} t
      left join loan l on l.id = n.loan_id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
  ), roomed as (
    select *, case when mode = 'loan' then greatest(0, owed - (sum(cents - tax) over (
        partition by loan_id order by member_id, place) - (cents - tax)))::bigint end as room
    from taxed
  ), cut as materialized (
    select *, case when room is null or cents - tax <= room then cents when room = 0 then 0
        else ${grossInSql("t.room")} end as fits
    from roomed t
  )
  select c.member_id, c.place, p.piece, c.source, c.mode, p.cents, p.tax, c.loan_id, c.bill,
    p.reason
  from cut c cross join lateral (values
    (1, c.fits, case when c.fits = c.cents then c.tax else c.fits - c.room end, c.reason),
    (2, c.cents - c.fits, ${taxInSql("c.cents - c.fits", "c")}, 'loan-paid')
  ) as p (piece, cents, tax, reason)
  where p.cents > 0`;

/** Every part as it would go if the dividend were locked now; $1 is the dividend. */
export const partsToLock = judged(meantParts);

/** Every locked part as it would go if the dividend were paid now; $1 is the dividend. */
export const partsToPay = judged(lockedParts);

const planRow = z.object({
  mode: z.enum(places),
  reason: z.nullable(z.enum(holdReasons)),
  is_rest: z.boolean(),
  members: z.int(),
  parts: z.int(),
  amount: bigCents,
  tax: bigCents,
  /** The digest of these parts, member by member. */
  print: z.string(),
});

/** Parts with the same destination, or the same reason to wait. */
export type PlanRow = z.infer<typeof planRow>;

const summed = (name: string, parts: string, isThere: string) =>
  statement({
    name,
    text: `select p.mode, p.reason,
        p.source = 'default' and p.mode = 'share-capital' and d.default_mode = 'mobile' as is_rest,
        count(distinct p.member_id)::int as members, count(*)::int as parts,
        sum(p.cents)::bigint as amount, sum(p.tax)::bigint as tax,
        md5(string_agg(concat_ws(' ', p.member_id, p.source, p.cents, p.tax, p.loan_id, p.bill), ','
          order by p.member_id, p.source, p.cents, p.loan_id, p.bill)) as print
      from dividend d cross join lateral (${parts}) p
        join dividend_entitlement e on e.dividend_id = d.id and e.member_id = p.member_id
      where d.id = $1 and ${isThere} group by 1, 2, 3 order by 1, 2 nulls first, 3`,
    row: planRow,
  });

/**
 * Whether a member's account still covers a dividend after earlier ones, as SQL. Looked up for each
 * member by its keys, as new dividends have no statistics.
 */
export const isThere = (dividend: string, member: string): string =>
  `exists (select from dividend_there held
    where held.dividend_id = ${dividend} and held.member_id = ${member} offset 0)`;

const stillThere = isThere("d.id", "e.member_id");

const asPosted = `select member_id, source, mode, amount_cents as cents, tax_cents as tax,
  hold_reason as reason, loan_id, bill_reference as bill from dividend_leg where dividend_id = $1`;

const plans = {
  prepared: summed("dividend-plan-declared", partsToLock, "true"),
  posted: summed("dividend-plan-to-lock", partsToLock, stillThere),
  locked: summed("dividend-plan-to-pay", partsToPay, stillThere),
  paid: summed("dividend-plan-paid", asPosted, "true"),
};

/**
 * Returns the effect of a dividend's next step if it were taken now, or of the step already taken.
 */
export function planOf(
  snapshot: Snapshot,
  id: bigint,
  state: "prepared" | "approved" | "posted" | "locked" | "paid" | "withdrawn",
): Promise<PlanRow[]> {
  const at = state === "approved" || state === "withdrawn" ? "prepared" : state;
  return snapshot.rows(plans[at], [id]);
}

/** Returns a plan as the facts that a person is shown, with a digest of each member's part. */
export function factsOfPlan(rows: readonly PlanRow[]): ShownFact[] {
  const sums = rows.map(({ mode, reason, is_rest: isRest, members, amount, tax }) => {
    const name = reason === null ? mode : `${mode}-on-hold-${reason}`;
    const value = `${members}, ${formatMoney(amount)}, ${formatMoney(tax)}`;
    return { name: isRest ? `${name}-rest` : name, value };
  });
  return [...sums, ...rows.map(({ print }) => ({ name: "parts", value: print }))];
}

/** Converts a plan to the names of the wire. */
export function presentPlan(rows: readonly PlanRow[]) {
  const goes = rows.filter(({ reason }) => reason === null);
  const rest = goes.filter(({ is_rest: isRest }) => isRest);
  return {
    byMode: places
      .map((mode) => goes.filter((row) => row.mode === mode))
      .flatMap((same) => (same[0] === undefined ? [] : [presentPlace(same[0], same)])),
    onHold: holdReasons.flatMap((reason) => presentHeld(reason, rows)),
    rest: {
      members: rest.reduce((count, { members }) => count + members, 0),
      amount: toWireAmount(addCents(...rest.map(({ amount }) => amount))),
    },
  };
}

/** Cents that wait with the payment from which they are left over are not a separate part. */
function presentHeld(reason: HoldReason, rows: readonly PlanRow[]) {
  const held = rows.filter((row) => row.reason === reason);
  if (held.length === 0) return [];
  const alone = held.filter(({ is_rest: isRest }) => !isRest);
  const counted = alone.length > 0 ? alone : held;
  return [
    {
      reason,
      members: counted.reduce((count, { members }) => count + members, 0),
      parts: counted.reduce((count, { parts }) => count + parts, 0),
      amount: toWireAmount(addCents(...held.map(({ amount }) => amount))),
    },
  ];
}

function presentPlace({ mode }: PlanRow, same: readonly PlanRow[]) {
  const amount = addCents(...same.map((row) => row.amount));
  const tax = addCents(...same.map((row) => row.tax));
  return {
    mode: placeWords[mode],
    members: same.reduce((count, { members }) => count + members, 0),
    parts: same.reduce((count, { parts }) => count + parts, 0),
    amount: toWireAmount(amount),
    tax: toWireAmount(tax),
    net: toWireAmount(cents(amount - tax)),
  };
}
