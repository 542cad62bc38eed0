import { beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, cents, shillings } from "#shared/money.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import { fileOfAll, payoutOf } from "#test/payouts.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { pay } from "./commands.ts";
import { steps } from "#test/steps.ts";

// On 100,000, the dividends of 2023 and 2024 are 11,000 each, and that of 2025 is 5,500.
const society = useServedSociety({ limits: manyWrites });
const members = ["SA1", "SA2", "SA3", "SA4", "SA5"];
const day = "2026-04-14" as CalendarDate;
let office = "";

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    const opening = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
    await bookYear(society, memberNo, 2023, opening);
  }
  await society.owner.query("update member set mobile_confirmed_at = '2026-04-01'");
  await employ(society, "ADMINISTRATOR", "administrator");
  await postYear(society, { ...open(2023), defaultMode: "mobile" });
  await postYear(society, open(2024));
  await postYear(society, { ...open(2025), depositRateBasisPoints: 550 });
});

const open = (year: number) => ({
  year,
  booksClosedOn: `${year}-12-31` as CalendarDate,
  opensOn: day,
  closesOn: day,
});

/** Pays a part of a member's dividend out at the counter, of any year. */
async function payAtCounter(memberNo: string, amount: Cents): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "dividend-to-deposits",
      narration: "Dividend added to deposits at the counter",
      lines: [
        debit(memberAccount("dividend-payable", memberId), amount),
        credit(memberAccount("member-deposits", memberId), amount),
      ],
    }),
  );
}

async function payableOf(memberNo: string): Promise<number> {
  const { rows } = await society.owner.query<{ cents: string }>(
    `select -balance_cents as cents from ledger_account a join member m on m.id = a.member_id
      where code = 'dividend-payable' and member_no = $1`,
    [memberNo],
  );
  return Number(rows[0]?.cents) / 100;
}

/** The members left out of a year, because their money was paid out in another way. */
async function leftOut(year: number): Promise<string[]> {
  const { rows } = await society.owner.query<{ member_no: string }>(
    `select member_no from dividend_exception x join dividend d on d.id = x.dividend_id
        join member m on m.id = x.member_id
      where d.year = $1 and x.reason = 'paid-otherwise' order by member_no`,
    [year],
  );
  return rows.map(({ member_no }) => member_no);
}

async function take(step: string, year: number): Promise<void> {
  const reply = await takeStep(society, office, step, year);
  expect(reply.status, reply.text).toBe(201);
}

/** The years a member may split now. */
async function openTo(memberNo: string): Promise<number[]> {
  const token = await signIn(society, memberNo);
  const { body } = await society.send("GET", `/api/v1/members/${memberNo}/dividend-split`, {
    token,
  });
  interface Share {
    readonly year: number;
    readonly isOpen: boolean;
  }
  const { split, more } = body as { split: Share; more: readonly Share[] };
  return [split, ...more].filter(({ isOpen }) => isOpen).map(({ year }) => year);
}

steps("an account shared by several dividends", () => {
  it("rejects a member's last split if the account lacks one of three dividends", async () => {
    await payAtCounter("SA1", shillings(4_000));
    expect(await openTo("SA2")).toEqual([2025, 2024, 2023]);
    expect(await openTo("SA1")).toEqual([2024, 2023]);
  });

  it("does not block a later dividend because an earlier one was paid out elsewhere", async () => {
    // Of 27,500, 8,000 is left: enough for 2025 but not for 2023 and 2024.
    await payAtCounter("SA5", shillings(19_500));
    expect(await openTo("SA5")).toEqual([2025]);
  });

  it("leaves out of preview and lock the amount that an earlier dividend still needs", async () => {
    society.clock.set("2026-04-14T15:00:00Z");
    office = await signIn(society, "ADMINISTRATOR");
    // 2025 is locked first, and still comes after the others.
    for (const year of [2025, 2024, 2023]) await take("lock", year);
    expect(await leftOut(2025)).toEqual(["SA1"]);
    expect(await leftOut(2024)).toEqual(["SA5"]);
    expect(await leftOut(2023)).toEqual(["SA5"]);
  });

  it("does not use a payment returned by M-Pesa for another dividend", async () => {
    await take("payment", 2023);
    await society.database.unitOfWork("staff:PAYS", fileOfAll);
    const { attempt_id: attemptId } = await payoutOf(society, "SA2");
    await society.database.unitOfWork("payouts", (work) =>
      takeResult(work, { attemptId, outcome: "failed", receiptNo: "", amount: null, reason: "No" }),
    );
    expect(await payableOf("SA2")).toBe(10_450 + 16_500);
    await payAtCounter("SA2", shillings(2_000));
    // 24,950 covers 2024 and the payment that failed, and 3,500 of the 5,500 of 2025.
    await payAtCounter("SA3", shillings(1_000));
  });

  it("pays the one posted first if two are paid at once", async () => {
    const payYear = (year: number) =>
      society.database.unitOfWork("staff:PAYS", (work) => pay(work, year, () => {}));
    const both = await Promise.allSettled([payYear(2025), payYear(2024)]);
    // One may have been asked to try again while the other was written.
    for (const [place, year] of [2025, 2024].entries()) {
      if (both[place]?.status === "rejected") await payYear(year);
    }
    expect(await leftOut(2024)).toEqual(["SA5"]);
    expect(await leftOut(2025)).toEqual(["SA1", "SA2", "SA3"]);
    expect(await payableOf("SA1")).toBe(1_500);
    expect(await payableOf("SA2")).toBe(10_450 + 3_500);
    expect(await payableOf("SA3")).toBe(4_500);
    expect(await payableOf("SA4")).toBe(0);
    expect(await payableOf("SA5")).toBe(2_500);
    expect(await reconcile(society.database)).toEqual([]);
  });
});
