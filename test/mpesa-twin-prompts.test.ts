import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { darajaPrompts } from "#server/pay-ins/prompting/daraja-prompts.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { noFaults } from "../twin/faults.ts";
import { MpesaTwin } from "../twin/mpesa.ts";
import type { PromptAct } from "../twin/prompts.ts";
import { PAYBILL, paybillConfig } from "./paybill.ts";
import { totalOf } from "./payouts.ts";
import { promptIn, workPrompts } from "./prompts.ts";
import { enrolWithLogin, foundSociety, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const PIN = "4821";
const many = { promptsPerMemberPerHour: 1e6, promptsPerNumberPerHour: 1e6, writeBurst: 60_000 };
const society = useServedSociety({
  config: paybillConfig,
  limits: { ...many, writesPerMinute: 60_000, promptsToOthersPerDay: 1e6 },
});
const holders = Array.from({ length: 400 }, (_, at) => ({
  msisdn: `2547120${String(at).padStart(5, "0")}`,
  name: "Wanjiku Njeri Kamau",
  pin: PIN,
  balance: 5_000_00n,
}));
const twin = new MpesaTwin({
  organisations: [
    {
      shortCode: PAYBILL,
      name: "UZIMA SACCO",
      consumerKey: "key",
      consumerSecret: "word",
      passkey: paybillConfig.payIns.passkey,
      balance: 0n,
    },
  ],
  phones: holders,
  now: () => new Date("2026-04-14T09:00:00Z"),
});
let address = "";
let token = "";
let used = 0;

const access = (more: object = {}) => ({
  ...paybillConfig.payIns,
  baseUrl: address,
  callbackUrl: `${society.address}/api/v1/pay-ins`,
  ...more,
});
const work = () => workPrompts(society, darajaPrompts(access()));

/** Asks for a prompt on a phone that no other prompt used; returns its reference. */
async function ask(amount: number): Promise<{ reference: string; msisdn: string }> {
  const msisdn = holders[used]?.msisdn ?? "";
  used += 1;
  const body = { to: "deposits", basis: "amount", amount, mobileNo: `+${msisdn}` };
  const reply = await society.send("POST", "/api/v1/pay-ins/prompts", { token, body });
  expect(reply.status, reply.text).toBe(201);
  return { reference: (reply.body as { reference: string }).reference, msisdn };
}
const onPhone = (account: string) => twin.prompts().find((one) => one.account === account);

/** Does to the prompt of an account number what its holder does. */
function act(reference: string, what: PromptAct): string | null {
  return twin.act(onPhone(reference)?.checkoutId ?? "", what);
}

/** Lets the callbacks arrive, then the worker ask and wait as long as it would. */
async function settle(): Promise<void> {
  await twin.flush();
  for (let round = 0; round < 5; round += 1) {
    await work();
    society.clock.advance(61);
  }
}

beforeAll(async () => {
  address = await twin.open();
  await foundSociety(society);
  await enrolWithLogin(society, "TP1");
  token = await signIn(society, "TP1");
  expect(await registerPaybill(access())).toBeNull();
});
beforeEach(async () => {
  twin.faults.set(noFaults);
  token = await signIn(society, "TP1");
});
afterAll(() => twin.close());

describe("a prompt on a phone of the twin", () => {
  it("is paid with the PIN: one receipt on both sides, and a line of the statement", async () => {
    const before = await totalOf(society, "member-deposits", "TP1");
    const { reference, msisdn } = await ask(750);
    await work();
    expect(onPhone(reference)).toMatchObject({ msisdn, amount: 750_00n, result: null });
    const receipt = act(reference, { pin: PIN });
    await settle();
    expect(await promptIn(society, reference)).toMatchObject({ state: "paid", receipt });
    expect(await totalOf(society, "member-deposits", "TP1")).toBe(before + 750);
    const [line, ...more] = twin.statement(PAYBILL).filter((one) => one.receipt === receipt);
    expect(line).toMatchObject({ paidIn: 750_00n, accountReference: reference });
    expect(more).toEqual([]);
  });

  it.each([
    ["cancelled", "cancel"],
    ["no-answer", "ignore"],
    ["expired", "expire"],
    ["wrong-pin", { pin: "0000" }],
  ] as const)("ends as %s, and moves no money", async (problem, what) => {
    const before = twin.statement(PAYBILL).length;
    const { reference } = await ask(750);
    await work();
    expect(act(reference, what)).toBeNull();
    await settle();
    expect(await promptIn(society, reference)).toMatchObject({ state: "failed", problem });
    expect(twin.statement(PAYBILL)).toHaveLength(before);
  });

  it("ends as no-funds if the phone has too little", async () => {
    const { reference } = await ask(5001);
    await work();
    expect(act(reference, { pin: PIN })).toBeNull();
    await settle();
    expect(await promptIn(society, reference)).toMatchObject({
      state: "failed",
      problem: "no-funds",
    });
  });

  it("ends as no-answer at a number that no phone has", async () => {
    const body = { to: "deposits", basis: "amount", amount: 100, mobileNo: "0799999999" };
    const reply = await society.send("POST", "/api/v1/pay-ins/prompts", { token, body });
    const { reference } = reply.body as { reference: string };
    await work();
    await expect.poll(() => onPhone(reference)?.result).toBe("ignored");
    await settle();
    expect(await promptIn(society, reference)).toMatchObject({ problem: "no-answer" });
  });

  it("is credited if the answer to sending it was lost", async () => {
    const { reference } = await ask(100);
    twin.faults.set({ seed: 1, share: 1, kinds: ["answer-lost"], calls: ["stk"] });
    await work();
    expect(await promptIn(society, reference)).toMatchObject({
      state: "unknown",
      problem: "answer-lost",
    });
    const receipt = act(reference, { pin: PIN });
    await settle();
    expect(await promptIn(society, reference)).toMatchObject({ state: "paid", receipt });
  });

  it("is unknown, and not sent again, if the answer to sending it was an error", async () => {
    const { reference } = await ask(100);
    twin.faults.set({ seed: 1, share: 1, kinds: ["answer-500"], calls: ["stk"] });
    await work();
    twin.faults.set(noFaults);
    await settle();
    expect(onPhone(reference)).toBeUndefined();
    expect(await promptIn(society, reference)).toMatchObject({ state: "unknown" });
  });
});

describe("the provider's calls", () => {
  it("are refused with a wrong passkey or a bad field, and say so", async () => {
    const prompt = {
      reference: "TP1-BBBB",
      description: "Deposits",
      mobileNumber: "+254712000482",
    };
    const at = new Date("2026-04-14T09:00:00Z");
    const wrong = darajaPrompts(access({ passkey: "another-passkey" }));
    const given = { ...prompt, amount: 100_00n as never, at };
    expect(await wrong.push(given)).toMatchObject({ outcome: "unknown" });
    expect(await wrong.query("ws_CO_1", at)).toMatchObject({ outcome: "no-answer" });
    const right = darajaPrompts(access());
    for (const bad of [
      { reference: "LONGER-THAN-12" },
      { description: "Longer than 13" },
      { mobileNumber: "+254812000482" },
      { amount: 50n as never },
    ]) {
      expect(await right.push({ ...given, ...bad })).toMatchObject({
        outcome: "failed",
        problem: "rejected",
      });
    }
    const nobody = darajaPrompts(access({ baseUrl: "http://127.0.0.1:9" }));
    expect(await nobody.push(given)).toMatchObject({ outcome: "failed", problem: "not-sent" });
  });
});

describe("messages that are lost, doubled, late, out of order or wrong", () => {
  it("leave in the books what M-Pesa's statement has", async () => {
    const kinds = fc.uniqueArray(
      fc.constantFrom("double", "delay", "reorder", "lose", "other-amount", "answer-lost"),
      { minLength: 1 },
    );
    const acts = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 4000 }),
        what: fc.constantFrom<PromptAct>({ pin: PIN }, { pin: PIN }, "cancel", { pin: "0" }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer(), kinds, acts, async (seed, faults, typed) => {
        const ours = await totalOf(society, "mobile-money");
        const lines = twin.statement(PAYBILL).length;
        twin.faults.set({ seed, share: 0.5, kinds: faults, calls: ["stk"] });
        for (const { amount, what } of typed) {
          const { reference } = await ask(amount);
          await work();
          act(reference, what);
        }
        await settle();
        const theirs = twin.statement(PAYBILL).slice(lines);
        const paid = theirs.reduce((sum, { paidIn }) => sum + paidIn, 0n);
        expect(await totalOf(society, "mobile-money")).toBe(ours + Number(paid) / 100);
      }),
      { numRuns: 15 },
    );
    expect(await reconcile(society.database)).toEqual([]);
  });
});
