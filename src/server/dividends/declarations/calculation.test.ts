import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { entitlementOf, weightings, weightsOf } from "#shared/dividend-entitlement.ts";
import { type Cents, cents } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import { declaration2025 } from "#test/dividend-year.ts";
import { enrol, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { declare, withdraw } from "./commands.ts";

const society = useServedSociety();

/** Money paid in on a day around the year, which may have been reversed some months later. */
interface Paid {
  readonly code: "share-capital" | "member-deposits";
  readonly day: number;
  readonly amount: Cents;
  readonly backAfter: number | null;
}

const FIRST_DAY = Date.parse("2024-10-01T09:00:00Z");
const DAYS = 500;
const dayOf = (day: number) => new Date(FIRST_DAY + day * 86_400_000);

const paid: fc.Arbitrary<Paid> = fc.record({
  code: fc.constantFrom("share-capital", "member-deposits", "member-deposits"),
  day: fc.integer({ min: 0, max: DAYS }),
  amount: fc.bigInt({ min: 1n, max: 50_000_000n }).map(cents),
  backAfter: fc.option(fc.integer({ min: 1, max: 200 }), { freq: 3 }),
});

async function book(memberNo: string, history: readonly Paid[]): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  for (const { code, day, amount, backAfter } of history) {
    const [id = 0n] = await society.database.unitOfWork("test", (work) =>
      postAll(work, [
        {
          kind: code === "share-capital" ? "share-capital-by-mpesa" : "deposit-by-mpesa",
          valueDate: dayOf(day).toISOString().slice(0, 10) as CalendarDate,
          narration: "M-Pesa deposit",
          lines: [
            debit(societyAccount("mobile-money"), amount),
            credit(memberAccount(code, memberId), amount),
          ],
        },
      ]),
    );
    if (backAfter === null) continue;
    society.clock.set(dayOf(day + backAfter));
    await society.database.unitOfWork("test", (work) => reverse(work, id));
  }
}

/** The year's figures, from the history alone; reversed money never counts. */
function holdingsOf(history: readonly Paid[]) {
  let shareCapital = 0n;
  const deposits = Array.from({ length: 13 }, () => 0n);
  for (const { code, day, amount } of history.filter((paidIn) => paidIn.backAfter === null)) {
    const on = dayOf(day);
    const year = on.getUTCFullYear();
    if (year > 2025) continue;
    const part = year < 2025 ? 0 : on.getUTCMonth() + 1;
    if (code === "share-capital") shareCapital += amount;
    else deposits[part] = (deposits[part] ?? 0n) + amount;
  }
  return { shareCapital: cents(shareCapital), deposits: deposits.map(cents) };
}

async function compare(
  histories: readonly (readonly Paid[])[],
  weighting: (typeof weightings)[number],
  rates: { readonly shareCapital: bigint; readonly deposits: bigint },
): Promise<void> {
  await society.database.unitOfWork("staff:A", (work) =>
    declare(work, {
      ...declaration2025,
      weighting,
      shareRateBasisPoints: Number(rates.shareCapital),
      depositRateBasisPoints: Number(rates.deposits),
      booksClosedOn: "2025-12-31" as CalendarDate,
      opensOn: "2026-04-14" as CalendarDate,
      closesOn: "2026-04-30" as CalendarDate,
      defaultMode: "share-capital",
    }),
  );
  const found = await society.owner.query<Record<string, string>>(
    `select m.member_no, on_share_capital_cents as shares, on_deposits_cents as deposits
      from dividend_entitlement e join member m on m.id = e.member_id
        join dividend d on d.id = e.dividend_id and d.state = 'prepared'`,
  );
  const calculated = new Map(found.rows.map((row) => [row["member_no"], row]));
  for (const [index, history] of histories.entries()) {
    const row = calculated.get(`RK${index}`);
    const expected = entitlementOf(holdingsOf(history), rates, weightsOf[weighting]);
    expect(BigInt(row?.["shares"] ?? 0)).toBe(expected.onShareCapital);
    expect(BigInt(row?.["deposits"] ?? 0)).toBe(expected.onDeposits);
  }
  expect(calculated.size).toBeGreaterThan(30);
  await society.database.unitOfWork("staff:A", (work) => withdraw(work, 2025));
}

it("calculates every member in SQL as the core does, by both weightings", async () => {
  const histories = fc.sample(fc.array(paid, { maxLength: 9 }), { numRuns: 60, seed: 11 });
  for (const [index, history] of histories.entries()) {
    await enrol(society, `RK${index}`);
    await book(`RK${index}`, history);
  }
  society.clock.set("2026-04-14T06:12:00Z");
  const rates = [
    { shareCapital: 1300n, deposits: 1200n },
    { shareCapital: 1601n, deposits: 1085n },
  ];
  for (const weighting of weightings) {
    for (const given of rates) await compare(histories, weighting, given);
  }
});
