import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { darajaPayouts } from "#server/payouts/queue/daraja.ts";
import type { PayoutProvider } from "#server/payouts/queue/provider.ts";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import { noFaults } from "../twin/faults.ts";
import { payoutOf, payToPhones, totalOf } from "./payouts.ts";
import { useServedSociety } from "./served-society.ts";
import { silentLog } from "./silent-log.ts";
import { steps } from "./steps.ts";
import { accessTo, always, paidOut, SHORT_CODE, twinWith } from "./twin-payouts.ts";

const phones = ["254712000301", "254712000302", "254712000303", "254712000304"];
// The phone of TP5 has no M-Pesa.
const members = Object.fromEntries(
  [...phones, "254712000399"].map((msisdn, at) => [
    `TP${at + 1}`,
    { deposits: 100_000, mobile: `+${msisdn}` },
  ]),
);
/** 11 % of 100,000 less the tax of 5 %. */
const NET = 10_450;

const twin = twinWith(1_000_000, phones);
// Its address is known only once it listens, and the society is configured before.
const payouts: PayoutConfig = { channel: "daraja", ...accessTo("", "") };
const society = useServedSociety({ config: { payouts } });
let address = "";

beforeAll(async () => {
  address = await twin.open();
  await payToPhones(society, members);
});
beforeEach(() => twin.faults.set(noFaults));
afterAll(() => twin.close());

/** Sends the next payment; with `atOnce` its result is there before its answer is recorded. */
async function send(atOnce = false): Promise<void> {
  const daraja = darajaPayouts(accessTo(address, society.address));
  const provider: PayoutProvider = {
    async send(payout) {
      const sending = await daraja.send(payout);
      if (atOnce) await twin.flush();
      return sending;
    },
  };
  await sendDue({ database: society.database, provider, log: silentLog, lanes: 1 });
  await twin.flush();
}
const onStatement = (receipt: string) =>
  twin.statement(SHORT_CODE).find((line) => line.receipt === receipt);

steps("step by step", () => {
  describe("a payment through M-Pesa", () => {
    it("arrives on the phone and is settled by the receipt of M-Pesa's statement", async () => {
      await send();
      const { state, receipt_no: receipt } = await payoutOf(society, "TP1");
      expect(state).toBe("paid");
      expect(onStatement(receipt)).toMatchObject({ withdrawn: BigInt(NET) * 100n });
      expect(paidOut(twin)).toBe(NET);
    });

    it("is settled once if its result comes twice", async () => {
      twin.faults.set(always("double", "b2c"));
      await send();
      expect(await payoutOf(society, "TP2")).toMatchObject({ state: "paid", problem: "" });
      expect(paidOut(twin)).toBe(2 * NET);
    });

    it("is settled by its result even if the answer was lost on the way", async () => {
      twin.faults.set(always("answer-lost", "b2c"));
      await send();
      expect(await payoutOf(society, "TP3")).toMatchObject({ state: "paid" });
      expect(paidOut(twin)).toBe(3 * NET);
    });

    it("is not settled by another amount than its own", async () => {
      twin.faults.set(always("other-amount", "b2c"));
      await send(true);
      expect(await payoutOf(society, "TP4")).toMatchObject({
        state: "sent",
        problem: "amount-differs",
      });
    });

    it("is put back if M-Pesa knows no such customer", async () => {
      await send();
      expect(await payoutOf(society, "TP5")).toMatchObject({
        state: "failed",
        problem: "result-2040",
      });
      expect(await totalOf(society, "dividend-payable", "TP5")).toBe(NET);
      expect(await reconcile(society.database)).toEqual([]);
    });
  });
});
