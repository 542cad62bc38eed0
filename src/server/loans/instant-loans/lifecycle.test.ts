import { beforeAll, describe, expect, it } from "vitest";
import { foundLoanOffice, loanCalls } from "#test/loan-office.ts";
import { employ, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
    sessionIdleMinutes: 100_000,
    staffSessionIdleMinutes: 100_000,
    sessionHours: 1000,
  },
});
const tokens: Record<string, string> = {};
const { send, applied, step } = loanCalls(society, tokens);

beforeAll(() => foundLoanOffice(society, tokens, ["LF1", "LF2", "LF3"]));

const application = (who: string, loanNo: string) =>
  send(who, "GET", `/api/v1/instant-loans/${loanNo}`);

steps("step by step", () => {
  describe("the life of an instant loan", () => {
    it("goes from applied to settled, each step notified and recorded with its actor", async () => {
      const loanNo = await applied("LF1");
      expect((await step("loans-officer", loanNo, "approval")).body).toEqual({
        loanNo,
        state: "approved",
      });
      expect((await step("administrator", loanNo, "disbursement")).status).toBe(201);
      const part = { amount: 3449, receipt: "TK41AAAAAA", date: "2026-04-14" };
      expect((await step("clerk", loanNo, "repayments", part)).body).toMatchObject({
        state: "disbursed",
      });
      const rest = { amount: "3448", receipt: "TK41BBBBBB" };
      expect((await step("clerk", loanNo, "repayments", rest)).body).toMatchObject({
        state: "settled",
      });
      const texts = (await society.messages()).map(({ text }) => text).toReversed();
      expect(
        texts.map((text) => /received your|approved|on its way|Balance|paid off/.exec(text)?.[0]),
      ).toEqual(["received your", "approved", "on its way", "Balance", "paid off"]);
      expect(texts.every((text) => text.length <= 160)).toBe(true);
      const { steps } = (await application("clerk", loanNo)).body as {
        steps: { step: string; who: string; by: string }[];
      };
      expect(steps.map(({ step: name, who }) => [name, who])).toEqual([
        ["applied", ""],
        ["approved", "Staff LOANS-OFFICER"],
        ["disbursed", "Staff ADMINISTRATOR"],
        ["repaid", "Staff CLERK"],
        ["repaid", "Staff CLERK"],
        ["settled", "Staff CLERK"],
      ]);
      const page = await send("LF1", "GET", `/api/v1/members/LF1/loans/${loanNo}`);
      expect(page.body).toMatchObject({ state: "settled", paid: 6897, outstanding: 0 });
      const trail = await society.owner.query(
        "select from audit_record where subject = $1 and action like 'loan-step-%'",
        [`loan:${loanNo}`],
      );
      expect(trail.rowCount).toBe(6);
    });

    it("declines with a reason, which the member sees without the officer's name", async () => {
      const loanNo = await applied("LF1");
      expect((await step("loans-officer", loanNo, "decline", { reason: "  " })).status).toBe(422);
      const reason = "Deposits fell behind";
      expect((await step("loans-officer", loanNo, "decline", { reason })).status).toBe(201);
      const { body } = await application("LF1", loanNo);
      expect(body).toMatchObject({ state: "declined", instalments: [3449, 3448] });
      expect((body as { steps: unknown[] }).steps.at(-1)).toMatchObject({
        step: "declined",
        by: "office",
        who: "",
        reason,
        date: "2026-04-14",
        time: "09:12",
      });
    });

    it("cannot be seen or withdrawn by another member, just like an unknown one", async () => {
      const loanNo = await applied("LF1");
      for (const act of [
        (no: string) => application("LF2", no),
        (no: string) => step("LF2", no, "withdrawal"),
      ]) {
        const anothers = await act(loanNo);
        expect(anothers.status).toBe(404);
        expect((await act("INS-2026-9999")).text).toBe(anothers.text);
      }
      expect((await step("LF1", loanNo, "withdrawal")).status).toBe(201);
      expect((await step("LF1", loanNo, "withdrawal")).body).toMatchObject({
        reason: "loan-state",
      });
    });

    it("dates a repayment between the payout and today, and credits a receipt once", async () => {
      const loanNo = await applied("LF1");
      await step("loans-officer", loanNo, "approval");
      const paid = { amount: 1000, receipt: "tk41cccccc" };
      expect((await step("clerk", loanNo, "repayments", paid)).status).toBe(409);
      await step("administrator", loanNo, "disbursement");
      for (const date of ["2026-04-13", "2026-04-15"]) {
        const reply = await step("clerk", loanNo, "repayments", { ...paid, date });
        expect(reply.body).toMatchObject({ code: 422, errors: [{ field: "date" }] });
      }
      expect((await step("clerk", loanNo, "repayments", paid)).status).toBe(201);
      const again = { ...paid, receipt: "TK41CCCCCC" };
      expect((await step("clerk", loanNo, "repayments", again)).body).toMatchObject({
        reason: "receipt-used",
      });
      const rest = { amount: 6000, receipt: "TK41DDDDDD", over: 103 };
      expect((await step("clerk", loanNo, "repayments", rest)).body).toMatchObject({
        state: "settled",
      });
      const wire = await send("LF1", "GET", "/api/v1/instant/LF1");
      expect(wire.body).toMatchObject({ data: [{ loanNo, outStanding: -103 }] });
    });
  });

  describe("two people", () => {
    it("are required by the database, on any write", async () => {
      const loanNo = await applied("LF2");
      await step("loans-officer", loanNo, "approval");
      const write = (by: string, approver: string | null) =>
        society.owner.query(
          `insert into loan_step (loan_id, step, taken_by, approved_by)
          select id, 'disbursed', $2, $3 from loan where loan_no = $1`,
          [loanNo, by, approver],
        );
      await expect(write("staff:LOANS-OFFICER", "staff:LOANS-OFFICER")).rejects.toMatchObject({
        constraint: "loan_step_two_people",
      });
      await expect(write("staff:LOANS-OFFICER", "staff:OTHER")).rejects.toMatchObject({
        constraint: "loan_step_approved",
      });
      await expect(write("staff:LOANS-OFFICER", null)).rejects.toMatchObject({ code: "23514" });
      await expect(
        society.owner.query("update loan_step set taken_by = 'x'"),
      ).rejects.toMatchObject({
        code: "23001",
      });
      await expect(
        society.owner.query("update loan set state = 'applied' where loan_no = $1", [loanNo]),
      ).rejects.toMatchObject({ constraint: "loan_life" });
    });

    it("are required even where a role may do both, and nobody decides on their own", async () => {
      await society.owner.query(
        "update staff set role = 'administrator' where staff_no = 'LOANS-OFFICER'",
      );
      const [loanNo] = await numbersOf("LF2");
      expect((await step("loans-officer", loanNo ?? "", "disbursement")).body).toMatchObject({
        reason: "two-people",
      });
      const member = await memberIdOf(society, "LF2");
      const link = "update staff set member_id = $1 where staff_no = 'ADMINISTRATOR'";
      await society.owner.query(link, [member]);
      expect((await step("administrator", loanNo ?? "", "disbursement")).body).toMatchObject({
        reason: "own-loan",
      });
      await society.owner.query(link, [null]);
      await society.owner.query(
        "update staff set role = 'loans-officer' where staff_no = 'LOANS-OFFICER'",
      );
      expect((await step("administrator", loanNo ?? "", "disbursement")).status).toBe(201);
    });
  });

  async function numbersOf(memberNo: string): Promise<string[]> {
    const found = await society.owner.query<{ loan_no: string }>(
      `select loan_no from loan l join member m on m.id = l.member_id where m.member_no = $1`,
      [memberNo],
    );
    return found.rows.map((row) => row.loan_no);
  }

  describe("the person who amended a loan", () => {
    it("does not approve it, whatever their role later", async () => {
      await employ(society, "AMENDER", "clerk");
      tokens["amender"] = await signIn(society, "AMENDER");
      const loanNo = await applied("LF1");
      const { id } = (await application("amender", loanNo)).body as { id: string };
      const body = { item: { amount: 6000 } };
      const amended = await send("amender", "PATCH", `/api/v1/loandetails/${id}`, body);
      expect(amended.status, amended.text).toBe(200);
      await society.owner.query(
        "update staff set role = 'loans-officer' where staff_no = 'AMENDER'",
      );
      const own = await step("amender", loanNo, "approval");
      expect(own.status).toBe(403);
      expect(own.body).toMatchObject({ reason: "loan-amended" });
      const file = await send("amender", "GET", `/api/v1/instant-loans/${loanNo}/file`);
      expect(file.body).toMatchObject({ youAmended: true });
      expect((await step("loans-officer", loanNo, "approval")).status).toBe(201);
    });

    it("is recognised by the database as a person, under either name", async () => {
      await society.owner.query(
        `update staff set member_id = (select id from member where member_no = 'LF2')
        where staff_no = 'AMENDER'`,
      );
      const write = (name: string, by: string) =>
        society.owner.query(
          `insert into loan_step (loan_id, step, taken_by)
          select id, $1, $2 from loan where loan_no = 'LN-AMENDED'`,
          [name, by],
        );
      await society.owner.query(
        `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
          total_cents, monthly_deduction_cents, term_months, state)
        select 'LN-AMENDED', id, 'Instant', 'Probe', 100, 0, 100, 100, 1, 'declined'
        from member where member_no = 'LF1'`,
      );
      await write("amended", "staff:AMENDER");
      for (const name of ["staff:AMENDER", "member:LF2"]) {
        await expect(write("approved", name)).rejects.toThrow("amended a loan");
      }
      await write("approved", "staff:ADMINISTRATOR");
    });
  });

  describe("the earlier client's list and form", () => {
    it("lists one's own as a bare array, and all for staff, at both addresses", async () => {
      const loanNo = await applied("LF3");
      const own = await send("LF3", "GET", "/v1/loan");
      expect(own.body).toEqual([
        {
          id: expect.any(String) as string,
          memberno: "LF3",
          member: "Member LF3",
          category: "Instant",
          amount: 6600,
        },
      ]);
      expect((await send("LF3", "GET", "/api/v1/loan?page=2")).body).toEqual([]);
      const all = (await send("clerk", "GET", "/api/v1/loan")).body as { memberno: string }[];
      expect(new Set(all.map(({ memberno }) => memberno))).toEqual(new Set(["LF1", "LF2", "LF3"]));
      const queue = await send("clerk", "GET", "/api/v1/instant-loans");
      expect(queue.body).toMatchObject({ rows: [{ loanNo, waitingHours: 0 }], next: "" });
      const looks = "select from audit_record where action = 'looked' and subject = $1";
      const looked = await society.owner.query(looks, ["instant-loans.queue"]);
      expect(looked.rowCount).toBe(1);
    });

    it("amends only the amount of an undecided application, by its own policy", async () => {
      const [own] = (await send("LF3", "GET", "/api/v1/loan")).body as { id: string }[];
      const path = `/loandetails/${own?.id}`;
      const item = { memberno: "LF1", member: "Somebody", category: "Instant", amount: "5000" };
      const policy = { effectiveFrom: "2026-04-14", ...dearer };
      expect(
        (await send("administrator", "POST", "/api/v1/instant-loans/policy", policy)).status,
      ).toBe(201);
      const reply = await send("clerk", "PATCH", path, { item, id: 7 });
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body).toMatchObject({ memberno: "LF3", member: "Member LF3", amount: 5000 });
      expect(reply.body).toMatchObject({ fee: 500, total: 5500, repayment: 2750 });
      const much = await send("clerk", "PATCH", `/api/v1${path}`, { item: { amount: 60_000 } });
      expect(much.body).toMatchObject({ reason: "not-eligible" });
      const [loanNo = ""] = await numbersOf("LF3");
      await step("LF3", loanNo, "withdrawal");
      expect((await send("clerk", "PATCH", path, { item })).body).toMatchObject({
        reason: "loan-state",
      });
      expect((await send("clerk", "PATCH", "/loandetails/999", { item })).status).toBe(404);
      expect((await send("LF3", "PATCH", path, { item })).status).toBe(403);
    });
  });

  const dearer = {
    feeTiers: [{ flatFee: 0, rateBasisPoints: 1000 }],
    minimum: 1000,
    maximum: 20_000,
    minMonths: 1,
    maxMonths: 3,
    depositsPercent: 0,
    membershipMonths: 6,
    shareCapital: 10_000,
    openApplications: 1,
    rejectUnpaid: true,
    rejectBlacklisted: true,
    guarantorsAllowed: true,
    missedGraceDays: 5,
    payDay: 0,
    payDayRest: "before",
    scheduleFrom: "arrival",
    missedQuietDays: 7,
    missedLeast: 100,
  };

  describe("the policy", () => {
    it("applies from its first day, after a preview of its effect on sample amounts", async () => {
      const { effectiveFrom: from, ...inForce } = (
        await send("LF3", "GET", "/api/v1/instant-loans/policy")
      ).body as Record<string, unknown>;
      expect([from, inForce]).toEqual(["2026-04-14", dearer]);
      const preview = { policy: { ...dearer, depositsPercent: 100 }, amounts: [5000], period: 4 };
      const path = "/api/v1/instant-loans/policy";
      expect((await send("administrator", "POST", `${path}/preview`, preview)).body).toEqual([
        { amount: 5000 },
      ]);
      const past = { ...dearer, effectiveFrom: "2026-04-13" };
      expect((await send("administrator", "POST", path, past)).body).toMatchObject({
        errors: [{ field: "effectiveFrom" }],
      });
      const gap = { ...past, feeTiers: [{ upTo: 5, flatFee: 0, rateBasisPoints: 0 }] };
      expect((await send("administrator", "POST", path, gap)).body).toMatchObject({
        errors: [{ field: "feeTiers" }],
      });
    });

    it("shows each rule with its state and what would satisfy it, in both languages", async () => {
      await society.owner.query(
        "insert into loan_blacklist (member_id, reason) values ($1, 'Defaulted')",
        [await memberIdOf(society, "LF3")],
      );
      const path = "/api/v1/members/LF3/instant-loans/eligibility?amount=500";
      const { body } = await send("LF3", "GET", path);
      const { rules, ...rest } = body as {
        rules: { code: string; state: string; words: string }[];
      };
      const mostOf = { most: 0, least: 1000, mostWithGuarantors: 0, needsGuarantees: 0 };
      expect(rest).toEqual({ eligible: false, ...mostOf });
      expect(rules.map(({ code, state }) => `${code} ${state}`)).toEqual([
        "minimum unmet",
        "maximum met",
        "deposits off",
        "membership unmet",
        "shareCapital unmet",
        "openApplication met",
        "unpaidLoan met",
        "blacklist unmet",
      ]);
      expect(rules[4]?.words).toBe("Add 10,000.00 to your share capital to reach 10,000.00.");
      const sw = await society.send("GET", path, {
        token: tokens["LF3"] ?? "",
        headers: { "accept-language": "sw" },
      });
      expect(sw.text).toContain("Kopa 1,000.00 au zaidi.");
    });
  });
});
