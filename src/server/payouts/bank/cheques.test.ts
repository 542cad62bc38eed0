import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankFile, reconciliationOffice } from "#test/bank-statements.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { tryToApprove } from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { treasuryCalls } from "#test/treasury.ts";
import { reasonOf } from "#test/served-society.ts";

const { society, tokens, tokenOf, employStaff, signStaffIn, step, disbursed } = lendingSociety();
const { book, enter, approve: approveMovement, read } = treasuryCalls(society, tokens);

beforeAll(employStaff);

interface Cheque {
  readonly id: string;
  readonly chequeNo: string;
  readonly payee: string;
  readonly writtenOn: string;
}

const call = (method: string, path: string, who: string, body?: object) =>
  society.send(method, `/api/v1/cheques${path}`, {
    token: tokenOf(who),
    ...(body !== undefined && { body }),
  });
const listed = async (tab: string, search = "") => {
  const query = new URLSearchParams({ tab, ...(search !== "" && { search }) }).toString();
  const reply = await call("GET", `?${query}`, "CLERK");
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { rows: readonly Cheque[] }).rows;
};
const act = (who: string, id: string, noun: string, body: object) =>
  sendAsShown(society, { token: tokenOf(who), path: `/api/v1/payouts/${id}/${noun}`, body });
const stop = (who: string, id: string) => call("POST", `/${id}/stop`, who, { reason: "Lost" });
const handOver = (who: string, id: string) =>
  call("POST", `/${id}/handover`, who, { to: "Otieno Ouma, ID 12345678" });
const approve = (who: string, id: string) => tryToApprove(society, tokenOf(who), id);

let written = 100;
/** A loan that two people paid by a cheque with a unique number. */
const paidByCheque = async () => {
  const { memberNo, loanNo } = await disbursed({ channel: "office" });
  const { id: payoutId } = await payoutOf(society, memberNo);
  const chequeNo = `000${(written += 1)}`;
  const paid = { outcome: "paid", receipt: chequeNo, way: "cheque" };
  expect((await act("ADMIN", payoutId, "result", paid)).status).toBe(201);
  expect((await act("TREASURER", payoutId, "confirmation", { agrees: true })).status).toBe(201);
  const [cheque] = await listed("written", chequeNo);
  if (cheque === undefined) throw new Error(`cheque ${chequeNo} is not in the register`);
  return { memberNo, loanNo, payoutId, chequeNo, cheque };
};

/** Stops a cheque as the administrator and the treasurer agree. */
const stopByTwo = async (id: string) => {
  const asked = await stop("ADMIN", id);
  expect(asked.status, asked.text).toBe(201);
  return approve("TREASURER", (asked.body as { approvalId: string }).approvalId);
};

describe("a cheque that the society wrote", () => {
  it("is in the register with its payee and what it pays, once two people agreed", async () => {
    const { memberNo, payoutId, chequeNo, cheque } = await paidByCheque();
    expect(cheque).toMatchObject({
      chequeNo,
      payee: `Member ${memberNo}`,
      memberNo,
      pays: "loan",
      payoutId,
      amount: LENT,
      state: "written",
    });
    expect(await listed("written", memberNo)).toHaveLength(1);
    expect(await listed("written", `Member ${memberNo}`)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is written once under its number, with or without zeros before it", async () => {
    const { chequeNo } = await paidByCheque();
    const { id } = await payoutOf(society, (await disbursed({ channel: "office" })).memberNo);
    const paid = { outcome: "paid", receipt: chequeNo.replace(/^0+/, ""), way: "cheque" };
    expect((await act("ADMIN", id, "result", paid)).status).toBe(201);
    const again = await act("TREASURER", id, "confirmation", { agrees: true });
    expect(reasonOf(again)).toBe("receipt-used");
  });

  it("is handed over once, and not to a member by themselves", async () => {
    const { cheque, memberNo } = await paidByCheque();
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = $1)
        where staff_no = 'CLERK'`,
      [memberNo],
    );
    const own = await handOver("CLERK", cheque.id);
    await society.owner.query("update staff set member_id = null where staff_no = 'CLERK'");
    expect(reasonOf(own)).toBe("own-listing");
    expect((await handOver("CLERK", cheque.id)).status).toBe(201);
    expect(reasonOf(await handOver("CLERK", cheque.id))).toBe("cheque-state");
    const [found] = await listed("handed-over", cheque.chequeNo);
    expect(found).toMatchObject({ handedOverTo: "Otieno Ouma, ID 12345678" });
  });
});

describe("a stopped cheque", () => {
  it("stays at the office while a second person is asked to stop it", async () => {
    const { cheque } = await paidByCheque();
    const asked = await stop("ADMIN", cheque.id);
    expect(reasonOf(await handOver("CLERK", cheque.id))).toBe("approval-waits");
    const { approvalId } = asked.body as { approvalId: string };
    expect((await approve("TREASURER", approvalId)).status).toBe(201);
  });

  it("returns a loan to the loan desk, as two people agree", async () => {
    const { cheque, memberNo, loanNo, payoutId } = await paidByCheque();
    const bank = await totalOf(society, "bank");
    const asked = await stop("ADMIN", cheque.id);
    const { approvalId } = asked.body as { approvalId: string };
    expect((await approve("ADMIN", approvalId)).status).toBe(403);
    expect(await totalOf(society, "bank")).toBe(bank);
    const stopped = await approve("TREASURER", approvalId);
    expect(stopped.status, stopped.text).toBe(201);
    expect(await totalOf(society, "bank")).toBe(bank + LENT);
    expect(await totalOf(society, "loan-receivable", memberNo)).toBe(0);
    const [found] = await listed("stopped", cheque.chequeNo);
    expect(found).toMatchObject({ id: cheque.id, stopBecause: "Lost" });
    expect(reasonOf(await stop("ADMIN", cheque.id))).toBe("cheque-state");
    expect(await payoutOf(society, memberNo)).toMatchObject({ id: payoutId, state: "failed" });
    expect((await step("TREASURER", loanNo, "disbursement")).status).toBe(201);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("lets its payment be paid by another cheque", async () => {
    const { cheque, loanNo, payoutId } = await paidByCheque();
    expect((await stopByTwo(cheque.id)).status).toBe(201);
    const again = { channel: "office" };
    expect((await step("TREASURER", loanNo, "disbursement", again)).status).toBe(201);
    const paid = { outcome: "paid", receipt: `1${cheque.chequeNo}`, way: "cheque" };
    expect((await act("ADMIN", payoutId, "result", paid)).status).toBe(201);
    const agreed = await act("TREASURER", payoutId, "confirmation", { agrees: true });
    expect(agreed.status, agreed.text).toBe(201);
    expect(await listed("written", paid.receipt)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not stopped once the bank's statement has it", async () => {
    const { cheque, chequeNo, payoutId } = await paidByCheque();
    const day = cheque.writtenOn;
    society.clock.advance(2 * 86_400);
    await signStaffIn();
    const office = reconciliationOffice(society, {
      clerk: tokenOf("CLERK"),
      treasurer: tokenOf("TREASURER"),
    });
    await office.take(bankFile(0n, [{ day, amount: BigInt(-LENT * 100), receipt: chequeNo }]));
    await office.ask("clerk", "POST", "/bank/proposals", {});
    await office.confirmAll();
    expect(await listed("cleared", chequeNo)).toMatchObject([{ clearedOn: day }]);
    expect(reasonOf(await stop("ADMIN", cheque.id))).toBe("cheque-state");
    const directly = society.owner.query(
      `update payout set state = 'failed', failed_by = 'test', way = '', receipt_no = ''
        where id = $1`,
      [payoutId],
    );
    await expect(directly).rejects.toMatchObject({ constraint: "payout_life" });
  });

  it("is stale after six months, and can be stopped then", async () => {
    const { cheque, chequeNo } = await paidByCheque();
    society.clock.advance(190 * 86_400);
    await signStaffIn();
    expect(await listed("stale", chequeNo)).toHaveLength(1);
    expect(reasonOf(await handOver("CLERK", cheque.id))).toBe("cheque-state");
    expect((await stopByTwo(cheque.id)).status).toBe(201);
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("a cheque of the society's own money", () => {
  const rent = (reference: string) => ({
    kind: "expense-by-bank",
    amount: 1250,
    reference,
    payee: "Uzima Plaza Ltd",
    description: "Rent",
  });

  it("is a movement that names its payee, and stops with the movement", async () => {
    const id = await book(rent("CHQ-900"));
    const [cheque] = await listed("written", "CHQ-900");
    expect(cheque).toMatchObject({ payee: "Uzima Plaza Ltd", pays: "treasury", movementId: id });
    expect(await listed("written", "plaza")).toHaveLength(1);
    expect(reasonOf(await stop("ADMIN", cheque?.id ?? ""))).toBe("cheque-of-treasury");
    const asked = await society.send("POST", `/api/v1/treasury/movements/${id}/reversal`, {
      token: tokenOf("TREASURER"),
      body: { reason: "Lost" },
    });
    const { approvalId } = asked.body as { approvalId: string };
    const reversed = await approveMovement(approvalId);
    expect(reversed.status, reversed.text).toBe(201);
    expect(await listed("stopped", "CHQ-900")).toHaveLength(1);
    expect(await read(id, "TREASURER")).toMatchObject({ payee: "Uzima Plaza Ltd" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is of no movement that leaves in another way", async () => {
    const charge = { ...rent("CHG-1"), kind: "bank-charge" };
    await expect(enter(charge)).rejects.toThrow("payee");
  });
});
