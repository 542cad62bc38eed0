import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { file as fileContract, queue } from "#shared/contract/loans/desk.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    readsPerMinute: 60_000,
    readBurst: 60_000,
    ...manyWrites,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
    documentBurst: 60,
    sessionIdleMinutes: 100_000,
    staffSessionIdleMinutes: 100_000,
    sessionHours: 1000,
  },
});
const tokens: Record<string, string> = {};
const members = ["DK1", "DK2", "DK3", "DK4", "DK5"];

type Queue = z.infer<typeof queue.answer>;
type LoanFile = z.infer<typeof fileContract.answer>;

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 40_000);
    await deposit(society, memberNo, 10_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of ["clerk", "loans-officer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

async function applied(memNo: string, amount = 6600): Promise<string> {
  const total = (amount * 1045) / 1000;
  const figures = { amount, period: 2, total, repayment: Math.round(total / 2) };
  const body = { memNo, category: "Instant", ...figures };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { loanNo: string }).loanNo;
}

const step = (who: string, loanNo: string, noun: string, body: unknown = {}) =>
  takeLoanStep(society, tokens[who] ?? "", { loanNo, noun, body });

async function queueOf(query = "", who = "loans-officer"): Promise<Queue> {
  const reply = await send(who, "GET", `/api/v1/instant-loans${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Queue;
}

async function fileOf(loanNo: string, who = "loans-officer"): Promise<LoanFile> {
  const reply = await send(who, "GET", `/api/v1/instant-loans/${loanNo}/file`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as LoanFile;
}

/** Loans of one member, one after another, each taken as far as a test needs. */
async function disbursed(memNo: string, amount = 6600): Promise<string> {
  const loanNo = await applied(memNo, amount);
  expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
  expect((await step("administrator", loanNo, "disbursement")).status).toBe(201);
  return loanNo;
}

/** Reverses the last deposit, as if it had been posted to the wrong member. */
async function takeLastDeposit(memberNo: string): Promise<void> {
  const found = await society.owner.query<{ id: string }>(
    `select max(l.entry_id) as id from journal_line l join ledger_account a on a.id = l.account_id
      join member m on m.id = a.member_id
      where m.member_no = $1 and a.code = 'member-deposits' and l.amount_cents < 0`,
    [memberNo],
  );
  const id = BigInt(found.rows[0]?.id ?? 0);
  await society.database.unitOfWork("test", (work) => reverse(work, id));
}

steps("step by step", () => {
  describe("the tabs of the desk", () => {
    it("are counted and summed, each application with deposits, verdict and waiting", async () => {
      const first = await applied("DK1", 6600);
      society.clock.advance(26 * 3600);
      const second = await applied("DK2", 50_000);
      society.clock.advance(3600);
      const { rows, tabs, next } = await queueOf();
      expect(next).toBe("");
      expect(rows).toMatchObject([
        { loanNo: first, deposits: 50_000, waitingHours: 27, checks: { verdict: "met" } },
        { loanNo: second, waitingHours: 1, checks: { verdict: "limit" } },
      ]);
      expect(tabs.find(({ stage }) => stage === "to-approve")).toEqual({
        stage: "to-approve",
        count: 2,
        amount: 56_600,
      });
    });

    it("are sorted by waiting time and amount, and filtered by checks and a search", async () => {
      const third = await applied("DK3", 20_000);
      await society.owner.query(
        "update member set full_name = 'Otieno 100%' where member_no = 'DK3'",
      );
      const amounts = async (query: string) =>
        (await queueOf(query)).rows.map(({ amount }) => amount);
      expect(await amounts("?order=longest")).toEqual([6600, 50_000, 20_000]);
      expect(await amounts("?order=newest")).toEqual([20_000, 50_000, 6600]);
      expect(await amounts("?order=amount")).toEqual([50_000, 20_000, 6600]);
      expect(await amounts("?search=otieno")).toEqual([20_000]);
      expect(await amounts("?search=100%25+oti")).toEqual([20_000]);
      expect(await amounts("?search=tieno")).toEqual([]);
      expect(await amounts(`?search=${third.toLowerCase()}`)).toEqual([20_000]);
      expect(await amounts("?search=dk2")).toEqual([50_000]);
      expect(await amounts("?search=__")).toEqual([]);
      expect(await amounts("?checks=unmet")).toEqual([]);
      expect((await amounts("?checks=met&order=newest")).length).toBe(3);
      expect((await send("loans-officer", "GET", "/api/v1/instant-loans?search=x")).status).toBe(
        422,
      );
    });

    it("show which rule is not met, and such an application cannot be approved", async () => {
      const { rows } = await queueOf("?search=dk2");
      const loanNo = rows[0]?.loanNo ?? "";
      await takeLastDeposit("DK2");
      expect((await queueOf("?checks=unmet")).rows).toMatchObject([
        { loanNo, checks: { verdict: "unmet", rule: "deposits" } },
      ]);
      const refused = await step("loans-officer", loanNo, "approval");
      expect(refused.body).toMatchObject({ reason: "no-longer-eligible" });
      expect(refused.text).toContain("Deposits short");
      expect((await fileOf(loanNo)).checks.find(({ code }) => code === "deposits")).toEqual({
        code: "deposits",
        state: "unmet",
        short: "10,000.00",
      });
      expect((await send("clerk", "GET", `/api/v1/instant-loans/${loanNo}`)).body).toMatchObject({
        state: "applied",
      });
      await deposit(society, "DK2", 10_000);
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
      await takeLastDeposit("DK2");
      expect((await step("administrator", loanNo, "disbursement")).body).toMatchObject({
        reason: "no-longer-eligible",
      });
      expect((await queueOf("?stage=to-disburse")).rows).toMatchObject([
        { loanNo, checks: { rule: "deposits" } },
      ]);
      await deposit(society, "DK2", 10_000);
      expect((await step("administrator", loanNo, "disbursement")).status).toBe(201);
      const today = await queueOf("?stage=disbursed-today");
      expect(today.rows).toMatchObject([{ loanNo, since: "2026-04-15" }]);
      expect(today.rows[0]).not.toHaveProperty("checks");
    });

    it("continue after the last row in every order, without gaps or repeats", async () => {
      await society.owner.query(
        `with given as (
          insert into member (member_no, full_name, joined_on)
          select 'PG' || n, 'Page ' || n, '2020-01-01' from generate_series(1, 120) n returning id
        )
        insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
          total_cents, monthly_deduction_cents, term_months, state, policy_id)
        select 'PG-' || id, id, 'Instant', 'Instant loan', 100000 * (id % 7 + 1), 0,
          100000 * (id % 7 + 1), 50000, 2, 'declined', 1 from given`,
      );
      for (const order of ["longest", "newest", "amount"]) {
        const seen: Queue["rows"] = [];
        let after = "";
        do {
          const from = after === "" ? "" : `&after=${after}`;
          const page = await queueOf(`?stage=declined&search=PG&order=${order}${from}`);
          expect(page.rows.length).toBeLessThanOrEqual(50);
          seen.push(...page.rows);
          after = page.next;
        } while (after !== "");
        expect(seen).toHaveLength(120);
        expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
        const key = ({ id, amount }: Queue["rows"][number]) =>
          order === "amount" ? -amount : Number(id) * (order === "newest" ? -1 : 1);
        expect(seen.map(key)).toEqual(seen.map(key).toSorted((one, other) => one - other));
      }
    });

    it("are exported as CSV as shown, formulas made harmless, the access audited", async () => {
      await society.owner.query(
        "update member set full_name = '=HYPERLINK(1)' where member_no = 'DK1'",
      );
      const path = "/api/v1/instant-loan-exports/csv?search=dk1";
      const reply = await send("clerk", "GET", path);
      expect(reply.headers.get("content-type")).toContain("text/csv");
      expect(reply.headers.get("content-disposition")).toContain("loans-to-approve.csv");
      expect(reply.text.split("\r\n")[0]).toContain("Loan No,Member,Member no.,Amount");
      expect(reply.text).toContain(",'=HYPERLINK(1),DK1,6600.00,2,");
      expect(reply.text).toContain("Total,,,6600.00");
      const looks = "select from audit_record where action = 'looked' and subject = $1";
      expect((await society.owner.query(looks, ["instant-loans.export"])).rowCount).toBe(1);
      await society.owner.query(
        "update member set full_name = 'Member DK1' where member_no = 'DK1'",
      );
    });
  });

  describe("an application's file", () => {
    it("shows figures, other loans with their record, deductions and history", async () => {
      await lend(society, "DK4", {
        loanNo: "OLD-1",
        principal: 12_000,
        months: 4,
        startDate: "2026-01-10" as never,
      });
      const before = await applied("DK4", 6600);
      await step("DK4", before, "withdrawal");
      society.clock.advance(61);
      const loanNo = await applied("DK4", 6600);
      const found = await fileOf(loanNo);
      expect(found.member).toMatchObject({ memberNo: "DK4", deposits: 50_000, shareCapital: 0 });
      expect(found.policy).toMatchObject({ least: 500, most: 100_000, rateBasisPoints: 450 });
      expect(found.others).toEqual([
        { loanNo: "OLD-1", purpose: "School fees", outstanding: 12_540, onTime: 0, late: 3 },
      ]);
      expect(found.deductions).toEqual([
        { month: "2026-04", others: [9405], thisLoan: 0, together: 9405 },
        { month: "2026-05", others: [3135], thisLoan: 3449, together: 6584 },
        { month: "2026-06", others: [0], thisLoan: 3448, together: 3448 },
      ]);
      expect(found.history).toMatchObject([
        { loanNo: before, state: "withdrawn", amount: 6600 },
        { loanNo: "OLD-1", state: "disbursed", amount: 12_000, appliedOn: "2026-01-10" },
      ]);
      expect(found.isYours).toBe(false);
    });

    it("shows guarantees given and held, and is an access in the audit log", async () => {
      const [loan] = (await queueOf("?search=dk4")).rows;
      await society.owner.query(
        `insert into guarantee (loan_id, guarantor_id, amount_cents)
        select id, $1, 500000 from loan where loan_no = 'OLD-1'`,
        [await memberIdOf(society, "DK5")],
      );
      const held = await fileOf(loan?.loanNo ?? "");
      expect(held.guaranteesHeld).toMatchObject([{ memberNo: "DK5", amount: 5000 }]);
      const own = await applied("DK5");
      const given = await fileOf(own);
      expect(given.guaranteesGiven).toMatchObject([
        { memberNo: "DK4", loanNo: "OLD-1", outstanding: 12_540 },
      ]);
      expect(given.member).toMatchObject({ deposits: 50_000, freeDeposits: 45_000 });
      const looks = "select from audit_record where action = 'looked' and subject = $1";
      expect((await society.owner.query(looks, [`loan:${own}`])).rowCount).toBe(1);
      expect((await send("DK5", "GET", `/api/v1/instant-loans/${own}/file`)).status).toBe(403);
      expect((await send("loans-officer", "GET", "/api/v1/instant-loans/NONE-1/file")).status).toBe(
        404,
      );
      const id = loan?.id ?? "";
      expect((await send("clerk", "GET", `/api/v1/loandetails/${id}`)).body).toEqual({
        id,
        loanNo: loan?.loanNo,
        memberno: "DK4",
      });
    });

    it("says what borrowers who work here, and the approver, may not decide", async () => {
      const { rows } = await queueOf("?search=dk5");
      const loanNo = rows[0]?.loanNo ?? "";
      const link = "update staff set member_id = $1 where staff_no = 'LOANS-OFFICER'";
      await society.owner.query(link, [await memberIdOf(society, "DK5")]);
      expect(await fileOf(loanNo)).toMatchObject({ isYours: true });
      expect((await step("loans-officer", loanNo, "approval")).body).toMatchObject({
        reason: "own-loan",
      });
      await society.owner.query(link, [null]);
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
      expect(await fileOf(loanNo)).toMatchObject({ youApproved: true });
      expect(await fileOf(loanNo, "administrator")).toMatchObject({ youApproved: false });
    });
  });

  describe("a repayment at the desk", () => {
    it("debits the account of its channel, on its value date", async () => {
      const loanNo = await disbursed(await freshMember("RP1"));
      society.clock.advance(86_400);
      const ways = { mpesa: "mobile-money", bank: "bank" };
      for (const [way, account] of Object.entries(ways)) {
        const paid = { amount: 100, receipt: `WAY-${way}`, way, date: "2026-04-16" };
        expect((await step("clerk", loanNo, "repayments", paid)).status).toBe(201);
        const posted = await society.owner.query<{ code: string; value_date: string }>(
          `select a.code, e.value_date::text from journal_entry e
          join journal_line l on l.entry_id = e.id and l.amount_cents > 0
          join ledger_account a on a.id = l.account_id where e.receipt_no = $1`,
          [`WAY-${way.toUpperCase()}`],
        );
        expect(posted.rows).toEqual([{ code: account, value_date: "2026-04-16" }]);
      }
      const { repayments, outstanding } = await fileOf(loanNo, "clerk");
      expect(repayments.map(({ way }) => way)).toEqual(["mpesa", "bank"]);
      expect(repayments.every(({ yours, by }) => yours && by === "Staff CLERK")).toBe(true);
      expect(outstanding).toBe(6697);
    });

    it("is reversed by another person with a reversing entry, its receipt free again", async () => {
      const loanNo = await disbursed(await freshMember("RP2"));
      const paid = { amount: 6897, receipt: "BACK-1", way: "bank" };
      expect((await step("clerk", loanNo, "repayments", paid)).body).toMatchObject({
        state: "settled",
      });
      const back = { receipt: "back-1", reason: "Written to the wrong loan" };
      expect((await step("clerk", loanNo, "reversals", back)).body).toMatchObject({
        reason: "own-entry",
      });
      expect((await step("loans-officer", loanNo, "reversals", back)).status).toBe(403);
      const taken = await step("administrator", loanNo, "reversals", back);
      expect(taken.body, taken.text).toEqual({ loanNo, state: "disbursed" });
      const [told] = await society.messages();
      expect(told?.text).toContain("we reversed Ksh 6,897.00");
      expect((told?.text ?? "").length).toBeLessThanOrEqual(160);
      const { repayments, outstanding } = await fileOf(loanNo);
      expect(outstanding).toBe(6897);
      expect(repayments).toMatchObject([{ reversedFor: "Written to the wrong loan" }]);
      expect((await step("administrator", loanNo, "reversals", back)).status).toBe(422);
      const again = { ...paid, amount: 3449 };
      expect((await step("clerk", loanNo, "repayments", again)).status).toBe(201);
      expect((await step("clerk", loanNo, "repayments", again)).body).toMatchObject({
        reason: "receipt-used",
      });
      const none = { receipt: "NONE-1", reason: "x" };
      expect((await step("administrator", loanNo, "reversals", none)).body).toMatchObject({
        errors: [{ field: "receipt" }],
      });
    });

    it("is reversed once, however many try, and by two people even by a direct write", async () => {
      const loanNo = await disbursed(await freshMember("RP3"));
      await step("clerk", loanNo, "repayments", { amount: 1000, receipt: "ONCE-1" });
      const back = { receipt: "ONCE-1", reason: "Twice" };
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => step("administrator", loanNo, "reversals", back)),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      const posted = "select from journal_entry where kind = 'reversal' and reference_no = $1";
      expect((await society.owner.query(posted, [loanNo])).rowCount).toBe(1);
      await step("clerk", loanNo, "repayments", { amount: 1000, receipt: "ONCE-1" });
      const write = (by: string, recorder: string) =>
        society.owner.query(
          `insert into loan_step (loan_id, step, taken_by, reason, reverses, recorded_by)
          select loan_id, 'reversed', $1, 'x', max(id), $2 from loan_step
          where receipt_no = 'ONCE-1' group by loan_id`,
          [by, recorder],
        );
      await expect(write("staff:CLERK", "staff:CLERK")).rejects.toMatchObject({
        constraint: "loan_step_reversal_people",
      });
      await expect(write("staff:A", "staff:B")).rejects.toMatchObject({
        constraint: "loan_step_reversal",
      });
    });
  });

  async function freshMember(memberNo: string): Promise<string> {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
    return memberNo;
  }
});
