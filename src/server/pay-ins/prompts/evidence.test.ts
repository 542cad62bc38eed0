import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { checkoutOf, promptIn, promptResult, ScriptedPrompts } from "#test/prompts.ts";
import { tellPrompt, workPrompts } from "#test/prompts.ts";
import { enrol, foundSociety, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ config: paybillConfig });
const { confirm } = paybillCalls(society);
const provider = new ScriptedPrompts();
const AMOUNT = 1000;

let count = 0;
let memberId = 0n;

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "EV1");
  memberId = await memberIdOf(society, "EV1");
});

/** Puts a prompt of 1,000 to deposits on a separate phone; returns its reference. */
async function promptOnPhone(): Promise<string> {
  count += 1;
  const reference = `EV1-B${String(count).padStart(4, "0")}`;
  await society.owner.query(
    `insert into pay_in_prompt (reference, member_id, destination, amount_cents, mobile_number,
        state, checkout_id, sent_at, asked_at, due_at)
      values ($1, $2, 'deposits', 100000, $3, 'sent', $4, $5, $5, $5)`,
    [
      reference,
      memberId,
      `+2547${String(10_000_000 + count)}`,
      checkoutOf(reference),
      society.clock.stillAt(),
    ],
  );
  return reference;
}

type Message = "callback" | "other-amount" | "forged" | "cancelled" | "c2b" | "work" | "wait";

/** The events of one prompt, whose payment has the receipt R and a forger's the receipt F. */
function eventsOf(reference: string) {
  const receipt = `TR${reference.replace(/[^A-Z0-9]/g, "")}`;
  const forged = `TF${reference.replace(/[^A-Z0-9]/g, "")}`;
  const happen = async (message: Message): Promise<void> => {
    if (message === "work") return void (await workPrompts(society, provider));
    if (message === "wait") return society.clock.advance(61);
    if (message === "c2b") return void (await confirm(paymentCallback(receipt, reference)));
    const told = {
      callback: { receipt },
      "other-amount": { receipt, amount: AMOUNT + 1 },
      forged: { receipt: forged },
      cancelled: { code: 1032 },
    }[message];
    await tellPrompt(society, promptResult(reference, told));
  };
  return { receipt, forged, happen };
}

async function settle(happen: (message: Message) => Promise<void>): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await happen("wait");
    await happen("work");
  }
}

const figures = async () => ({
  deposits: await totalOf(society, "member-deposits", "EV1"),
  suspense: await totalOf(society, "mpesa-suspense"),
  mobile: await totalOf(society, "mobile-money"),
});

/** How the figures of a member and the society changed. */
const changeSince = async (before: Awaited<ReturnType<typeof figures>>) => {
  const after = await figures();
  return [
    after.deposits - before.deposits,
    after.suspense - before.suspense,
    after.mobile - before.mobile,
  ];
};

const anyOrder = (...messages: Message[]) =>
  fc.array(fc.constantFrom(...messages), { minLength: 1, maxLength: 10 });

describe("a paid prompt", () => {
  it("leaves the same books whatever comes first, twice, late or with another amount", async () => {
    const orders = anyOrder("callback", "other-amount", "cancelled", "c2b", "work");
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const before = await figures();
        const reference = await promptOnPhone();
        const { receipt, happen } = eventsOf(reference);
        provider.standings.set(checkoutOf(reference), { outcome: "paid" });
        for (const message of order) await happen(message);
        await happen("c2b");
        await settle(happen);
        expect(await changeSince(before)).toEqual([AMOUNT, 0, AMOUNT]);
        expect(await promptIn(society, reference)).toMatchObject({ state: "paid", receipt });
        const texts = (await society.messages()).filter(({ text }) => text.includes(receipt));
        expect(texts).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it("is credited by its callback and the query if its confirmation is lost", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder("callback", "cancelled", "work", "wait"), async (order) => {
        const before = await figures();
        const reference = await promptOnPhone();
        const { receipt, happen } = eventsOf(reference);
        provider.standings.set(checkoutOf(reference), { outcome: "paid" });
        for (const message of [...order, "callback" as const]) await happen(message);
        await settle(happen);
        expect(await changeSince(before)).toEqual([AMOUNT, 0, AMOUNT]);
        // Late, it finds the payment and changes nothing.
        await happen("c2b");
        await settle(happen);
        expect(await changeSince(before)).toEqual([AMOUNT, 0, AMOUNT]);
        expect(await promptIn(society, reference)).toMatchObject({
          receipt,
          credited_by: "confirmation",
          differs: false,
        });
      }),
      { numRuns: 30 },
    );
  });

  it("waits for its confirmation if its callbacks disagree or have another amount", async () => {
    for (const bad of ["forged", "other-amount"] as const) {
      const before = await figures();
      const reference = await promptOnPhone();
      const { happen } = eventsOf(reference);
      provider.standings.set(checkoutOf(reference), { outcome: "paid" });
      await happen("callback");
      await happen(bad);
      await settle(happen);
      expect(await changeSince(before)).toEqual([0, 0, 0]);
      expect(await promptIn(society, reference)).toMatchObject({
        state: "paid",
        differs: true,
        receipt: null,
      });
      await happen("c2b");
      expect(await changeSince(before)).toEqual([AMOUNT, 0, AMOUNT]);
    }
  });

  it("is credited to its member once even if a forger's receipt was believed", async () => {
    const orders = anyOrder("callback", "forged", "cancelled", "c2b", "work", "wait");
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const before = await figures();
        const reference = await promptOnPhone();
        const { receipt, forged, happen } = eventsOf(reference);
        provider.standings.set(checkoutOf(reference), { outcome: "paid" });
        for (const message of order) await happen(message);
        await happen("c2b");
        await settle(happen);
        const [deposits, suspense, mobile] = await changeSince(before);
        // A believed forgery is found: the true receipt waits for two people.
        const believed = (await payInOf(society, forged)) !== null;
        expect([deposits, suspense]).toEqual([AMOUNT, believed ? AMOUNT : 0]);
        expect(mobile).toBe(believed ? 2 * AMOUNT : AMOUNT);
        expect(await payInOf(society, receipt)).toMatchObject(
          believed ? { state: "suspense", cause: "prompt" } : { state: "credited" },
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("a prompt that was not paid", () => {
  it("credits nothing, whatever a forger says and how often", async () => {
    const orders = anyOrder("callback", "other-amount", "forged", "cancelled", "work", "wait");
    const failed = { outcome: "failed", problem: "cancelled" } as const;
    await fc.assert(
      fc.asyncProperty(orders, fc.boolean(), async (order, isAnswered) => {
        const before = await figures();
        const reference = await promptOnPhone();
        const { happen } = eventsOf(reference);
        const none = { outcome: "no-answer", reason: "answer-500" } as const;
        provider.standings.set(checkoutOf(reference), isAnswered ? failed : none);
        for (const message of order) await happen(message);
        await settle(happen);
        expect(await changeSince(before)).toEqual([0, 0, 0]);
        const state = isAnswered ? "failed" : "unknown";
        expect(await promptIn(society, reference)).toMatchObject({ state, receipt: null });
      }),
      { numRuns: 40 },
    );
  });
});

it("confirmations, callbacks and queries at the same moment credit once", async () => {
  const before = await figures();
  const reference = await promptOnPhone();
  const { happen } = eventsOf(reference);
  provider.standings.set(checkoutOf(reference), { outcome: "paid" });
  const messages: Message[] = ["c2b", "callback", "work", "c2b", "callback", "work", "c2b"];
  await Promise.all(messages.map(happen));
  await settle(happen);
  expect(await changeSince(before)).toEqual([AMOUNT, 0, AMOUNT]);
});

it("a confirmation with another amount credits what was paid and marks the prompt", async () => {
  const before = await figures();
  const reference = await promptOnPhone();
  await confirm(paymentCallback("TRX0000001", reference, { TransAmount: "900.00" }));
  expect(await changeSince(before)).toEqual([900, 0, 900]);
  expect(await promptIn(society, reference)).toMatchObject({ state: "paid", differs: true });
});

it("a state that a prompt cannot reach, another payment or another name is rejected", async () => {
  const reference = await promptOnPhone();
  await confirm(paymentCallback("TRX0000002", reference));
  const app = (sql: string) => society.database.unitOfWork("test", (work) => work.run(sql));
  const at = `where reference = '${reference}'`;
  await expect(app(`update pay_in_prompt set state = 'failed' ${at}`)).rejects.toThrow();
  await expect(
    app(`update pay_in_prompt set pay_in_id = null, credited_by = '' ${at}`),
  ).rejects.toThrow();
  await expect(app(`update pay_in_prompt set checkout_id = 'other' ${at}`)).rejects.toThrow();
  await expect(app(`update pay_in_prompt set amount_cents = 1 ${at}`)).rejects.toThrow();
  await expect(app(`update pay_in_prompt set member_id = 1 ${at}`)).rejects.toThrow();
});
