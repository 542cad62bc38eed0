import { beforeAll, describe, expect, it } from "vitest";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";
import { counterCalls } from "#test/tills.ts";

const society = useServedSociety({
  limits: {
    writesPerMinute: 6000,
    writeBurst: 6000,
    readsPerMinute: 6000,
    readBurst: 6000,
    searchBurst: 60,
  },
});
const tokens: Record<string, string> = {};
const { send, open, receive } = counterCalls(society, tokens);
const of = (code: string, memberNo?: string) => totalOf(society, code, memberNo);
const numberOf = ({ body }: { body: unknown }) => (body as { receiptNo: string }).receiptNo;
const read = async (receipt: string, who = "TELLER") =>
  (await send("GET", `receipts/${receipt}`, who)).body;
const fieldOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { field: string }[] }).errors?.[0]?.field;

let enrolled = 4000;
const newMember = async (fullName?: string) => {
  enrolled += 1;
  const memberNo = `RM${enrolled}`;
  await enrol(society, memberNo, {
    mobile: `+25471300${enrolled}`,
    ...(fullName && { fullName }),
  });
  return memberNo;
};

beforeAll(async () => {
  await foundSociety(society);
  const staff = {
    TELLER: "teller",
    OTHER: "teller",
    CLERK: "clerk",
    TREASURER: "treasurer",
    AUDITOR: "auditor",
    OFFICER: "loans-officer",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  await open("TELLER");
});

describe("cash at the counter", () => {
  it("is credited to deposits and share capital, and the member is notified once", async () => {
    const memberNo = await newMember();
    const deposits = await receive("TELLER", { memberNo, amount: 1500 });
    expect(deposits.status).toBe(201);
    const shares = await receive("TELLER", { memberNo, to: "share-capital", amount: 400 });
    expect(await of("member-deposits", memberNo)).toBe(1500);
    expect(await of("share-capital", memberNo)).toBe(400);
    for (const reply of [deposits, shares]) {
      const sent = (await society.messages()).filter(({ text }) => text.includes(numberOf(reply)));
      expect(sent).toHaveLength(1);
    }
    expect(await read(numberOf(shares))).toMatchObject({
      memberNo,
      to: "share-capital",
      amount: 400,
      way: "cash",
      state: "credited",
      receivedBy: "Staff TELLER",
    });
  });

  it("is credited to a withdrawable account that the member has", async () => {
    const memberNo = await newMember();
    const to = { memberNo, to: "withdrawable", amount: 700, account: `${memberNo}-W1` };
    const none = await receive("TELLER", to);
    expect([none.status, fieldOf(none)]).toEqual([422, "account"]);
    const memberId = await memberIdOf(society, memberNo);
    await society.database.unitOfWork("test", (work) =>
      openAccounts(work, [memberAccount("withdrawable-deposits", memberId, `${memberNo}-W1`)]),
    );
    expect((await receive("TELLER", to)).status).toBe(201);
    expect(await of("withdrawable-deposits", memberNo)).toBe(700);
  });

  it("repays a loan to the shilling above its cents, and settles it", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-09001", principal: 5001, months: 1 });
    const owed = await of("loan-receivable", memberNo);
    expect(owed % 1).not.toBe(0);
    const loan = { memberNo, to: "loan", account: "IL-2026-09001" };
    const over = await receive("TELLER", { ...loan, amount: Math.ceil(owed) + 1 });
    expect([over.status, fieldOf(over)]).toEqual([422, "amount"]);
    const part = await receive("TELLER", { ...loan, amount: 1000 });
    expect(part.status).toBe(201);
    expect((await receive("TELLER", { ...loan, amount: Math.ceil(owed) - 1000 })).status).toBe(201);
    const found = await society.owner.query("select state from loan where loan_no = $1", [
      "IL-2026-09001",
    ]);
    expect(found.rows).toEqual([{ state: "settled" }]);
    const sent = (await society.messages()).filter(({ text }) => text.includes(numberOf(part)));
    expect(sent).toHaveLength(1);
    const again = await receive("TELLER", { ...loan, amount: 10 });
    expect([again.status, reasonOf(again)]).toEqual([409, "loan-state"]);
  });

  it("is never credited to another member's loan", async () => {
    const [memberNo, other] = [await newMember(), await newMember()];
    await lend(society, other, { loanNo: "IL-2026-09002" });
    const reply = await receive("TELLER", {
      memberNo,
      to: "loan",
      account: "IL-2026-09002",
      amount: 100,
    });
    expect([reply.status, fieldOf(reply)]).toEqual([422, "account"]);
  });

  it("is not accepted for an unknown member or one who has left", async () => {
    const memberNo = await newMember();
    await society.owner.query("update member set membership = 'left' where member_no = $1", [
      memberNo,
    ]);
    for (const one of [memberNo, "RM9999"]) {
      const reply = await receive("TELLER", { memberNo: one, amount: 100 });
      expect([reply.status, reasonOf(reply)]).toEqual([404, "no-such-member"]);
    }
  });

  it("is received only with an open till", async () => {
    const memberNo = await newMember();
    for (const who of ["OTHER", "CLERK", "TREASURER"]) {
      const reply = await receive(who, { memberNo, amount: 100 });
      expect([who, reply.status, reasonOf(reply)]).toEqual([who, 409, "till-none"]);
    }
    expect(await of("member-deposits", memberNo)).toBe(0);
  });

  it("is received only in a role that allows it and is not new", async () => {
    const memberNo = await newMember();
    for (const who of ["AUDITOR", "OFFICER"]) {
      expect((await receive(who, { memberNo, amount: 100 })).status).toBe(403);
    }
    await employ(society, "NEWTELLER", "teller");
    tokens["NEWTELLER"] = await signIn(society, "NEWTELLER");
    await society.owner.query(
      "update staff set role_since = (select akiba_now()) where staff_no = 'NEWTELLER'",
    );
    const reply = await open("NEWTELLER");
    expect([reply.status, reasonOf(reply)]).toEqual([403, "role-too-new"]);
  });

  it("is never received for oneself or for a loan that one guarantees", async () => {
    const memberNo = await newMember();
    await open("OTHER");
    await society.owner.query(
      `update staff set member_id = (select id from member where member_no = $1)
        where staff_no = 'OTHER'`,
      [memberNo],
    );
    const reply = await receive("OTHER", { memberNo, amount: 100 });
    expect([reply.status, reasonOf(reply)]).toEqual([403, "own-listing"]);
    expect((await receive("TELLER", { memberNo, amount: 100 })).status).toBe(201);
    const borrower = await newMember();
    await lend(society, borrower, { loanNo: "IL-2026-09003" });
    await society.owner.query(
      `insert into guarantee (loan_id, guarantor_id, amount_cents, state, given_on)
        select l.id, m.id, 100, 'accepted', '2026-04-01' from loan l, member m
        where l.loan_no = 'IL-2026-09003' and m.member_no = $1`,
      [memberNo],
    );
    const loan = { memberNo: borrower, to: "loan", account: "IL-2026-09003", amount: 100 };
    expect(reasonOf(await receive("OTHER", loan))).toBe("own-listing");
    const planted = society.owner.query(
      `insert into counter_receipt (receipt_no, way, state, member_id, destination, amount_cents,
          till_id, received_by, entry_id)
        select 'RC9999999', 'cash', 'credited', m.id, 'deposits', 100,
          (select id from till where holder = 'staff:OTHER'), 'staff:OTHER', 1
        from member m where m.member_no = $1`,
      [memberNo],
    );
    await expect(planted).rejects.toMatchObject({ constraint: "counter_own_hands" });
  });
});

describe("a receipt", () => {
  it("has the next number, without a gap, whatever failed in between", async () => {
    const memberNo = await newMember();
    const first = numberOf(await receive("TELLER", { memberNo, amount: 100 }));
    await receive("CLERK", { memberNo, amount: 100 });
    await receive("TELLER", { memberNo: "RM9999", amount: 100 });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => receive("TELLER", { memberNo, amount: 100 })),
    );
    const numbers = replies.map((reply) => Number(numberOf(reply).slice(2)));
    const from = Number(first.slice(2)) + 1;
    const sorted = numbers.toSorted((one, other) => one - other);
    expect(sorted).toEqual([0, 1, 2, 3, 4, 5].map((step) => from + step));
  });

  it("is given once for a request that is sent again", async () => {
    const memberNo = await newMember();
    const body = { memberNo, to: "deposits", amount: 250 };
    const headers = { "idempotency-key": "counter-receipt-sent-twice" };
    const given = { token: tokens["TELLER"] ?? "", body, headers };
    const one = await society.send("POST", "/api/v1/counter/receipts", given);
    const two = await society.send("POST", "/api/v1/counter/receipts", given);
    expect(numberOf(two)).toBe(numberOf(one));
    expect(await of("member-deposits", memberNo)).toBe(250);
  });

  it("never changes, and its number is used by nobody at the loan desk", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-09004" });
    const next = await society.owner.query<{ no: string }>(
      "select 'RC' || to_char(last_no + 1, 'FM0000000') as no from counter_series",
    );
    const receipt = next.rows[0]?.no ?? "";
    const reply = await takeLoanStep(society, tokens["TREASURER"] ?? "", {
      loanNo: "IL-2026-09004",
      noun: "repayments",
      body: { amount: 100, receipt, way: "bank" },
    });
    expect([reply.status, reasonOf(reply)]).toEqual([409, "receipt-used"]);
    const loan = { memberNo, to: "loan", account: "IL-2026-09004", amount: 100 };
    expect(numberOf(await receive("TELLER", loan))).toBe(receipt);
    const changes = [
      "update counter_receipt set amount_cents = 1 where receipt_no = $1",
      "update counter_receipt set state = 'reversed' where receipt_no = $1",
      "delete from counter_receipt where receipt_no = $1",
    ];
    for (const text of changes) {
      await society.owner.query("begin");
      await society.owner.query("set local role akiba_app");
      await expect(society.owner.query(text, [receipt]), text).rejects.toThrow();
      await society.owner.query("rollback");
    }
  });

  it("of a loan is not reversed by one person at the loan desk", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-09005" });
    const loan = { memberNo, to: "loan", account: "IL-2026-09005", amount: 100 };
    const receipt = numberOf(await receive("TELLER", loan));
    const reply = await takeLoanStep(society, tokens["TREASURER"] ?? "", {
      loanNo: "IL-2026-09005",
      noun: "reversals",
      body: { receipt, reason: "By mistake" },
    });
    expect([reply.status, reasonOf(reply)]).toEqual([409, "paid-at-counter"]);
  });
});

describe("a teller", () => {
  it("finds members by the digits of their number, by name and by phone", async () => {
    const memberNo = await newMember("Chebet Kiprono Langat");
    const digits = memberNo.replace("RM", "");
    for (const search of [memberNo, digits, "chebet lang", `071300${digits}`]) {
      const { body } = await send("GET", `members?search=${encodeURIComponent(search)}`, "TELLER");
      const { hits } = body as { hits: { memberNo: string; mobile: string }[] };
      expect(hits[0], search).toMatchObject({ memberNo, mobile: expect.stringContaining("***") });
    }
  });

  it("sees where a member can pay in, and nothing else of the member", async () => {
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-09006" });
    const { body } = await send("GET", `members/${memberNo}`, "TELLER");
    expect(Object.keys(body as object).toSorted()).toEqual(
      ["loans", "memberNo", "mobile", "name", "withdrawable"].toSorted(),
    );
    expect(body).toMatchObject({ loans: [{ loanNo: "IL-2026-09006", owed: 6897 }] });
    const token = tokens["TELLER"] ?? "";
    for (const path of [`members/${memberNo}/record`, "members?search=RM4", "books"]) {
      expect((await society.send("GET", `/api/v1/${path}`, { token })).status).not.toBe(200);
    }
  });

  it("reads and prints no receipt that another person gave", async () => {
    const memberNo = await newMember();
    const receipt = numberOf(await receive("TELLER", { memberNo, amount: 100 }));
    const listed = await send("GET", `receipts?search=${receipt}`, "OTHER");
    expect(listed.body).toMatchObject({ rows: [] });
    expect((await send("GET", `receipts/${receipt}`, "OTHER")).status).toBe(404);
    const path = `/api/v1/members/${memberNo}/receipts/${receipt}/documents`;
    const paper = { token: tokens["OTHER"] ?? "", body: { paper: "a6" } };
    expect((await society.send("POST", path, paper)).status).toBe(404);
    expect(await read(receipt)).toMatchObject({ receiptNo: receipt });
    expect(await read(receipt, "CLERK")).toMatchObject({ receiptNo: receipt });
  });

  it("lists the receipts of their own till, and finds one by its number", async () => {
    const memberNo = await newMember();
    const receipt = numberOf(await receive("TELLER", { memberNo, amount: 100 }));
    const list = async (query: string, who: string) =>
      ((await send("GET", `receipts${query}`, who)).body as { rows: { receiptNo: string }[] }).rows;
    expect((await list("?mine=yes", "TELLER"))[0]?.receiptNo).toBe(receipt);
    expect((await list("?mine=yes", "OTHER")).map((one) => one.receiptNo)).not.toContain(receipt);
    expect(await list(`?search=${receipt}`, "AUDITOR")).toHaveLength(1);
    expect((await send("GET", "receipts/RC9999998", "TELLER")).status).toBe(404);
  });
});

it("the books agree with the receipts after all of it", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});
