import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWithdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { checkoutOf, promptIn, promptResult, ScriptedPrompts } from "#test/prompts.ts";
import { tellPrompt, workPrompts } from "#test/prompts.ts";
import { enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { promptsPerMemberPerHour: 4, promptsPerNumberPerHour: 3, promptsToOthersPerDay: 2 },
});
const withoutPaybill = useServedSociety();
const { confirm, validate } = paybillCalls(society);
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);

interface Asked {
  readonly reference: string;
  readonly state: string;
  readonly problem: string;
  readonly payment?: { readonly receipt: string; readonly parts: readonly object[] };
}

let provider = new ScriptedPrompts();
let count = 0;
let memberNo = "";
let own = "";
let token = "";

const work = () => workPrompts(society, provider);
const ask = (body: object = {}, by = token) =>
  society.send("POST", "/api/v1/pay-ins/prompts", {
    token: by,
    body: { to: "deposits", basis: "amount", amount: 1000, mobileNo: own, ...body },
  });
const asked = async (body: object = {}): Promise<string> => {
  const reply = await ask(body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as Asked).reference;
};
const seen = async (reference: string, by = token) => {
  const path = `/api/v1/pay-ins/prompts/${reference}`;
  return (await society.send("GET", path, { token: by })).body as Asked;
};
const waysOf = async () =>
  (await society.send("GET", "/api/v1/pay-ins/ways", { token })).body as {
    loans: { loanNo: string; owed: number; settle: number; due?: { pay: number } }[];
    last?: Asked;
  };

beforeAll(() => foundSociety(society));
beforeEach(async () => {
  provider = new ScriptedPrompts();
  // Nothing is due of the prompts of other tests.
  await society.owner.query("update pay_in_prompt set due_at = null");
  count += 1;
  memberNo = `PR${count}`;
  own = `+25471300${String(count).padStart(4, "0")}`;
  await enrolWithLogin(society, memberNo, { mobile: own });
  token = await signIn(society, memberNo);
});

describe("a prompt", () => {
  it("is shown on the phone once and credited by its confirmation, with one SMS", async () => {
    const reference = await asked();
    expect(await seen(reference)).toMatchObject({ state: "asked" });
    await Promise.all([work(), work(), work()]);
    expect(provider.pushed).toEqual([reference]);
    expect(await seen(reference)).toMatchObject({ state: "sent" });
    await confirm(paymentCallback("TPA1AA0001", reference));
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await seen(reference)).toMatchObject({
      state: "paid",
      payment: { receipt: "TPA1AA0001", parts: [{ to: "deposits", amount: 1000 }] },
    });
    const texts = (await society.messages()).filter(({ text }) => text.includes("TPA1AA0001"));
    expect(texts).toHaveLength(1);
  });

  it("is credited where its member chose, whatever the account number would say", async () => {
    const reference = await asked({ to: "share-capital" });
    await work();
    await confirm(paymentCallback("TPA1AA0002", ` ${reference.toLowerCase()}`));
    expect(await of("share-capital", memberNo)).toBe(1000);
  });

  it("goes to the withdrawable account that its member chose of several", async () => {
    const memberId = await memberIdOf(society, memberNo);
    for (const number of ["W-1", "W-2"]) {
      const account = memberAccount("withdrawable-deposits", memberId, `${number}-${count}`);
      await society.database.unitOfWork("test", (one) => openWithdrawableAccount(one, account));
    }
    const other = await ask({ to: "withdrawable", accountNo: "W-1" });
    expect(other.body).toMatchObject({ errors: [{ field: "to" }] });
    const reference = await asked({ to: "withdrawable", accountNo: `W-2-${count}` });
    await work();
    await confirm(paymentCallback("TPA1AA0003", reference));
    const { rows } = await society.owner.query(
      `select reference, balance_cents * normal_side / 100 as paid from ledger_account
        where member_id = $1 and code = 'withdrawable-deposits' order by reference`,
      [memberId],
    );
    expect(rows.map(({ paid }: { paid: string }) => Number(paid))).toEqual([0, 1000]);
  });

  it("belongs to its member: another one does not see it", async () => {
    const reference = await asked();
    await enrolWithLogin(society, `PX${count}`, { mobile: `+25471400${1000 + count}` });
    const stranger = await signIn(society, `PX${count}`);
    expect(await seen(reference, stranger)).toMatchObject({ reason: "no-such-prompt" });
  });

  it("is found again on a closed page, as the member's last one", async () => {
    const reference = await asked();
    expect((await waysOf()).last).toMatchObject({ reference, state: "asked" });
  });

  it("is not sent two minutes after it was asked for", async () => {
    const reference = await asked();
    society.clock.advance(121);
    await work();
    expect(provider.pushed).toEqual([]);
    expect(await seen(reference)).toMatchObject({ state: "failed", problem: "not-sent" });
  });
});

describe("the amount of a prompt", () => {
  it.each([
    [0, "amount"],
    [-5, "amount"],
    ["ten", "amount"],
    [10.5, "amount"],
    [250_001, "amount"],
  ])("%s is rejected beside its field", async (amount, field) => {
    const reply = await ask({ amount });
    expect([reply.status, reply.body]).toMatchObject([422, { errors: [{ field }] }]);
    expect((await waysOf()).last).toBeUndefined();
  });

  it("is within the office's limits, including the daily one", async () => {
    await society.owner.query(
      "update pay_in_setting set least_cents = 50000, day_cents = 25000000",
    );
    expect((await ask({ amount: 499 })).status).toBe(422);
    const reference = await asked({ amount: 249_000 });
    await work();
    provider.standings.set(checkoutOf(reference), { outcome: "paid" });
    society.clock.advance(10);
    await work();
    expect((await ask({ amount: 1001 })).body).toMatchObject({
      errors: [{ field: "amount", message: expect.stringContaining("in one day") }],
    });
    await society.owner.query("update pay_in_setting set least_cents = 100, day_cents = 50000000");
  });

  it("of a loan is the figure that is owed, in whole shillings, or it is asked again", async () => {
    const loanNo = `IL-2026-${String(count).padStart(5, "0")}`;
    await lend(society, memberNo, { loanNo, principal: 6601 });
    const [loan] = (await waysOf()).loans;
    if (loan?.due === undefined) throw new Error("the loan is not due");
    expect(loan.settle).toBe(Math.ceil(loan.owed));
    const stale = await ask({ to: "loan", loanNo, basis: "settle", amount: loan.settle - 1 });
    expect([stale.status, stale.body]).toMatchObject([409, { reason: "prompt-figure" }]);
    const reference = await asked({ to: "loan", loanNo, basis: "settle", amount: loan.settle });
    await work();
    await confirm(paymentCallback("TPA2AA0001", reference, { TransAmount: String(loan.settle) }));
    expect(await of("loan-receivable", memberNo)).toBe(0);
    const cents = Math.round((loan.settle - loan.owed) * 100) / 100;
    expect(await of("member-deposits", memberNo)).toBeCloseTo(cents, 2);
  });

  it("above a loan goes to deposits to the cent even where the rest is refunded", async () => {
    const loanNo = `IL-2026-${String(count).padStart(5, "0")}`;
    await lend(society, memberNo, { loanNo, principal: 6601 });
    const [loan] = (await waysOf()).loans;
    if (loan === undefined) throw new Error("there is no loan");
    await society.owner.query("update pay_in_setting set loan_rest = 'refund'");
    const amount = loan.settle;
    await confirm(paymentCallback("TPA2AA0002", loanNo, { TransAmount: String(amount) }));
    await society.owner.query("update pay_in_setting set loan_rest = 'deposits'");
    const { rows } = await society.owner.query("select from payout where state <> 'paid'");
    expect(rows).toEqual([]);
    expect(await of("loan-receivable", memberNo)).toBe(0);
    const cents = Math.round((amount - loan.owed) * 100) / 100;
    expect(cents).toBeGreaterThan(0);
    expect(await of("member-deposits", memberNo)).toBeCloseTo(cents, 2);
  });

  it("of another member's loan is rejected like an unknown loan", async () => {
    await enrolWithLogin(society, `PY${count}`, { mobile: `+25471500${1000 + count}` });
    await lend(society, `PY${count}`, { loanNo: "IL-2026-07777" });
    const body = { to: "loan", loanNo: "IL-2026-07777", basis: "amount" };
    expect((await ask(body)).body).toMatchObject({ reason: "no-such-loan" });
  });
});

describe("whoever asks for prompts", () => {
  it("has one open on a phone at a time", async () => {
    await asked();
    const second = await ask();
    expect([second.status, second.body]).toMatchObject([409, { reason: "prompt-open" }]);
  });

  it("cannot pester a phone, their own or another's, and an hour later may ask again", async () => {
    const other = `+25471600${1000 + count}`;
    const send = async (mobileNo: string) => {
      await society.owner.query("update pay_in_prompt set state = 'failed' where state = 'asked'");
      return (await ask({ mobileNo })).status;
    };
    await society.owner.query("alter table pay_in_prompt disable trigger user");
    expect([await send(other), await send(other), await send(other)]).toEqual([201, 201, 429]);
    expect([await send(own), await send(own)]).toEqual([201, 429]);
    society.clock.advance(3601);
    token = await signIn(society, memberNo);
    expect(await send(own)).toBe(201);
    await society.owner.query("alter table pay_in_prompt enable trigger user");
  });

  it("gets no prompt in a society without a paybill", async () => {
    await foundSociety(withoutPaybill);
    await enrolWithLogin(withoutPaybill, "NP1");
    const body = { to: "deposits", basis: "amount", amount: 100, mobileNo: "0712000482" };
    const other = await signIn(withoutPaybill, "NP1");
    const path = "/api/v1/pay-ins/prompts";
    const reply = await withoutPaybill.send("POST", path, { token: other, body });
    expect([reply.status, reply.body]).toMatchObject([409, { reason: "prompts-off" }]);
  });

  it.each(["+44 7700 900123", "0812 000 482", "12345"])(
    "sees at the field that %s is not a Kenyan mobile number",
    async (mobileNo) => {
      expect((await ask({ mobileNo })).body).toMatchObject({
        errors: [{ field: "mobileNo" }],
      });
    },
  );
});

describe("the end of a prompt", () => {
  it.each(["cancelled", "no-answer", "wrong-pin", "no-funds", "expired", "phone-busy"] as const)(
    "is %s if M-Pesa's query says so",
    async (problem) => {
      const reference = await asked();
      await work();
      provider.standings.set(checkoutOf(reference), { outcome: "failed", problem });
      await tellPrompt(society, promptResult(reference, { code: 1032 }));
      await work();
      expect(await seen(reference)).toMatchObject({ state: "failed", problem });
    },
  );

  it("is not decided by a callback that M-Pesa's query does not confirm", async () => {
    const reference = await asked();
    await work();
    await tellPrompt(society, promptResult(reference, { code: 1032 }));
    await work();
    expect(await seen(reference)).toMatchObject({ state: "sent" });
  });

  it("is unknown if M-Pesa says nothing, and a late confirmation pays it", async () => {
    const reference = await asked();
    await work();
    society.clock.advance(181);
    await work();
    expect(await seen(reference)).toMatchObject({ state: "unknown", problem: "no-result" });
    await confirm(paymentCallback("TPA3AA0001", reference));
    expect(await seen(reference)).toMatchObject({ state: "paid" });
    expect(await of("member-deposits", memberNo)).toBe(1000);
  });

  it("is unknown if the answer to sending it is lost, and it is not sent again", async () => {
    const reference = await asked();
    provider.answer = () => ({ outcome: "unknown", reason: "answer-lost" });
    await work();
    society.clock.advance(100);
    await work();
    expect(provider.pushed).toEqual([reference]);
    expect(await seen(reference)).toMatchObject({ state: "unknown", problem: "answer-lost" });
  });

  it("is unknown if the instance that sent it died meanwhile", async () => {
    const reference = await asked();
    await society.owner.query(
      `update pay_in_prompt set state = 'sending', due_at = akiba_now() + interval '60 seconds'
        where reference = $1`,
      [reference],
    );
    await society.owner.query(
      "update pay_in_prompt set due_at = '2026-01-01' where reference = $1",
      [reference],
    );
    await work();
    expect(await seen(reference)).toMatchObject({ state: "unknown", problem: "answer-lost" });
    expect(provider.pushed).toEqual([]);
  });

  it("is failed if M-Pesa cannot be reached, and nothing was sent", async () => {
    const reference = await asked();
    provider.answer = () => ({ outcome: "failed", problem: "not-sent", reason: "no connection" });
    await work();
    expect(await seen(reference)).toMatchObject({ state: "failed", problem: "not-sent" });
  });

  it("is asked of M-Pesa for a day, less and less often", async () => {
    const reference = await asked();
    await work();
    for (let round = 0; round < 400; round += 1) {
      society.clock.advance(600);
      await work();
    }
    expect(provider.queried.length).toBeLessThan(60);
    const { rows } = await society.owner.query(
      "select due_at from pay_in_prompt where reference = $1",
      [reference],
    );
    expect(rows).toEqual([{ due_at: null }]);
  });
});

describe("a forged call", () => {
  it("with a wrong secret finds no address, and changes nothing", async () => {
    const reference = await asked();
    await work();
    const body = promptResult(reference, { receipt: "TPF1AA0001" });
    const reply = await tellPrompt(society, body, "A".repeat(32));
    expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-address" }]);
    expect(await promptIn(society, reference)).toMatchObject({ state: "sent", told: "" });
  });

  it("of a prompt that nobody asked for is thanked, and changes nothing", async () => {
    const reply = await tellPrompt(society, promptResult("NOBODY-1", { receipt: "TPF1AA0002" }));
    expect(reply.status).toBe(200);
    expect(await payInOf(society, "TPF1AA0002")).toBeNull();
  });

  it("with a broken body is rejected", async () => {
    for (const body of [{}, { Body: {} }, { Body: { stkCallback: { ResultCode: 0 } } }]) {
      expect((await tellPrompt(society, body)).status).toBe(422);
    }
  });

  it("that quotes another payment's receipt credits nothing", async () => {
    await confirm(paymentCallback("TPF1AA0003", memberNo));
    const before = await of("member-deposits", memberNo);
    const reference = await asked();
    await work();
    provider.standings.set(checkoutOf(reference), { outcome: "paid" });
    await tellPrompt(society, promptResult(reference, { receipt: "TPF1AA0003" }));
    await work();
    society.clock.advance(61);
    await work();
    expect(await of("member-deposits", memberNo)).toBe(before);
    expect(await promptIn(society, reference)).toMatchObject({ differs: true, receipt: null });
  });
});

it("validation accepts the reference of a prompt, in case M-Pesa asks about it", async () => {
  const reference = await asked();
  const reply = await validate(paymentCallback("TPA4AA0001", reference));
  expect(reply.body).toMatchObject({ ResultCode: "0" });
});
