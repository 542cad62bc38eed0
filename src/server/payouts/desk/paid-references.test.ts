import { beforeAll, describe, expect, it } from "vitest";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { payoutOf } from "#test/payouts.ts";
import { reasonOf } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { treasuryCalls } from "#test/treasury.ts";

const { society, tokens, tokenOf, employStaff, disbursed } = lendingSociety();
const { book, tryToEnter } = treasuryCalls(society, tokens);

beforeAll(employStaff);

const act = (who: string, id: string, noun: string, body: object) =>
  sendAsShown(society, { token: tokenOf(who), path: `/api/v1/payouts/${id}/${noun}`, body });

/** Reports that the office paid a new loan. */
async function report(receipt: string, way: "bank" | "cheque") {
  const { memberNo } = await disbursed({ channel: "office" });
  const { id } = await payoutOf(society, memberNo);
  return { id, reply: await act("ADMIN", id, "result", { outcome: "paid", receipt, way }) };
}
/** Pays a new loan as two people agree; returns the answer to the second. */
async function pay(receipt: string, way: "bank" | "cheque", meanwhile = async () => {}) {
  const { id, reply } = await report(receipt, way);
  expect(reply.status, reply.text).toBe(201);
  await meanwhile();
  return act("TREASURER", id, "confirmation", { agrees: true });
}
const income = (reference: string) => ({
  kind: "other-income-at-bank",
  amount: 10,
  reference,
  description: "As on the statement",
});

describe("the bank reference of a payout", () => {
  it("is not entered by the treasury, unlike the number of its cheque", async () => {
    expect((await pay("FT-27-0001", "bank")).status).toBe(201);
    const again = await tryToEnter(income("00FT270001"));
    expect([again.status, again.body]).toMatchObject([422, { errors: [{ field: "reference" }] }]);
    expect((await pay("000901", "cheque")).status).toBe(201);
    await book(income("901-"));
  });

  it("is not reported once the treasury has booked it, however it is written", async () => {
    await book(income("FT-27-0002"));
    const { reply } = await report("00FT270002", "bank");
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
    await book(income("000902"));
    expect((await pay("902-", "cheque")).status).toBe(201);
  });

  it("settles nothing if the treasury has booked it meanwhile, however it is written", async () => {
    const meanwhile = async () => {
      await book(income("FT-27-0003"));
    };
    const reply = await pay("FT270003", "bank", meanwhile);
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
  });
});
