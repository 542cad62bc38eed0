import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { shillings } from "#shared/money.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { deposit, employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const staff = { CLERK: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };
let loans = 0;
let loanNo = "";

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["OP1", "OP2"]) {
    await enrol(society, memberNo);
    await deposit(society, memberNo, 1000);
  }
  await lend(society, "OP1", { loanNo: "LN-RUNS" });
  await lend(society, "OP2", { loanNo: "LN-OTHERS" });
  for (const [who, role] of Object.entries(staff)) {
    await employ(society, who, role);
    tokens[who] = await signIn(society, who);
  }
});

/** A loan that was paid off with 600 shillings more than its balance. */
beforeEach(async () => {
  loans += 1;
  loanNo = `LN-OP-${loans}`;
  await lend(society, "OP1", { loanNo });
  const memberId = await memberIdOf(society, "OP1");
  const words = { kind: "loan-repaid-in-cash", narration: "Cash" } as const;
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [{ ...words, memberId, loanNo, amount: shillings(7497) }]),
  );
});

const ask = (who: string, body: object, of = loanNo) =>
  society.send("POST", `/api/v1/instant-loans/${of}/overpayment`, {
    token: tokens[who] ?? "",
    body: { amount: 600, to: "deposits", reason: "Paid twice", ...body },
  });

async function asked(body: object, who = "CLERK"): Promise<string> {
  const reply = await ask(who, body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
}

/** Approves the waiting requests, whether or not the approver has the right. */
async function approve(who: string, id: string) {
  const token = tokens[who] ?? "";
  const { rows } = (await society.send("GET", "/api/v1/approvals", { token })).body as {
    rows: { id: string; digest: string }[];
  };
  const digest = rows.find((row) => row.id === id)?.digest ?? "none";
  return society.send("POST", `/api/v1/approvals/${id}/approval`, { token, body: { digest } });
}

async function balanceOf(code: string, reference = ""): Promise<number> {
  const { rows } = await society.owner.query<{ held: number }>(
    `select (balance_cents * normal_side)::int / 100 as held from ledger_account
      where code = $1 and reference = $2 and (member_id = $3 or member_id is null)`,
    [code, reference, await memberIdOf(society, "OP1")],
  );
  return rows[0]?.held ?? 0;
}

describe("an overpayment of a loan", () => {
  it.each([
    ["deposits", {}, "member-deposits", "", 600, "is now in your deposits"],
    [
      "loan",
      { toLoanNo: "LN-RUNS" },
      "loan-receivable",
      "LN-RUNS",
      -600,
      "went to your loan LN-RUNS",
    ],
    ["refund", {}, "payout-clearing", "", 600, "we will refund Ksh 600.00"],
  ] as const)(
    "goes to the member's %s by two people, and the member is notified",
    async (to, more, code, reference, moved, said) => {
      const before = await balanceOf(code, reference);
      const id = await asked({ to, ...more });
      expect(await balanceOf("loan-receivable", loanNo)).toBe(-600);
      expect((await approve("CLERK", id)).status).toBe(403);
      const done = await approve("TREASURER", id);
      expect(done.status, done.text).toBe(201);
      expect(await balanceOf("loan-receivable", loanNo)).toBe(0);
      expect((await balanceOf(code, reference)) - before).toBe(moved);
      expect((await society.messages())[0]?.text).toContain(said);
      expect(await reconcile(society.database)).toEqual([]);
    },
  );

  it.each(["TREASURER", "ADMIN"])("is never moved by %s alone, in any role", async (who) => {
    const id = await asked({}, who);
    expect((await approve(who, id)).status).toBe(403);
    expect(await balanceOf("loan-receivable", loanNo)).toBe(-600);
  });

  it("is not moved by anybody for themselves, as the first person or the second", async () => {
    const link = (staffNo: string) =>
      society.owner.query(
        `update staff set member_id = case when staff_no = $1
          then (select id from member where member_no = 'OP1') end`,
        [staffNo],
      );
    await link("CLERK");
    expect((await ask("CLERK", {})).body).toMatchObject({ reason: "own-loan" });
    await link("NOBODY");
    const id = await asked({});
    await link("TREASURER");
    expect((await approve("TREASURER", id)).status).toBe(403);
    await link("NOBODY");
    expect((await approve("ADMIN", id)).status).toBe(201);
  });

  it("never becomes another member's, and is never moved twice", async () => {
    expect((await ask("CLERK", { to: "loan", toLoanNo: "LN-OTHERS" })).body).toMatchObject({
      errors: [{ field: "toLoanNo" }],
    });
    expect((await ask("CLERK", { to: "loan", toLoanNo: loanNo })).body).toMatchObject({
      errors: [{ field: "toLoanNo" }],
    });
    expect((await ask("CLERK", { amount: 600.01 })).body).toMatchObject({
      errors: [{ field: "amount" }],
    });
    const id = await asked({});
    expect((await ask("ADMIN", { to: "refund" })).body).toMatchObject({ reason: "approval-waits" });
    const both = await Promise.all([approve("TREASURER", id), approve("ADMIN", id)]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf("loan-receivable", loanNo)).toBe(0);
    expect((await ask("CLERK", {})).body).toMatchObject({ reason: "not-overpaid" });
  });

  it("does not exist on a loan with a balance, and needs a reason", async () => {
    expect((await ask("CLERK", {}, "LN-RUNS")).body).toMatchObject({ reason: "not-overpaid" });
    expect((await ask("CLERK", { reason: " " })).body).toMatchObject({
      errors: [{ field: "reason" }],
    });
  });
});
