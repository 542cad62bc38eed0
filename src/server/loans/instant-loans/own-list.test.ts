import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { loanCalls } from "#test/loan-office.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { readsPerMinute: 60_000, readBurst: 60_000, applicationsPerMinute: 100 },
});
const tokens: Record<string, string> = {};
const { send, applied } = loanCalls(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["OL1", "OL2"]) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await employ(society, "ST1", "clerk");
  tokens["clerk"] = await signIn(society, "ST1");
});

interface Listed {
  readonly rows: readonly { readonly id: string; readonly loanNo: string }[];
  readonly next: string;
}

const list = async (who: string, query = "") =>
  (await send(who, "GET", `/api/v1/members/OL1/loans${query}`)).body as Listed;

steps("step by step", () => {
  describe("a member's own list of loans", () => {
    it("has every loan with its state, the newest first, an old one by its own day", async () => {
      const loanNo = await applied("OL1");
      const startDate = "2026-01-31" as CalendarDate;
      await lend(society, "OL1", { loanNo: "DL-OLD", category: "Development", startDate });
      const { rows, next } = await list("OL1");
      expect(next).toBe("");
      expect(rows).toMatchObject([
        {
          loanNo,
          memberNo: "OL1",
          member: "Member OL1",
          category: "Instant",
          state: "applied",
          amount: 6600,
          fee: 297,
          total: 6897,
          period: 2,
          repayment: 3449,
          appliedOn: "2026-04-14",
          isApplication: true,
          changedOn: "2026-04-14",
        },
        {
          loanNo: "DL-OLD",
          category: "Development",
          state: "disbursed",
          appliedOn: startDate,
          isApplication: false,
          changedOn: startDate,
        },
      ]);
      await send("OL1", "POST", `/api/v1/instant-loans/${loanNo}/withdrawal`, {});
      expect(await list("clerk")).toMatchObject({ rows: [{ loanNo, state: "withdrawn" }, {}] });
    });

    it("is read in pages of fifty, each loan once", async () => {
      await society.owner.query(
        `insert into loan (loan_no, member_id, category, purpose, principal_cents, total_cents,
          monthly_deduction_cents, term_months, state)
        select 'OLD-' || n, $1, 'Instant', 'Long ago', 100, 100, 100, 1, 'withdrawn'
        from generate_series(1, 120) as n`,
        [await memberIdOf(society, "OL1")],
      );
      const found: string[] = [];
      let after = "";
      do {
        const page = await list("OL1", after && `?after=${after}`);
        expect(page.rows.length).toBeLessThanOrEqual(50);
        found.push(...page.rows.map(({ loanNo }) => loanNo));
        after = page.next;
      } while (after !== "");
      expect(found).toHaveLength(122);
      expect(new Set(found).size).toBe(122);
      expect((await list("OL1", "?after=999999")).rows).toEqual([]);
    });

    it("is linked from the overview while one waits, no longer once it is decided", async () => {
      const path = "/api/v1/members/OL2/overview";
      expect((await send("OL2", "GET", path)).body).not.toHaveProperty("application");
      const loanNo = await applied("OL2");
      expect((await send("OL2", "GET", path)).body).toMatchObject({
        application: { loanNo, state: "applied", amount: 6600, appliedOn: "2026-04-14" },
      });
      await send("OL2", "POST", `/api/v1/instant-loans/${loanNo}/withdrawal`, {});
      expect((await send("OL2", "GET", path)).body).not.toHaveProperty("application");
    });
  });
});
