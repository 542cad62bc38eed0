import { beforeAll, describe, expect, it } from "vitest";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";

const lending = lendingSociety();
const { society, tokenOf, employStaff, sent, give, borrower } = lending;

beforeAll(employStaff);

const search = (who: string, body: object) =>
  society.send("POST", "/api/v1/pay-ins/searches", { token: tokenOf(who), body });
const found = async (who: string, body: object) => {
  const reply = await search(who, body);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { found: { paidOn: string }[] }).found;
};

let receipts = 0;
/** A loan that has arrived on a phone, with M-Pesa's receipt. */
async function arrived() {
  const loan = await sent();
  const receiptNo = `TFP${String((receipts += 1)).padStart(7, "0")}`;
  expect(await give({ attemptId: loan.attemptId, outcome: "paid", receiptNo })).toBe("paid");
  return { ...loan, receipt: receiptNo };
}

describe("a payment to a member", () => {
  it("is found by its receipt, or by its amount and day, with its reference", async () => {
    const { memberNo, loanNo, receipt } = await arrived();
    const here = { receipt, amount: LENT, state: "paid-out", reference: loanNo, parts: [] };
    const [one] = await found(memberNo, { receipt: receipt.toLowerCase() });
    expect(one).toMatchObject(here);
    const day = one?.paidOn ?? "";
    expect(await found(memberNo, { amount: LENT, day })).toMatchObject([here]);
    expect(await found(memberNo, { amount: LENT + 1, day })).toEqual([]);
    expect(await found(memberNo, { amount: LENT, day: "2026-01-01" })).toEqual([]);
  });

  it("is not revealed to others: the answer is that of a code that does not exist", async () => {
    const { receipt } = await arrived();
    const { memberNo: other } = await borrower();
    const [theirs, nobodys] = [
      await search(other, { receipt }),
      await search(other, { receipt: "TFPZZZZZZZ" }),
    ];
    expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text]);
  });

  it("is not found while it is on its way", async () => {
    const { memberNo } = await sent();
    const day = (await society.owner.query<{ day: string }>("select akiba_today()::text as day"))
      .rows[0]?.day;
    expect(await found(memberNo, { amount: LENT, day })).toEqual([]);
  });

  it("counts towards the searches of an hour like any other", async () => {
    const { memberNo, receipt } = await arrived();
    const states: number[] = [];
    for (let at = 0; at < 21; at += 1) states.push((await search(memberNo, { receipt })).status);
    expect(states.filter((status) => status === 200)).toHaveLength(20);
    expect(states.at(-1)).toBe(429);
  });
});
