import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { totalOf } from "#test/payouts.ts";
import { enrol, foundSociety, lend } from "#test/people.ts";
import { reasonOf, statusesOf, useServedSociety } from "#test/served-society.ts";
import { approvalOf, counterCalls } from "#test/tills.ts";
import { staffTreasury, treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { send } = counterCalls(society, tokens);
const { tryToEnter, enter, approve, book } = treasuryCalls(society, tokens);
const LOAN = "IL-2026-09301";

const slip = (documentNo: string, who = "CLERK") =>
  send("POST", "slips", who, { memberNo: "BR1", to: "deposits", amount: 100, documentNo });
const repay = (receipt: string, way = "bank") =>
  takeLoanStep(society, tokens["TREASURER"] ?? "", {
    loanNo: LOAN,
    noun: "repayments",
    body: { amount: 100, receipt, way },
  });
const income = (reference: string) => ({
  kind: "other-income-at-bank",
  amount: 100,
  reference,
  description: "As on the statement",
});

/** Posts check-off money with the reference of its row, as an import does. */
const importRow = (receiptNo: string) =>
  society.database.unitOfWork("test", (work) => {
    const amount = shillings(100);
    return post(work, {
      kind: "check-off-received",
      narration: "Check-off received",
      receiptNo,
      lines: [
        debit(societyAccount("bank"), amount),
        credit(societyAccount("check-off-clearing"), amount),
      ],
    });
  });

let drawn = 0;
let plain = "";
/** The reference of a test, as the bank prints it and as somebody else may write it. */
const written = () => ({ printed: `00${plain.slice(0, 2)}-${plain.slice(2)}`, other: plain });
beforeEach(() => {
  drawn += 1;
  plain = `FT${26_000 + drawn}`;
});

beforeAll(async () => {
  await foundSociety(society);
  await staffTreasury(society, tokens);
  await enrol(society, "BR1");
  await enrol(society, "BR2");
  await lend(society, "BR2", { loanNo: LOAN });
  await book({ ...income("OPENING-1"), amount: 500_000 });
});

describe("a bank reference that has booked money", () => {
  const users: readonly (readonly [string, (reference: string) => Promise<unknown>])[] = [
    ["a slip of the counter", async (no) => expect((await slip(no)).status).toBe(201)],
    ["a repayment at the loan desk", async (no) => expect((await repay(no)).status).toBe(201)],
    ["another movement", (no) => book(income(no))],
    ["an import", importRow],
  ];

  it.each(users)("by %s is not entered by the treasury, however it is written", async (_, use) => {
    const { printed, other } = written();
    await use(printed);
    for (const reference of [printed, other, other.toLowerCase(), ` ${other} `, `0${other}`]) {
      const reply = await tryToEnter(income(reference));
      expect([reply.status, reply.body], reference).toMatchObject([
        422,
        { errors: [{ field: "reference", message: "That number is already in the books." }] },
      ]);
    }
  });

  const others = users.filter(([name]) => name !== "another movement");
  it.each(others)("by %s after it was entered is not booked again", async (_, use) => {
    const { printed, other } = written();
    const { approvalId } = await enter(income(printed));
    const before = await totalOf(society, "other-income");
    await use(other);
    const reply = await approve(approvalId);
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
    expect(await totalOf(society, "other-income")).toBe(before);
  });

  it("is free again once the slip or the movement is reversed", async () => {
    const { printed, other } = written();
    const { receiptNo } = (await slip(printed)).body as { receiptNo: string };
    const asked = await send("POST", `receipts/${receiptNo}/reversal`, "CLERK", {
      reason: "Not of this member",
    });
    expect((await approve(approvalOf(asked), "ADMIN")).status).toBe(201);
    const id = await book(income(other));
    expect((await slip(printed)).status).toBe(409);
    const path = `/api/v1/treasury/movements/${id}/reversal`;
    const body = { reason: "Not other income" };
    const back = await society.send("POST", path, { token: tokens["TREASURER"] ?? "", body });
    expect((await approve(approvalOf(back))).status).toBe(201);
    expect((await repay(other)).status).toBe(201);
  });

  it("is still named by a charge for it, and is no number of a cheque", async () => {
    const { printed } = written();
    await slip(printed);
    await book({ kind: "bank-charge", amount: 5, reference: printed });
    const number = String(700_000 + drawn);
    await slip(`00${number}`);
    const cheque = { kind: "expense-by-bank", amount: 10, reference: number };
    await book({ ...cheque, payee: "Duka la Vitabu" });
  });

  it("may be the number of a cheque that was written before", async () => {
    const number = String(800_000 + drawn);
    const cheque = { kind: "expense-by-bank", amount: 10, reference: number };
    await book({ ...cheque, payee: "Duka la Vitabu" });
    expect((await slip(`00${number}`)).status).toBe(201);
    expect((await tryToEnter(income(number))).status).toBe(422);
    const next = String(900_000 + drawn);
    await book({ ...cheque, reference: next, payee: "Duka la Vitabu" });
    await book(income(`00${next}`));
  });

  it.each([
    ["the treasury", (no: string) => book(income(no))],
    ["the counter", (no: string) => slip(no)],
  ])("by %s is not recorded by the loan desk", async (_, use) => {
    const { printed, other } = written();
    expect((await repay(`AT-DESK-${plain}`)).status).toBe(201);
    await use(printed);
    const reply = await repay(other);
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
    const direct = society.owner.query(
      `insert into loan_step (loan_id, step, taken_by, amount_cents, receipt_no, entry_id)
        select l.id, 'repaid', 'staff:LOANS', 10000, $2, e.id
        from loan l, journal_entry e where l.loan_no = $1 and e.kind = 'loan-repaid-at-bank'
        limit 1`,
      [LOAN, other],
    );
    await expect(direct).rejects.toThrow(/is in the books/);
  });
});

describe("one bank reference at the same moment", () => {
  const waiting = async () => {
    const { rows } = await society.owner.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks
        where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.waiting;
  };

  it.each([
    ["the counter", (no: string) => slip(no)],
    ["the loan desk", (no: string) => repay(no)],
  ])("is booked once, by the treasury or %s", async (_, other) => {
    const { printed, other: differently } = written();
    const { approvalId } = await enter(income(printed));
    const before = await totalOf(society, "bank");
    await society.owner.query("begin");
    await society.owner.query("select akiba_lock_bank_reference($1)", [plain]);
    const first = other(differently);
    const firstWaits = async () => expect(await waiting()).toBe(1);
    await vi.waitFor(firstWaits, { timeout: 20_000, interval: 20 });
    const second = approve(approvalId, "SECOND");
    const bothWait = async () => expect(await waiting()).toBe(2);
    await vi.waitFor(bothWait, { timeout: 20_000, interval: 20 });
    await society.owner.query("rollback");
    expect(statusesOf(await Promise.all([first, second]))).toEqual([201, 409]);
    expect(await totalOf(society, "bank")).toBe(before + 100);
  });
});
