import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { quoteLoan } from "#shared/instant-loan.ts";
import { type Cents, cents, shillings } from "#shared/money.ts";
import { monthOf } from "#shared/pay-day.ts";
import { statement } from "#server/kernel/platform/database.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import { enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { dueInMonth } from "./instalments-due.ts";
import { recordRepayments, registerDisbursedLoan } from "./loans.ts";
import { payersOf } from "./running-loans.ts";

const society = useServedSociety();
let memberId: bigint;

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MB");
  memberId = await memberIdOf(society, "MB");
  // Another member's loan, which no figure of the first may include.
  await enrol(society, "MO");
  await lend(society, "MO", { loanNo: "LN-O" });
  society.clock.set("2026-04-14T06:00:00Z");
});

interface Case {
  readonly months: number;
  readonly principal: number;
  /** The number of months since the loan was paid out. */
  readonly ago: number;
  readonly day: number;
  /** The repaid part, in thousandths of the total. */
  readonly repaid: number;
}

let loans = 0;
const readDue = statement({
  text: `select cents from (${dueInMonth}) d where member_id = $1`,
  row: z.object({ cents: z.bigint() }),
});

/** Lends and repays, reads the amounts due, and rolls everything back. */
async function dueOf(given: Case, month: CalendarDate) {
  const quote = quoteLoan(shillings(given.principal), given.months, specifiedPrice);
  const firstDueOn = addMonths(addDays("2026-04-01" as CalendarDate, given.day), 1 - given.ago);
  const repaid = cents((quote.total * BigInt(given.repaid)) / 1000n);
  const found: { month: Cents; byMonthEnd: Cents }[] = [];
  const undone = new Error("undone");
  const work = society.database.unitOfWork("test", async (work) => {
    loans += 1;
    const loanNo = `LN-${loans}`;
    const startDate = addMonths(firstDueOn, -1);
    const loan = { loanNo, memberId, category: "Instant", purpose: "Fees", quote };
    await registerDisbursedLoan(work, { ...loan, startDate, firstDueOn });
    if (repaid > 0n) {
      const kind = "loan-repaid-in-cash";
      const entry = { kind, memberId, loanNo, amount: repaid, narration: "Cash" } as const;
      await recordRepayments(work, [entry]);
    }
    const due = await work.first(readDue, [memberId, month]);
    const payer = (await payersOf(work, ["MB"], month)).get("MB");
    found.push({
      month: cents(due?.cents ?? 0n),
      byMonthEnd: payer?.loans[0]?.due ?? cents(0n),
    });
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return { found: found[0], ...scheduled(quote.instalments, firstDueOn, repaid, month) };
}

/** Calculates the same shilling by shilling from the schedule alone. */
function scheduled(
  instalments: readonly Cents[],
  firstDueOn: CalendarDate,
  repaid: Cents,
  month: CalendarDate,
) {
  let left: bigint = repaid;
  let inMonth = 0n;
  let byMonthEnd = 0n;
  instalments.forEach((amount, at) => {
    const covered = left < amount ? left : amount;
    left -= covered;
    const dueIn = monthOf(addMonths(firstDueOn, at));
    if (dueIn === month) inMonth += amount - covered;
    if (dueIn <= month) byMonthEnd += amount - covered;
  });
  return { expected: { month: inMonth, byMonthEnd } };
}

it("does not count arrears of a loan past its end as due in this month", async () => {
  const given = { months: 3, principal: 60_000, ago: 9, day: 13, repaid: 0 };
  const { found } = await dueOf(given, "2026-04-01" as CalendarDate);
  expect(found).toEqual({ month: 0n, byMonthEnd: shillings(62_700) });
});

it("finds the amounts due in a month from its schedules, whatever was repaid", async () => {
  const cases = fc.record({
    months: fc.integer({ min: 1, max: 6 }),
    principal: fc.integer({ min: 500, max: 100_000 }),
    ago: fc.integer({ min: 0, max: 10 }),
    day: fc.integer({ min: 0, max: 27 }),
    repaid: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1100 })),
  });
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const { found, expected } = await dueOf(given, "2026-04-01" as CalendarDate);
      expect(found).toEqual(expected);
    }),
    { numRuns: 80 },
  );
});
