import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const SHARES = "CAPITALIZE TO SHARES";
const BILL = "OFFSET HOSPITAL BILL";
let token = "";

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "TW1");
  const opening = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
  await bookYear(society, "TW1", 2024, opening);
  for (const year of [2024, 2025]) {
    await postYear(society, {
      year,
      booksClosedOn: `${year}-12-31` as CalendarDate,
      opensOn: "2026-04-14" as CalendarDate,
      closesOn: "2026-04-14" as CalendarDate,
    });
  }
  await employ(society, "ADMINISTRATOR", "administrator");
  token = await signIn(society, "TW1");
});

interface Answer {
  readonly split: { readonly year: number; readonly toSplit: number; readonly version: number };
  readonly more: readonly { readonly year: number; readonly version: number }[];
}

const shown = async () =>
  (await society.send("GET", "/api/v1/members/TW1/dividend-split", { token })).body as Answer;

it("a member with two open dividends sees both, and splits each separately", async () => {
  expect(await shown()).toMatchObject({
    split: { year: 2025, toSplit: 11_000, isOpen: true, version: 0 },
    more: [{ year: 2024, toSplit: 11_000, isOpen: true, version: 0 }],
  });
  const rows = {
    2024: [{ mode: BILL, amount: 11_000, bill: "UH-24" }],
    2025: [{ mode: SHARES, amount: 11_000 }],
  };
  for (const year of [2024, 2025] as const) {
    const path = `/api/v1/dividends/${year}/elections`;
    const reply = await society.send("POST", path, { token, body: { seen: 0, rows: rows[year] } });
    expect(reply.status, reply.text).toBe(201);
  }
  expect(await shown()).toMatchObject({
    split: { year: 2025, version: 1, rows: [{ mode: SHARES }] },
    more: [{ year: 2024, version: 1, rows: [{ mode: BILL, bill: "UH-24" }] }],
  });
});

it("each is paid as it was chosen, and no longer shown once paid", async () => {
  society.clock.set("2026-04-14T15:00:00Z");
  const office = await signIn(society, "ADMINISTRATOR");
  for (const year of [2024, 2025]) {
    for (const step of ["lock", "payment"]) {
      const reply = await takeStep(society, office, step, year);
      expect(reply.status, reply.text).toBe(201);
    }
    const { rows } = await society.owner.query(
      "select sum(-balance_cents)::int as cents, code from " +
        "ledger_account where code = 'dividend-payable' group by code",
    );
    expect(rows).toEqual([{ code: "dividend-payable", cents: year === 2024 ? 1_100_000 : 0 }]);
  }
  token = await signIn(society, "TW1");
  expect((await shown()).more).toEqual([]);
  expect(await reconcile(society.database)).toEqual([]);
});
