import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { noFaults } from "../twin/faults.ts";
import { MpesaTwin } from "../twin/mpesa.ts";
import { PAYBILL, paybillConfig } from "./paybill.ts";
import { totalOf } from "./payouts.ts";
import { enrol, foundSociety } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const PHONE = "254712000482";
const PIN = "4821";
const START = 50_000_000_00n;

const society = useServedSociety({ config: paybillConfig });
const twin = new MpesaTwin({
  organisations: [
    {
      shortCode: PAYBILL,
      name: "UZIMA SACCO",
      consumerKey: "key",
      consumerSecret: "word",
      balance: 0n,
    },
  ],
  phones: [{ msisdn: PHONE, name: "Wanjiku Njeri Kamau", pin: PIN, balance: START }],
  now: () => new Date("2026-04-14T09:00:00Z"),
});
let address = "";

/** Access to the twin, whose calls come to the test society. */
const access = () => ({
  ...paybillConfig.payIns,
  baseUrl: address,
  callbackUrl: `${society.address}/api/v1/pay-ins`,
});
const pay = (account: string, amount: number, pin = PIN) =>
  twin.pay(PHONE, { shortCode: PAYBILL, account, amount, pin });
const paidIn = () => twin.statement(PAYBILL).reduce((sum, { paidIn: one }) => sum + one, 0n);
const phone = async () => {
  const [one] = (await (await fetch(`${address}/dev/phones.json`)).json()) as [
    { balance: string; messages: string[] },
  ];
  return one;
};

beforeAll(async () => {
  address = await twin.open();
  await foundSociety(society);
  await enrol(society, "TW1");
  expect(await registerPaybill(access())).toBeNull();
});
beforeEach(() => twin.faults.set(noFaults));
afterAll(() => twin.close());

describe("a payment from a phone of the twin", () => {
  it("is credited to its member, and both sides have its receipt", async () => {
    const before = await totalOf(society, "member-deposits", "TW1");
    const receipt = await pay("tw 1", 750);
    await twin.flush();
    expect(await totalOf(society, "member-deposits", "TW1")).toBe(before + 750);
    expect(twin.statement(PAYBILL).at(-1)).toMatchObject({ receipt, paidIn: 750_00n });
    expect((await phone()).messages[0]).toMatch(
      new RegExp(`^${receipt} Confirmed\\. Ksh750\\.00 sent to UZIMA SACCO for account tw 1 `),
    );
  });

  it("moves no money if the account number matches no member", async () => {
    const [balance, lines] = [(await phone()).balance, twin.statement(PAYBILL).length];
    expect(await pay("MS 99999", 750)).toBeNull();
    expect((await phone()).balance).toBe(balance);
    expect((await phone()).messages[0]).toContain("did not accept account number MS 99999");
    expect(twin.statement(PAYBILL)).toHaveLength(lines);
  });

  it("moves no money with a wrong PIN, a bad amount or too little on the phone", async () => {
    const balance = (await phone()).balance;
    expect(await pay("TW1", 750, "0000")).toBeNull();
    for (const amount of [0, -5, 10.5, Number(START)]) expect(await pay("TW1", amount)).toBeNull();
    expect((await phone()).balance).toBe(balance);
  });
});

describe("the registration of a paybill", () => {
  it("says why it failed with a wrong key, a foreign address or no answer", async () => {
    expect(await registerPaybill({ ...access(), consumerSecret: "other" })).toBe(
      "the key was refused",
    );
    const foreign = { ...access(), callbackUrl: "https://sacco.example.ke/api/v1/pay-ins" };
    expect(await registerPaybill(foreign)).toBe("the provider answered 400");
    expect(await registerPaybill({ ...access(), baseUrl: "http://127.0.0.1:9" })).toBe("no token");
  });
});

describe("confirmations that are doubled, late, out of order or lost", () => {
  it("leave what M-Pesa's statement has, without those lost", async () => {
    const kinds = fc.uniqueArray(fc.constantFrom("double", "delay", "reorder", "lose"), {
      minLength: 1,
    });
    const payments = fc.array(
      fc.record({
        account: fc.constantFrom("TW1", "tw1 shares", "T W 1", "TW1 W"),
        amount: fc.integer({ min: 1, max: 5000 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer(), kinds, payments, async (seed, faults, typed) => {
        const before = { theirs: paidIn(), ours: await totalOf(society, "mobile-money") };
        twin.faults.set({ seed, share: 0.5, kinds: faults, calls: ["c2b"] });
        const receipts: (string | null)[] = [];
        for (const { account, amount } of typed) receipts.push(await pay(account, amount));
        await twin.flush();
        const { rows } = await society.owner.query<{ cents: string; payments: string }>(
          `select coalesce(sum(amount_cents), 0) as cents, count(*) as payments
            from pay_in where receipt_no = any ($1)`,
          [receipts],
        );
        const ours = (await totalOf(society, "mobile-money")) - before.ours;
        expect(Number(rows[0]?.cents) / 100).toBe(ours);
        if (faults.includes("lose")) return;
        expect(Number(rows[0]?.payments)).toBe(typed.length);
        expect(ours).toBe(Number(paidIn() - before.theirs) / 100);
      }),
      { numRuns: 15 },
    );
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("the statement of the twin", () => {
  it("ends with the sum of its lines, as CSV too", async () => {
    await pay("TW1", 10);
    const lines = twin.statement(PAYBILL);
    expect(lines.at(-1)?.balance).toBe(paidIn());
    const csv = await (await fetch(`${address}/dev/statement.csv?shortCode=${PAYBILL}`)).text();
    expect(csv.split("\r\n")[0]).toMatch(/^Receipt No\.,Completion Time,/);
    expect(csv.trim().split("\r\n")).toHaveLength(lines.length + 1);
    expect(new Set(lines.map(({ receipt }) => receipt)).size).toBe(lines.length);
    await twin.flush();
  });
});
