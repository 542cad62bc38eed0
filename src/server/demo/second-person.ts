import * as z from "zod/mini";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, shillings, toWireAmount } from "#shared/money.ts";
import { decide, postBatch, prepare } from "#server/check-off/files/commands.ts";
import { readSent } from "#server/check-off/payroll/file-lines.ts";
import { requestRepeat } from "#server/check-off/payroll/repeat-approval.ts";
import { factsOfBatch, shownBatch } from "#server/check-off/payroll/shown-batch.ts";
import { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { propose } from "#server/check-off/placement/commands.ts";
import { payersOf } from "#server/loans/lending/running-loans.ts";
import { shownLoan } from "#server/loans/lending/shown-loan.ts";
import { repay } from "#server/loans/desk/commands.ts";
import { requestReturn } from "#server/loans/taken-back/commands.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";

const OFFICER = "staff:ST9002";
const CLERK = "staff:ST9001";
const TREASURER = "staff:ST9005";
const notify = (): void => {};

/** The same unit of work, in the name of somebody of the office. */
export function inNameOf(work: UnitOfWork, actor: string): UnitOfWork {
  return {
    actor,
    rows: (declared, values) => work.rows(declared, values),
    first: (declared, values) => work.first(declared, values),
    run: (text, values) => work.run(text, values),
    copyIn: (text, rows) => work.copyIn(text, rows),
    takeTime: () => work.takeTime(),
    audit: (entry) => work.audit({ actor, ...entry }),
    afterCommit: (action) => work.afterCommit(action),
  };
}

/**
 * Has the clerk record a large repayment and propose a destination for money in suspense, and the
 * loans officer request the return of an approval, so that all wait for a second person.
 */
export async function leaveForSecondPerson(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const clerk = inNameOf(work, CLERK);
  const receipt = { loanNo: "DL0251", amount: shillings(45_000), receipt: "BS-20417" };
  const bySlip = { ...receipt, way: "bank", date: undefined, over: undefined } as const;
  await repay(clerk, { ...bySlip, by: CLERK }, notify);
  const batch = await postUnknownLine(work, today);
  await requestReturnOf(inNameOf(work, OFFICER), "MS1002");
  await propose(clerk, { batch, row: 2n, to: "deposits", memberNo: "MS1011" });
}

const findApproved = statement({
  text: `select l.loan_no from loan l join member m on m.id = l.member_id
    where m.member_no = $1 and l.state = 'approved'`,
  row: z.object({ loan_no: z.string() }),
});

/** Has the loans officer request that the approval of a member's loan be returned. */
async function requestReturnOf(work: UnitOfWork, memberNo: string): Promise<void> {
  const found = await work.first(findApproved, [memberNo]);
  if (found === null) throw new Error(`${memberNo} has no approved loan`);
  const loanNo = found.loan_no;
  await requestReturn(work, {
    loanNo,
    outcome: "queue",
    reason: "The payslip was of another month.",
    shownDigest: digestOfShown(await shownLoan(work, loanNo)),
  });
}

/**
 * Posts a late check-off file whose only line matches no member on the register; returns its id. It
 * is the only file of its month, so that members who had an instalment due read that it is missing.
 */
async function postUnknownLine(work: UnitOfWork, today: CalendarDate): Promise<bigint> {
  const month = addMonths(today, -2).slice(0, 7);
  const batch = await takeIn(work, month, {
    fileName: `late-${month}.csv`,
    valueDate: addDays(today, -1),
    lines: [["MS1101", shillings(2500), "M Ndirangu late"]],
  });
  // The latest dividend was posted as a set in this same unit of work.
  await work.run("drop table if exists staged_line, posted_entry");
  const shown = await shownBatch(work, batch);
  const digest = shown === null ? "" : digestOfShown(factsOfBatch(shown));
  await postBatch(inNameOf(work, TREASURER), batch, { digest, notify, tell: () => {} });
  return batch;
}

/**
 * Has the clerk upload a check-off file that is not posted yet: lines placed by words in their
 * notes, one total that is split, and a note that names two destinations.
 */
export async function leaveCheckOff(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const month = addMonths(today, -1).slice(0, 7);
  const payers = await payersOf(work, ["MS1001", "MS1003", "MS1005", "MS1009"], `${month}-01`);
  const owing = [...payers].find(([, { loans }]) => loans.some(({ due }) => due > 0n));
  const [memberNo, payer] = owing ?? ["MS1009", undefined];
  const due = addCents(...(payer?.loans ?? []).map((loan) => loan.due));
  const file: DemoFile = {
    fileName: `uzima-${month}.csv`,
    lines: [
      [memberNo, addCents(due, shillings(1500)), ""],
      ["MS1002", shillings(1000), "Share capital"],
      ["MS1004", shillings(300), "Ustawi"],
      ["MS1006", shillings(500), "Entry fee"],
      ["MS1007", shillings(2000), "Akiba"],
      ["MS1008", shillings(2500), "loan / shares"],
      ["MS1010", shillings(750), "KUSCCO 22"],
      ["MS1011", shillings(900), "For MS1006"],
    ],
  };
  const batch = await takeIn(work, month, file);
  const clerk = inNameOf(work, CLERK);
  const row = BigInt(file.lines.length + 1);
  await decide(clerk, { batch, row, to: "deposits", memberNo: "MS1006" });
  await askForRepeat(clerk, month, { ...file, fileName: `uzima-${month}-again.csv` });
}

/** Has the clerk request that a file be imported although it looks like an earlier one. */
async function askForRepeat(work: UnitOfWork, month: string, file: DemoFile): Promise<void> {
  const { sent, read } = await readFile(file);
  await requestRepeat(work, {
    identity: { month: `${month}-01`, rows: read.rows, said: read.said },
    fileName: file.fileName,
    amount: sent.declared,
    reason: "The employer says that this is a second deduction of the month.",
  });
}

interface DemoFile {
  readonly fileName: string;
  /** The last day of the month by default. */
  readonly valueDate?: CalendarDate;
  readonly lines: readonly (readonly [memberNo: string, amount: Cents, note: string])[];
}

/** Has the clerk upload a check-off file of a month; returns its id. */
async function takeIn(work: UnitOfWork, month: string, file: DemoFile): Promise<bigint> {
  const { sent, read } = await readFile(file);
  const { valueDate } = file;
  return prepare(inNameOf(work, CLERK), { ...sent, month: `${month}-01`, valueDate }, read);
}

/** Writes a file and reads it as the desk does. */
async function readFile({ fileName, lines }: DemoFile) {
  const rows = lines.map(
    ([memberNo, amount, note]) => `${memberNo},${toWireAmount(amount)},${note}`,
  );
  const content = new TextEncoder().encode(["member_no,amount,note", ...rows, ""].join("\n"));
  const declared = addCents(...lines.map(([, amount]) => amount));
  const sent = { fileName, declared, content };
  return { sent, read: await readSent(CLERK, sent, new FileReadingQueue(limitDefaults, null)) };
}
