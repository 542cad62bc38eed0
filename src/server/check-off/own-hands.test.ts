import { beforeAll, describe, expect, it, vi } from "vitest";
import { shillings } from "#shared/money.ts";
import { recordRepayments } from "#server/lending/loans.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({ limits: { writesPerMinute: 60_000, writeBurst: 60_000 } });
const tokens: Record<string, string> = {};
const { ask, take, post, standing, count } = checkOffOffice(world, tokens);

beforeAll(async () => {
  await foundSociety(world);
  for (const number of [1, 2, 3]) {
    await enrol(world, `MS${number}`);
    await lend(world, `MS${number}`, { loanNo: `LN-${number}` });
  }
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(world, role.toUpperCase(), role);
    tokens[role] = await signIn(world, role.toUpperCase());
  }
  // The clerk and the treasurer are members too.
  await isMember("CLERK", "MS1");
  await isMember("TREASURER", "MS2");
});

async function isMember(staffNo: string, memberNo: string): Promise<void> {
  const sql = `update staff set member_id = (select id from member where member_no = $2)
    where staff_no = $1`;
  await world.owner.query(sql, [staffNo, memberNo]);
}

/** A file whose only line nobody knows, told apart by its amount. */
async function unplaced(amount: number): Promise<string> {
  const csv = `member_no,amount\nMS99,${amount}\n`;
  return (await take(csv, String(amount))).id;
}

const placed = (who: string, id: string, body: unknown) =>
  ask(who, "POST", `/${id}/lines/2/placement`, body);

describe("money that nobody owns yet", () => {
  it("is not put on a loan or deposits of whoever of the office says where it goes", async () => {
    const id = await unplaced(100);
    const decide = (body: unknown) => ask("clerk", "POST", `/${id}/lines/2/decision`, body);
    expect((await decide({ to: "loan", loanNo: "LN-1" })).body).toMatchObject({
      reason: "own-loan",
    });
    expect((await decide({ to: "deposits", memberNo: "MS1" })).body).toMatchObject({
      reason: "own-listing",
    });
    await post(id);
    expect((await placed("treasurer", id, { to: "loan", loanNo: "LN-2" })).body).toMatchObject({
      reason: "own-loan",
    });
    const own = await placed("treasurer", id, { to: "deposits", memberNo: "MS2" });
    expect(own.body).toMatchObject({ reason: "own-listing" });
    expect(own.status).toBe(403);
    const others = await placed("administrator", id, { to: "deposits", memberNo: "MS2" });
    expect(others.status, others.text).toBe(201);
  });

  it("is not put on a loan that its officer guarantees", async () => {
    await world.owner.query(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
        select l.id, m.id, 100000, 'accepted' from loan l, member m
        where l.loan_no = 'LN-3' and m.member_no = 'MS2'`,
    );
    const id = await unplaced(200);
    await post(id);
    expect((await placed("treasurer", id, { to: "loan", loanNo: "LN-3" })).body).toMatchObject({
      reason: "own-loan",
    });
  });

  it("never pays a loan more than is owed, whoever repays it meanwhile", async () => {
    const id = await unplaced(4000);
    await post(id);
    const memberId = await memberIdOf(world, "MS3");
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const placing = await world.database.unitOfWork("test", async (work) => {
      await work.run("select from loan where loan_no = 'LN-3' for no key update");
      const words = { narration: "Repayment", referenceNo: "LN-3", receiptNo: "TK41OWN" };
      const repaid = { ...words, memberId, loanNo: "LN-3", amount: shillings(3449) };
      await recordRepayments(work, [{ ...repaid, kind: "loan-repaid-by-mpesa" }]);
      const reply = placed("administrator", id, { to: "loan", loanNo: "LN-3" });
      await vi.waitFor(async () => expect(await count(waiting)).toBe(1), { timeout: 5000 });
      return { reply };
    });
    expect((await placing.reply).body).toMatchObject({ reason: "invalid" });
    expect(await standing("loan-receivable", "LN-3")).toBe(3448);
  });
});

describe("a posted file", () => {
  it("is taken back by somebody else than posted it, and its loans say so", async () => {
    const csv = "member_no,amount,note\nMS1,6897,\n";
    await world.owner.query("update loan set policy_id = 1 where loan_no = 'LN-1'");
    const { id } = await take(csv, "6897");
    await post(id);
    const steps = async () =>
      (
        await world.owner.query<{ step: string; amount_cents: string | null; reason: string }>(
          `select s.step, s.amount_cents, s.reason from loan_step s join loan l on l.id = s.loan_id
            where l.loan_no = 'LN-1' order by s.id`,
        )
      ).rows.map(({ step, amount_cents, reason }) => [step, amount_cents, reason]);
    expect(await steps()).toEqual([
      ["repaid", "689700", ""],
      ["settled", null, ""],
    ]);
    const reversal = (who: string) => ask(who, "POST", `/${id}/reversal`, { reason: "Twice" });
    expect((await reversal("treasurer")).body).toMatchObject({ reason: "batch-own" });
    expect((await reversal("administrator")).status).toBe(201);
    expect((await steps()).at(-1)).toEqual(["reversed", "689700", "Twice"]);
    expect(await standing("loan-receivable", "LN-1")).toBe(6897);
    const sql = "update check_off_batch set ended_by = posted_by where id = $1";
    await expect(world.owner.query(sql, [id])).rejects.toThrow(/reversal_people/);
  });
});
