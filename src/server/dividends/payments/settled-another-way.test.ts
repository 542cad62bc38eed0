import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { dividendDeskEn } from "#shared/messages/dividends/desk-en.ts";
import { dividendDeskSw } from "#shared/messages/dividends/desk-sw.ts";
import { cents, shillings } from "#shared/money.ts";
import { approve, declare, postAllMembers } from "#server/dividends/declarations/commands.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { bookYear, declaration2025, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { totalOf } from "#test/payouts.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const day = "2026-04-14" as CalendarDate;

// The dividend of each year is 11 % of these. OW1 is paid by phone. OW2's number is not confirmed,
// OW3 has none, the loan that OW4 chose is paid off, and OW5 has left.
const deposits = { OW1: 100_000, OW2: 12_345.67, OW3: 100_000, OW4: 100_000, OW5: 100_000 };
/** Paid out of each loan of OW4, through the same account as payments by phone. */
const LENT = 6600;
const years = [
  [2024, "share-capital"],
  [2025, "deposits"],
] as const;

const get = (who: string, path: string) =>
  society.send("GET", `/api/v1${path}`, { token: tokens[who] ?? "" });

beforeAll(async () => {
  await foundSociety(society);
  for (const [memberNo, amount] of Object.entries(deposits)) {
    await enrolWithLogin(society, memberNo);
    tokens[memberNo] = await signIn(society, memberNo);
    const opening = cents(BigInt(Math.round(amount * 100)));
    await bookYear(society, memberNo, 2024, { shareCapital: cents(0n), deposits: [opening] });
  }
  await society.owner.query(
    `update member set mobile_confirmed_at = case when member_no <> 'OW2' then now() end,
      mobile_number = case when member_no = 'OW3' then '' else mobile_number end`,
  );
  await employ(society, "ADMIN", "administrator");
  tokens["ADMIN"] = await signIn(society, "ADMIN");
  for (const [year, otherwise] of years) await open(year, otherwise);
  await leave("OW5");
  society.clock.set("2026-04-14T15:00:00Z");
  tokens["ADMIN"] = await signIn(society, "ADMIN");
});

/**
 * Declares a year, keeps its preview, posts it, and has OW4 choose a loan that is then paid off.
 */
async function open(year: number, otherwise: "share-capital" | "deposits"): Promise<void> {
  const loanNo = `LN-${year}`;
  await lend(society, "OW4", { loanNo, startDate: "2026-03-10" as CalendarDate });
  const booksClosedOn = `${year}-12-31` as CalendarDate;
  const window = { opensOn: day, closesOn: day, defaultMode: "mobile", otherwise } as const;
  const declared = { ...declaration2025, year, booksClosedOn, ...window };
  const { database } = society;
  await database.unitOfWork("staff:PREPARES", (work) => declare(work, declared));
  previews.set(year, (await get("ADMIN", `/dividends/${year}`)).body);
  await database.unitOfWork("staff:APPROVES", (work) => approve(work, year));
  await database.unitOfWork("staff:PREPARES", (work) => postAllMembers(work, year));
  const rows = [
    { mode: "OFFSET A LOAN", amount: 6897, loanNo },
    { mode: "CAPITALIZE TO SHARES", amount: 4103 },
  ];
  const token = tokens["OW4"] ?? "";
  const path = `/api/v1/dividends/${year}/elections`;
  const chosen = await society.send("POST", path, { token, body: { seen: 0, rows } });
  expect(chosen.status, chosen.text).toBe(201);
  await repay("OW4", loanNo);
}

const previews = new Map<number, unknown>();

async function repay(memberNo: string, loanNo: string): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  const kind = "loan-repaid-by-mpesa" as const;
  const amount = shillings(6897);
  const repaid = { kind, memberId, loanNo, amount, narration: "Repayment" };
  await society.database.unitOfWork("test", (work) => recordRepayments(work, [repaid]));
}

/** Refunds a member's deposits, which ends the membership. */
async function leave(memberNo: string): Promise<void> {
  const account = memberAccount("member-deposits", await memberIdOf(society, memberNo));
  const clearing = societyAccount("exit-clearing");
  const all = shillings(100_000);
  await society.database.unitOfWork("test", async (work) => {
    const taken = [debit(account, all), credit(clearing, all)];
    const paid = [debit(clearing, all), credit(societyAccount("bank"), all)];
    await post(work, { kind: "deposits-on-exit", narration: "Refund", lines: taken });
    await post(work, { kind: "exit-refunded", narration: "Refund", lines: paid });
  });
  await society.owner.query("update member set membership = 'left' where member_no = $1", [
    memberNo,
  ]);
}

/** The parts on hold: in the preview without the loan that was not chosen yet, and from then on. */
const onHold = [
  { reason: "mobile-missing", members: 1, parts: 1, amount: 11_000 },
  { reason: "mobile-unconfirmed", members: 1, parts: 1, amount: 1358.02 },
];
const onHoldLater = [
  ...onHold,
  { reason: "loan-paid", members: 1, parts: 1, amount: 6897 },
  { reason: "member-left", members: 1, parts: 1, amount: 11_000 },
];

/** The amounts that a template named to members for a year's payment. */
async function toldOf(year: number, template: string): Promise<string[]> {
  const { rows } = await society.owner.query<{ amount: string }>(
    `select params ->> 'amount' as amount from outbox_message
      where template = $1 and params ->> 'year' = $2 order by id`,
    [template, String(year)],
  );
  return rows.map(({ amount }) => amount).toSorted();
}

const balancesOf = async (code: string) => ({
  OW1: await totalOf(society, code, "OW1"),
  OW2: await totalOf(society, code, "OW2"),
  OW3: await totalOf(society, code, "OW3"),
  OW4: await totalOf(society, code, "OW4"),
  OW5: await totalOf(society, code, "OW5"),
});

steps("step by step", () => {
  describe.each(years)("a part of %s that cannot go by its mode goes to %s", (year, otherwise) => {
    it("as the declaration's preview and the lock dialog say, with count and sum", async () => {
      expect(previews.get(year)).toMatchObject({ otherwise, plan: { onHold } });
      const { body } = await get("ADMIN", `/dividends/${year}/uptake`);
      const { plan } = body as { plan: { onHold: unknown[]; byMode: unknown } };
      expect(plan.onHold).toHaveLength(onHoldLater.length);
      expect(plan).toMatchObject({ onHold: expect.arrayContaining(onHoldLater) as unknown });
    });

    it("from the payment on, not before", async () => {
      const before = [await balancesOf("share-capital"), await balancesOf("member-deposits")];
      const locked = await takeStep(society, tokens["ADMIN"] ?? "", "lock", year);
      expect(locked.status, locked.text).toBe(201);
      expect([await balancesOf("share-capital"), await balancesOf("member-deposits")]).toEqual(
        before,
      );
      const { body } = await get("ADMIN", `/dividends/${year}/uptake`);
      expect(body).toMatchObject({
        plan: { onHold: expect.arrayContaining(onHoldLater) as unknown },
      });
      const paid = await takeStep(society, tokens["ADMIN"] ?? "", "payment", year);
      expect(paid.status, paid.text).toBe(201);
      expect(paid.body).toMatchObject({ state: "paid", exceptions: 4 });
    });

    it("as the year's exceptions list it, for every reason", async () => {
      const { text } = await get("ADMIN", `/dividends/${year}/lists/exceptions`);
      const rows = text.trimEnd().split("\r\n").slice(1);
      const listed = rows.map((row) => [0, 3, 4].map((at) => row.split(",")[at]).join(" "));
      expect(listed.toSorted()).toEqual([
        "OW2 The mobile number is not confirmed 0.13",
        "OW2 The mobile number is not confirmed 1357.89",
        "OW3 The register has no mobile number 11000.00",
        "OW4 The loan is already paid 6897.00",
        "OW5 On hold: The member has left 11000.00",
      ]);
    });

    it("and cannot be sent elsewhere afterwards, by the member or the office", async () => {
      const token = await signIn(society, "OW4");
      const own = await society.send("GET", "/api/v1/members/OW4/dividend-split", { token });
      expect(own.body).toMatchObject({ onHold: [] });
      const path = `/api/v1/dividends/${year}/held/1/choice`;
      const chosen = await society.send("POST", path, { token, body: { destination: "deposits" } });
      expect(chosen.body).toMatchObject({ reason: "not-held" });
      const asked = await society.send("POST", `/api/v1/dividends/${year}/held/OW3/1/request`, {
        token: tokens["ADMIN"] ?? "",
        body: { destination: "share-capital", reason: "They asked us to" },
      });
      expect(asked.body).toMatchObject({ reason: "not-held" });
    });
  });

  describe("after both are paid", () => {
    it("each account holds its part to the cent, and nothing is posted twice", async () => {
      // 2024: all of it to shares, untaxed. 2025: to deposits, less the tax of its original mode,
      // with the cents that M-Pesa cannot pay. The loan's part carries no tax.
      expect(await balancesOf("share-capital")).toEqual({
        OW1: 0,
        OW2: 1358.02,
        OW3: 11_000,
        OW4: 11_000 + 4103,
        OW5: 0,
      });
      expect(await balancesOf("member-deposits")).toEqual({
        OW1: 100_000,
        OW2: 12_345.67 + 1290.13,
        OW3: 100_000 + 10_450,
        OW4: 100_000 + 6897,
        OW5: 0,
      });
      // The money of a member who has left is held, whatever the declaration says.
      expect(await balancesOf("dividend-payable")).toEqual({
        OW1: 0,
        OW2: 0,
        OW3: 0,
        OW4: 0,
        OW5: 22_000,
      });
      expect(await totalOf(society, "withholding-tax-payable")).toBe(550 * 2 + 67.89 + 550);
      expect(await totalOf(society, "payout-clearing")).toBe(10_450 * 2 + LENT * 2);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("each member with a number is notified, even one who has left", async () => {
      expect(await toldOf(2024, "dividend-moved-shares")).toEqual(["1,358.02", "6,897.00"]);
      expect(await toldOf(2024, "dividend-moved-deposits")).toEqual([]);
      expect(await toldOf(2025, "dividend-moved-deposits")).toEqual(["1,290.13", "6,897.00"]);
      expect(await toldOf(2025, "dividend-moved-shares")).toEqual([]);
      for (const [year] of years) {
        expect(await toldOf(year, "dividend-hold-left")).toEqual(["11,000.00"]);
        expect(await toldOf(year, "dividend-hold-number")).toEqual([]);
      }
    });

    it("shares are permanent, deposits are refunded on leaving, as the dialogs say", async () => {
      const { body } = await get("ADMIN", "/members/OW2/exit");
      expect(body).toMatchObject({ shareCapital: 1358.02, refund: 12_345.67 + 1290.13, tax: 0 });
      for (const [{ plan }, words] of [
        [dividendDeskEn, "permanently"],
        [dividendDeskSw, "moja kwa moja"],
      ] as const) {
        expect(plan.holds["share-capital"]).toContain(words);
        expect(plan.holds.deposits).not.toContain(words);
        expect(plan.holds.hold).not.toContain(words);
      }
    });
  });
});
