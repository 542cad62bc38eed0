import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { recordRepayments, settleByBalance } from "#server/loans/lending/loans.ts";
import { enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const ids: Record<string, bigint> = {};

const day = (text: string) => text as CalendarDate;

/** Returns the answer to a member about their own record. */
async function ask(memberNo: string, path: string) {
  return society.send("GET", `/api/v1/${path}`, { token: tokens[memberNo] ?? "" });
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["SA1", "SA3"]) {
    await enrolWithLogin(society, memberNo, { fullName: `Member ${memberNo}` });
    ids[memberNo] = await memberIdOf(society, memberNo);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await society.database.unitOfWork("test", async (work) => {
    const lines = [
      debit(societyAccount("bank"), shillings(30)),
      credit(memberAccount("member-deposits", ids["SA1"] ?? 0n), shillings(30)),
    ];
    const saved = { kind: "opening-savings", narration: "Opening savings", lines } as const;
    await post(work, { ...saved, valueDate: day("2026-03-31") });
    const twice = await post(work, saved);
    await reverse(work, twice);
  });
});

steps("step by step", () => {
  describe("loans and guarantees", () => {
    beforeAll(async () => {
      const [startDate, firstDueOn] = [day("2026-01-31"), day("2026-02-28")];
      await lend(society, "SA1", { loanNo: "LN-A", months: 3, startDate, firstDueOn });
      await lend(society, "SA1", { loanNo: "LN-B", principal: 1000, months: 1, startDate });
      await lend(society, "SA1", { loanNo: "LN-C", principal: 1000, months: 1, startDate });
      await society.owner.query(
        `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
          total_cents, monthly_deduction_cents, term_months, state)
        values ('LN-D', $1, 'Instant', 'Rent', 700000, 31500, 731500, 365800, 2, 'applied'),
          ('LN-E', $1, 'Instant', 'Rent', 700000, 31500, 731500, 365800, 2, 'declined')`,
        [ids["SA1"]],
      );
      const repaid = (loanNo: string, amount: number, text: string) => ({
        kind: "loan-repaid-by-check-off" as const,
        memberId: ids["SA1"] ?? 0n,
        narration: "Check-off",
        loanNo,
        amount: shillings(amount),
        valueDate: day(text),
      });
      await society.database.unitOfWork("test", async (work) => {
        await recordRepayments(work, [
          repaid("LN-A", 2400, "2026-02-28"),
          repaid("LN-B", 1600, "2026-02-28"),
          repaid("LN-C", 1500, "2026-02-28"),
        ]);
        const amount = shillings(3000);
        for (const loanNo of ["LN-A", "LN-B", "LN-C", "LN-D", "LN-E"]) {
          const givenOn = day("2026-01-30");
          await recordGuarantee(work, { loanNo, guarantorId: ids["SA3"] ?? 0n, amount, givenOn });
        }
      });
    });

    it("lists loans with a balance, even overpaid ones, and waiting applications", async () => {
      const { body } = await ask("SA1", "instant/SA1");
      const row = { id: expect.stringMatching(/^\d+$/), loanPurpose: "School fees" };
      const dates = { startDate: "2026-01-31", endDate: "2026-04-28" };
      expect(body).toEqual({
        status: 200,
        message: expect.any(String),
        curDate: "2026-04-14",
        data: [
          { ...row, ...dates, loanNo: "LN-A", period: 3, amount: 6600, outStanding: 4497 },
          {
            ...row,
            ...dates,
            loanNo: "LN-B",
            period: 1,
            amount: 1000,
            outStanding: -100,
            endDate: "2026-02-28",
          },
          {
            ...row,
            loanNo: "LN-D",
            loanPurpose: "Rent",
            startDate: "",
            endDate: "",
            period: 2,
            amount: 7000,
            outStanding: 0,
          },
        ],
      });
    });

    it("lists the loans a member still guarantees, with `outstanding` in lower case", async () => {
      const { body } = await ask("SA3", "guarantor/SA3");
      const row = {
        id: expect.stringMatching(/^\d+$/),
        cdate: "2026-01-30",
        curDate: "2026-04-14",
        memberName: "Member SA1",
        amountGuaranteed: 3000,
        guarantorType: "Principal",
      };
      expect((body as { data: unknown[] }).data).toEqual([
        { ...row, loanNo: "LN-A", loanPurpose: "School fees", lamount: 6600, outstanding: 4497 },
        { ...row, loanNo: "LN-D", loanPurpose: "Rent", lamount: 7000, outstanding: 0 },
      ]);
      expect((await ask("SA3", "members/SA3/overview")).body).toMatchObject({ guaranteed: 6000 });
    });

    it("shows a whole loan, with repayments covering the oldest instalment first", async () => {
      expect((await ask("SA1", "members/SA1/loans/ln-a")).body).toMatchObject({
        asAt: "2026-04-14",
        loanNo: "LN-A",
        state: "disbursed",
        principal: 6600,
        fee: 297,
        total: 6897,
        monthlyDeduction: 2299,
        paid: 2400,
        outstanding: 4497,
        instalments: [
          { number: 1, dueOn: "2026-02-28", amount: 2299, covered: 2299, state: "paid" },
          { number: 2, dueOn: "2026-03-28", amount: 2299, covered: 101, state: "overdue" },
          { number: 3, dueOn: "2026-04-28", amount: 2299, covered: 0, state: "due" },
        ],
        movements: [
          { date: "2026-01-31", amount: 6897, balance: 6897 },
          { date: "2026-02-28", amount: -2400, balance: 4497 },
        ],
      });
    });

    it("are shown with next and overdue amounts, and the last saving not reversed", async () => {
      expect((await ask("SA1", "members/SA1/overview")).body).toMatchObject({
        lastSaving: { date: "2026-03-31", narration: "Opening savings", amount: 30 },
        loans: [
          {
            loanNo: "LN-A",
            outstanding: 4497,
            nextDueOn: "2026-04-28",
            nextDue: 2299,
            overdue: 2198,
          },
          { loanNo: "LN-B", outstanding: -100, nextDueOn: "", nextDue: 0, overdue: 0 },
        ],
      });
    });

    it("never puts an application into a document, where it would look repaid", async () => {
      const path = "/api/v1/members/SA1/statements/loans/documents";
      const token = tokens["SA1"] ?? "";
      const file = await society.send("POST", path, { token, body: { format: "csv" } });
      expect(file.status).toBe(201);
      expect(file.text).toContain("LN-A,School fees");
      expect(file.text).toContain("LN-B,School fees");
      expect(file.text).not.toContain("LN-D");
    });

    it("names the state of a guaranteed application, with no balance as if repaid", async () => {
      const path = "/api/v1/members/SA3/statements/guarantor/documents";
      const token = tokens["SA3"] ?? "";
      const body = { format: "csv" };
      const { text } = await society.send("POST", path, { token, body });
      expect(text).toContain("LN-A,School fees,Member SA1,6600.00,3000.00,4497.00,Principal");
      expect(text.replaceAll('"', "")).toContain(
        "LN-D,Rent: applied for, not decided,Member SA1,7000.00,3000.00,,Principal",
      );
      expect(text).not.toContain("LN-E");
    });

    it("shows an application with nothing due, paid or moved", async () => {
      expect((await ask("SA1", "members/SA1/loans/LN-D")).body).toMatchObject({
        state: "applied",
        startDate: "",
        endDate: "",
        paid: 0,
        outstanding: 0,
        instalments: [],
        movements: [],
      });
    });

    it("answers another's loan and an unknown one with the same bytes", async () => {
      const anothers = await ask("SA3", "members/SA3/loans/LN-A");
      const nobodys = await ask("SA3", "members/SA3/loans/LN-Z");
      expect([anothers.status, anothers.body]).toMatchObject([404, { reason: "no-such-loan" }]);
      expect(nobodys.text).toBe(anothers.text);
    });

    it("is settled by its last shilling, and open again when that is reversed", async () => {
      const stateOf = async (loanNo: string) => {
        const { body } = await ask("SA1", `members/SA1/loans/${loanNo}`);
        return (body as { state: string }).state;
      };
      expect([await stateOf("LN-B"), await stateOf("LN-C")]).toEqual(["settled", "settled"]);
      const found = await society.owner.query(
        `select e.id from journal_entry e join journal_line l on l.entry_id = e.id
        join ledger_account a on a.id = l.account_id
        where a.reference = 'LN-C' and e.kind = 'loan-repaid-by-check-off'`,
      );
      await society.database.unitOfWork("test", async (work) => {
        await reverse(work, BigInt((found.rows[0] as { id: string }).id));
        await settleByBalance(work, ["LN-B", "LN-C"]);
      });
      expect([await stateOf("LN-B"), await stateOf("LN-C")]).toEqual(["settled", "disbursed"]);
    });

    it("is guaranteed only by others", async () => {
      const own = { loanNo: "LN-A", guarantorId: ids["SA1"] ?? 0n, amount: shillings(1) };
      const given = society.database.unitOfWork("test", (work) => recordGuarantee(work, own));
      await expect(given).rejects.toThrow("cannot be guaranteed");
    });
  });
});
