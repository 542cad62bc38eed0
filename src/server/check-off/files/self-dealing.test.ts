import { beforeAll, describe, expect, it, vi } from "vitest";
import { shillings } from "#shared/money.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { ask, take, post, postAs, lines, standing, count, reverseAs } = checkOffOffice(
  society,
  tokens,
);

beforeAll(async () => {
  await foundSociety(society);
  for (const number of [1, 2, 3]) {
    await enrol(society, `MS${number}`);
    await lend(society, `MS${number}`, { loanNo: `LN-${number}` });
  }
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  // The clerk and the treasurer are also members.
  await isMember("CLERK", "MS1");
  await isMember("TREASURER", "MS2");
});

async function isMember(staffNo: string, memberNo: string): Promise<void> {
  const sql = `update staff set member_id = (select id from member where member_no = $2)
    where staff_no = $1`;
  await society.owner.query(sql, [staffNo, memberNo]);
}

/** A file whose only line matches no member, identified by its amount. */
async function unplaced(amount: number): Promise<string> {
  const csv = `member_no,amount\nMS99,${amount}\n`;
  return (await take(csv, String(amount))).id;
}

const propose = (who: string, id: string, body: unknown) =>
  ask(who, "POST", `/${id}/lines/2/placement`, body);

interface Request {
  readonly id: string;
  readonly digest: string;
  readonly facts: { name: string; value: string }[];
}

async function requestsSeenBy(who: string): Promise<Request[]> {
  const { body } = await society.send("GET", "/api/v1/approvals", { token: tokens[who] ?? "" });
  return (body as { rows: Request[] }).rows;
}

/** Proposes the destination of a line, and returns the request as a second person reads it. */
async function proposed(who: string, id: string, body: unknown): Promise<Request> {
  const reply = await propose(who, id, body);
  expect(reply.status, reply.text).toBe(201);
  const { approvalId } = reply.body as { approvalId: string };
  const found = (await requestsSeenBy("administrator")).find((one) => one.id === approvalId);
  if (found === undefined) throw new Error("the administrator does not see the proposal");
  return found;
}

const approve = (who: string, { id, digest }: Request) =>
  society.send("POST", `/api/v1/approvals/${id}/approval`, {
    token: tokens[who] ?? "",
    body: { digest },
  });

steps("step by step", () => {
  describe("money without an owner yet", () => {
    it("is not put on a loan or deposits of the person who decides its destination", async () => {
      const id = await unplaced(100);
      const decide = (body: unknown) => ask("clerk", "POST", `/${id}/lines/2/decision`, body);
      expect((await decide({ to: "loan", loanNo: "LN-1" })).body).toMatchObject({
        reason: "own-loan",
      });
      expect((await decide({ to: "deposits", memberNo: "MS1" })).body).toMatchObject({
        reason: "own-listing",
      });
      await post(id);
      expect((await propose("treasurer", id, { to: "loan", loanNo: "LN-2" })).body).toMatchObject({
        reason: "own-loan",
      });
      const own = await propose("treasurer", id, { to: "deposits", memberNo: "MS2" });
      expect(own.body).toMatchObject({ reason: "own-listing" });
      expect(own.status).toBe(403);
      const request = await proposed("clerk", id, { to: "deposits", memberNo: "MS2" });
      expect((await approve("treasurer", request)).body).toMatchObject({ reason: "own-account" });
      expect((await approve("administrator", request)).status).toBe(201);
    });

    it("is placed by two people, and the second reads its destination", async () => {
      const id = await unplaced(300);
      await post(id);
      const request = await proposed("administrator", id, { to: "loan", loanNo: "LN-3" });
      expect(request.facts).toEqual([
        { name: "name", value: "Member MS3" },
        { name: "memberNo", value: "MS3" },
        { name: "amount", value: "300" },
        { name: "destination", value: "loan" },
        { name: "loanNo", value: "LN-3" },
        { name: "owed", value: "6897" },
        { name: "file", value: "may.csv" },
        { name: "month", value: "2026-05" },
        { name: "line", value: "2: MS99" },
      ]);
      expect(await standing("loan-receivable", "LN-3")).toBe(6897);
      const [line] = await lines(id, "suspense");
      expect(line?.proposed).toMatchObject({
        approvalId: request.id,
        loanNo: "LN-3",
        yours: false,
      });
      const again = await propose("clerk", id, { to: "deposits", memberNo: "MS3" });
      expect(again.body).toMatchObject({ reason: "approval-waits" });
      expect((await approve("administrator", request)).body).toMatchObject({
        reason: "approval-two-people",
      });
      expect((await approve("clerk", request)).body).toMatchObject({ reason: "staff-only" });
      expect((await approve("treasurer", request)).status).toBe(201);
      expect(await standing("loan-receivable", "LN-3")).toBe(6597);
      const sql = "select proposed_by, released_by from check_off_release where batch_id = $1";
      expect((await society.owner.query(sql, [id])).rows).toEqual([
        { proposed_by: "staff:ADMINISTRATOR", released_by: "staff:TREASURER" },
      ]);
    });

    it("is not placed unseen on a loan that was repaid in the meantime", async () => {
      const id = await unplaced(310);
      await post(id);
      const request = await proposed("administrator", id, { to: "loan", loanNo: "LN-3" });
      await repayByPhone("LN-3", 100, "TK41MEAN");
      expect((await approve("treasurer", request)).body).toMatchObject({
        reason: "approval-changed",
      });
      await withdraw("administrator", request);
    });

    it("is not put on a loan that either of the two guarantees", async () => {
      await society.owner.query(
        `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
        select l.id, m.id, 100000, 'accepted' from loan l, member m
        where l.loan_no = 'LN-3' and m.member_no = 'MS2'`,
      );
      const id = await unplaced(200);
      await post(id);
      expect((await propose("treasurer", id, { to: "loan", loanNo: "LN-3" })).body).toMatchObject({
        reason: "own-loan",
      });
      const request = await proposed("clerk", id, { to: "loan", loanNo: "LN-3" });
      expect((await approve("treasurer", request)).body).toMatchObject({ reason: "own-loan" });
      expect((await approve("administrator", request)).status).toBe(201);
    });

    it("never pays a loan more than its balance, even if others repay it meanwhile", async () => {
      const id = await unplaced(4000);
      await post(id);
      const memberId = await memberIdOf(society, "MS3");
      const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
      const request = await proposed("clerk", id, { to: "loan", loanNo: "LN-3" });
      const placing = await society.database.unitOfWork("test", async (work) => {
        await work.run("select from loan where loan_no = 'LN-3' for no key update");
        const words = { narration: "Repayment", referenceNo: "LN-3", receiptNo: "TK41OWN" };
        const repaid = { ...words, memberId, loanNo: "LN-3", amount: shillings(3448) };
        await recordRepayments(work, [{ ...repaid, kind: "loan-repaid-by-mpesa" }]);
        const reply = approve("administrator", request);
        await vi.waitFor(async () => expect(await count(waiting)).toBe(1), { timeout: 20_000 });
        return { reply };
      });
      expect((await placing.reply).body).toMatchObject({ reason: "approval-state" });
      expect(await standing("loan-receivable", "LN-3")).toBe(2849);
      const late = await propose("treasurer", id, { to: "deposits", memberNo: "MS3" });
      expect(late.body).toMatchObject({ reason: "approval-waits" });
      await withdraw("clerk", request);
      const tooMuch = await propose("administrator", id, { to: "loan", loanNo: "LN-3" });
      expect(tooMuch.body).toMatchObject({ reason: "invalid" });
    });

    it("is no longer proposed once its file is reversed", async () => {
      const id = await unplaced(400);
      await post(id);
      const request = await proposed("clerk", id, { to: "deposits", memberNo: "MS3" });
      const reversed = await reverseAs("administrator", id, "Wrong");
      expect(reversed.status, reversed.text).toBe(201);
      expect((await approve("administrator", request)).body).toMatchObject({
        reason: "approval-state",
      });
      const sql = "select state from approval where id = $1";
      expect((await society.owner.query(sql, [request.id])).rows).toEqual([{ state: "lapsed" }]);
    });

    it("is limited by the database to two people, neither of them its owner", async () => {
      const id = await unplaced(500);
      await post(id);
      const place = (memberNo: string, proposedBy: string | null, releasedBy: string) =>
        society.owner.query(
          `insert into check_off_release (batch_id, row_no, destination, member_id, amount_cents,
            proposed_by, released_by)
          select $1, 2, 'deposits', id, 50000, $3, $4 from member where member_no = $2`,
          [id, memberNo, proposedBy, releasedBy],
        );
      await expect(place("MS3", null, "staff:CLERK")).rejects.toThrow("two people");
      await expect(place("MS3", "member:MS1", "staff:CLERK")).rejects.toThrow("two people");
      await expect(place("MS1", "staff:CLERK", "staff:TREASURER")).rejects.toThrow("themselves");
      await expect(place("MS2", "staff:CLERK", "staff:TREASURER")).rejects.toThrow("themselves");
    });
  });

  async function repayByPhone(loanNo: string, amount: number, receiptNo: string): Promise<void> {
    const memberId = await memberIdOf(society, "MS3");
    const words = { narration: "Repayment", referenceNo: loanNo, receiptNo };
    const repaid = { ...words, memberId, loanNo, amount: shillings(amount) };
    await society.database.unitOfWork("test", (work) =>
      recordRepayments(work, [{ ...repaid, kind: "loan-repaid-by-mpesa" }]),
    );
  }

  async function withdraw(who: string, { id }: Request): Promise<void> {
    const token = tokens[who] ?? "";
    expect((await society.send("DELETE", `/api/v1/approvals/${id}`, { token })).status).toBe(200);
  }

  describe("a file that credits the people who handle it", () => {
    it("is posted by anybody, as the employer's own lines decided", async () => {
      const csv = "member_no,amount,note\nMS1,10,deposits\nMS2,20,deposits\n";
      const { id } = await take(csv, "30");
      expect((await postAs("treasurer", id)).status).toBe(201);
    });

    it("is not posted by somebody in whose favour a clerk decided a line", async () => {
      const { id } = await take("member_no,amount\nMS99,33\n", "33");
      const decide = (body: unknown) => ask("clerk", "POST", `/${id}/lines/2/decision`, body);
      for (const body of [
        { to: "deposits", memberNo: "MS2" },
        { to: "loan", loanNo: "LN-2" },
        { to: "loan", loanNo: "LN-3" },
      ]) {
        expect((await decide(body)).status).toBe(201);
        const refused = await postAs("treasurer", id);
        expect(refused.status).toBe(403);
        expect(refused.body).toMatchObject({ reason: "batch-credits-you" });
      }
      expect((await postAs("administrator", id)).status).toBe(201);
    });

    it("is not posted by anybody who decided a line, even if changed by others later", async () => {
      const { id } = await take("member_no,amount\nMS99,35\n", "35");
      const to = { to: "deposits", memberNo: "MS3" };
      await ask("clerk", "POST", `/${id}/lines/2/decision`, to);
      // The administrator was a clerk then.
      const decidedBy = "update check_off_line set decided_by = $2 where batch_id = $1";
      for (const who of ["staff:ADMINISTRATOR", "staff:CLERK"]) {
        await society.owner.query(decidedBy, [id, who]);
      }
      const refused = await postAs("administrator", id);
      expect(refused.body).toMatchObject({ reason: "batch-two-people" });
      const sql = `update check_off_batch set state = 'posted', posted_by = 'staff:ADMINISTRATOR'
      where id = $1`;
      await society.owner.query(
        "begin; alter table check_off_batch disable trigger check_off_life",
      );
      try {
        await expect(society.owner.query(sql, [id])).rejects.toMatchObject({
          constraint: "check_off_two_people",
        });
      } finally {
        await society.owner.query("rollback");
      }
      expect((await postAs("treasurer", id)).status).toBe(201);
    });

    it("is not posted by a clerk who decided for a member they are now linked to", async () => {
      const { id } = await take("member_no,amount\nMS99,34\n", "34");
      await ask("clerk", "POST", `/${id}/lines/2/decision`, { to: "deposits", memberNo: "MS3" });
      await isMember("CLERK", "MS3");
      const refused = await postAs("administrator", id);
      expect(refused.body).toMatchObject({ reason: "batch-credits-you" });
      await isMember("CLERK", "MS1");
      expect((await postAs("administrator", id)).status).toBe(201);
    });
  });

  describe("a posted file", () => {
    it("is reversed by a person other than its poster, and its loans show it", async () => {
      const csv = "member_no,amount,note\nMS1,6897,\n";
      await society.owner.query("update loan set policy_id = 1 where loan_no = 'LN-1'");
      const { id } = await take(csv, "6897");
      await post(id);
      const steps = async () =>
        (
          await society.owner.query<{ step: string; amount_cents: string | null; reason: string }>(
            `select s.step, s.amount_cents, s.reason
            from loan_step s join loan l on l.id = s.loan_id
            where l.loan_no = 'LN-1' order by s.id`,
          )
        ).rows.map(({ step, amount_cents, reason }) => [step, amount_cents, reason]);
      expect(await steps()).toEqual([
        ["repaid", "689700", ""],
        ["settled", null, ""],
      ]);
      const reversal = (who: string) => reverseAs(who, id, "Twice");
      expect((await reversal("treasurer")).body).toMatchObject({ reason: "batch-own" });
      expect((await reversal("administrator")).status).toBe(201);
      expect((await steps()).at(-1)).toEqual(["reversed", "689700", "Twice"]);
      expect(await standing("loan-receivable", "LN-1")).toBe(6897);
      const sql = "update check_off_batch set ended_by = posted_by where id = $1";
      await expect(society.owner.query(sql, [id])).rejects.toThrow(/reversal_people/);
    });
  });
});
