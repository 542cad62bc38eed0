import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { type BankRow, bankFile, postBank, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 9000, writeBurst: 9000, readsPerMinute: 9000, readBurst: 9000 },
});
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

/** The fates of a movement between our books and the statement. */
const fates = ["same", "late", "not-presented", "not-recorded", "other-amount"] as const;
const movement = fc.record({
  fate: fc.constantFrom(...fates),
  isIn: fc.boolean(),
  hasReceipt: fc.boolean(),
  after: fc.integer({ min: 8, max: 20 }),
});

/** Sums of different powers of three never make another one, whatever their signs. */
const power = (at: number) => 3n ** BigInt(at + 1);

it("names every planted difference and nothing else, and both balances tie", async () => {
  let from = "2010-01-01" as CalendarDate;
  let balance = 0n;
  let books = 0n;
  const planted = { statement: [] as number[], books: [] as number[] };
  const runs = fc.asyncProperty(
    fc.array(movement, { minLength: 1, maxLength: 14 }),
    async (all) => {
      const rows: BankRow[] = [];
      for (const [at, { fate, isIn, hasReceipt, after }] of all.entries()) {
        const amount = isIn ? power(at) : -power(at);
        const day = addDays(from, after);
        const receipt = hasReceipt ? { receipt: `R${from.replaceAll("-", "")}${at}` } : {};
        if (fate !== "not-recorded") {
          await postBank(society, { day, amount, ...receipt });
          books += amount;
        }
        const told = fate === "other-amount" ? amount * 2n : amount;
        const late = fate === "late" ? addDays(day, 3) : day;
        if (fate !== "not-presented") rows.push({ day: late, amount: told, ...receipt });
        if (fate === "not-presented" || fate === "other-amount") {
          planted.books.push(Number(amount) / 100);
        }
        if (fate === "not-recorded" || fate === "other-amount") {
          planted.statement.push(Number(told) / 100);
        }
      }
      if (rows.length === 0) {
        rows.push({ day: addDays(from, 25), amount: power(15) });
        planted.statement.push(Number(power(15)) / 100);
      }
      const to = addDays(from, 29);
      rows.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
      const file = bankFile(balance, rows);
      await office.take(file, { more: { from, to } });
      expect((await office.take(file, { more: { from, to } })).added).toBe(0);
      balance += rows.reduce((sum, { amount }) => sum + amount, 0n);
      await office.confirmAll();
      from = addDays(to, 1);
      const sorted = (found: readonly number[]) => [...found].toSorted((a, b) => a - b);
      for (const side of ["statement", "books"] as const) {
        const open = await openAmounts(side);
        expect(sorted(open)).toEqual(sorted(planted[side]));
      }
      const [bank] = (await office.overview()).rows;
      expect([bank?.books, bank?.statement]).toEqual([Number(books) / 100, Number(balance) / 100]);
      expect(bank?.broughtForward).toBe(0);
    },
  );
  await fc.assert(runs, { numRuns: 25, endOnFailure: true });
}, 120_000);

async function openAmounts(side: "statement" | "books"): Promise<number[]> {
  const found = await society.owner.query<{ amount: string }>(
    `select amount_cents::text as amount from bank_open_items('bank', '2026-04-13')
      where side = $1`,
    [side],
  );
  return found.rows.map(({ amount }) => Number(amount) / 100);
}
