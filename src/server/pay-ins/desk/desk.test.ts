import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, lend, signIn, tryToApprove } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const { confirm } = paybillCalls(society);
const tokens: Record<string, string> = {};
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);
const ask = (receipt: string, what: string, body: object, who = "CLERK") =>
  society.send("POST", `/api/v1/pay-ins/receipts/${receipt}/${what}`, {
    token: tokens[who] ?? "",
    body,
  });
const read = async (receipt: string) =>
  (
    await society.send("GET", `/api/v1/pay-ins/receipts/${receipt}`, {
      token: tokens["CLERK"] ?? "",
    })
  ).body;
const idOf = ({ body }: { body: unknown }) => (body as { approvalId: string }).approvalId;
const approve = (id: string, who = "TREASURER") => tryToApprove(society, tokens[who] ?? "", id);

let enrolled = 3000;
const newMember = async (fullName?: string) => {
  enrolled += 1;
  const memberNo = `PD${enrolled}`;
  const mobile = `+25471200${enrolled}`;
  await enrol(society, memberNo, { mobile, ...(fullName && { fullName }) });
  return memberNo;
};

let received = 0;
/** Receives a payment of 1,000 and returns its receipt. */
const receive = async (account: string, more: object = {}) => {
  received += 1;
  const receipt = `TDF${String(received).padStart(7, "0")}`;
  await confirm(paymentCallback(receipt, account, more));
  return receipt;
};

beforeAll(async () => {
  await foundSociety(society);
  const staff = {
    CLERK: "clerk",
    OTHER: "clerk",
    TREASURER: "treasurer",
    ADMIN: "administrator",
    AUDITOR: "auditor",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

const inSuspense = () => totalOf(society, "mpesa-suspense");

describe("a payment in suspense", () => {
  it("is placed by one person, approved by another, and notified to the member", async () => {
    const memberNo = await newMember();
    const receipt = await receive("MS 77");
    const proposal = await ask(receipt, "placement", { to: "deposits", memberNo });
    expect(proposal.status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect(await read(receipt)).toMatchObject({ waiting: { kind: "pay-in-placement" } });
    expect((await approve(idOf(proposal))).status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await read(receipt)).toMatchObject({
      state: "credited",
      memberNo,
      parts: [{ to: "deposits", amount: 1000 }],
      decisions: [{ decision: "placed", proposedBy: "Staff CLERK", decidedBy: "Staff TREASURER" }],
    });
    const sent = (await society.messages()).filter(({ text }) => text.includes(receipt));
    expect(sent).toHaveLength(1);
  });

  it("is placed on a loan, and the rest of it as the settings say", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-08001", principal: 3000 });
    const owed = await of("loan-receivable", memberNo);
    const receipt = await receive("?", { TransAmount: String(owed + 100) });
    const proposal = await ask(receipt, "placement", { to: "loan", loanNo: "IL-2026-08001" });
    await approve(idOf(proposal));
    expect(await of("loan-receivable", memberNo)).toBe(0);
    expect(await of("member-deposits", memberNo)).toBe(100);
    expect(await payInOf(society, receipt)).toMatchObject({
      parts: `loan ${owed}, deposits 100`,
    });
  });

  it("keeps the day on which it was paid", async () => {
    const memberNo = await newMember();
    const receipt = await receive("MS 77", { TransTime: "20260410090000" });
    await approve(idOf(await ask(receipt, "placement", { to: "deposits", memberNo })));
    const found = await society.owner.query(
      `select distinct value_date::text as day from journal_entry where receipt_no = $1`,
      [receipt],
    );
    expect(found.rows).toEqual([{ day: "2026-04-10" }]);
  });

  it("is not approved by its proposer, under either of their names", async () => {
    const memberNo = await newMember();
    const receipt = await receive("MS 77");
    const proposal = await ask(receipt, "placement", { to: "deposits", memberNo }, "ADMIN");
    const own = await approve(idOf(proposal), "ADMIN");
    expect([own.status, reasonOf(own)]).toEqual([403, "approval-two-people"]);
    expect(await of("member-deposits", memberNo)).toBe(0);
  });

  it("is never placed by somebody for themselves", async () => {
    const memberNo = await newMember();
    const receipt = await receive("MS 77");
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = $1)
        where staff_no = 'OTHER'`,
      [memberNo],
    );
    const reply = await ask(receipt, "placement", { to: "deposits", memberNo }, "OTHER");
    expect([reply.status, reasonOf(reply)]).toEqual([403, "own-listing"]);
  });

  it("is placed once, however many approve it at once", async () => {
    const [one, other] = [await newMember(), await newMember()];
    const receipt = await receive("MS 77");
    const placing = await ask(receipt, "placement", { to: "deposits", memberNo: one });
    const body = { returnReceipt: "TDFRETURN1", reason: "The sender asked for it" };
    const returning = await ask(receipt, "return", body);
    expect((await ask(receipt, "placement", { to: "deposits", memberNo: other })).status).toBe(409);
    const replies = await Promise.all([approve(idOf(placing)), approve(idOf(returning), "ADMIN")]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("names the members that a typing error or the sender suggests", async () => {
    const memberNo = await newMember("Wanjiku Njeri Kamau");
    const digits = memberNo.replace("PD", "");
    const slip = digits.slice(0, 2) + digits.slice(3) + digits.slice(2, 3);
    const receipt = await receive(`PD${slip}9`, { FirstName: "WANJIKU", LastName: "KAMAU" });
    const { likely } = (await read(receipt)) as { likely: { memberNo: string }[] };
    expect(likely[0]?.memberNo).toBe(memberNo);
  });

  it("is offered to the member whose phone number was typed as the account", async () => {
    const memberNo = await newMember();
    const mobile = `071200${memberNo.replace("PD", "")}`;
    const receipt = await receive(mobile, { FirstName: "X", LastName: "Y" });
    const { likely } = (await read(receipt)) as { likely: { memberNo: string }[] };
    expect(likely.map((one) => one.memberNo)).toEqual([memberNo]);
  });
});

describe("a payment that was returned in M-Pesa's portal", () => {
  it("leaves suspense by the receipt of the return, which counts once", async () => {
    const before = await totalOf(society, "mpesa-suspense");
    const receipt = await receive("MS 77");
    const body = { returnReceipt: "TDFRETURN7", reason: "Not a member" };
    await approve(idOf(await ask(receipt, "return", body)));
    expect(await read(receipt)).toMatchObject({ state: "returned" });
    expect(await totalOf(society, "mpesa-suspense")).toBe(before);
    const again = await receive("MS 77");
    const reply = await approve(idOf(await ask(again, "return", body)));
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
  });
});

describe("a payment that a mistyped number credited to the wrong member", () => {
  it("goes back to suspense and then to the right one, each by two people", async () => {
    const [wrong, right] = [await newMember(), await newMember()];
    const receipt = await receive(wrong);
    const moving = await ask(receipt, "move", { reason: "The sender typed another number" });
    await approve(idOf(moving));
    expect(await of("member-deposits", wrong)).toBe(0);
    expect(await read(receipt)).toMatchObject({ state: "suspense", cause: "moved" });
    const placing = await ask(receipt, "placement", { to: "deposits", memberNo: right });
    const same = await approve(idOf(placing));
    expect([same.status, reasonOf(same)]).toEqual([403, "pay-in-same-person"]);
    await approve(idOf(placing), "ADMIN");
    expect(await of("member-deposits", right)).toBe(1000);
  });

  it("is in the books once, even if the office had placed it there", async () => {
    const [wrong, right] = [await newMember(), await newMember()];
    const [mpesa, suspense] = [await totalOf(society, "mobile-money"), await inSuspense()];
    const receipt = await receive("MS 77");
    const placing = await ask(receipt, "placement", { to: "deposits", memberNo: wrong });
    await approve(idOf(placing));
    await approve(idOf(await ask(receipt, "move", { reason: "Another person" })), "ADMIN");
    expect(await of("member-deposits", wrong)).toBe(0);
    expect((await inSuspense()) - suspense).toBe(1000);
    const again = await ask(receipt, "placement", { to: "deposits", memberNo: right });
    await approve(idOf(again));
    expect(await of("member-deposits", right)).toBe(1000);
    expect((await totalOf(society, "mobile-money")) - mpesa).toBe(1000);
    expect(await inSuspense()).toBe(suspense);
  });

  it("reopens the loan that it repaid", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-08002", principal: 3000 });
    const owed = await of("loan-receivable", memberNo);
    const receipt = await receive("IL-2026-08002", { TransAmount: String(owed) });
    await approve(idOf(await ask(receipt, "move", { reason: "Meant for another loan" })));
    expect(await of("loan-receivable", memberNo)).toBe(owed);
    const found = await society.owner.query("select state from loan where loan_no = $1", [
      "IL-2026-08002",
    ]);
    expect(found.rows).toEqual([{ state: "disbursed" }]);
  });

  it("repays the loan that it was meant for, with the same receipt", async () => {
    const [wrong, right] = [await newMember(), await newMember()];
    await lend(society, wrong, { loanNo: "IL-2026-08005", principal: 3000 });
    await lend(society, right, { loanNo: "IL-2026-08006", principal: 3000 });
    const owed = await of("loan-receivable", right);
    const receipt = await receive("IL-2026-08005");
    await approve(idOf(await ask(receipt, "move", { reason: "Meant for another loan" })));
    const placing = await ask(receipt, "placement", { to: "loan", loanNo: "IL-2026-08006" });
    expect((await approve(idOf(placing), "ADMIN")).status).toBe(201);
    expect(await of("loan-receivable", wrong)).toBe(owed);
    expect(await of("loan-receivable", right)).toBe(owed - 1000);
  });

  it("stays if a part of it is being refunded", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-08003", principal: 3000 });
    const owed = await of("loan-receivable", memberNo);
    await society.owner.query("update pay_in_setting set loan_rest = 'refund'");
    const receipt = await receive("IL-2026-08003", { TransAmount: String(owed + 500) });
    await society.owner.query("update pay_in_setting set loan_rest = 'deposits'");
    const reply = await ask(receipt, "move", { reason: "Meant for another loan" });
    expect([reply.status, reasonOf(reply)]).toEqual([409, "pay-in-refunded"]);
  });

  it("is not reversed by one person at the loan desk", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-08004", principal: 3000 });
    const receipt = await receive("IL-2026-08004");
    const reply = await takeLoanStep(society, tokens["TREASURER"] ?? "", {
      loanNo: "IL-2026-08004",
      noun: "reversals",
      body: { receipt, reason: "By mistake" },
    });
    expect([reply.status, reasonOf(reply)]).toEqual([409, "paid-by-paybill"]);
    expect(await payInOf(society, receipt)).toMatchObject({ state: "credited", turn: 0 });
  });
});

describe("the list of payments", () => {
  const list = async (query: string, who = "AUDITOR") =>
    society.send("GET", `/api/v1/pay-ins/receipts${query}`, { token: tokens[who] ?? "" });

  it("shows waiting payments, the latest first, and finds a receipt or a sender", async () => {
    const receipt = await receive("MS 77", { FirstName: "ZAWADI", LastName: "CHEBET" });
    const { rows } = (await list("")).body as { rows: { receipt: string; state: string }[] };
    expect(rows[0]).toMatchObject({ receipt, state: "suspense" });
    for (const search of [receipt.toLowerCase(), "zawadi che"]) {
      const found = (await list(`?search=${encodeURIComponent(search)}`)).body as typeof rows & {
        rows: { receipt: string }[];
      };
      expect(found.rows.map((one) => one.receipt)).toEqual([receipt]);
    }
  });

  it("is read by the auditor, who proposes nothing", async () => {
    expect((await list("?tab=credited")).status).toBe(200);
    const receipt = await receive("MS 77");
    const memberNo = await newMember();
    const reply = await ask(receipt, "placement", { to: "deposits", memberNo }, "AUDITOR");
    expect(reply.status).toBe(403);
  });
});

it("the books agree with the payments after every decision", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});
