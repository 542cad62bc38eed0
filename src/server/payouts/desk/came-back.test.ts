import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { LENT, lendingSociety, OWED } from "#test/disbursed-loans.ts";
import { deposit, enrolWithLogin, signIn } from "#test/people.ts";
import { filesMiscounted, payoutOf, totalOf } from "#test/payouts.ts";
import { lastPayoutOf, plantLine, returnCalls } from "#test/returned-payments.ts";
import { reasonOf } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const lending = lendingSociety();
const { society, tokens, tokenOf, employStaff, signStaffIn, disbursed, sent, give } = lending;
const bank = bankCalls(society, tokenOf);
const { newMember, standing, withdraw } = withdrawalCalls(society, tokens);
const clearing = () => totalOf(society, "payout-clearing");

beforeAll(employStaff);

const smsWith = async (...parts: readonly string[]) =>
  (await society.messages()).filter(({ text }) => parts.every((part) => text.includes(part)));

/** The faults of the books; the statements of these tests are planted without their files. */
const faults = async () =>
  (await reconcile(society.database)).filter(({ check }) => check !== "bank-statement");

const { ask, approve, bringBack } = returnCalls(society, tokenOf);
const lineOf = (amount: number, account: "bank" | "mobile-money" = "mobile-money", days = 0) =>
  plantLine(society, { account, amount, days });

/** A loan that arrived on its borrower's phone. */
async function arrived(receiptNo: string) {
  const loan = await sent();
  expect(await give({ attemptId: loan.attemptId, outcome: "paid", receiptNo })).toBe("paid");
  return loan;
}

/** A loan that the bank paid by a file. */
async function paidByBank(bankReference: string) {
  const loan = await disbursed({ channel: "office" });
  await bank.setDetails(loan.memberNo);
  society.clock.advance(73 * 3600);
  await signStaffIn();
  return { ...loan, file: await paidInFile(loan.memberNo, bankReference) };
}

/** Pays a member in a new file for the bank. */
async function paidInFile(memberNo: string, bankReference: string): Promise<string> {
  const file = await bank.makeFile();
  const line = (await bank.linesOf(file)).find((one) => one.memberNo === memberNo)?.line ?? 0;
  const results = [{ line, outcome: "paid", bankReference }];
  await bank.agree(await bank.askResults(file, results), "TREASURER");
  return file;
}

const stateOf = async (loanNo: string) => {
  const { rows } = await society.owner.query<{ state: string }>(
    "select state from loan where loan_no = $1",
    [loanNo],
  );
  return rows[0]?.state;
};

describe("a payment that comes back after it was paid", () => {
  it("by Safaricom puts the loan back for disbursement, and the member is notified", async () => {
    const before = [await totalOf(society, "mobile-money"), await clearing()];
    const loan = await arrived("TKB1000001");
    await bringBack(loan.memberNo, await lineOf(LENT));
    expect([await totalOf(society, "mobile-money"), await clearing()]).toEqual(before);
    expect(await stateOf(loan.loanNo)).toBe("approved");
    expect(await lastPayoutOf(society, loan.memberNo)).toMatchObject({
      state: "failed",
      receipt_no: "",
    });
    expect(await smsWith("that we paid you, receipt TKB1000001, came back")).toHaveLength(1);
    expect(await filesMiscounted(society)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it("is not settled once more by the same receipt, but by that of the next payment", async () => {
    const loan = await arrived("TKB1000002");
    await bringBack(loan.memberNo, await lineOf(LENT));
    const { attemptId } = loan;
    expect(await give({ attemptId, outcome: "paid", receiptNo: "TKB1000002" })).toBe("repeated");
    const again = await lending.step("OTHER", loan.loanNo, "disbursement");
    expect(again.status, again.text).toBe(201);
    await lending.sendAll();
    const next = await payoutOf(society, loan.memberNo);
    expect(next).toMatchObject({ state: "sent", problem: "" });
    const receiptNo = "TKB1000003";
    expect(await give({ attemptId: next.attempt_id, outcome: "paid", receiptNo })).toBe("paid");
    expect(await faults()).toEqual([]);
  });

  it("from the bank is no longer paid in its file, and goes into another", async () => {
    const loan = await paidByBank("FT26CB0001");
    await bringBack(loan.memberNo, await lineOf(LENT, "bank"));
    const ofMember = async (file: string) =>
      (await bank.linesOf(file)).find(({ memberNo }) => memberNo === loan.memberNo);
    expect(await ofMember(loan.file)).toMatchObject({ state: "bounced" });
    expect(await faults()).toEqual([]);
    const again = await lending.step("OTHER", loan.loanNo, "disbursement", { channel: "office" });
    expect(again.status, again.text).toBe(201);
    const next = await paidInFile(loan.memberNo, "FT26CB0002");
    expect(await ofMember(next)).toMatchObject({ state: "paid" });
    expect(await faults()).toEqual([]);
  });

  it("waits at the office if its loan was repaid in part", async () => {
    const loan = await arrived("TKB1000004");
    const repaid = { amount: 1000, receipt: `TKP${loan.loanNo.slice(-4)}` };
    expect((await lending.step("CLERK", loan.loanNo, "repayments", repaid)).status).toBe(201);
    await bringBack(loan.memberNo, await lineOf(LENT));
    expect(await stateOf(loan.loanNo)).toBe("disbursed");
    expect(await totalOf(society, "loan-receivable", loan.memberNo)).toBe(OWED - 1000);
    expect(await lastPayoutOf(society, loan.memberNo)).toMatchObject({ state: "waiting" });
    expect(await faults()).toEqual([]);
  });

  it("is back on the account of a withdrawal", async () => {
    const memberNo = await newMember(5000);
    await bank.setDetails(memberNo);
    society.clock.advance(73 * 3600);
    await signStaffIn();
    tokens[memberNo] = await signIn(society, memberNo);
    const asked = await withdraw(memberNo, { amount: 2000, channel: "office" });
    expect(asked.status, asked.text).toBe(201);
    await paidInFile(memberNo, "FT26CB0003");
    await bringBack(memberNo, await lineOf(2000, "bank"));
    expect(await totalOf(society, "withdrawable-deposits", memberNo)).toBe(5000);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "returned" }] });
    expect(await faults()).toEqual([]);
  });

  it("of a member who left waits at the office for them", async () => {
    const memberNo = "RTLEFT";
    await enrolWithLogin(society, memberNo, { mobile: "" });
    await deposit(society, memberNo, 20_000);
    await bank.setDetails(memberNo);
    society.clock.advance(73 * 3600);
    await signStaffIn();
    const send = (who: string, path: string, body: object = {}) =>
      sendAsShown(society, { token: tokenOf(who), path: `/api/v1${path}`, body });
    const asked = await send("CLERK", "/exits", { memberNo, reason: "Retires" });
    const { id } = asked.body as { id: string };
    expect((await send("TREASURER", `/exits/${id}/approval`)).status).toBe(201);
    const queued = await send("ADMIN", `/exits/${id}/payment`, { refund: "queued" });
    expect(queued.status, queued.text).toBe(201);
    await paidInFile(memberNo, "FT26CB0004");
    await bringBack(memberNo, await lineOf(20_000, "bank"));
    expect(await lastPayoutOf(society, memberNo)).toMatchObject({
      state: "waiting",
      channel: "office",
    });
    expect(await faults()).toEqual([]);
  });
});

describe("the return of a payment", () => {
  it("takes a line of the same account and amount that nothing else accounts for", async () => {
    const loan = await arrived("TKB2000001");
    for (const [account, amount, days] of [
      ["bank", LENT, 0],
      ["mobile-money", LENT - 1, 0],
      ["mobile-money", -LENT, 0],
      ["mobile-money", LENT, -1],
    ] as const) {
      const asked = await ask(loan.memberNo, await lineOf(amount, account, days));
      expect(reasonOf(asked), `${account} ${amount} ${days}`).toBe("no-such-item");
    }
  });

  it("counts each line and each receipt once", async () => {
    const [one, two] = [await arrived("TKB2000002"), await arrived("TKB2000003")];
    const line = await lineOf(LENT);
    const [first, second] = [await ask(one.memberNo, line), await ask(two.memberNo, line)];
    expect((await approve(first, "TREASURER")).status).toBe(201);
    expect((await approve(second, "TREASURER")).status).toBe(409);
    const other = await lineOf(LENT);
    expect(reasonOf(await ask(one.memberNo, other))).toBe("payout-state");
  });

  it("takes two people, of whom neither is the payee or a clerk", async () => {
    const loan = await arrived("TKB2000004");
    const line = await lineOf(LENT);
    expect((await ask(loan.memberNo, line, "CLERK")).status).toBe(403);
    const link = (staffNo: string, memberNo: string | null) =>
      society.owner.query(
        `update staff set member_id = (select id from member where member_no = $2)
          where staff_no = $1`,
        [staffNo, memberNo],
      );
    await link("ADMIN", loan.memberNo);
    expect(reasonOf(await ask(loan.memberNo, line))).toBe("own-listing");
    await link("ADMIN", null);
    const asked = await ask(loan.memberNo, line);
    expect((await approve(asked, "ADMIN")).status).toBe(403);
    await link("TREASURER", loan.memberNo);
    expect((await approve(asked, "TREASURER")).status).toBeGreaterThanOrEqual(403);
    await link("TREASURER", null);
    expect(await lastPayoutOf(society, loan.memberNo)).toMatchObject({ state: "paid" });
  });

  it("is required by the database: a paid payout fails only with one", async () => {
    const loan = await arrived("TKB2000005");
    await expect(
      society.owner.query(
        `update payout set state = 'failed', receipt_no = '', failed_by = 'staff:ADMIN'
          where loan_id = (select id from loan where loan_no = $1)`,
        [loan.loanNo],
      ),
    ).rejects.toMatchObject({ constraint: "payout_life" });
    await expect(
      society.owner.query(
        `insert into payout_return (payout_id, receipt_no, line_id, entry_id, reason, approval_id,
            entered_by, approved_by)
          select p.id, p.receipt_no, $2, p.entry_id, 'x', (select max(id) from approval),
            'staff:TREASURER', 'staff:ADMIN'
          from payout p join loan l on l.id = p.loan_id where l.loan_no = $1`,
        [loan.loanNo, await lineOf(LENT)],
      ),
    ).rejects.toMatchObject({ constraint: "payout_return_request" });
  });
});
