import * as z from "zod/mini";
import { narrationInSql } from "#server/ledger/journal/narrations.ts";
import { payoutSources, payoutStates } from "#shared/contract/payouts/desk.ts";
import { payoutChannels, payoutWays } from "#shared/payout-ways.ts";
import type { AuditAction } from "#shared/messages/oversight/audit-actions-en.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

export const payoutRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  source: z.enum(payoutSources),
  /** The part of a dividend that it pays; null for a loan. */
  dividend_id: z.nullable(z.bigint()),
  leg_no: z.nullable(z.int()),
  year: z.nullable(z.int()),
  loan_id: z.nullable(z.bigint()),
  loan_no: z.string(),
  /** The payment at the office that replaces it; null if there is none. */
  replaced_by: z.nullable(z.bigint()),
  /**
   * Whether a late receipt could still settle it: another payment replaces it, its loan is
   * approved, or is overpaid, by its amount.
   */
  can_leave: z.boolean(),
  /**
   * Whether its posting stays if it fails, and the office pays it: its loan is repaid in part, or
   * its member has left.
   */
  stays: z.boolean(),
  /** Whether it is a withdrawal that is not sent because its member is suspended. */
  is_stopped: z.boolean(),
  /** Its source in words of the books, such as "Dividend for 2025". */
  about: z.string(),
  channel: z.enum(payoutChannels),
  reference: z.string(),
  amount_cents: bigCents,
  state: z.enum(payoutStates),
  receipt_no: z.string(),
  /** Receipts by which it was paid before the money came back. */
  returned_receipts: z.array(z.string()),
  entry_id: z.bigint(),
  /** The account and fee of a withdrawal; empty and null for other payments. */
  account_no: z.string(),
  fee_cents: z.nullable(bigCents),
  fee_entry_id: z.nullable(z.bigint()),
  tax_entry_id: z.nullable(z.bigint()),
  failed_by: z.nullable(z.string()),
  claimed_receipt: z.string(),
  claimed_way: z.enum(["", ...payoutWays]),
  claimed_by: z.nullable(z.string()),
  attempt_id: z.nullable(z.string()),
  is_current: z.boolean(),
  in_file: z.boolean(),
});

export type Payout = z.infer<typeof payoutRow>;

/** A payment of a dividend's part. */
export type DividendPayout = Payout &
  Readonly<Record<"year" | "leg_no", number>> & { readonly dividend_id: bigint };

/** Whether a payment is of a dividend's part. */
export function isOfDividend(payout: Payout): payout is DividendPayout {
  return payout.dividend_id !== null && payout.leg_no !== null && payout.year !== null;
}

/** Whether a payout `p` with `payoutJoins` could still be settled by a late receipt, as SQL. */
export const canLeave = `(next.id is not null or case p.source
      when 'loan' then l.state = 'approved' and l.principal_cents = p.amount_cents
      when 'overpayment' then owed.balance_cents <= -p.amount_cents
      when 'withdrawal' then m.membership <> 'left'
        and -drawn.balance_cents >= p.amount_cents + wd.fee_cents
      when 'exit' then false else true end)`;

/** Whether the posting of a payout `p` with `payoutJoins` stays if it fails, as SQL. */
export const payoutStays = `(p.source = 'exit'
    or p.source = 'withdrawal' and m.membership = 'left'
    or coalesce(p.source = 'loan' and l.state in ('disbursed', 'settled')
    and owed.balance_cents <> l.total_cents, false))`;

/** Whether a payout `p` is not a withdrawal of a member who was suspended meanwhile, as SQL. */
export const isNotOfSuspendedMember =
  "(p.source <> 'withdrawal' or withdrawal_may_be_sent(p.member_id))";

/** Of a payout `p` with `payoutJoins`, as SQL. */
export const payoutColumns = `p.id, p.member_id, m.member_no, p.source, p.dividend_id, p.leg_no,
  d.year, p.loan_id, coalesce(l.loan_no, '') as loan_no,
  next.id as replaced_by, ${canLeave} as can_leave,
  ${payoutStays} as stays, not ${isNotOfSuspendedMember} as is_stopped,
  case p.source when 'loan' then ${narrationInSql("loan", { loanNo: "l.loan_no" })}
    when 'overpayment' then ${narrationInSql("overpayment", { loanNo: "l.loan_no" })}
    when 'exit' then ${narrationInSql("refundOnLeaving", { memberNo: "m.member_no" })}
    when 'withdrawal' then ${narrationInSql("withdrawal", { reference: "wd.reference" })}
    else ${narrationInSql("dividend", { year: "d.year" })} end as about,
  p.channel, p.reference, p.amount_cents, p.state, p.receipt_no,
  array(select r.receipt_no from payout_return r where r.payout_id = p.id) as returned_receipts,
  p.entry_id, p.tax_entry_id,
  coalesce(wd.account_no, '') as account_no, wd.fee_cents, p.fee_entry_id,
  p.failed_by, p.claimed_receipt, p.claimed_way, p.claimed_by, p.attempt_id`;

/** Whether the bank has a payout of an alias in a file without a result, as SQL. */
export const isAtBank = (alias: string): string =>
  `exists (select from eft_line e where e.payout_id = ${alias}.id and e.state = 'open')`;

/**
 * The member `m`, dividend `d`, loan `l`, loan account `owed`, withdrawal `wd` and its account
 * `drawn` of a payout `p`, as SQL. `next` is the payment at the office that replaces it and is not
 * at the bank.
 */
export const payoutJoins = `join member m on m.id = p.member_id
  left join dividend d on d.id = p.dividend_id left join loan l on l.id = p.loan_id
  left join ledger_account owed on owed.code = 'loan-receivable'
    and owed.member_id = l.member_id and owed.reference = l.loan_no
  left join withdrawal wd on wd.id = p.withdrawal_id
  left join ledger_account drawn on drawn.code = 'withdrawable-deposits'
    and drawn.member_id = wd.member_id and drawn.reference = wd.account_no
  left join payout next on next.entry_id = p.entry_id and next.id > p.id
    and next.state = 'waiting' and next.claimed_receipt = '' and not ${isAtBank("next")}`;

const lockOne = statement({
  name: "payout-lock",
  text: `select ${payoutColumns}, true as is_current, exists (select from payout_attempt a
        where a.id = p.attempt_id and a.file_id is not null) as in_file
    from payout p ${payoutJoins} where p.id = $1 for update of p`,
  row: payoutRow,
});

/** Locks one payment and returns its state under the lock; null if there is none. */
export function lockPayout(work: UnitOfWork, id: bigint): Promise<Payout | null> {
  return work.first(lockOne, [id]);
}

/** Whether a file counts it among those without a result. */
export const isOpen = ({ state }: Payout): boolean => state === "sent" || state === "unknown";

/** Records the history of a payment, with its actor. */
export function auditPayout(
  work: UnitOfWork,
  action: AuditAction,
  payout: Payout,
  detail: Readonly<Record<string, string>>,
): void {
  work.audit({ action, subject: `payout:${payout.id}`, detail });
}
