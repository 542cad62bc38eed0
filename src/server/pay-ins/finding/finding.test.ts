import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { paybillCalls, paybillConfig, paymentCallback } from "#test/paybill.ts";
import { enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { ScriptedPrompts, checkoutOf, workPrompts } from "#test/prompts.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { receiptSearchesPerHour: 6, ...manyWrites },
});
const { confirm } = paybillCalls(society);
const DAY = "2026-04-14";

let count = 0;
let memberNo = "";
let mobile = "";
let token = "";

beforeAll(() => foundSociety(society));
beforeEach(async () => {
  [memberNo, mobile, token] = await newMember();
});

/** Enrols a member, whose number ends in three unique digits, and signs them in. */
async function newMember(): Promise<[string, string, string]> {
  count += 1;
  const number = `FD${count}`;
  const phone = `+25471500${String(count).padStart(4, "0")}`;
  await enrolWithLogin(society, number, { mobile: phone });
  return [number, phone, await signIn(society, number)];
}

const search = (body: object, by = token) =>
  society.send("POST", "/api/v1/pay-ins/searches", { token: by, body });
const found = async (body: object, by = token) => {
  const reply = await search(body, by);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { found: { receipt: string; state: string; parts: object[] }[] }).found;
};
let receipts = 0;
/** Pays 1,000 to an account number and returns the receipt. */
async function pay(account: string, more: object = {}): Promise<string> {
  receipts += 1;
  const receipt = `TFA1${String(receipts).padStart(6, "0")}`;
  await confirm(paymentCallback(receipt, account, more));
  return receipt;
}
const masked = (number: string) => `${number.slice(1, 5)} ***** ${number.slice(-3)}`;

describe("a member finds a payment", () => {
  it("by its code in any case, or by its amount and day, with the place of the money", async () => {
    const receipt = await pay(`${memberNo} S`);
    const here = [
      { receipt, amount: 1000, paidOn: DAY, state: "credited", parts: [{ to: "share-capital" }] },
    ];
    expect(await found({ receipt: receipt.toLowerCase() })).toMatchObject(here);
    expect(await found({ amount: 1000, day: DAY })).toMatchObject(here);
    expect(await found({ amount: 1001, day: DAY })).toEqual([]);
    expect(await found({ amount: 1000, day: "2026-04-13" })).toEqual([]);
  });

  it("in suspense if the account number that was typed is theirs", async () => {
    const receipt = await pay(`${memberNo} W`);
    const waiting = [{ receipt, state: "office", parts: [] }];
    expect(await found({ receipt })).toMatchObject(waiting);
    expect(await found({ amount: 1000, day: DAY })).toMatchObject(waiting);
  });

  it("in suspense if M-Pesa names their number, whole or by its digest", async () => {
    const whole = await pay("chama yetu", { MSISDN: mobile.slice(1) });
    const digest = sha256Hex(Buffer.from(mobile.slice(1)));
    const hashed = await pay("chama yetu", { MSISDN: digest });
    const both = (await found({ amount: 1000, day: DAY })).map(({ receipt }) => receipt);
    expect(both).toEqual([hashed, whole]);
  });

  it("of a prompt that is paid according to M-Pesa before its receipt arrives", async () => {
    const provider = new ScriptedPrompts();
    const body = { to: "deposits", basis: "amount", amount: 700, mobileNo: mobile };
    const asked = await society.send("POST", "/api/v1/pay-ins/prompts", { token, body });
    const { reference } = asked.body as { reference: string };
    await workPrompts(society, provider);
    provider.standings.set(checkoutOf(reference), { outcome: "paid" });
    society.clock.advance(9);
    await workPrompts(society, provider);
    expect(await found({ amount: 700, day: DAY })).toMatchObject([
      { receipt: "", amount: 700, state: "awaited" },
    ]);
  });

  it("only with a code, or with both an amount and a day", async () => {
    expect((await search({})).body).toMatchObject({ errors: [{ field: "amount" }] });
    expect((await search({ amount: 5 })).body).toMatchObject({ errors: [{ field: "day" }] });
    const short = await search({ receipt: "x" });
    expect(short.body).toMatchObject({ errors: [{ field: "receipt" }] });
  });
});

describe("a search tells nothing of other people's payments", () => {
  it("by their codes: the answer is that of a code that does not exist", async () => {
    const [otherNo, otherMobile] = await newMember();
    const codes = [
      await pay(otherNo),
      await pay(`${otherNo} W`),
      await pay("chama yetu", { MSISDN: masked(otherMobile) }),
      await pay("chama yetu", { MSISDN: otherMobile.slice(1) }),
    ];
    const nobodys = await search({ receipt: "TFA1ZZZZZZ" });
    for (const receipt of codes) {
      const reply = await search({ receipt });
      expect([reply.status, reply.text]).toEqual([nobodys.status, nobodys.text]);
    }
  });

  it("by an amount and a day, not even if the sender's number is masked alike", async () => {
    const [otherNo] = await newMember();
    await pay(otherNo);
    await pay(`${otherNo} W`);
    await pay("chama yetu", { MSISDN: masked(mobile), FirstName: "MEMBER" });
    expect(await found({ amount: 1000, day: DAY })).toEqual([]);
  });

  it("by a code and a number that is masked alike without the sender's name as well", async () => {
    const { rows } = await society.owner.query<{ full_name: string }>(
      "select full_name from member where member_no = $1",
      [memberNo],
    );
    const [name = ""] = rows[0]?.full_name.toUpperCase().split(" ") ?? [];
    const MSISDN = masked(mobile);
    const alike = await pay("chama yetu", { MSISDN, FirstName: "SOMEBODY", LastName: "ELSE" });
    expect(await found({ receipt: alike })).toEqual([]);
    const own = await pay("chama yetu", { MSISDN, FirstName: name });
    expect(await found({ receipt: own })).toMatchObject([{ receipt: own, state: "office" }]);
  });

  it("by guessing: after some searches an hour, found or not, more are rejected", async () => {
    const receipt = await pay(memberNo);
    const tries = Array.from({ length: 20 }, (_, at) =>
      search({ receipt: at % 2 === 0 ? receipt : `TFAGUESS${at}` }),
    );
    const states = (await Promise.all(tries)).map(({ status }) => status);
    expect(states.filter((status) => status === 200)).toHaveLength(6);
    expect(states.filter((status) => status === 429)).toHaveLength(14);
    society.clock.advance(3601);
    token = await signIn(society, memberNo);
    expect(await found({ receipt })).toHaveLength(1);
  });
});
