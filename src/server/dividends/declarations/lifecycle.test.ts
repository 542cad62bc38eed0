import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Holdings, weightsOf } from "#shared/dividend-entitlement.ts";
import { shillings, ZERO_CENTS } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { postAll, reverse } from "#server/ledger/journal/post.ts";
import { beginRun, reportProgress } from "#server/ledger/journal/posting-run.ts";
import { bookYear, declaration2025, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const path = "/api/v1/dividends";

const steady = (shares: number, opening: number, monthly: number): Holdings => ({
  shareCapital: shillings(shares),
  deposits: [shillings(opening), ...Array.from({ length: 12 }, () => shillings(monthly))],
});

const send = (who: string, method: string, to: string, body?: unknown) =>
  society.send(method, to, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });
const step = (who: string, noun: string, year = 2025) =>
  takeStep(society, tokens[who] ?? "", noun, year);

async function total(memberNo: string): Promise<unknown> {
  const to = `/api/v1/dividendPayable/sumTotal/${memberNo}`;
  return (await send("clerk", "GET", to)).body;
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["DV1", "DV2", "DV3"]) {
    await enrolWithLogin(society, memberNo);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await bookYear(society, "DV1", 2025, steady(20_000, 100_000, 5000));
  await bookYear(society, "DV2", 2025, steady(16_000, 200_000, 5000));
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

steps("step by step", () => {
  describe("a dividend", () => {
    it("is prepared once, and reviewed with its figures", async () => {
      expect((await send("administrator", "POST", path, declaration2025)).body).toEqual({
        year: 2025,
        state: "prepared",
      });
      expect((await send("administrator", "POST", path, declaration2025)).body).toMatchObject({
        reason: "dividend-exists",
      });
      const preview = await send("clerk", "GET", `${path}/2025`);
      expect(preview.body).toMatchObject({
        state: "prepared",
        members: 2,
        // 14 % of 36,000; 11 % of 100,000 and 200,000, and of 5,000 a month over 6.5 months, twice.
        onShareCapital: 5040,
        onDeposits: 40_150,
        gross: 45_190,
        largest: [{ memberNo: "DV2", gross: 27_815 }, { memberNo: "DV1" }],
        problems: { unconfirmedMobile: 2, noMobile: 0 },
        tax: expect.arrayContaining([
          { mode: "PAY THROUGH EFT(MOBILE)", basisPoints: 500 },
          { mode: "OFFSET A LOAN", basisPoints: 0 },
        ]) as unknown,
      });
    });

    it("is approved once by another person before it is posted", async () => {
      expect((await step("administrator", "posting")).body).toMatchObject({
        reason: "dividend-state",
      });
      expect((await step("treasurer", "approval")).body).toEqual({ year: 2025, state: "approved" });
      expect((await step("treasurer", "approval")).status).toBe(409);
      expect(await total("DV1")).toBe(0);
    });

    it("is posted by one person at a time, who sees its progress", async () => {
      await society.database.unitOfWork("staff:ANOTHER", async (work) => {
        await beginRun(work, 2025);
        await reportProgress(work, 1);
        expect((await step("administrator", "posting")).body).toMatchObject({
          reason: "in-progress",
        });
        const seen = await send("clerk", "GET", `${path}/2025/progress`);
        expect(seen.body).toEqual({ state: "approved", isRunning: true, done: 1, of: 2 });
      });
    });

    it("is posted once, to its members alone", async () => {
      expect((await step("administrator", "posting")).body).toEqual({
        year: 2025,
        state: "posted",
      });
      expect((await step("administrator", "posting")).status).toBe(409);
      expect((await step("administrator", "withdrawal")).status).toBe(409);
      expect(await total("DV1")).toBe(17_375);
      expect(await total("DV2")).toBe(27_815);
      expect(await total("DV3")).toBe(0);
      expect((await send("clerk", "GET", `${path}/2025/progress`)).body).toEqual({
        state: "posted",
        isRunning: false,
        done: 2,
        of: 2,
      });
      const statement = await send("DV1", "GET", "/api/v1/dividend/DV1");
      expect(statement.body).toMatchObject([
        {
          narration: "Dividend for 2025",
          refNo: "AGM-2026",
          dividend: 17_375,
          runningTotal: 17_375,
        },
      ]);
    });

    it("shows a member the sum month by month, with the amount for each mode", async () => {
      const { body } = await send("DV1", "GET", "/api/v1/members/DV1/dividends");
      const [sum] = body as { rows: { weight: number; interest: number }[] }[];
      expect(sum).toMatchObject({
        year: 2025,
        shareCapital: 20_000,
        onShareCapital: 2800,
        onDeposits: 14_575,
        gross: 17_375,
        held: [],
        toSplit: 17_375,
        byMode: expect.arrayContaining([
          { mode: "CAPITALIZE TO SHARES", taxBasisPoints: 0, tax: 0, net: 17_375 },
          { mode: "PAY THROUGH EFT(MOBILE)", taxBasisPoints: 500, tax: 868.75, net: 16_506.25 },
        ]) as unknown,
      });
      expect(sum?.rows.map(({ weight }) => weight)).toEqual(weightsOf["from-the-month"]);
      expect(sum?.rows.reduce((cents, { interest }) => cents + Math.round(interest * 100), 0)).toBe(
        1_457_500,
      );
      expect((await send("DV3", "GET", "/api/v1/members/DV3/dividends")).body).toEqual([]);
    });
  });

  describe("two people", () => {
    it("are required by the call, and by the database for any write", async () => {
      const declared = { ...declaration2025, year: 2024, booksClosedOn: "2024-12-31" };
      expect((await send("administrator", "POST", path, declared)).status).toBe(201);
      // The society always has an administrator.
      await employ(society, "SECOND", "administrator");
      await society.owner.query(
        "update staff set role = 'treasurer' where staff_no = 'ADMINISTRATOR'",
      );
      expect((await step("administrator", "approval", 2024)).body).toMatchObject({
        reason: "dividend-two-people",
      });
      await society.owner.query(
        "update staff set role = 'administrator' where staff_no = 'ADMINISTRATOR'",
      );
      const approve = (by: string) =>
        society.owner.query(
          `update dividend set state = 'approved', approved_by = $1, approved_at = now()
          where year = 2024`,
          [by],
        );
      await expect(approve("staff:ADMINISTRATOR")).rejects.toMatchObject({
        constraint: "dividend_two_people",
      });
      for (const change of [
        "state = 'posted'",
        "share_rate_bp = 9999",
        "default_mode = 'mobile'",
      ]) {
        await expect(
          society.owner.query(`update dividend set ${change} where year = 2024`),
        ).rejects.toMatchObject({ constraint: "dividend_life" });
      }
    });

    it("approve the current books, not those of the preview", async () => {
      await bookYear(society, "DV3", 2024, {
        shareCapital: ZERO_CENTS,
        deposits: [shillings(1000)],
      });
      expect((await step("treasurer", "approval", 2024)).body).toMatchObject({
        reason: "dividend-changed",
      });
      expect((await step("administrator", "withdrawal", 2024)).body).toMatchObject({
        state: "withdrawn",
      });
      const declared = { ...declaration2025, year: 2024, booksClosedOn: "2024-12-31" };
      expect((await send("administrator", "POST", path, declared)).status).toBe(201);
      expect((await step("treasurer", "approval", 2024)).status).toBe(201);
      const listed = (await send("clerk", "GET", path)).body as { year: number; state: string }[];
      expect(listed.map(({ year, state }) => `${year} ${state}`)).toEqual([
        "2025 posted",
        "2024 approved",
        "2024 withdrawn",
      ]);
    });
  });

  describe("an earlier dividend", () => {
    const declared = { ...declaration2025, year: 2022, booksClosedOn: "2022-12-31" };
    const preview = async () => (await send("clerk", "GET", `${path}/2022`)).body;

    /**
     * A dividend on a member's account as an import posts it, without a declaration of the society.
     */
    async function cameIn(memberNo: string, valueDate: string, amount: number, year: number) {
      const lines = [
        debit(societyAccount("dividend-appropriation"), shillings(amount)),
        credit(
          memberAccount("dividend-payable", await memberIdOf(society, memberNo)),
          shillings(amount),
        ),
      ];
      const entry = { kind: "dividend-declared", narration: "Dividend", lines } as const;
      const [id = 0n] = await society.database.unitOfWork("test", (work) =>
        postAll(work, [{ ...entry, valueDate: valueDate as CalendarDate, dividendYear: year }]),
      );
      return id;
    }

    beforeAll(async () => {
      await enrolWithLogin(society, "DV4");
      await bookYear(society, "DV4", 2022, steady(10_000, 0, 0));
      // Of 2021 on two days, and of 2022, one of which was reversed.
      await cameIn("DV3", "2022-04-02", 900, 2021);
      await cameIn("DV4", "2023-01-05", 1400, 2021);
      await cameIn("DV4", "2023-04-03", 700, 2022);
      const wrong = await cameIn("DV3", "2023-04-03", 50, 2022);
      await society.database.unitOfWork("test", (work) => reverse(work, wrong));
    });

    it("of the year itself is shown, with its members and amount", async () => {
      expect((await send("administrator", "POST", path, declared)).status).toBe(201);
      expect(await preview()).toMatchObject({ sameYear: { members: 1, gross: 700 } });
    });

    it("is compared with the new one, even for members who have none now", async () => {
      expect(await preview()).toMatchObject({
        members: 1,
        gross: 1400,
        lastYear: { members: 2, gross: 2300, noneNow: 1 },
        changed: [{ memberNo: "DV3", lastYear: 900, gross: 0, by: -900 }],
        largest: [{ memberNo: "DV4", lastYear: 1400 }],
      });
    });

    it("prevents the approval of an outdated preview if imported after it", async () => {
      await cameIn("DV3", "2023-04-03", 80, 2022);
      expect((await step("treasurer", "approval", 2022)).body).toMatchObject({
        reason: "dividend-changed",
      });
      expect((await step("administrator", "withdrawal", 2022)).status).toBe(201);
      expect((await send("administrator", "POST", path, declared)).status).toBe(201);
      expect(await preview()).toMatchObject({ sameYear: { members: 2, gross: 780 } });
      expect((await step("treasurer", "approval", 2022)).status).toBe(201);
    });
  });

  describe("a declaration", () => {
    it.each([
      ["year", { year: 2026 }],
      ["year", { year: 1999 }],
      ["booksClosedOn", { booksClosedOn: "2023-12-30" }],
      ["booksClosedOn", { booksClosedOn: "2026-04-15" }],
      ["closesOn", { opensOn: "2026-04-20", closesOn: "2026-04-19" }],
      ["closesOn", { opensOn: "2026-04-01", closesOn: "2026-04-13" }],
      ["defaultMode", { defaultMode: "OFFSET A LOAN" }],
      ["defaultMode", { defaultMode: "share-capital" }],
      ["weights", { weights: [1] }],
      ["shareRateBasisPoints", { shareRateBasisPoints: -1 }],
      ["tax.mobile", { tax: { mobile: 5000 } }],
    ])("is rejected at its %s for an impossible value", async (field, wrong) => {
      const declared = { ...declaration2025, year: 2023, booksClosedOn: "2023-12-31", ...wrong };
      const reply = await send("administrator", "POST", path, declared);
      expect(reply.status, reply.text).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field }] });
    });

    it("holds arrears on a loan when the books closed, if it says so", async () => {
      await lend(society, "DV1", {
        loanNo: "LN-DV1",
        principal: 6000,
        months: 2,
        startDate: "2023-10-10" as never,
      });
      const declared = { ...declaration2025, year: 2023, booksClosedOn: "2023-12-31" };
      await bookYear(society, "DV1", 2023, steady(0, 0, 10_000));
      expect(
        (await send("administrator", "POST", path, { ...declared, holdArrears: true })).status,
      ).toBe(201);
      expect((await send("clerk", "GET", `${path}/2023`)).body).toMatchObject({
        held: 6270,
        problems: { inArrears: 1 },
      });
      await step("treasurer", "approval", 2023);
      await step("administrator", "posting", 2023);
      const sums = (await send("DV1", "GET", "/api/v1/members/DV1/dividends")).body as unknown[];
      expect(sums[1]).toMatchObject({
        year: 2023,
        gross: 7150,
        held: [{ loanNo: "LN-DV1", amount: 6270 }],
        toSplit: 880,
      });
    });
  });

  describe("between the approval and the posting", () => {
    const declared = { ...declaration2025, year: 2021, booksClosedOn: "2021-12-31" };
    const digestNow = async () => {
      const { body } = await send("clerk", "GET", `${path}/2021`);
      return (body as { digest: string }).digest;
    };
    const post = (noun: string, digest: string, who = "administrator") =>
      send(who, "POST", `${path}/2021/${noun}`, { digest });

    it("an approval covers only what was on the screen, even for a new declaration", async () => {
      expect((await send("administrator", "POST", path, declared)).status).toBe(201);
      const digest = await digestNow();
      expect((await post("withdrawal", digest)).status).toBe(201);
      const other = { ...declared, defaultMode: "PAY THROUGH EFT(MOBILE)" };
      expect((await send("administrator", "POST", path, other)).status).toBe(201);
      expect((await post("approval", digest, "treasurer")).body).toMatchObject({
        reason: "shown-changed",
      });
      expect((await post("approval", await digestNow(), "treasurer")).status).toBe(201);
    });

    it("a correction of the year posts nothing, and two people must approve again", async () => {
      const digest = await digestNow();
      await bookYear(society, "DV4", 2021, {
        shareCapital: ZERO_CENTS,
        deposits: [shillings(500)],
      });
      const refused = await post("posting", digest);
      expect(refused.body).toMatchObject({
        code: 409,
        reason: "dividend-again",
        changes: expect.arrayContaining([
          expect.objectContaining({ name: "gross" }) as unknown,
        ]) as unknown,
      });
      expect((await send("clerk", "GET", `${path}/2021`)).body).toMatchObject({
        state: "prepared",
        approvedBy: "",
      });
      expect((await post("posting", await digestNow())).body).toMatchObject({
        reason: "dividend-state",
      });
      const figures = await send("clerk", "GET", `${path}/2021`);
      expect((figures.body as { largest: unknown[] }).largest).toContainEqual(
        expect.objectContaining({ memberNo: "DV4", onDeposits: 55 }) as unknown,
      );
      expect((await post("approval", await digestNow(), "treasurer")).status).toBe(201);
    });

    it("an imported dividend of the year before counts as a change too", async () => {
      const memberId = await memberIdOf(society, "DV4");
      await society.database.unitOfWork("test", (work) =>
        postAll(work, [
          {
            kind: "dividend-declared",
            narration: "Dividend for 2020",
            dividendYear: 2020,
            valueDate: "2021-04-01" as CalendarDate,
            lines: [
              debit(societyAccount("dividend-appropriation"), shillings(75)),
              credit(memberAccount("dividend-payable", memberId), shillings(75)),
            ],
          },
        ]),
      );
      expect((await post("posting", await digestNow())).body).toMatchObject({
        reason: "dividend-again",
      });
      expect((await post("approval", await digestNow(), "treasurer")).status).toBe(201);
      expect((await post("posting", await digestNow())).status).toBe(201);
    });
  });
});
