import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { contributionOutlook } from "#shared/contract/check-off/contributions.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, fromWireAmount, shillings } from "#shared/money.ts";
import { change } from "#server/check-off/contributions/commands.ts";
import { agreedInMonth } from "#server/check-off/payroll/agreed-contributions.ts";
import { lock, pay as payDividend } from "#server/dividends/payments/commands.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { postYear } from "./dividend-year.ts";
import { foundSociety } from "./people.ts";
import {
  ask,
  manyReads,
  newMember,
  paidIn,
  PREDICTIONS,
  savings,
  shares,
  upTo,
} from "./predictions.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety({ limits: manyReads });
const notify = () => {};

const inWork = <T>(actor: string, act: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  society.database.unitOfWork(actor, act);

const saving = fc.record({
  opening: upTo(300_000_00n),
  shareCapital: upTo(20_000_00n),
  /** Paid in by M-Pesa in January to March, and by check-off in March or April. */
  paid: fc.tuple(upTo(20_000_00n), upTo(20_000_00n), upTo(20_000_00n)),
  before: fc.record({ amount: upTo(9_000_00n), month: fc.constantFrom("2026-03", "2026-04") }),
  agreed: fc.option(
    fc.record({ shillings: fc.integer({ min: 500, max: 9000 }), ahead: fc.nat(9) }),
  ),
  considered: fc.record({ shillings: fc.integer({ min: 500, max: 90_000 }), ahead: fc.nat(8) }),
});
type Saving = typeof saving extends fc.Arbitrary<infer T> ? T : never;

interface Saver {
  readonly memberNo: MemberNo;
  readonly memberId: bigint;
  readonly before: bigint;
  /** Whether this month's savings arrived before the prediction. */
  readonly hasArrived: boolean;
  readonly outlook: z.infer<typeof contributionOutlook.answer>;
}

const monthAhead = (ahead: number): CalendarDate =>
  new Date(Date.UTC(2026, 4 + ahead, 1)).toISOString().slice(0, 10) as CalendarDate;

/** Predicts a contribution, and then changes it. */
async function decide(given: Saving): Promise<Saver> {
  const { memberNo, memberId } = await newMember(society);
  const [to, { before, considered, agreed }] = [savings(memberId), given];
  const inMonth = (month: number) => `2026-0${month + 1}-20`;
  await inWork("test", (work) =>
    postAll(work, [
      ...paidIn("deposit-by-mpesa", to, given.opening, "2025-11-03"),
      ...paidIn("share-capital-by-mpesa", shares(memberId), given.shareCapital),
      ...given.paid.flatMap((amount, index) =>
        paidIn("deposit-by-mpesa", to, amount, inMonth(index)),
      ),
      ...byCheckOff(memberId, before.amount, `${before.month}-02`),
    ]),
  );
  const set = (month: CalendarDate, amount: number) =>
    inWork(`member:${memberNo}`, (work) =>
      change(work, { memberNo, month, amount: shillings(amount) }, notify),
    );
  if (agreed && agreed.ahead !== considered.ahead) {
    await set(monthAhead(agreed.ahead), agreed.shillings);
  }
  const month = monthAhead(considered.ahead);
  const outlook = await ask<Saver["outlook"]>(
    society,
    memberNo,
    `monthly-contribution/outlook?month=${month.slice(0, 7)}&amount=${considered.shillings}`,
  );
  await set(month, considered.shillings);
  const hasArrived = before.month === "2026-04" && before.amount > 0n;
  return { memberNo, memberId, before: before.amount, hasArrived, outlook };
}

function byCheckOff(memberId: bigint, amount: bigint, day: string): Entry[] {
  if (amount === 0n) return [];
  const lines = [
    debit(societyAccount("check-off-clearing"), cents(amount)),
    credit(savings(memberId), cents(amount)),
  ];
  return [
    { kind: "deposit-by-check-off", narration: "Check-off", valueDate: day as CalendarDate, lines },
  ];
}

/** Posts the check-off of a month: what is agreed on for it, or else what was deducted before. */
async function deduct(savers: readonly Saver[], month: string): Promise<void> {
  const { rows } = await society.owner.query<{ member_id: string; cents: string }>(
    agreedInMonth(`'${month}-01'`),
  );
  const agreed = new Map(rows.map((row) => [row.member_id, BigInt(row.cents)]));
  const entries = savers.flatMap(({ memberId, before, hasArrived }) => {
    if (hasArrived && month === "2026-04") return [];
    const amount = agreed.get(String(memberId)) ?? before;
    return byCheckOff(memberId, amount, `${month}-25`);
  });
  await inWork("test", (work) => postAll(work, entries));
}

const terms = (year: number) => ({
  year,
  booksClosedOn: `${year}-12-31` as CalendarDate,
  opensOn: `${year + 1}-04-14` as CalendarDate,
  closesOn: `${year + 1}-04-14` as CalendarDate,
});

beforeAll(async () => {
  await foundSociety(society);
  await society.owner.query(
    `insert into withholding_rate
        (mode, effective_from, basis_points, interest_basis_points, set_by)
      values ('all', '2026-01-01', 500, 1500, 'test')`,
  );
  await postYear(society, terms(2025));
});

/** Closes a year with the dividend of all members, at the same terms as before. */
async function declare(year: number): Promise<void> {
  society.clock.set(`${year + 1}-04-14T06:00:00Z`);
  await postYear(society, terms(year));
}

async function pay(year: number): Promise<void> {
  await inWork("staff:A", (work) => lock(work, year));
  await inWork("staff:B", (work) => payDividend(work, year, notify));
}

/** Returns the deposits at the end of a year, its dividend for a member, and the tax on it. */
async function broughtIn(memberId: bigint, year: number) {
  const { rows } = await society.owner.query<Record<"deposits" | "gross" | "tax", string>>(
    `select (select -coalesce(sum(l.amount_cents), 0) from journal_line l
          join ledger_account a on a.id = l.account_id and a.code = 'member-deposits'
        where a.member_id = $1 and l.value_date <= make_date($2::int, 12, 31)) as deposits,
      coalesce(sum(e.gross_cents), 0) as gross, coalesce(sum(g.tax), 0) as tax
    from dividend d join dividend_entitlement e on e.dividend_id = d.id and e.member_id = $1
      cross join lateral (select sum(tax_cents) as tax from dividend_leg
        where dividend_id = d.id and member_id = $1) g
    where d.year = $2`,
    [memberId, year],
  );
  return rows[0];
}

it("a contribution saves and earns what was predicted to the cent, in two years", async () => {
  const savers: Saver[] = [];
  const decided = fc.asyncProperty(saving, async (given) => {
    savers.push(await decide(given));
  });
  await fc.assert(decided, { numRuns: PREDICTIONS });
  for (const year of [2026, 2027]) {
    for (let month = year === 2026 ? 4 : 1; month <= 12; month += 1) {
      await deduct(savers, `${year}-${String(month).padStart(2, "0")}`);
    }
    await declare(year);
  }
  society.clock.set("2028-04-15T06:00:00Z");
  for (const year of [2026, 2027]) await pay(year);
  for (const { memberId, outlook } of savers) {
    expect(outlook.ratesOf).toBe(2025);
    for (const { year, deposits, gross, tax } of outlook.years) {
      const predicted = { deposits, gross, tax };
      const brought = await broughtIn(memberId, year);
      expect(brought).toEqual(
        Object.fromEntries(
          Object.entries(predicted).map(([name, amount]) => [name, String(fromWireAmount(amount))]),
        ),
      );
    }
  }
});
