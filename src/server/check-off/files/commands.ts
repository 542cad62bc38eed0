import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Destination } from "#shared/contract/check-off/files.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import { rememberMapping } from "#server/imports/engine/uploads.ts";
import { inOpenBooks } from "#server/ledger/journal/closed-books.ts";
import {
  lockStaged,
  openPostingSet,
  stageLines,
  writeStaged,
} from "#server/ledger/journal/post-set.ts";
import {
  lockLoans,
  recordRepaidSteps,
  settleSelected,
} from "#server/loans/lending/bulk-repayments.ts";
import { dueInMonth } from "#server/loans/lending/instalments-due.ts";
import { knownLoans, payersOf } from "#server/loans/lending/running-loans.ts";
import { agreedInMonth } from "#server/check-off/payroll/agreed-contributions.ts";
import { holdBatch, repaidLoans } from "#server/check-off/payroll/batch.ts";
import { compareFile } from "#server/check-off/payroll/repeated-files.ts";
import { membersWhoLeft, requirePresentMembers } from "#server/check-off/payroll/left-members.ts";
import { notifyMembers } from "#server/check-off/payroll/news-of-file.ts";
import { factsOfBatch, keepFigures, shownBatch } from "#server/check-off/payroll/shown-batch.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { linesOfParts, partsInOrder } from "#server/check-off/payroll/destination-postings.ts";
import {
  type DirectedPart,
  directSplit,
  directWhole,
  takesDeposits,
} from "#server/check-off/payroll/directed-parts.ts";
import { keptWords, NoteReader } from "#server/check-off/payroll/note-words.ts";
import { insertParts, writeParts } from "#server/check-off/payroll/line-parts.ts";
import { datePayoutsFirst, onOpenDay } from "#server/check-off/payroll/value-date.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import * as queries from "./queries.ts";
import {
  fileColumns,
  type FileLine,
  type ReadFile,
  type SentFile,
} from "#server/check-off/payroll/file-lines.ts";
import { loanNosIn, matchLines } from "./lines-in-order.ts";
import { type MatchedLine, OpenLoans } from "./line-allocation.ts";

const insertBatch = statement({
  text: `insert into check_off_batch (month, file_name, sha256, total_cents, line_count,
      prepared_by, value_date, reading, rows_digest, packed_rows, repeats_earlier, insistence_id,
      same_rows_as)
    values ($1, $2, $3, $4, $5, $6, coalesce($7::date, check_off_default_day($1)), $8::jsonb, $9,
      $10, $11, $12, $13) returning id`,
  row: z.object({ id: z.bigint() }),
});

/** A file with the details given by its sender. */
interface Given extends Pick<SentFile, "fileName" | "declared"> {
  readonly month: string;
  /** The value date of its money; the last day of the month by default. */
  readonly valueDate?: CalendarDate | undefined;
}

/**
 * Imports a file, matches its lines and returns its id. Two people must agree before it imports a
 * file that repeats or looks like an earlier one.
 */
export async function prepare(
  work: UnitOfWork,
  given: Given,
  { sha256, lines, rows, said, repeats, reading, header, places }: ReadFile,
): Promise<bigint> {
  await work.takeTime();
  const { month, fileName, declared, valueDate = null } = given;
  const { agreed, sameRowsAs } = await compareFile(work, { month, rows, said });
  const identity = [rows.digest, rows.packed, agreed !== null, agreed, sameRowsAs] as const;
  const file = [month, fileName, sha256, declared, lines.length, work.actor, valueDate] as const;
  const values = [...file, JSON.stringify(reading), ...identity];
  const written = await onOpenDay(() => work.first(insertBatch, values));
  if (written === null) throw new Error("a check-off file was not written");
  const matched = await matchAll(work, month, lines, []);
  await work.run(
    `insert into check_off_line
        (batch_id, row_no, member_no, amount_cents, note, member_id, state, reason, repeats_row)
      select $1, l.* from unnest($2::int[], $3::text[], $4::bigint[], $5::text[], $6::bigint[],
        $7::text[], $8::text[], $9::int[]) as l`,
    [
      written.id,
      matched.map(({ row }) => row),
      matched.map(({ memberNo }) => memberNo),
      matched.map(({ amount }) => amount),
      matched.map(({ note }) => note),
      matched.map(({ memberId }) => memberId),
      matched.map(({ state }) => state),
      matched.map(({ reason }) => reason),
      matched.map(({ row }) => repeats.get(row) ?? null),
    ],
  );
  await rememberMapping(
    work,
    { kind: "check-off", signature: headingsDigest(header) },
    Object.fromEntries(
      fileColumns.map(({ name }, at) => [name, [header[places[at] ?? -1] ?? "", places[at]]]),
    ),
  );
  await insertParts(work, written.id, matched);
  await keepFigures(work, written.id);
  await expect(work, written.id, month);
  const detail = { month, fileName, sha256, lines: lines.length, cents: String(declared) };
  work.audit({ action: "check-off-prepared", subject: `check-off:${written.id}`, detail });
  return written.id;
}

interface DecidedPart {
  readonly row_no: number;
  readonly member_no: string | null;
  readonly loan_id: bigint | null;
  readonly amount_cents: Cents;
}

/**
 * Matches lines after the shares of the lines decided before; drops a decision that no longer fits.
 */
async function matchAll(
  work: UnitOfWork,
  month: string,
  lines: readonly (FileLine & { readonly isDecided?: boolean })[],
  decided: readonly DecidedPart[],
): Promise<MatchedLine[]> {
  const theirs = decided.flatMap(({ member_no }) => (member_no === null ? [] : [member_no]));
  const memberNos = [...new Set([...lines.map(({ memberNo }) => memberNo), ...theirs])];
  const payers = await payersOf(work, memberNos, month);
  const left = await membersWhoLeft(work, memberNos);
  const notes = new Set(lines.flatMap(({ note }) => loanNosIn(note)));
  const loanNos = await knownLoans(work, [...notes]);
  const words = new NoteReader(await keptWords(work));
  const loans = new Map([...payers.values()].flatMap((p) => p.loans.map((l) => [l.id, l])));
  const open = new OpenLoans();
  const loose = new Set<number>();
  const rows = new Map<number, DecidedPart[]>();
  for (const part of decided) rows.set(part.row_no, [...(rows.get(part.row_no) ?? []), part]);
  for (const [row, parts] of rows) {
    const isPresent = parts.every(({ member_no }) => !left.has(member_no ?? ""));
    const onLoans = parts.filter(({ loan_id }) => loan_id !== null);
    const taken = onLoans.map(({ loan_id, amount_cents }) => {
      return { loan: loan_id === null ? undefined : loans.get(loan_id), amount: amount_cents };
    });
    const fits = taken.every(({ loan, amount }) => loan && amount <= open.leftOf(loan).balance);
    const holds = isPresent && fits;
    if (!holds) loose.add(row);
    else for (const { loan, amount } of taken) if (loan) open.take(loan, amount);
  }
  const undecided = lines.filter(({ row, isDecided }) => !isDecided || loose.has(row));
  const decidedFor = new Set(
    lines.filter(({ row, isDecided }) => isDecided && !loose.has(row)).map((line) => line.memberNo),
  );
  return matchLines(undecided, {
    payers,
    loanNos,
    left,
    takesDeposits: await takesDeposits(work),
    words,
    open,
    decidedFor,
  });
}

async function writeMatched(work: UnitOfWork, id: bigint, matched: readonly MatchedLine[]) {
  await work.run(
    `update check_off_line l set member_id = m.member_id, state = m.state, reason = m.reason,
        decided_by = null, decided_at = null
      from unnest($2::int[], $3::bigint[], $4::text[], $5::text[])
        as m (row_no, member_id, state, reason)
      where l.batch_id = $1 and l.row_no = m.row_no`,
    [
      id,
      matched.map(({ row }) => row),
      matched.map(({ memberId }) => memberId),
      matched.map(({ state }) => state),
      matched.map(({ reason }) => reason),
    ],
  );
  await writeParts(work, id, matched);
}

/**
 * Keeps the instalments due from each member in the month, before the posting changes the balances,
 * and the contribution that the member agreed on.
 */
async function expect(work: UnitOfWork, id: bigint, month: string): Promise<void> {
  await work.run("delete from check_off_expected where batch_id = $1", [id]);
  await work.run("delete from check_off_expected_contribution where batch_id = $1", [id]);
  await work.run(
    `insert into check_off_expected (batch_id, member_id, amount_cents)
      select $1, member_id, cents from (${dueInMonth}) d`,
    [id, month],
  );
  await work.run(
    `insert into check_off_expected_contribution (batch_id, member_id, amount_cents)
      select $1, member_id, cents from (${agreedInMonth("$2")}) c`,
    [id, month],
  );
}

/** Matches a file again with the loans of today, and calculates the amounts due again. */
export async function rematch(work: UnitOfWork, id: bigint): Promise<void> {
  await work.takeTime();
  const { month } = await holdBatch(work, id, "prepared");
  const lines = await queries.linesToMatch(work, id);
  await writeMatched(work, id, await matchAll(work, month, lines, await queries.decided(work, id)));
  await keepFigures(work, id);
  await expect(work, id, month);
  work.audit({ action: "check-off-matched-again", subject: `check-off:${id}` });
}

/** Changes the value date of a file that is not posted yet. */
export async function setValueDate(
  work: UnitOfWork,
  id: bigint,
  valueDate: CalendarDate,
): Promise<void> {
  const { value_date: before } = await holdBatch(work, id, "prepared");
  if (before === valueDate) return;
  await onOpenDay(() =>
    work.run("update check_off_batch set value_date = $2, dated_by = $3 where id = $1", [
      id,
      valueDate,
      work.actor,
    ]),
  );
  const detail = { before, now: valueDate };
  work.audit({ action: "check-off-dated", subject: `check-off:${id}`, detail });
}

/** The destination that a person decided for a line: one destination, or several parts. */
export interface Wish {
  readonly batch: bigint;
  readonly row: bigint;
  readonly to?: Destination | undefined;
  readonly loanNo?: string | undefined;
  readonly memberNo?: string | undefined;
  readonly parts?: readonly DirectedPart[] | undefined;
}

/** Decides the destination of a line in any state. */
export async function decide(work: UnitOfWork, wish: Wish): Promise<void> {
  const { batch, row, to, loanNo, memberNo, parts: split } = wish;
  await holdBatch(work, batch, "prepared");
  const found = await queries.lineAt(work, batch, row);
  if (found === null) throw new Problem("no-such-line");
  const { line } = found;
  const directed = { batch, row, memberNo: line.member_no, amount: line.amount_cents };
  const parts =
    to === undefined
      ? await directSplit(work, directed, split ?? [])
      : await directWhole(work, directed, { to, loanNo, memberNo });
  await work.run(
    `update check_off_line set state = 'decided', decided_by = $3, decided_at = akiba_now()
      where batch_id = $1 and row_no = $2`,
    [batch, row, work.actor],
  );
  await writeParts(work, batch, [{ row: line.row_no, parts }]);
  await keepFigures(work, batch);
  const decided = await queries.lineAt(work, batch, row);
  const detail = {
    row: line.row_no,
    before: { state: line.state, by: line.decided_by, parts: partsInWords(found) },
    now: decided && partsInWords(decided),
  };
  work.audit({ action: "check-off-decided", subject: `check-off:${batch}`, detail });
}

/** The parts of a line as the audit log names them. */
function partsInWords({ parts }: queries.LineWithParts): string[] {
  return parts.map(({ destination, loan_no, member_no, amount_cents }) => {
    const whose = loan_no || member_no;
    return [destination, whose, formatMoney(amount_cents)].filter((word) => word !== "").join(" ");
  });
}

/** The progress of a posting, in percent, after each part, weighted by duration. */
const [STAGED, WRITTEN, TOLD] = [10, 70, 98];

const postedNews = [
  "check-off-received",
  "check-off-held",
  "check-off-credited",
  "check-off-moved",
] as const;

interface Posting {
  /** The digest of what the poster was shown of the file. */
  readonly digest: string;
  readonly notify: Notify;
  readonly tell: (percent: number) => void;
}

/**
 * Posts a file as it was shown: every entry, every loan it settles and every message, all or
 * nothing. Throws `shown-changed` if any of it has changed since.
 */
export async function postBatch(
  work: UnitOfWork,
  id: bigint,
  { digest, notify, tell: reportPercent }: Posting,
): Promise<void> {
  await work.takeTime();
  const held = await holdBatch(work, id, "prepared");
  await requireBatchAsShown(work, id, digest);
  const own = await queries.tookPart(work, id, work.actor);
  if (own?.took) throw new Problem("batch-two-people");
  if (await queries.creditsDecider(work, id, work.actor)) throw new Problem("batch-credits-you");
  await work.run("set local lock_timeout = '10s'");
  const repaid = { text: repaidLoans, values: [id] };
  await lockLoans(work, repaid);
  await requirePresentMembers(work, id);
  await openPostingSet(work);
  await stageLines(work, linesOfParts, [id], { valueDate: held.value_date as CalendarDate });
  await datePayoutsFirst(work);
  await lockStaged(work);
  const moved = await work.first(queries.countMoved, [id]);
  if (moved?.lines !== 0)
    throw new Problem("batch-moved", { values: { count: moved?.lines ?? 0 } });
  reportPercent(STAGED);
  const told = (done: number, of: number) =>
    reportPercent(STAGED + (done / of) * (WRITTEN - STAGED));
  await inOpenBooks(() => writeStaged(work, told));
  await work.run(
    `insert into check_off_posting (batch_id, row_no, part_no, entry_id)
      select p.batch_id, p.row_no, p.part_no, e.entry_id
      from (${partsInOrder}) p join posted_entry e using (position)`,
    [id],
  );
  await settleSelected(work, repaid);
  await recordRepaidSteps(work, repaid);
  for (const news of postedNews) await notifyMembers(work, id, news, notify);
  reportPercent(TOLD);
  await work.run(
    `update check_off_batch set state = 'posted', posted_by = $2, posted_at = akiba_now()
      where id = $1`,
    [id, work.actor],
  );
  const { month, value_date: valueDate, line_count: lines, total_cents: cents } = held;
  const detail = { month, valueDate, lines, cents: String(cents) };
  work.audit({ action: "check-off-posted", subject: `check-off:${id}`, detail });
}

/**
 * The file is locked, and its lines change only under that lock. Compares the current lines, not
 * the figures kept for reads.
 */
async function requireBatchAsShown(work: UnitOfWork, id: bigint, digest: string): Promise<void> {
  await keepFigures(work, id);
  const shown = await shownBatch(work, id);
  requireShown(digest, shown === null ? [] : factsOfBatch(shown));
}

interface Ending {
  readonly batch: bigint;
  readonly reason: string;
}

const endBatch = `update check_off_batch set state = $2, ended_by = $3, ended_at = akiba_now(),
  reason = $4 where id = $1`;

/** Sets a file aside that was not posted; it may be imported again. */
export async function discard(work: UnitOfWork, { batch, reason }: Ending): Promise<void> {
  await holdBatch(work, batch, "prepared");
  await work.run(endBatch, [batch, "discarded", work.actor, reason]);
  const detail = { reason };
  work.audit({ action: "check-off-discarded", subject: `check-off:${batch}`, detail });
}
