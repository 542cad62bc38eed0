import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { putBackWaiting } from "#server/payouts/queue/put-back.ts";
import { LENT, lendingSociety, OWED } from "#test/disbursed-loans.ts";
import { shownDigestOf } from "#test/loan-steps.ts";
import { approveRequest, employ, memberIdOf, signIn } from "#test/people.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { approvalOf, counterCalls, fillSafe } from "#test/tills.ts";

const { society, tokenOf, employStaff, step, borrower, disbursed, sendAll, sent, give } =
  lendingSociety();

beforeAll(async () => {
  await employStaff();
  await fillSafe(society, 1_000_000);
});

const act = (who: string, id: string, noun: string, body: object) =>
  sendAsShown(society, { token: tokenOf(who), path: `/api/v1/payouts/${id}/${noun}`, body });

const application = async (who: string, loanNo: string) =>
  (await society.send("GET", `/api/v1/instant-loans/${loanNo}`, { token: tokenOf(who) })).body as {
    state: string;
    payment?: string;
    steps: readonly { step: string; reason: string; receipt: string }[];
  };

/** The balance of payout clearing that entries of one loan leave. */
async function clearingOf(loanNo: string): Promise<number> {
  const found = await society.owner.query<{ cents: string }>(
    `select coalesce(sum(l.amount_cents), 0) as cents from journal_line l
      join ledger_account a on a.id = l.account_id and a.code = 'payout-clearing'
      join journal_entry e on e.id = l.entry_id
      left join journal_entry o on o.id = e.reverses
      where coalesce(o.reference_no, e.reference_no) like $1 || '%'`,
    [loanNo],
  );
  return (0 - Number(found.rows[0]?.cents)) / 100;
}

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

describe("a disbursed loan", () => {
  it("is queued as it is posted, and payout clearing is zero with its receipt", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    expect(await clearingOf(loanNo)).toBe(LENT);
    expect(await application(memberNo, loanNo)).toMatchObject({ payment: "sent" });
    const paid = { attemptId, outcome: "paid", receiptNo: `TKQ${loanNo.slice(-4)}` } as const;
    expect(await give(paid)).toBe("paid");
    expect(await give(paid)).toBe("repeated");
    expect(await clearingOf(loanNo)).toBe(0);
    const loan = await application(memberNo, loanNo);
    expect(loan).toMatchObject({ state: "disbursed", payment: "arrived" });
    expect(loan.steps.at(-1)).toMatchObject({ step: "arrived", receipt: paid.receiptNo });
    const arrived = `6,600.00 of loan ${loanNo} by M-Pesa, receipt ${paid.receiptNo}`;
    expect(await smsWith(arrived)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("goes back to the loan desk with the reason when its payment fails", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    expect(await give({ attemptId, outcome: "failed", reason: "result-2040" })).toBe("failed");
    const loan = await application("OFFICER", loanNo);
    expect(loan).toMatchObject({ state: "approved", payment: "failed" });
    expect(loan.steps.at(-1)).toMatchObject({ step: "unsent", reason: "result-2040" });
    expect(await clearingOf(loanNo)).toBe(0);
    expect(await totalOf(society, "loan-receivable", memberNo)).toBe(0);
    expect(await smsWith(`loan ${loanNo} could not be sent`)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is sent again as the same payment by another attempt", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    await give({ attemptId, outcome: "failed", reason: "result-1" });
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
    await sendAll();
    const again = await payoutOf(society, memberNo);
    expect(again).toMatchObject({ state: "sent" });
    expect(again.attempt_id).not.toBe(attemptId);
    const receiptNo = `TKR${loanNo.slice(-4)}`;
    expect(await give({ attemptId: again.attempt_id, outcome: "paid", receiptNo })).toBe("paid");
    expect(await clearingOf(loanNo)).toBe(0);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not sent again on cash of its borrower that only one person has counted", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    await give({ attemptId, outcome: "failed", reason: "result-1" });
    await employ(society, "TELLER", "teller");
    const teller = counterCalls(society, { TELLER: await signIn(society, "TELLER") });
    expect((await teller.open("TELLER")).status).toBe(201);
    expect((await teller.receive("TELLER", { memberNo, amount: 700 })).status).toBe(201);
    const early = await step("TREASURER", loanNo, "disbursement");
    expect([early.status, early.body]).toMatchObject([409, { reason: "cash-uncounted" }]);
    const counted = approvalOf(await teller.count("TELLER", 700));
    await approveRequest(society, tokenOf("TREASURER"), counted);
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
  });

  it("is disbursed after all when its receipt comes after a failure, and paid once", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    await give({ attemptId, outcome: "failed", reason: "result-26" });
    const receiptNo = `TKL${loanNo.slice(-4)}`;
    expect(await give({ attemptId, outcome: "paid", receiptNo })).toBe("paid");
    expect(await application(memberNo, loanNo)).toMatchObject({
      state: "disbursed",
      payment: "arrived",
    });
    expect(await totalOf(society, "loan-receivable", memberNo)).toBe(OWED);
    expect(await clearingOf(loanNo)).toBe(0);
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(409);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not settled by a late receipt once it is withdrawn from approval", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    await give({ attemptId, outcome: "failed", reason: "result-26" });
    const shownDigest = await shownDigestOf(society, tokenOf("TREASURER"), loanNo);
    const asked = await society.send("POST", `/api/v1/instant-loans/${loanNo}/approval-return`, {
      token: tokenOf("TREASURER"),
      body: { outcome: "queue", reason: "Changed job", shownDigest },
    });
    expect(asked.status, asked.text).toBe(201);
    const { approvalId } = asked.body as { approvalId: string };
    await approveRequest(society, tokenOf("ADMIN"), approvalId);
    const receiptNo = `TKX${loanNo.slice(-4)}`;
    expect(await give({ attemptId, outcome: "paid", receiptNo })).toBe("refused");
    expect(await payoutOf(society, memberNo)).toMatchObject({
      state: "failed",
      problem: "paid-after-change",
    });
    const { id } = await payoutOf(society, memberNo);
    const arrived = { outcome: "paid", receipt: "TKLATE0001" };
    expect((await act("ADMIN", id, "result", arrived)).body).toMatchObject({
      reason: "payout-state",
    });
    const { rows } = await society.owner.query<{ tab: string }>(
      "select tab from payout where attempt_id = $1",
      [attemptId],
    );
    expect(rows).toEqual([{ tab: "exceptions" }]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("goes back when the number it waits for is no longer the member's", async () => {
    const { memberNo, loanNo } = await disbursed();
    const memberId = await memberIdOf(society, memberNo);
    await society.database.unitOfWork("staff:A", (work) => putBackWaiting(work, memberId));
    expect(await application("OFFICER", loanNo)).toMatchObject({ state: "approved" });
    await sendAll();
    expect(await payoutOf(society, memberNo)).toMatchObject({ state: "failed" });
  });

  it("waits a day after a password reset before its money leaves", async () => {
    const found = await borrower();
    await society.owner.query(
      `update login set password_changed_at = akiba_now(),
        created_at = akiba_now() - interval '1 year' where login_no = $1`,
      [found.memberNo],
    );
    expect((await step("TREASURER", found.loanNo, "disbursement")).status).toBe(201);
    await sendAll();
    expect(await payoutOf(society, found.memberNo)).toMatchObject({ state: "waiting" });
  });

  it("that is repaid in part stays, and the office pays what the phone did not get", async () => {
    const { memberNo, loanNo, attemptId } = await sent();
    const repaid = { amount: 1000, receipt: `TKP${loanNo.slice(-4)}` };
    expect((await step("CLERK", loanNo, "repayments", repaid)).status).toBe(201);
    expect(await give({ attemptId, outcome: "failed", reason: "result-1" })).toBe("failed");
    expect(await application(memberNo, loanNo)).toMatchObject({
      state: "disbursed",
      payment: "office",
    });
    expect(await clearingOf(loanNo)).toBe(LENT);
    expect(await smsWith(`loan ${loanNo} could not be sent`)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("the disbursement of a loan", () => {
  it("is reversed while its payment waits, which then never leaves", async () => {
    const { memberNo, loanNo } = await disbursed();
    await approveRequest(society, tokenOf("ADMIN"), await recallOf(loanNo));
    await sendAll();
    expect(await payoutOf(society, memberNo)).toMatchObject({
      state: "failed",
      problem: "recalled",
    });
    expect(await clearingOf(loanNo)).toBe(0);
    expect((await step("OTHER", loanNo, "disbursement")).status).toBe(201);
  });

  it("is not reversed once its payment is sent", async () => {
    const { loanNo } = await sent();
    const reply = await requestRecall(loanNo);
    expect(reply.body).toMatchObject({ reason: "loan-money-left" });
  });
});

async function requestRecall(loanNo: string) {
  const shownDigest = await shownDigestOf(society, tokenOf("TREASURER"), loanNo);
  return society.send("POST", `/api/v1/instant-loans/${loanNo}/disbursement-reversal`, {
    token: tokenOf("TREASURER"),
    body: { reason: "The wrong member", shownDigest },
  });
}

async function recallOf(loanNo: string): Promise<string> {
  const reply = await requestRecall(loanNo);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
}

describe("a loan that M-Pesa cannot pay", () => {
  it("is left to the office: cents, too much, or a number that nobody confirmed", async () => {
    const withCents = await borrower(6600.5, 6897.52, 3449);
    expect((await step("TREASURER", withCents.loanNo, "disbursement")).status).toBe(201);
    const unconfirmed = await borrower();
    await society.owner.query("update member set mobile_confirmed_at = null where member_no = $1", [
      unconfirmed.memberNo,
    ]);
    expect((await step("TREASURER", unconfirmed.loanNo, "disbursement")).status).toBe(201);
    const chosen = await disbursed({ channel: "office" });
    await sendAll();
    for (const { memberNo, loanNo } of [withCents, unconfirmed, chosen]) {
      expect(await application(memberNo, loanNo)).toMatchObject({ payment: "office" });
    }
  });

  it.each([
    ["bank", "bank"],
    ["cheque", "bank"],
    ["cash", "cash"],
  ])("is paid by %s, from its account, once two people agree", async (way, account) => {
    const { memberNo, loanNo } = await disbursed({ channel: "office" });
    const { id } = await payoutOf(society, memberNo);
    const before = await totalOf(society, account);
    const paid = { outcome: "paid", receipt: `V-${loanNo.slice(-4)}`, way };
    expect((await act("ADMIN", id, "result", paid)).status).toBe(201);
    expect(await clearingOf(loanNo)).toBe(LENT);
    expect((await act("ADMIN", id, "confirmation", { agrees: true })).status).toBe(403);
    expect((await act("TREASURER", id, "confirmation", { agrees: true })).status).toBe(201);
    expect(await clearingOf(loanNo)).toBe(0);
    expect(await totalOf(society, account)).toBe(before - LENT);
    expect(await smsWith(loanNo, `by ${way}, receipt ${paid.receipt}`)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("names how it was paid, and a voucher pays once", async () => {
    const one = await payoutOf(society, (await disbursed({ channel: "office" })).memberNo);
    const other = await payoutOf(society, (await disbursed({ channel: "office" })).memberNo);
    const paid = { outcome: "paid", receipt: "VOUCHER-77" };
    expect((await act("ADMIN", one.id, "result", paid)).body).toMatchObject({
      errors: [{ field: "way" }],
    });
    expect((await act("ADMIN", one.id, "result", { ...paid, way: "cash" })).status).toBe(201);
    expect((await act("TREASURER", one.id, "confirmation", { agrees: true })).status).toBe(201);
    const reused = await act("ADMIN", other.id, "result", { ...paid, way: "cash" });
    expect(reused.body).toMatchObject({ reason: "receipt-used" });
    const onPhone = await payoutOf(society, (await sent()).memberNo);
    expect((await act("ADMIN", onPhone.id, "result", { ...paid, way: "cash" })).status).toBe(409);
  });
});

describe("a payment of a loan that one person reported as failed", () => {
  it("is not disbursed again by that person, on any channel", async () => {
    const { memberNo, loanNo } = await disbursed({ channel: "office" });
    const { id } = await payoutOf(society, memberNo);
    const failed = { outcome: "failed", reason: "Prefers the phone" };
    expect((await act("ADMIN", id, "result", failed)).status).toBe(201);
    for (const channel of ["office", "phone"]) {
      const own = await step("ADMIN", loanNo, "disbursement", { channel });
      expect(own.body, channel).toMatchObject({ reason: "payout-two-people" });
    }
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
    expect(await application(memberNo, loanNo)).toMatchObject({ payment: "queued" });
  });

  it("is neither marked nor agreed on by its borrower or a guarantor at the office", async () => {
    const { memberNo, loanNo } = await disbursed({ channel: "office" });
    const { id } = await payoutOf(society, memberNo);
    const guarantor = await borrower();
    await society.owner.query(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state)
        select l.id, m.id, 100000, 'accepted' from loan l cross join member m
        where l.loan_no = $1 and m.member_no = $2`,
      [loanNo, guarantor.memberNo],
    );
    const paid = { outcome: "paid", receipt: `OWN-${loanNo.slice(-4)}`, way: "cash" };
    const isMember = (staffNo: string, member: string | null) =>
      society.owner.query(
        `update staff set member_id = (select id from member where member_no = $2)
          where staff_no = $1`,
        [staffNo, member],
      );
    await isMember("ADMIN", memberNo);
    const own = await act("ADMIN", id, "result", paid);
    expect(own.body).toMatchObject({ reason: "own-listing" });
    await isMember("ADMIN", null);
    expect((await act("ADMIN", id, "result", paid)).status).toBe(201);
    await isMember("TREASURER", guarantor.memberNo);
    const agreed = await act("TREASURER", id, "confirmation", { agrees: true });
    await isMember("TREASURER", null);
    expect(agreed.body).toMatchObject({ reason: "own-loan" });
  });

  it("does not go to shares, an account or cash as a dividend does", async () => {
    const { memberNo, attemptId } = await sent();
    await give({ attemptId, outcome: "failed", reason: "result-1" });
    const { id } = await payoutOf(society, memberNo);
    for (const [noun, body] of [
      ["shares", {}],
      ["account", {}],
      ["retry", {}],
      ["cash", { voucher: "V-1" }],
    ] as const) {
      const reply = await act(noun === "cash" ? "ADMIN" : "TREASURER", id, noun, body);
      expect(reply.body, noun).toMatchObject({ reason: "payout-state" });
    }
    await expect(
      society.owner.query(
        "update payout set state = 'cash', resolved_by = 'staff:OTHER' where id = $1",
        [id],
      ),
    ).rejects.toMatchObject({ constraint: "payout_life" });
  });
});
