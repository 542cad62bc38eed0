import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type * as contract from "#shared/contract/statements/member-statements.ts";
import { addDays, addMonths, type CalendarDate, nairobiDate } from "#shared/calendar-date.ts";
import { cents, fromWireAmount, toWireAmount } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import type * as z from "zod/mini";
import { employ, enrol, memberIdOf, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { readsPerMinute: 600_000, readBurst: 600_000 } });

type Running = z.infer<(typeof contract)["running"]["answer"]>;
type Savings = z.infer<(typeof contract)["savings"]["answer"]>;
type Dividend = z.infer<(typeof contract)["dividend"]["answer"]>;
type ShareCapital = z.infer<(typeof contract)["shareCapital"]["answer"]>;
type Overview = z.infer<(typeof contract)["overview"]["answer"]>;

let staff = "";

beforeAll(async () => {
  await employ(society, "ST1", "clerk");
});

/** Moments at which the calendar turns: Nairobi's day begins at 21.00 of the day before, in UTC. */
const moments = [
  "2026-04-13T20:59:59Z",
  "2026-04-13T21:00:00Z",
  "2026-08-31T20:30:00Z",
  "2026-08-30T21:00:00Z",
  "2026-08-29T12:00:00Z",
  "2028-02-28T21:00:00Z",
  "2028-02-29T21:00:00Z",
  "2028-08-29T03:00:00Z",
  "2026-12-31T20:59:00Z",
  "2026-12-31T21:00:00Z",
];

const kinds = {
  "deposit-by-mpesa": ["mobile-money", "member-deposits"],
  "share-capital-by-mpesa": ["mobile-money", "share-capital"],
  "dividend-declared": ["dividend-appropriation", "dividend-payable"],
} as const;

interface Step {
  readonly kind: keyof typeof kinds;
  readonly date: CalendarDate;
  readonly amount: bigint;
  readonly isReversed: boolean;
}

/** A history with rows around the edges of the window, month ends and days far back. */
function histories(today: CalendarDate): fc.Arbitrary<Step[]> {
  const edge = addMonths(today, -6);
  const edges = [-1, 0, 1].map((days) => addDays(edge, days));
  const turns = [0, -1, -2, -6, -7, -12, -24, -25].flatMap((months) => {
    const first = `${addMonths(today, months).slice(0, 8)}01` as CalendarDate;
    return [first, addDays(first, -1)];
  });
  const leap = ["2024-02-29", "2024-02-28", "2024-03-01"] as CalendarDate[];
  const dates = fc.oneof(
    fc.constantFrom(...edges, today, addDays(today, -1)),
    fc.constantFrom(...turns, ...leap),
    fc.integer({ min: 0, max: 1200 }).map((days) => addDays(today, -days)),
  );
  const step = fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    date: dates,
    amount: fc.bigInt(1n, 999_999_99n),
    isReversed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  });
  return fc.array(step, { minLength: 1, maxLength: 25 });
}

let registered = 0;

/** Replays a history for a new member and returns the number. */
async function play(steps: readonly Step[]): Promise<string> {
  const memberNo = `SM${(registered += 1)}`;
  await enrol(society, memberNo);
  const memberId = await memberIdOf(society, memberNo);
  const entries = steps.map(({ kind, date, amount }): Entry => {
    const [from, to] = kinds[kind];
    const lines = [
      debit(societyAccount(from), cents(amount)),
      credit(memberAccount(to, memberId), cents(amount)),
    ];
    const dividendYear = kind === "dividend-declared" ? 2025 : undefined;
    return { kind, valueDate: date, narration: kind, dividendYear, lines };
  });
  await society.database.unitOfWork("test", async (work) => {
    const ids = await postAll(work, entries);
    for (const [index, { isReversed }] of steps.entries()) {
      if (isReversed) await reverse(work, ids[index] ?? 0n);
    }
  });
  return memberNo;
}

interface Line {
  readonly day: CalendarDate;
  readonly amount: bigint;
}

/** The lines of a member's account in their order, as the owner of the database reads them. */
async function linesOf(memberNo: string, code: string): Promise<Line[]> {
  const found = await society.owner.query(
    `select l.value_date::text as day, -l.amount_cents as amount
      from journal_line l join ledger_account a on a.id = l.account_id
        join member m on m.id = a.member_id
      where m.member_no = $1 and a.code = $2 order by l.value_date, l.entry_id, l.line_no`,
    [memberNo, code],
  );
  return (found.rows as { day: CalendarDate; amount: string }[]).map(({ day, amount }) => {
    return { day, amount: BigInt(amount) };
  });
}

async function ask<Answer>(path: string): Promise<Answer> {
  const reply = await society.send("GET", `/api/v1/${path}`, { token: staff });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Answer;
}

const sum = (lines: readonly { amount: bigint }[]) =>
  lines.reduce((total, { amount }) => total + amount, 0n);
const wire = (amount: bigint) => toWireAmount(cents(amount));

/** The expected values of a running column over lines. */
function runningFrom(start: bigint, lines: readonly Line[]): number[] {
  let balance = start;
  return lines.map(({ amount }) => wire((balance += amount)));
}

async function checkSavings(memberNo: string, today: CalendarDate) {
  const lines = await linesOf(memberNo, "member-deposits");
  const edge = addMonths(today, -6);
  const before = sum(lines.filter(({ day }) => day < edge));
  const inside = lines.filter(({ day }) => day >= edge);
  const rows = await ask<Savings>(`savings/${memberNo}`);
  expect(rows.map(({ inputDate }) => inputDate)).toEqual(inside.map(({ day }) => day));
  expect(rows.map(({ savings }) => savings)).toEqual(inside.map(({ amount }) => wire(amount)));
  expect(rows.map(({ runningTotal }) => runningTotal)).toEqual(runningFrom(before, inside));
  const total = await ask<number>(`savings/sumTotal/${memberNo}`);
  expect(await ask<number>(`savings/sum/${memberNo}`)).toBe(wire(before));
  expect(total).toBe(wire(sum(lines)));
  expect(rows.at(-1)?.runningTotal ?? total).toBe(total);
}

async function checkDividendAndShares(memberNo: string) {
  const lines = await linesOf(memberNo, "dividend-payable");
  const rows = await ask<Dividend>(`dividend/${memberNo}`);
  const signed = rows.map(({ dividend, paid }) => fromWireAmount(dividend) - fromWireAmount(paid));
  expect(signed).toEqual(lines.map(({ amount }) => amount));
  expect(rows.every(({ dividend, paid }) => Math.min(dividend, paid) === 0)).toBe(true);
  expect(rows.map(({ runningTotal }) => runningTotal)).toEqual(runningFrom(0n, lines));
  const total = await ask<number>(`dividendPayable/sumTotal/${memberNo}`);
  expect(rows.at(-1)?.runningTotal ?? 0).toBe(total);
  const shares = await ask<ShareCapital>(`shareCapital/${memberNo}`);
  const held = shares.map(({ credit: saved, debit: drawn }) => {
    return { amount: fromWireAmount(saved) - fromWireAmount(drawn) };
  });
  expect(wire(sum(held))).toBe(await ask<number>(`shareCapital/sumTotal/${memberNo}`));
  expect(new Set(shares.map(({ id }) => id)).size).toBe(shares.length);
}

async function checkPeriod(memberNo: string, from: CalendarDate, to: CalendarDate) {
  const lines = await linesOf(memberNo, "member-deposits");
  const before = sum(lines.filter(({ day }) => day < from));
  const inside = lines.filter(({ day }) => from <= day && day <= to);
  const path = `members/${memberNo}/statements/savings?from=${from}&to=${to}`;
  const running = await ask<Running>(path);
  const goingIn = inside.filter(({ amount }) => amount > 0n);
  const goingOut = inside.filter(({ amount }) => amount < 0n);
  expect(running).toMatchObject({
    from,
    to,
    broughtForward: wire(before),
    totalIn: wire(sum(goingIn)),
    totalOut: wire(-sum(goingOut)),
    closing: wire(before + sum(inside)),
  });
  expect(running.movements.map(({ balance }) => balance)).toEqual(runningFrom(before, inside));
  expect(running.movements.map(({ date }) => date)).toEqual(inside.map(({ day }) => day));
}

async function checkOverview(memberNo: string, today: CalendarDate) {
  const lines = await linesOf(memberNo, "member-deposits");
  const { asAt, savingsByMonth } = await ask<Overview>(`members/${memberNo}/overview`);
  expect(asAt).toBe(today);
  const firsts = Array.from({ length: 25 }, (_, index) => {
    return addMonths(`${today.slice(0, 8)}01` as CalendarDate, index - 24);
  });
  expect(savingsByMonth).toEqual(
    firsts.map((first) => {
      const next = addMonths(first, 1);
      const untilThen = lines.filter(({ day }) => day < next);
      const then = untilThen.filter(({ day }) => day >= first);
      return { month: first.slice(0, 7), change: wire(sum(then)), balance: wire(sum(untilThen)) };
    }),
  );
  expect(savingsByMonth.at(-1)?.balance).toBe(wire(sum(lines)));
}

steps("step by step", () => {
  describe("statements of random histories", () => {
    it.each(moments)("tie to the ledger and to the totals, seen at %s", async (moment) => {
      society.clock.set(new Date(moment));
      staff = await signIn(society, "ST1");
      const today = nairobiDate(new Date(moment));
      const period = fc
        .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 400 }))
        .map(([back, length]) => {
          const from = addDays(today, -back);
          return { from, to: addDays(from, length) };
        });
      await fc.assert(
        fc.asyncProperty(histories(today), period, async (steps, { from, to }) => {
          const memberNo = await play(steps);
          await checkSavings(memberNo, today);
          await checkDividendAndShares(memberNo);
          await checkPeriod(memberNo, from, to);
          await checkOverview(memberNo, today);
        }),
        { numRuns: 5, endOnFailure: true },
      );
    });
  });
});
