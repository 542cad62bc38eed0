import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { postBatch, prepare } from "#server/check-off/commands.ts";
import { readSent } from "#server/check-off/rules.ts";
import { ReadingDesk } from "#server/csv-import/reading-desk.ts";
import { propose } from "#server/check-off-placement/commands.ts";
import { repay } from "#server/loan-desk/commands.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { limitDefaults } from "#server/platform/limits.ts";

const CLERK = "staff:ST9001";
const TREASURER = "staff:ST9005";
const wake = (): void => {};

/** The same unit of work, in the name of somebody of the office. */
function inNameOf(work: UnitOfWork, actor: string): UnitOfWork {
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
 * Has the clerk record a large repayment, and propose where money in suspense goes, so that both
 * wait for a second person.
 */
export async function leaveForSecondPerson(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const clerk = inNameOf(work, CLERK);
  const receipt = { loanNo: "DL0251", amount: shillings(45_000), receipt: "BS-20417" };
  const bySlip = { ...receipt, way: "bank", date: undefined, over: undefined } as const;
  await repay(clerk, { ...bySlip, by: CLERK }, wake);
  const batch = await postUnknownLine(work, today);
  await propose(clerk, { batch, row: 2n, to: "deposits", memberNo: "MS1011" });
}

/** Posts a late check-off file whose one line names nobody on the register; returns its id. */
async function postUnknownLine(work: UnitOfWork, today: CalendarDate): Promise<bigint> {
  const month = addMonths(today, -1).slice(0, 7);
  const csv = "member_no,amount,note\nMS1101,2500,M Ndirangu late\n";
  const content = new TextEncoder().encode(csv);
  const sent = { fileName: `late-${month}.csv`, declared: shillings(2500), content };
  const read = await readSent(CLERK, sent, new ReadingDesk(limitDefaults, null));
  const given = { ...sent, month: `${month}-01` };
  const batch = await prepare(inNameOf(work, CLERK), given, read);
  // The latest dividend was posted as a set in this same unit of work.
  await work.run("drop table if exists staged_line, posted_entry");
  await postBatch(inNameOf(work, TREASURER), batch, { wake, tell: () => {} });
  return batch;
}
