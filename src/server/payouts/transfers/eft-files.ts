import * as z from "zod/mini";
import type { EftResult } from "#shared/contract/payouts/bank.ts";
import { addCents, type Cents } from "#shared/money.ts";
import type { ApprovedBy } from "#server/oversight/approvals/approval-kind.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { waitingRequests } from "#server/oversight/approvals/waiting-requests.ts";
import { lockPayout, type Payout } from "#server/payouts/queue/payout-rows.ts";
import { putBackAll } from "#server/payouts/queue/put-back.ts";
import { settleAll } from "#server/payouts/queue/settle.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import {
  compareReferences,
  type EftFileRow,
  eftFileAt,
  type EftLineRow,
  eftLinesOf,
} from "./eft-rows.ts";
import { concernsOf, type Payable, payableBy, payableOf } from "./payable-by-bank.ts";

/** The subject of the request for the next file: only one waits at a time. */
export const NEXT_FILE = "eft-file:next";
/** Returns the subject of requests about a file for the bank. */
export const eftSubject = (id: bigint): string => `eft-file:${id}`;

const findDebitAccount = statement({
  name: "debit-account",
  text: "select debit_account from society",
  row: z.object({ debit_account: z.string() }),
});

/** Returns the society's debit account for payout files; empty until the office enters it. */
export async function debitAccountOf(snapshot: Snapshot): Promise<string> {
  return (await snapshot.first(findDebitAccount))?.debit_account ?? "";
}

/** Requests that another person approve a file of the payouts that can go to the bank now. */
export async function requestFile(work: UnitOfWork): Promise<bigint> {
  const debitAccount = await debitAccountOf(work);
  if (debitAccount === "") throw new Problem("no-debit-account");
  const rows = await payableBy(work, work.actor);
  if (rows.length === 0) throw new Problem("no-payouts");
  const payload = { debitAccount, payouts: rows.map(({ payout_id: id }) => String(id)) };
  return requestApproval(work, { kind: "eft-file", subject: NEXT_FILE, payload });
}

/** The payload of the request of a file: exactly the payouts that it pays. */
export const requestedFile = z.object({ debitAccount: z.string(), payouts: z.array(textId) });

/** The next file for the bank, as a person sees it before it exists. */
interface NextFile {
  /** The request that waits for a second person; empty if there is none. */
  readonly approvalId: string;
  readonly rows: readonly Payable[];
  /** Whether a requested payment can no longer be sent. */
  readonly isStale: boolean;
  /** Payments that became ready only after the file was requested. */
  readonly later: readonly Payable[];
}

/**
 * Returns the payments that are ready for the bank; if a file has been requested, its payments and,
 * separately, the later ones.
 */
export async function nextFileOf(snapshot: Snapshot, viewer: string): Promise<NextFile> {
  const payable = await payableBy(snapshot, viewer);
  const asked = { subjects: [NEXT_FILE], requester: viewer };
  const [waiting] = await waitingRequests(snapshot, "eft-file", asked);
  if (waiting === undefined) return { approvalId: "", rows: payable, isStale: false, later: [] };
  const { payouts } = requestedFile.parse(waiting.payload);
  const rows = await payableOf(snapshot, payouts);
  const held = new Set(payouts);
  const later = payable.filter(({ payout_id: id }) => !held.has(id));
  return { approvalId: waiting.id, rows, isStale: rows.length < payouts.length, later };
}

/** A fingerprint of the payments of a file: their order, accounts and amounts. */
export function printOf(rows: readonly Payable[]): string {
  const parts = rows.map(({ reference, branch_code: branch, account_no: account, ...row }) =>
    JSON.stringify([reference, branch, account, row.account_name, String(row.amount_cents)]),
  );
  return printOfText(parts.join("\n"));
}

/** A short fingerprint that two people can compare. */
export const printOfText = (text: string): string =>
  sha256Hex(new TextEncoder().encode(text)).slice(0, 12);

/** Returns the sum of payments. */
export const sumOf = (rows: readonly Pick<Payable, "amount_cents">[]): Cents =>
  addCents(...rows.map(({ amount_cents: amount }) => amount));

const insertFile = statement({
  name: "eft-file-insert",
  text: `insert into eft_file (debit_account, approval_id, made_by, approved_by)
    values ($1, $2, $3, $4) returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Creates the file that two people agreed to: exactly these payments, each in one file only. */
export async function makeFile(
  work: UnitOfWork,
  { debitAccount, rows }: { readonly debitAccount: string; readonly rows: readonly Payable[] },
  { requestedBy, approvalId }: Pick<ApprovedBy, "requestedBy" | "approvalId">,
): Promise<void> {
  await work.run("select from payout where id = any ($1::bigint[]) order by id for update", [
    rows.map(({ payout_id: id }) => id),
  ]);
  // A member who stops an account meanwhile does so before the file or after it.
  await work.run(
    "select from member_bank_details where id = any ($1::bigint[]) order by id for share",
    [rows.map(({ details_id: id }) => id)],
  );
  await rejectOwnLoans(work, rows, [requestedBy, work.actor]);
  const made = await work.first(insertFile, [debitAccount, approvalId, requestedBy, work.actor]);
  if (made === null) throw new Error("the file was not made");
  await work.run(
    `insert into eft_line (file_id, line_no, payout_id, details_id, amount_cents)
      select $1, t.line_no, t.payout_id, t.details_id, t.amount_cents
      from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality
        as t (payout_id, details_id, amount_cents, line_no)`,
    [
      made.id,
      rows.map(({ payout_id: id }) => id),
      rows.map(({ details_id: id }) => id),
      rows.map(({ amount_cents: amount }) => amount),
    ],
  );
  const detail = { payments: rows.length, print: printOf(rows), requestedBy };
  work.audit({ action: "eft-file-made", subject: eftSubject(made.id), detail });
}

/** Throws if one of these people borrowed or guaranteed a loan that is among the payments. */
async function rejectOwnLoans(
  work: UnitOfWork,
  rows: readonly Payable[],
  people: readonly string[],
): Promise<void> {
  if ((await concernsOf(work, rows, people)).hasLoan) throw new Problem("own-loan");
}

/** Throws if a payment goes to one of these people, or is of a loan that concerns them. */
async function rejectOwn(
  work: UnitOfWork,
  rows: readonly Payable[],
  people: readonly string[],
): Promise<void> {
  const { isPaid, hasLoan } = await concernsOf(work, rows, people);
  if (isPaid) throw new Problem("own-listing");
  if (hasLoan) throw new Problem("own-loan");
}

/** Requests that another person approve the bank's results for payments of a file. */
export async function requestResults(
  work: UnitOfWork,
  id: bigint,
  rows: readonly EftResult[],
): Promise<bigint> {
  await openFile(work, id);
  const lines = await eftLinesOf(work, id);
  const told = openLinesOf(lines, rows);
  if (told === null) throw new Problem("payout-state");
  const own = told.map(({ line }) => line);
  await rejectOwn(work, own, [work.actor]);
  await rejectUsedReferences(work, rows);
  const payload = { file: String(id), rows };
  return requestApproval(work, { kind: "eft-results", subject: eftSubject(id), payload });
}

/** Throws if a reference of the bank has booked money, or pays twice, however it is written. */
async function rejectUsedReferences(work: UnitOfWork, results: readonly EftResult[]) {
  const written = results.flatMap((row) => (row.outcome === "paid" ? [row.bankReference] : []));
  const references = await compareReferences(work, written);
  const isTwice = new Set(references.map(({ plain }) => plain)).size < references.length;
  if (isTwice || references.some(({ used }) => used)) throw new Problem("receipt-used");
}

/** Requests that another person confirm that a file never reached the bank. */
export async function requestTakeBack(
  work: UnitOfWork,
  id: bigint,
  reason: string,
): Promise<bigint> {
  const file = await openFile(work, id);
  if (file.open < file.payments) throw new Problem("payout-state");
  await rejectOwn(work, await eftLinesOf(work, id), [work.actor]);
  const subject = eftSubject(id);
  return requestApproval(work, {
    kind: "eft-take-back",
    subject,
    payload: { file: String(id) },
    reason,
  });
}

/** Returns a file that was not withdrawn; throws if there is none. */
export async function openFile(work: UnitOfWork, id: bigint): Promise<EftFileRow> {
  const file = await eftFileAt(work, id);
  if (file === null) throw new Problem("no-such-payout-file");
  if (file.taken_back) throw new Problem("payout-state");
  return file;
}

/** A line of a file with the bank's result. */
export interface ReportedLine {
  readonly line: EftLineRow;
  readonly result: EftResult;
}

/** Returns each reported line; null if one is closed, repeated or not in the file. */
export function openLinesOf(
  lines: readonly EftLineRow[],
  results: readonly EftResult[],
): ReportedLine[] | null {
  const byNo = new Map(lines.map((line) => [line.line_no, line]));
  const told = results.flatMap((result) => {
    const line = byNo.get(result.line);
    return line?.state === "open" ? [{ line, result }] : [];
  });
  const isEachOnce = new Set(results.map(({ line }) => line)).size === results.length;
  return isEachOnce && told.length === results.length ? told : null;
}

/** Locks a file, so that two decisions about it are taken one after the other. */
export async function lockFile(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run("select from eft_file where id = $1 for no key update", [id]);
}

/**
 * Settles the payments that the bank paid, and moves back those that it returned: a loan to the
 * loan desk, a withdrawal to its account. The others wait at the office again.
 */
export async function takeResults(
  work: UnitOfWork,
  id: bigint,
  told: readonly ReportedLine[],
  requestedBy: string,
): Promise<void> {
  const lines = told.map(({ line }) => line);
  await rejectOwnLoans(work, lines, [requestedBy, work.actor]);
  await rejectUsedReferences(
    work,
    told.map(({ result }) => result),
  );
  await noteResults(work, id, told, requestedBy);
  const paid: { payout: Payout; attemptId: null; receiptNo: string }[] = [];
  const returned: { payout: Payout; reason: string }[] = [];
  for (const { line, result } of told.toSorted(byPayout)) {
    const payout = await lockPayout(work, line.payout_id);
    if (payout === null) throw new Error(`there is no payout ${line.payout_id}`);
    if (result.outcome === "returned") returned.push({ payout, reason: result.reason });
    else {
      const claimed = { ...payout, claimed_way: "bank" as const };
      paid.push({ payout: claimed, attemptId: null, receiptNo: result.bankReference });
    }
  }
  await claim(work, paid, requestedBy);
  const settled = await settleAll(work, paid);
  if (settled.size !== paid.length) throw new Problem("receipt-used");
  await work.run("update payout set confirmed_by = $2 where id = any ($1::bigint[])", [
    paid.map(({ payout }) => payout.id),
    work.actor,
  ]);
  await putBackAll(
    work,
    returned.filter(({ payout }) => !payout.stays),
    { failedBy: requestedBy },
  );
  const detail = { paid: paid.length, returned: returned.length, requestedBy };
  work.audit({ action: "eft-results-taken", subject: eftSubject(id), detail });
}

const byPayout = (one: ReportedLine, other: ReportedLine): number =>
  Number(one.line.payout_id - other.line.payout_id);

async function noteResults(
  work: UnitOfWork,
  id: bigint,
  told: readonly ReportedLine[],
  requestedBy: string,
): Promise<void> {
  await work.run(
    `update eft_line l set state = t.state, bank_reference = t.reference, reason = t.reason,
        told_by = $6, confirmed_by = $7
      from unnest($2::int[], $3::text[], $4::text[], $5::text[])
        as t (line_no, state, reference, reason)
      where l.file_id = $1 and l.line_no = t.line_no`,
    [
      id,
      told.map(({ line }) => line.line_no),
      told.map(({ result }) => result.outcome),
      told.map(({ result }) => (result.outcome === "paid" ? result.bankReference : "")),
      told.map(({ result }) => (result.outcome === "returned" ? result.reason : "")),
      requestedBy,
      work.actor,
    ],
  );
}

/** Records the first of the two people, as the desk does when it marks a payment. */
async function claim(
  work: UnitOfWork,
  paid: readonly { readonly payout: Payout; readonly receiptNo: string }[],
  by: string,
): Promise<void> {
  await work.run(
    `update payout p set claimed_receipt = t.receipt, claimed_way = 'bank', claimed_by = $3,
        changed_at = akiba_now(), changed_by = $3
      from unnest($1::bigint[], $2::text[]) as t (id, receipt) where p.id = t.id`,
    [paid.map(({ payout }) => payout.id), paid.map(({ receiptNo }) => receiptNo), by],
  );
}

/**
 * Withdraws a file that, as two people confirmed, never reached the bank: its payouts wait again.
 */
export async function takeBack(
  work: UnitOfWork,
  id: bigint,
  { requestedBy, reason }: Pick<ApprovedBy, "requestedBy" | "reason">,
): Promise<void> {
  await rejectOwn(work, await eftLinesOf(work, id), [requestedBy, work.actor]);
  await work.run(
    `update eft_file set taken_back_asked_by = $2, taken_back_by = $3,
        taken_back_at = akiba_now(), taken_back_because = $4
      where id = $1`,
    [id, requestedBy, work.actor, reason],
  );
  await work.run("update eft_line set state = 'taken-back' where file_id = $1", [id]);
  const detail = { requestedBy, reason };
  work.audit({ action: "eft-file-taken-back", subject: eftSubject(id), detail });
}
