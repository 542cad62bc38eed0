import { beforeAll, describe, expect, it } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { deposit, employ, enrol, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { answer } from "./commands.ts";
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
const borrowers = Array.from({ length: 50 }, (_, index) => `RB${index}`);

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "RG");
  await deposit(society, "RG", 10_000);
  await enrolWithLogin(society, "RH");
  await deposit(society, "RH", 10_000);
  tokens["RG"] = await signIn(society, "RG");
  for (const memberNo of borrowers) await enrol(society, memberNo);
  await enrolWithLogin(society, "RB");
  tokens["RB"] = await signIn(society, "RB");
  await employ(society, "LOANS-OFFICER", "loans-officer");
  tokens["loans-officer"] = await signIn(society, "LOANS-OFFICER");
});

/** Creates an application of 1,000 that asks a guarantor for all of it. */
async function planted(memberNo: string, guarantor: string): Promise<bigint> {
  const found = await society.owner.query<{ id: string }>(
    `with written as (
        insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
          total_cents, monthly_deduction_cents, term_months, state, policy_id, cover_cents)
        select 'INS-' || $1, m.id, 'Instant', 'Instant loan', 100000, 0, 100000, 100000, 1,
          'applied', (select max(id) from loan_policy), 100000
        from member m where m.member_no = $1 returning id
      )
      insert into guarantee (loan_id, guarantor_id, amount_cents, state, asked_at)
        select w.id, m.id, 100000, 'asked', akiba_now() from written w, member m
        where m.member_no = $2 returning id`,
    [memberNo, guarantor],
  );
  return BigInt(found.rows[0]?.id ?? 0);
}

const accept = (id: bigint, memberNo = "RG") =>
  society.database
    .unitOfWork("test", (work) =>
      answer(work, { id, memberNo: memberNo as MemberNo }, "accepted", () => {}),
    )
    .then(() => "accepted")
    .catch((error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    });

const send = (who: string, path: string, body: unknown) =>
  society.send("POST", path, { token: tokens[who] ?? "", body });

async function oneNumber(sql: string, values: unknown[] = []): Promise<number> {
  const found = await society.owner.query<{ n: number }>(sql, values);
  return found.rows[0]?.n ?? -1;
}

const pledged = (memberNo: string) =>
  oneNumber(
    `select coalesce(sum(g.amount_cents), 0)::int as n from guarantee g
      join member m on m.id = g.guarantor_id where m.member_no = $1 and g.state = 'accepted'`,
    [memberNo],
  );

steps("step by step", () => {
  describe("requests at once", () => {
    it("fifty acceptances against one capacity pledge all of it and never more", async () => {
      const ids = [];
      for (const memberNo of borrowers) ids.push(await planted(memberNo, "RG"));
      const outcomes = await Promise.all(ids.map((id) => accept(id)));
      expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === "over-capacity")).toHaveLength(40);
      expect(await pledged("RG")).toBe(1_000_000);
    });

    it("are rejected by the database too, on a direct write", async () => {
      const over = `update guarantee set state = 'accepted' where id =
      (select min(id) from guarantee where state = 'asked')`;
      await expect(society.owner.query(over)).rejects.toMatchObject({
        constraint: "guarantee_capacity",
      });
      const more = "update guarantee set amount_cents = 1 where state = 'accepted'";
      await expect(society.owner.query(more)).rejects.toMatchObject({
        constraint: "guarantee_terms",
      });
      const back = "update guarantee set state = 'asked' where state = 'accepted'";
      await expect(society.owner.query(back)).rejects.toMatchObject({
        constraint: "guarantee_life",
      });
      const early = `update loan set state = 'approved' where id =
      (select min(loan_id) from guarantee where state = 'asked')`;
      await expect(society.owner.query(early)).rejects.toMatchObject({ constraint: "loan_cover" });
      const other = `update loan set principal_cents = 90000, total_cents = 90000 where id =
      (select min(loan_id) from guarantee where state = 'asked')`;
      await expect(society.owner.query(other)).rejects.toMatchObject({
        constraint: "loan_terms_frozen",
      });
      const leave = `update loan set state = 'withdrawn' where id =
      (select min(loan_id) from guarantee where state = 'asked')`;
      await expect(society.owner.query(leave)).rejects.toMatchObject({
        constraint: "loan_guarantees_agree",
      });
      const own = `insert into guarantee (loan_id, guarantor_id, amount_cents)
      select id, member_id, 1 from loan limit 1`;
      await expect(society.owner.query(own)).rejects.toMatchObject({
        constraint: "guarantee_own_loan",
      });
    });

    it("are found by their loan with an index, including those called off", async () => {
      // The plan for a table too large for a full scan.
      await society.owner.query("set enable_seqscan = off");
      const asked = "explain select from guarantee where loan_id = 1";
      const plan = await society.owner.query<{ "QUERY PLAN": string }>(asked);
      await society.owner.query("reset enable_seqscan");
      expect(plan.rows.map((row) => row["QUERY PLAN"]).join(" ")).toMatch(
        /Index .*guarantee_of_loan/,
      );
    });

    it("of two hundred guesses of a code, five are compared", async () => {
      const id = await planted("RB", "RH");
      tokens["RH"] = await signIn(society, "RH");
      expect((await send("RH", `/api/v1/guarantees/${id}/code`, {})).status).toBe(200);
      const right = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0];
      const otp = right === "000000" ? "000001" : "000000";
      const path = `/api/v1/guarantees/${id}/acceptance`;
      await Promise.all(Array.from({ length: 200 }, () => send("RH", path, { otp })));
      const tries = "select max(tries)::int as n from otp where purpose = 'guarantee'";
      expect(await oneNumber(tries)).toBe(5);
      expect((await send("RH", path, { otp: right })).status).toBe(422);
      expect(await pledged("RH")).toBe(0);
    });

    it("fifty uses of one code are one acceptance", async () => {
      const id = await oneNumber("select max(id)::int as n from guarantee");
      // The wrong guesses of a day count until the next.
      society.clock.advance(86_400);
      await send("RH", `/api/v1/guarantees/${id}/code`, {});
      const otp = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0];
      const path = `/api/v1/guarantees/${id}/acceptance`;
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => send("RH", path, { otp })),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await pledged("RH")).toBe(100_000);
    });

    it("an acceptance and an approval leave no approved loan that is not covered", async () => {
      for (const [round, memberNo] of borrowers.slice(20, 25).entries()) {
        const loanNo = `INS-${memberNo}`;
        const asked = await oneNumber(
          `update guarantee g set state = 'cancelled' from loan l
          where l.id = g.loan_id and l.loan_no = $1 and g.state = 'asked' returning g.id::int as n`,
          [loanNo],
        );
        if (asked < 0) continue;
        const renewed = await oneNumber(
          `insert into guarantee (loan_id, guarantor_id, amount_cents, state, asked_at)
          select l.id, m.id, 100000, 'asked', akiba_now() from loan l, member m
          where l.loan_no = $1 and m.member_no = 'RH' returning id::int as n`,
          [loanNo],
        );
        const [approval, outcome] = await Promise.all([
          takeLoanStep(society, tokens["loans-officer"] ?? "", { loanNo, noun: "approval" }),
          accept(BigInt(renewed), "RH"),
        ]);
        expect([201, 409], `round ${round}`).toContain(approval.status);
        expect(outcome).toBe("accepted");
      }
      const uncovered = `select count(*)::int as n from loan l where l.state = 'approved'
      and l.cover_cents > (select coalesce(sum(amount_cents), 0) from guarantee g
        where g.loan_id = l.id and g.state = 'accepted')`;
      expect(await oneNumber(uncovered)).toBe(0);
    });
  });
});
