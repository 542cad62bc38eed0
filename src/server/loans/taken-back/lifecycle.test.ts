import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { shownDigestOf, takeLoanStep } from "#test/loan-steps.ts";
import {
  approveRequest,
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    applicationsPerMinute: 1000,
    applicationsPerDay: 1000,
  },
});
const tokens: Record<string, string> = {};
const staff = {
  CLERK: "clerk",
  OFFICER: "loans-officer",
  TREASURER: "treasurer",
  ADMIN: "administrator",
} as const;
const members = ["LR1", "LR2", "LR3", "LR4", "LR5", "LR6", "LR7", "LR8", "LR9", "LR10", "LR11"];

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    await deposit(society, memberNo, 50_000);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

const tokenOf = (who: string) => tokens[who] ?? "";
const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, path, { token: tokenOf(who), ...(body !== undefined && { body }) });
const step = (who: string, loanNo: string, noun: string, body: object = {}) =>
  takeLoanStep(society, tokenOf(who), { loanNo, noun, body });

async function approved(memNo: string): Promise<string> {
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const body = { memNo, category: "Instant", ...figures };
  const reply = await send(memNo, "POST", "/api/v1/instant/register", body);
  expect(reply.status, reply.text).toBe(201);
  const { loanNo } = reply.body as { loanNo: string };
  expect((await step("OFFICER", loanNo, "approval")).status).toBe(201);
  return loanNo;
}

async function paidOut(memNo: string): Promise<string> {
  const loanNo = await approved(memNo);
  expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
  return loanNo;
}

/** Requests the return of a step and returns the answer, with the digest of the current facts. */
async function request(who: string, loanNo: string, noun: string, body: object) {
  const shownDigest = await shownDigestOf(society, tokenOf(who), loanNo);
  return send(who, "POST", `/api/v1/instant-loans/${loanNo}/${noun}`, { ...body, shownDigest });
}

const toReturn = (who: string, loanNo: string, outcome = "queue") =>
  request(who, loanNo, "approval-return", { outcome, reason: "Two loans in one household" });
const toRecall = (who: string, loanNo: string) =>
  request(who, loanNo, "disbursement-reversal", { reason: "The wrong member was paid" });

function idOf({ status, text, body }: Awaited<ReturnType<typeof send>>): string {
  expect(status, text).toBe(201);
  return (body as { approvalId: string }).approvalId;
}

async function approveAs(who: string, id: string) {
  const read = await send(who, "GET", `/api/v1/approvals/${id}`);
  const { digest = "" } = read.body as { digest?: string };
  return send(who, "POST", `/api/v1/approvals/${id}/approval`, { digest });
}

const application = async (who: string, loanNo: string) =>
  (await send(who, "GET", `/api/v1/instant-loans/${loanNo}`)).body;
const newest = async () => (await society.messages())[0]?.text ?? "";

async function takeLastDeposit(memberNo: string): Promise<void> {
  const found = await society.owner.query<{ id: string }>(
    `select max(l.entry_id) as id from journal_line l
      join ledger_account a on a.id = l.account_id join member m on m.id = a.member_id
      where m.member_no = $1 and a.code = 'member-deposits'`,
    [memberNo],
  );
  const id = BigInt(found.rows[0]?.id ?? 0);
  await society.database.unitOfWork("test", (work) => reverse(work, id));
}

/** Makes the entries of a loan those of an import, which no payment of the queue explains. */
async function bringForward(loanNo: string): Promise<void> {
  await society.owner.query(`alter table journal_entry disable trigger user;
    with run as (insert into import_run (actor, figures) values ('test', '{}') returning id)
    update journal_entry e set import_run_id = run.id from run where reference_no = '${loanNo}';
    alter table journal_entry enable trigger user`);
}

describe("an approval", () => {
  it("is returned to the queue by two people, and can be approved and paid out again", async () => {
    const loanNo = await approved("LR1");
    const id = idOf(await toReturn("OFFICER", loanNo));
    expect(await application("OFFICER", loanNo)).toMatchObject({ state: "approved" });
    await approveRequest(society, tokenOf("TREASURER"), id);
    expect(await newest()).toContain(`we withdrew the approval of loan ${loanNo}.`);
    const { state, steps } = (await application("LR1", loanNo)) as {
      state: string;
      steps: { step: string; reason: string }[];
    };
    expect(state).toBe("applied");
    expect(steps.at(-1)).toMatchObject({ step: "returned", reason: "" });
    const { steps: told } = (await application("OFFICER", loanNo)) as { steps: unknown[] };
    expect(told.at(-1)).toMatchObject({ reason: "Two loans in one household" });
    expect((await step("OFFICER", loanNo, "approval")).status).toBe(201);
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
  });

  it("is not returned alone, for oneself, without the right or on outdated facts", async () => {
    const loanNo = await approved("LR2");
    expect((await toReturn("CLERK", loanNo)).status).toBe(403);
    const shownDigest = await shownDigestOf(society, tokenOf("OFFICER"), loanNo);
    await deposit(society, "LR2", 500);
    const old = { outcome: "queue", reason: "Old", shownDigest };
    const path = `/api/v1/instant-loans/${loanNo}/approval-return`;
    expect((await send("OFFICER", "POST", path, old)).body).toMatchObject({
      reason: "shown-changed",
    });
    const link = "update staff set member_id = $1 where staff_no = $2";
    await society.owner.query(link, [await memberIdOf(society, "LR2"), "ADMIN"]);
    expect((await toReturn("ADMIN", loanNo)).body).toMatchObject({ reason: "own-loan" });
    const id = idOf(await toReturn("OFFICER", loanNo));
    expect((await toReturn("TREASURER", loanNo)).body).toMatchObject({ reason: "approval-waits" });
    expect((await approveAs("OFFICER", id)).body).toMatchObject({ reason: "approval-two-people" });
    expect((await approveAs("ADMIN", id)).body).toMatchObject({ reason: "own-account" });
    expect((await approveAs("CLERK", id)).status).toBe(403);
    await society.owner.query(link, [null, "ADMIN"]);
    expect(await application("OFFICER", loanNo)).toMatchObject({ state: "approved" });
  });

  it("is not paid out while a request to return it waits, which the desk shows", async () => {
    const loanNo = await approved("LR3");
    const id = idOf(await toReturn("TREASURER", loanNo));
    const read = await send("ADMIN", "GET", `/api/v1/instant-loans/${loanNo}/file`);
    expect(read.body).toMatchObject({ takingBack: { approvalId: id, yours: false } });
    expect((await step("ADMIN", loanNo, "disbursement")).body).toMatchObject({
      reason: "loan-return-waits",
    });
    const rejection = `/api/v1/approvals/${id}/rejection`;
    expect((await send("ADMIN", "POST", rejection, { reason: "It is right" })).status).toBe(201);
    expect((await step("ADMIN", loanNo, "disbursement")).status).toBe(201);
  });

  it("that no longer meets a rule is declined by two people with a reason", async () => {
    const loanNo = await approved("LR4");
    await takeLastDeposit("LR4");
    const read = await send("OFFICER", "GET", `/api/v1/instant-loans/${loanNo}/file`);
    expect(read.body).toMatchObject({ verdict: "unmet" });
    const id = idOf(await toReturn("OFFICER", loanNo, "declined"));
    await approveRequest(society, tokenOf("ADMIN"), id);
    expect(await application("LR4", loanNo)).toMatchObject({ state: "declined" });
    const { steps } = (await application("LR4", loanNo)) as { steps: unknown[] };
    expect(steps.at(-1)).toMatchObject({ step: "declined", reason: "Two loans in one household" });
    expect(await newest()).toContain("was declined");
  });
});

const ledger = `select e.kind, e.narration, j.amount_cents::int as cents from journal_entry e
  join journal_line j on j.entry_id = e.id join ledger_account a on a.id = j.account_id
  where a.code = 'loan-receivable' and a.reference = $1 order by e.id`;

describe("a disbursement", () => {
  it("is reversed by two people with an entry, and paid out again with a schedule", async () => {
    const loanNo = await paidOut("LR5");
    await approveRequest(society, tokenOf("ADMIN"), idOf(await toRecall("TREASURER", loanNo)));
    expect(await newest()).toContain(`the payment of loan ${loanNo}, Ksh 6,600.00, was`);
    expect(await application("LR5", loanNo)).toMatchObject({ state: "approved" });
    const schedule = `select from loan_instalment i join loan l on l.id = i.loan_id
      where l.loan_no = $1`;
    expect((await society.owner.query(schedule, [loanNo])).rowCount).toBe(0);
    expect((await society.owner.query(ledger, [loanNo])).rows).toMatchObject([
      { kind: "loan-disbursed", cents: 689_700 },
      { kind: "reversal", cents: -689_700 },
    ]);
    const statement = await send("LR5", "GET", `/api/v1/members/LR5/loans/${loanNo}`);
    const { movements } = statement.body as { movements: unknown };
    expect(movements).toMatchObject([
      { narration: `Instant loan ${loanNo} paid out`, amount: 6897 },
      { narration: `Instant loan ${loanNo}: payment reversed`, amount: -6897, balance: 0 },
    ]);
    expect(statement.text).not.toContain("wrong member");
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
    expect((await society.owner.query(schedule, [loanNo])).rowCount).toBe(2);
  });

  it("is not reversed while a cheque for it is in clearing", async () => {
    const loanNo = await paidOut("LR11");
    const cheque = { memberNo: "LR11", to: "loan", account: loanNo, amount: 500 };
    const document = { documentNo: "000123", bank: "KCB" };
    await send("CLERK", "POST", "/api/v1/counter/cheques", { ...cheque, ...document });
    const tried = await toRecall("TREASURER", loanNo);
    expect([tried.status, tried.body]).toMatchObject([409, { reason: "loan-repaid" }]);
  });

  it("is not reversed by one person alone, nor for oneself", async () => {
    const loanNo = await paidOut("LR6");
    expect((await toRecall("OFFICER", loanNo)).status).toBe(403);
    const id = idOf(await toRecall("TREASURER", loanNo));
    expect((await approveAs("TREASURER", id)).body).toMatchObject({
      reason: "approval-two-people",
    });
    const link = "update staff set member_id = $1 where staff_no = 'ADMIN'";
    await society.owner.query(link, [await memberIdOf(society, "LR6")]);
    expect((await approveAs("ADMIN", id)).body).toMatchObject({ reason: "own-account" });
    expect((await toRecall("ADMIN", loanNo)).body).toMatchObject({ reason: "own-loan" });
    await society.owner.query(link, [null]);
    expect(await application("LR6", loanNo)).toMatchObject({ state: "disbursed" });
  });

  it("is not reversed after a repayment, but can be once that is reversed", async () => {
    const loanNo = await paidOut("LR7");
    const id = idOf(await toRecall("TREASURER", loanNo));
    const paid = { amount: 1000, receipt: "TKLR000001" };
    expect((await step("CLERK", loanNo, "repayments", paid)).status).toBe(201);
    expect((await approveAs("ADMIN", id)).body).toMatchObject({ reason: "approval-state" });
    await send("ADMIN", "POST", `/api/v1/approvals/${id}/rejection`, { reason: "Repaid" });
    expect((await toRecall("TREASURER", loanNo)).body).toMatchObject({ reason: "loan-repaid" });
    const back = { receipt: paid.receipt, reason: "Another member's" };
    expect((await step("ADMIN", loanNo, "reversals", back)).status).toBe(201);
    await approveRequest(society, tokenOf("ADMIN"), idOf(await toRecall("TREASURER", loanNo)));
    expect((await step("CLERK", loanNo, "repayments", paid)).body).toMatchObject({
      reason: "loan-state",
    });
  });

  it("is not reversed once its money has left, even before loans were queued", async () => {
    const loanNo = await paidOut("LR8");
    await society.owner.query(
      "delete from payout where loan_id = (select id from loan where loan_no = $1)",
      [loanNo],
    );
    const lines = [
      debit(societyAccount("payout-clearing"), shillings(6600)),
      credit(societyAccount("mobile-money"), shillings(6600)),
    ];
    await society.database.unitOfWork("test", (work) =>
      post(work, { kind: "payout-settled", narration: "Paid", referenceNo: loanNo, lines }),
    );
    await bringForward(loanNo);
    expect((await toRecall("TREASURER", loanNo)).body).toMatchObject({
      reason: "loan-money-left",
    });
  });

  it("and a repayment at the same moment have one winner, and the books agree", async () => {
    for (let round = 0; round < 5; round += 1) {
      const loanNo = await paidOut("LR9");
      const id = idOf(await toRecall("TREASURER", loanNo));
      const receipt = `TKLRRACE${round}`;
      const replies = await Promise.all([
        approveAs("ADMIN", id),
        step("CLERK", loanNo, "repayments", { amount: 1000, receipt }),
        approveAs("ADMIN", id),
      ]);
      const won = replies.filter(({ status }) => status === 201);
      expect(won, replies.map(({ text }) => text).join("\n")).toHaveLength(1);
      const { state } = (await application("OFFICER", loanNo)) as { state: string };
      const { rows } = await society.owner.query<{ owed: number }>(
        `select balance_cents::int as owed from ledger_account
          where code = 'loan-receivable' and reference = $1`,
        [loanNo],
      );
      expect([
        { state: "approved", owed: 0 },
        { state: "disbursed", owed: 589_700 },
      ]).toContainEqual({ state, owed: rows[0]?.owed });
      if (state === "approved") await step("TREASURER", loanNo, "disbursement");
      await step("CLERK", loanNo, "repayments", {
        amount: state === "approved" ? 6897 : 5897,
        receipt: `TKLRREST${round}`,
      });
    }
  });
});

describe("the database", () => {
  it("rejects a return or reversal by one person alone, or by the borrower", async () => {
    const loanNo = await approved("LR10");
    const insert = (step: string, by: string, confirmedBy: string | null) =>
      society.owner.query(
        `insert into loan_step (loan_id, step, taken_by, confirmed_by, reason)
          select id, $2, $3, $4, 'Alone' from loan where loan_no = $1`,
        [loanNo, step, by, confirmedBy],
      );
    for (const name of ["returned", "recalled", "declined"]) {
      await expect(insert(name, "staff:OFFICER", null)).rejects.toMatchObject({
        constraint: "loan_step_goes_back_by_two",
      });
      await expect(insert(name, "staff:OFFICER", "staff:OFFICER")).rejects.toMatchObject({
        constraint: "loan_step_confirmation_people",
      });
      await expect(insert(name, "member:LR10", "staff:OFFICER")).rejects.toMatchObject({
        constraint: "loan_step_own_hands",
      });
    }
  });
});
