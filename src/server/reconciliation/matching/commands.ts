import * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import {
  kindOfLine,
  type MatchRule,
  type ReconciliationSide,
} from "#shared/contract/reconciliation/matching.ts";
import { type Cents, negateCents } from "#shared/money.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import type { ApprovedBy } from "#server/oversight/approvals/approval-kind.ts";
import { payInSubject } from "#server/oversight/approvals/subjects.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { foresee, receive } from "#server/pay-ins/receiving/receive.ts";
import { correctAmount, type CorrectedBy } from "#server/pay-ins/receiving/correct-amount.ts";
import { enterMovement } from "#server/treasury/movements/enter.ts";
import { lockReconciled } from "#server/reconciliation/lines/account-state.ts";
import {
  correctionAt,
  proposeReversed,
  rejectCorrecting,
  requestCorrection,
} from "#server/reconciliation/lines/line-correction.ts";
import { proposeMatches } from "#server/reconciliation/lines/propose.ts";
import {
  paymentOfLine,
  rejectConcerned,
  requestPayment,
} from "#server/reconciliation/lines/line-payment.ts";
import { matchAt, matchFacts, proposalFacts, proposalRows } from "./queries.ts";

const subjectOf = (account: ReconciledAccount): string => `reconciliation:${account}`;

/** Proposes matches for all open items of an account, and returns how many. */
export async function propose(work: UnitOfWork, account: ReconciledAccount): Promise<number> {
  await lockReconciled(work, account);
  const proposed = await proposeMatches(work, account);
  const detail = { proposed: String(proposed) };
  work.audit({ action: "matches-proposed", subject: subjectOf(account), detail });
  return proposed;
}

/** The lines and entries that a person puts into one match. */
export interface Chosen {
  readonly account: ReconciledAccount;
  readonly lines: readonly bigint[];
  readonly entries: readonly bigint[];
}

const writeMatch = statement({
  name: "bank-match-write",
  text: `insert into bank_match (account, rule, proposed_by) values ($1, 'manual', $2)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Proposes a match of open items whose sums agree, which another person confirms. */
export async function match(work: UnitOfWork, chosen: Chosen): Promise<bigint> {
  const { account } = chosen;
  const lines = [...new Set(chosen.lines)];
  const entries = [...new Set(chosen.entries)];
  if (lines.length + entries.length < 2) throw new Problem("match-empty");
  await lockReconciled(work, account);
  const written = await work.first(writeMatch, [account, work.actor]);
  if (written === null) throw new Error("a match was not written");
  const { id } = written;
  const taken = await work.run(
    `update bank_statement_line set match_id = $3
      where account = $1 and id = any ($2::bigint[]) and match_id is null`,
    [account, lines, id],
  );
  const added = await work.run(
    `insert into bank_match_entry (account, entry_id, match_id)
      select $1, j.entry_id, $3 from ledger_account a join journal_line j on j.account_id = a.id
      where a.code = $1 and a.member_id is null and j.entry_id = any ($2::bigint[])
      on conflict (account, entry_id) do nothing`,
    [account, entries, id],
  );
  if (taken !== lines.length || added !== entries.length) throw new Problem("match-taken");
  await requireEqualSums(work, id);
  const detail = { match: String(id), lines: taken, entries: added };
  work.audit({ action: "match-proposed", subject: subjectOf(account), detail });
  return id;
}

const findSums = statement({
  name: "bank-match-sums",
  text: "select line_cents, entry_cents from bank_match_sums(array[$1::bigint])",
  row: z.object({ line_cents: bigCents, entry_cents: bigCents }),
});

async function requireEqualSums(work: UnitOfWork, id: bigint): Promise<void> {
  const sums = await work.first(findSums, [id]);
  if (sums?.line_cents !== sums?.entry_cents) throw new Problem("match-sums");
}

interface Named {
  readonly account: ReconciledAccount;
  readonly id: bigint;
}

interface Confirming extends Named {
  readonly shownDigest: string;
}

/** Confirms a match that another person proposed, if it is still what the person saw. */
export async function confirm(work: UnitOfWork, confirming: Confirming): Promise<number> {
  const { account, id, shownDigest } = confirming;
  await lockReconciled(work, account);
  const found = await matchAt(work, account, id);
  if (found === null) throw new Problem("no-such-match");
  if (found.state !== "proposed") throw new Problem("match-state");
  if (found.proposed_by === work.actor) throw new Problem("match-two-people");
  requireShown(shownDigest, matchFacts(found));
  return confirmThose(work, account, { ids: [id], rule: found.rule });
}

interface AllOfRule {
  readonly account: ReconciledAccount;
  readonly rule: MatchRule;
  readonly shownDigest: string;
}

const findIds = statement({
  name: "bank-proposed-ids",
  text: `select id from bank_match where account = $1 and rule = $2 and state = 'proposed'
    order by id`,
  row: z.object({ id: z.bigint() }),
});

/** Confirms all proposals of a rule, if they are still those that the person saw. */
export async function confirmAll(work: UnitOfWork, asked: AllOfRule): Promise<number> {
  const { account, rule, shownDigest } = asked;
  await lockReconciled(work, account);
  const proposals = await proposalRows(work, account);
  const found = proposals.find((one) => one.rule === rule);
  requireShown(shownDigest, proposalFacts(rule, found));
  if (found?.proposers.includes(work.actor)) throw new Problem("match-two-people");
  const ids = (await work.rows(findIds, [account, rule])).map(({ id }) => id);
  return confirmThose(work, account, { ids, rule });
}

const confirmSome = `update bank_match m set state = 'confirmed', confirmed_by = $2,
    confirmed_at = akiba_now(),
    settled_on = greatest(s.last_day, coalesce((select until + 1 from books_closed), s.last_day))
  from bank_match_sums($1::bigint[]) s where s.match_id = m.id`;

async function confirmThose(
  work: UnitOfWork,
  account: ReconciledAccount,
  { ids, rule }: { readonly ids: readonly bigint[]; readonly rule: MatchRule },
): Promise<number> {
  try {
    const confirmed = await work.run(confirmSome, [ids, work.actor]);
    const detail = {
      rule,
      matches: confirmed,
      first: String(ids[0] ?? ""),
      last: String(ids.at(-1) ?? ""),
    };
    work.audit({ action: "matches-confirmed", subject: subjectOf(account), detail });
    return confirmed;
  } catch (error) {
    if (violatedConstraint(error) === "bank_match_sums") throw new Problem("match-sums");
    throw error;
  }
}

interface Undoing extends Named {
  readonly reason: string;
}

/** Rejects a proposal, or undoes a confirmed match of an open month; its items are open again. */
export async function undo(work: UnitOfWork, { account, id, reason }: Undoing): Promise<void> {
  await lockReconciled(work, account);
  const found = await matchAt(work, account, id);
  if (found === null) throw new Problem("no-such-match");
  if (found.state === "undone") throw new Problem("match-state");
  try {
    await work.run(
      `update bank_match set state = 'undone', undone_by = $2, undone_at = akiba_now(),
        undone_because = $3 where id = $1`,
      [id, work.actor, reason],
    );
  } catch (error) {
    if (violatedConstraint(error) === "bank_match_in_open_month") throw new Problem("match-closed");
    throw error;
  }
  if (found.rule !== "manual") await remember(work, account, id);
  await work.run("update bank_statement_line set match_id = null where match_id = $1", [id]);
  await work.run("delete from bank_match_entry where match_id = $1", [id]);
  const detail = { match: String(id), rule: found.rule, was: found.state, reason };
  work.audit({ action: "match-undone", subject: subjectOf(account), detail });
}

/** Remembers the pairs of a rejected proposal, so that the rules do not propose them again. */
async function remember(work: UnitOfWork, account: ReconciledAccount, id: bigint): Promise<void> {
  await work.run(
    `insert into bank_match_rejected (account, line_id, entry_id)
      select $1, l.id, e.entry_id
      from bank_match_entry e left join bank_statement_line l on l.match_id = e.match_id
      where e.match_id = $2 on conflict do nothing`,
    [account, id],
  );
}

interface Noted extends Named {
  readonly side: ReconciliationSide;
  readonly note: string;
}

const items: Readonly<Record<ReconciliationSide, string>> = {
  statement: "bank_statement_line i where i.account = $1 and i.id = $2",
  books: `journal_line i join ledger_account a on a.id = i.account_id
    where a.code = $1 and a.member_id is null and i.entry_id = $2`,
};

/** Adds a note on why an item is left open; an empty note removes the previous one. */
export async function writeNote(work: UnitOfWork, noted: Noted): Promise<void> {
  const { account, side, id, note } = noted;
  const removal = "delete from bank_item_note where account = $1 and side = $2 and item_id = $3";
  if (note === "") await work.run(removal, [account, side, id]);
  else {
    const written = await work.run(
      `insert into bank_item_note (account, side, item_id, note, noted_by)
        select $1, $3, $2, $4, $5 where exists (select from ${items[side]})
        on conflict (account, side, item_id) do update
          set note = excluded.note, noted_by = excluded.noted_by, noted_at = akiba_now()`,
      [account, id, side, note, work.actor],
    );
    if (written === 0) throw new Problem("no-such-item");
  }
  const detail = { side, item: String(id), note };
  work.audit({ action: "open-item-noted", subject: subjectOf(account), detail });
}

const findLine = statement({
  name: "bank-line-to-enter",
  text: `select day, amount_cents, match_id is not null as is_taken,
      left(concat_ws(', ', nullif(details, ''), nullif(receipt_no, '')), 200) as text
    from bank_statement_line where account = $1 and id = $2`,
  row: z.object({
    day: storedDate,
    amount_cents: bigCents,
    is_taken: z.boolean(),
    text: z.string(),
  }),
});

/**
 * Enters the movement of an open line, or the payment that it shows, for another person to approve.
 * The reference of a movement is its line and counts once: two presses on the same line enter it
 * once.
 */
export async function enterLine(work: UnitOfWork, { account, id }: Named, ourShortCode: string) {
  await lockReconciled(work, account);
  const line = await work.first(findLine, [account, id]);
  if (line === null) throw new Problem("no-such-item");
  const kind = kindOfLine(account, line.amount_cents > 0n);
  if (line.is_taken) throw new Problem("match-taken");
  if (kind === "payment-in") {
    return { kind, approvalId: await requestPayment(work, id, ourShortCode) };
  }
  const reference = `LINE-${id}`;
  const { day, text: description } = line;
  const amount = sizeOf(line.amount_cents);
  const given = { kind, amount, day, reference, description: description || reference };
  const { id: movement, approvalId } = await enterMovement(work, given);
  return { kind, movement: String(movement), approvalId };
}

function sizeOf(amount: Cents): Cents {
  return amount < 0n ? negateCents(amount) : amount;
}

interface ApprovedPayment extends Pick<ApprovedBy, "requestedBy" | "approvalId"> {
  readonly notify: Notify;
  readonly ourShortCode: string;
}

const findEntered = statement({
  name: "bank-line-payment",
  text: "select id from pay_in where receipt_no = $1",
  row: z.object({ id: z.bigint() }),
});

/**
 * Receives the payment that a line shows, as two people have agreed, and matches the line with its
 * entries. The account and the receipt are locked; throws if either is already matched or booked.
 */
export async function enterPayment(
  work: UnitOfWork,
  lineId: bigint,
  { requestedBy, approvalId, notify, ourShortCode }: ApprovedPayment,
): Promise<void> {
  const found = await paymentOfLine(work, lineId, ourShortCode);
  if (found === null) throw new Problem("match-taken");
  const { payment } = found.arrival;
  await rejectConcerned(work, await foresee(work, found.arrival), work.actor);
  await receive(work, [payment], notify, "statement");
  const entered = await work.first(findEntered, [payment.receiptNo]);
  if (entered === null) throw new Error(`payment ${payment.receiptNo} was not received`);
  await work.run(
    `insert into pay_in_line (line_id, pay_in_id, approval_id, entered_by, approved_by)
      values ($1, $2, $3, $4, $5)`,
    [lineId, entered.id, approvalId, requestedBy, work.actor],
  );
  await matchPayment(work, { lineId, payInId: entered.id, requestedBy });
  const detail = { line: String(lineId), requestedBy };
  work.audit({ action: "pay-in-entered", subject: payInSubject(payment.receiptNo), detail });
}

interface Entered {
  readonly lineId: bigint;
  readonly payInId: bigint;
  readonly requestedBy: string;
}

const writeOfPayment = statement({
  name: "bank-match-of-payment",
  text: `insert into bank_match (account, rule, proposed_by) values ('mobile-money', 'receipt', $1)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Matches a line with the entries that were just made of it; both people have seen the line. */
async function matchPayment(
  work: UnitOfWork,
  { lineId, payInId, requestedBy }: Entered,
): Promise<void> {
  const written = await work.first(writeOfPayment, [requestedBy]);
  if (written === null) throw new Error("a match was not written");
  const { id } = written;
  await work.run("update bank_statement_line set match_id = $2 where id = $1", [lineId, id]);
  await work.run(
    `insert into bank_match_entry (account, entry_id, match_id)
      select 'mobile-money', t.entry_id, $2 from pay_in p
        join pay_in_part t on t.pay_in_id = p.id and t.turn = p.turn where p.id = $1`,
    [payInId, id],
  );
  await confirmThose(work, "mobile-money", { ids: [id], rule: "receipt" });
}

interface Correcting {
  readonly account: ReconciledAccount;
  readonly id: bigint;
  readonly reason: string;
}

/** Requests to correct a payment to the amount on its open line, for another person to approve. */
export async function correctLine(
  work: UnitOfWork,
  { account, id, reason }: Correcting,
): Promise<bigint> {
  await lockReconciled(work, account);
  if (account !== "mobile-money") throw new Problem("no-such-item");
  return requestCorrection(work, id, reason);
}

/**
 * Corrects a payment to the amount on its line, as two people have agreed. The line is matched with
 * the entries that were posted again, and those that were reversed with their reversals.
 */
export async function enterCorrection(work: UnitOfWork, by: CorrectedBy): Promise<void> {
  const { lineId, requestedBy } = by;
  const found = await correctionAt(work, lineId);
  if (found instanceof Problem) throw found;
  for (const actor of [requestedBy, work.actor]) await rejectCorrecting(work, found, actor);
  const reversed = await correctAmount(work, found, by);
  const pairs = await proposeReversed(work, reversed, requestedBy);
  await confirmThose(work, "mobile-money", { ids: [pairs], rule: "reversal" });
  await matchPayment(work, { lineId, payInId: found.payIn.id, requestedBy });
}
