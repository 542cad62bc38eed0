import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { yearOf } from "#shared/public-holidays.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { claimResults, takeFile } from "#server/payouts/desk/commands.ts";
import { factsOfFile, fileRowsOf } from "#server/payouts/queue/payout-files.ts";
import { nextFile } from "#server/payouts/queue/queue.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";

const ADMINISTRATOR = "staff:ST9003";
const TREASURER = "staff:ST9005";

/** The members whose number is confirmed. The bonus of MS1002 goes to the phone. */
const CONFIRMED = ["MS1002", "MS1003", "MS1006", "MS1011"];

/** A bonus on the deposits of a year when the society was small, so that few members get any. */
const YEARS_AGO = 9;
const RATE_BASIS_POINTS = 200;

const DECLARED_DAYS_AGO = 9;
const PAID_DAYS_AGO = 7;
const UPLOADED_DAYS_AGO = 1;

interface Playing {
  readonly today: CalendarDate;
  /** Sets the clock back by a number of days. */
  readonly daysAgo: (days: number) => Promise<void>;
}

/**
 * Pays a small bonus to a phone by a file, and has the administrator upload the results of that
 * file, so that the treasurer finds a request to approve.
 */
export async function uploadResults(work: UnitOfWork, { today, daysAgo }: Playing): Promise<void> {
  const year = yearOf(today) - YEARS_AGO;
  const office = inNameOf(work, ADMINISTRATOR);
  await work.run(
    `update member set mobile_confirmed_at = akiba_now()
      where member_no = any ($1) and mobile_number <> ''`,
    [CONFIRMED],
  );
  await daysAgo(DECLARED_DAYS_AGO);
  await declareBonus(work, year, addDays(today, -DECLARED_DAYS_AGO));
  await daysAgo(PAID_DAYS_AGO);
  await lock(office, year);
  await forgetPostings(work);
  await pay(office, year, () => {});
  const { id } = await takeFile(office, digestOfShown(factsOfFile(await nextFile(office))));
  await daysAgo(UPLOADED_DAYS_AGO);
  await claimResults(office, id, { faults: [], rows: await resultsOf(work, id) });
}

/** Declares a bonus on old deposits, which goes to the phone of members who choose nothing. */
async function declareBonus(work: UnitOfWork, year: number, day: CalendarDate): Promise<void> {
  const declared = {
    year,
    shareRateBasisPoints: 0,
    depositRateBasisPoints: RATE_BASIS_POINTS,
    weighting: "from-the-month",
    booksClosedOn: `${year}-12-31` as CalendarDate,
    agmReference: `BONUS-${year}`,
    holdArrears: false,
    opensOn: day,
    closesOn: day,
    defaultMode: "mobile",
  } as const;
  await declare(work, declared, ADMINISTRATOR);
  await approve(work, year, { by: TREASURER });
  await forgetPostings(work);
  await postAllMembers(work, year, { by: ADMINISTRATOR });
}

/** A unit of work stages one set of postings; the demo posts several in one. */
async function forgetPostings(work: UnitOfWork): Promise<void> {
  await work.run("drop table if exists staged_line, posted_entry");
}

/** Every payment of a file as paid, in the form of M-Pesa's page. */
async function resultsOf(work: UnitOfWork, id: bigint) {
  const rows = await fileRowsOf(work, id);
  return rows.map(({ reference, amount_cents: amount }, at) => ({
    row: at + 2,
    cells: [reference, `QDB${String(at + 1).padStart(7, "0")}`, String(amount / 100n), ""],
  }));
}

/** The same unit of work in the name of a person of the office. */
function inNameOf(work: UnitOfWork, actor: string): UnitOfWork {
  return {
    actor,
    rows: (statement, values) => work.rows(statement, values),
    first: (statement, values) => work.first(statement, values),
    run: (text, values) => work.run(text, values),
    copyIn: (text, rows) => work.copyIn(text, rows),
    takeTime: () => work.takeTime(),
    audit: (entry) => work.audit({ actor, ...entry }),
    afterCommit: (action) => work.afterCommit(action),
  };
}
