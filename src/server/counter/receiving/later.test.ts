import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, lend, signIn, tryToApprove } from "#test/people.ts";
import { reasonOf, statusesOf, useServedSociety } from "#test/served-society.ts";
import { approvalOf, counterCalls } from "#test/tills.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const tokens: Record<string, string> = {};
const { send, open, own, receive, count } = counterCalls(society, tokens);
const of = (code: string, memberNo?: string) => totalOf(society, code, memberNo);
const numberOf = ({ body }: { body: unknown }) => (body as { receiptNo: string }).receiptNo;
const approve = (id: string, who = "TREASURER") => tryToApprove(society, tokens[who] ?? "", id);
const read = async (receipt: string) => (await send("GET", `receipts/${receipt}`, "AUDITOR")).body;
const reversal = (receipt: string, who: string) =>
  send("POST", `receipts/${receipt}/reversal`, who, { reason: "For another member" });
const smsWith = async (text: string) =>
  (await society.messages()).filter((sent) => sent.text.includes(text));

let made = 5000;
const newMember = async () => {
  made += 1;
  const memberNo = `LM${made}`;
  await enrol(society, memberNo, { mobile: `+25471400${made}` });
  return memberNo;
};
const newTeller = async () => {
  made += 1;
  await employ(society, `LT${made}`, "teller");
  tokens[`LT${made}`] = await signIn(society, `LT${made}`);
  await open(`LT${made}`);
  return `LT${made}`;
};
const isMember = (staffNo: string, memberNo: string) =>
  society.owner.query(
    `update staff set member_id = (select id from member where member_no = $2)
      where staff_no = $1`,
    [staffNo, memberNo],
  );

beforeAll(async () => {
  await foundSociety(society);
  const staff = { TREASURER: "treasurer", ADMIN: "administrator", AUDITOR: "auditor" };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

describe("the reversal of a receipt", () => {
  it("takes two people, returns the cash from an open till and notifies the member", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 900 }));
    const id = approvalOf(await reversal(receipt, who));
    expect(await of("member-deposits", memberNo)).toBe(900);
    expect((await approve(id)).status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect(await own(who)).toMatchObject({ balance: 0 });
    expect(await read(receipt)).toMatchObject({
      state: "reversed",
      steps: [{ step: "reversed", agreedBy: "Staff TREASURER", reason: "For another member" }],
    });
    expect(await smsWith(`${receipt} of Ksh 900.00 is reversed`)).toHaveLength(1);
  });

  it("is not approved by the person who received the money, whoever asked for it", async () => {
    const memberNo = await newMember();
    const other = await newTeller();
    await open("ADMIN");
    const receipt = numberOf(await receive("ADMIN", { memberNo, amount: 500 }));
    await receive(other, { memberNo: await newMember(), amount: 500 });
    const id = approvalOf(await reversal(receipt, other));
    const own1 = await approve(id, "ADMIN");
    expect([own1.status, reasonOf(own1)]).toEqual([403, "approval-two-people"]);
    expect(await of("member-deposits", memberNo)).toBe(500);
    expect((await approve(id)).status).toBe(201);
  });

  it("takes the cash from the requester's till", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 700 }));
    const none = await reversal(receipt, "TREASURER");
    expect([none.status, reasonOf(none)]).toEqual([409, "till-none"]);
    const empty = await newTeller();
    const short = await approve(approvalOf(await reversal(receipt, empty)));
    expect([short.status, reasonOf(short)]).toEqual([422, "not-enough"]);
    expect(await own(who)).toMatchObject({ balance: 700 });
    expect(await of("member-deposits", memberNo)).toBe(700);
  });

  it("of a till that was handed over takes the cash from a till that is open today", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 800 }));
    await approve(approvalOf(await count(who, 800)));
    expect(reasonOf(await reversal(receipt, who))).toBe("till-none");
    await open(who);
    await receive(who, { memberNo: await newMember(), amount: 1000 });
    expect((await approve(approvalOf(await reversal(receipt, who)))).status).toBe(201);
    expect(await own(who)).toMatchObject({ balance: 200 });
  });

  it("counts from today, even for a receipt of a closed month", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 300 }));
    society.clock.set("2026-05-04T06:12:00Z");
    for (const name of [who, "TREASURER"]) tokens[name] = await signIn(society, name);
    await society.owner.query("update books_closed set until = '2026-04-30'");
    expect((await approve(approvalOf(await reversal(receipt, who)))).status).toBe(201);
    const found = await society.owner.query(
      `select e.value_date::text as day from journal_entry e join journal_entry r
        on e.reverses = r.id where r.receipt_no = $1`,
      [receipt],
    );
    expect(found.rows).toEqual([{ day: "2026-05-04" }]);
    await society.owner.query("update books_closed set until = null");
    society.clock.set("2026-04-14T06:12:00Z");
    for (const name of Object.keys(tokens)) tokens[name] = await signIn(society, name);
  });

  it("happens once, however many ask and approve at once", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 400 }));
    const asked = await Promise.all([reversal(receipt, who), reversal(receipt, who)]);
    expect(statusesOf(asked)).toEqual([201, 409]);
    const id = approvalOf(asked.find(({ status }) => status === 201) ?? asked[0]);
    const replies = await Promise.all([approve(id), approve(id, "ADMIN")]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(reasonOf(await reversal(receipt, who))).toBe("receipt-state");
  });

  it("reopens the loan that it had settled", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    await lend(society, memberNo, { loanNo: "IL-2026-09101", principal: 5000, months: 1 });
    const owed = await of("loan-receivable", memberNo);
    const loan = { memberNo, to: "loan", account: "IL-2026-09101", amount: owed };
    const receipt = numberOf(await receive(who, loan));
    expect((await approve(approvalOf(await reversal(receipt, who)))).status).toBe(201);
    expect(await of("loan-receivable", memberNo)).toBe(owed);
    const found = await society.owner.query("select state from loan where loan_no = $1", [
      "IL-2026-09101",
    ]);
    expect(found.rows).toEqual([{ state: "disbursed" }]);
  });

  it("is not asked for, nor approved, by the member under their other name", async () => {
    const [memberNo, who] = [await newMember(), await newTeller()];
    const receipt = numberOf(await receive(who, { memberNo, amount: 600 }));
    const other = await newTeller();
    await isMember(other, memberNo);
    expect(reasonOf(await reversal(receipt, other))).toBe("own-listing");
  });
});

describe("a bank slip", () => {
  const slip = async (who: string, memberNo: string, more: object = {}) =>
    send("POST", "slips", who, { memberNo, to: "deposits", amount: 1000, ...more });
  let slips = 0;
  const nextSlip = () => `BS-${String((slips += 1)).padStart(5, "0")}`;

  it("of today is credited at once, without a till", async () => {
    const memberNo = await newMember();
    const reply = await slip("TREASURER", memberNo, { documentNo: nextSlip() });
    expect(reply.status, reply.text).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await read(numberOf(reply))).toMatchObject({ way: "slip" });
  });

  it("of an earlier day takes a second person, as it changes a dividend", async () => {
    const memberNo = await newMember();
    const date = "2026-04-13";
    const id = approvalOf(await slip("TREASURER", memberNo, { documentNo: nextSlip(), date }));
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect((await approve(id, "ADMIN")).status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(1000);
  });

  it("counts once, here and at the loan desk, however many record it at once", async () => {
    const [one, other] = [await newMember(), await newMember()];
    const documentNo = nextSlip();
    const replies = await Promise.all([
      slip("TREASURER", one, { documentNo }),
      slip("ADMIN", other, { documentNo }),
    ]);
    expect(statusesOf(replies)).toEqual([201, 409]);
    await lend(society, one, { loanNo: "IL-2026-09102" });
    const atDesk = nextSlip();
    const step = await takeLoanStep(society, tokens["TREASURER"] ?? "", {
      loanNo: "IL-2026-09102",
      noun: "repayments",
      body: { amount: 100, receipt: atDesk, way: "bank" },
    });
    expect(step.status).toBe(201);
    expect(reasonOf(await slip("ADMIN", other, { documentNo: atDesk }))).toBe("receipt-used");
  });

  it("counts once, although the treasury booked the same line of the bank", async () => {
    const reference = nextSlip();
    await treasuryCalls(society, tokens).book({
      kind: "other-income-at-bank",
      amount: 10,
      reference,
    });
    const again = await slip("ADMIN", await newMember(), { documentNo: reference });
    expect(reasonOf(again)).toBe("receipt-used");
  });

  it.each([
    ["without its hyphen", "BS-7701", "bs7701"],
    ["with a slash", "BS-7702", "BS/7702"],
    ["after zeros", "BS-7703", "00-BS-7703"],
  ])("counts once, with the treasury's number written %s", async (_, reference, documentNo) => {
    const booked = { kind: "other-income-at-bank", amount: 10, reference };
    await treasuryCalls(society, tokens).book(booked);
    const again = await slip("ADMIN", await newMember(), { documentNo });
    expect(reasonOf(again)).toBe("receipt-used");
  });

  it("above the limit waits for a second person, who is not the first", async () => {
    const memberNo = await newMember();
    const large = { documentNo: nextSlip(), amount: 900_000 };
    const id = approvalOf(await slip("TREASURER", memberNo, large));
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect(reasonOf(await approve(id))).toBe("approval-two-people");
    expect((await approve(id, "ADMIN")).status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(900_000);
  });

  it("of a day to come, or of nobody, is rejected at its field", async () => {
    const memberNo = await newMember();
    const documentNo = nextSlip();
    const late = await slip("TREASURER", memberNo, { documentNo, date: "2026-06-01" });
    expect(late.status).toBe(422);
    expect((await slip("TREASURER", "LM0000", { documentNo })).status).toBe(404);
    expect((await slip("TREASURER", memberNo, { documentNo: "!" })).status).toBe(422);
  });
});

describe("a cheque", () => {
  let cheques = 100_000;
  const take = async (who: string, memberNo: string, more: object = {}) => {
    cheques += 1;
    const documentNo = String(cheques);
    const body = { memberNo, to: "deposits", amount: 2500, documentNo, bank: "KCB Moi Avenue" };
    return send("POST", "cheques", who, { ...body, ...more });
  };
  const clear = (receipt: string, who: string, amount = 2500) =>
    send("POST", `receipts/${receipt}/clearance`, who, { amount });

  it("is not credited until another person confirms that it has cleared", async () => {
    const memberNo = await newMember();
    const receipt = numberOf(await take("TREASURER", memberNo));
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect(await read(receipt)).toMatchObject({ state: "clearing", bank: "KCB Moi Avenue" });
    const own1 = await clear(receipt, "TREASURER");
    expect([own1.status, reasonOf(own1)]).toEqual([403, "approval-two-people"]);
    expect((await clear(receipt, "ADMIN", 2400)).status).toBe(422);
    expect((await clear(receipt, "ADMIN")).status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(2500);
    expect(reasonOf(await clear(receipt, "ADMIN"))).toBe("receipt-state");
    expect(await smsWith(receipt)).toHaveLength(2);
  });

  it("that bounces is never credited, and may be brought again", async () => {
    const memberNo = await newMember();
    const who = await newTeller();
    const documentNo = "700700";
    const receipt = numberOf(await take(who, memberNo, { documentNo }));
    expect(reasonOf(await take(who, memberNo, { documentNo }))).toBe("receipt-used");
    const path = `receipts/${receipt}/bounce`;
    expect((await send("POST", path, who, { reason: "No funds" })).status).toBe(403);
    const bounced = await send("POST", path, "TREASURER", { reason: "No funds" });
    expect(bounced.status).toBe(201);
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect(reasonOf(await clear(receipt, "ADMIN"))).toBe("receipt-state");
    expect((await take(who, memberNo, { documentNo })).status).toBe(201);
    expect(await smsWith(`bank did not pay your cheque`)).toHaveLength(1);
  });

  it("clears although its loan was settled meanwhile, and the member is owed it", async () => {
    const who = await newTeller();
    const memberNo = await newMember();
    await lend(society, memberNo, { loanNo: "IL-2026-09104", principal: 5000, months: 1 });
    const owed = await of("loan-receivable", memberNo);
    const loan = { to: "loan", account: "IL-2026-09104" };
    const receipt = numberOf(await take(who, memberNo, { ...loan, amount: owed }));
    await receive(who, { memberNo, ...loan, amount: owed });
    const cleared = await clear(receipt, "ADMIN", owed);
    expect(cleared.status, cleared.text).toBe(201);
    expect(await of("loan-receivable", memberNo)).toBe(-owed);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("repays a loan with what it cleared, whatever was repaid meanwhile", async () => {
    const memberNo = await newMember();
    const who = await newTeller();
    await lend(society, memberNo, { loanNo: "IL-2026-09103", principal: 5000, months: 1 });
    const loan = { to: "loan", account: "IL-2026-09103" };
    const receipt = numberOf(await take(who, memberNo, { ...loan, amount: 5500 }));
    await receive(who, { memberNo, ...loan, amount: 5000 });
    expect((await clear(receipt, "ADMIN", 5500)).status).toBe(201);
    expect(await of("loan-receivable", memberNo)).toBe(-5000);
  });

  it("is not cleared by the member whom it credits", async () => {
    const memberNo = await newMember();
    const who = await newTeller();
    const receipt = numberOf(await take(who, memberNo));
    await employ(society, `AM${made}`, "administrator");
    tokens[`AM${made}`] = await signIn(society, `AM${made}`);
    await isMember(`AM${made}`, memberNo);
    expect(reasonOf(await clear(receipt, `AM${made}`))).toBe("own-listing");
  });
});

it("the books agree with the receipts after all of it", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});
