import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { darajaPayouts } from "#server/payouts/queue/daraja.ts";
import { darajaStatus } from "#server/payouts/queue/daraja-status.ts";
import { askDue } from "#server/payouts/queue/status-questions.ts";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import { CALLBACK_SECRET } from "#test/daraja-server.ts";
import { payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { employ, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { silentLog } from "#test/silent-log.ts";
import { steps } from "#test/steps.ts";
import { accessTo, always, paidOut, SHORT_CODE, twinWith } from "#test/twin-payouts.ts";
import { noFaults } from "../../../../twin/faults.ts";

const phones = ["254712000311", "254712000312", "254712000313", "254712000314", "254712000315"];
// The phone of PQ6 has no M-Pesa.
const members = Object.fromEntries(
  [...phones, "254712000399"].map((msisdn, at) => [
    `PQ${at + 1}`,
    { deposits: 100_000, mobile: `+${msisdn}` },
  ]),
);
/** 11 % of 100,000 less the tax of 5 %. */
const NET = 10_450;

const twin = twinWith(1_000_000, phones);
const payouts: PayoutConfig = { channel: "daraja", ...accessTo("", "") };
const society = useServedSociety({ config: { payouts } });
let address = "";
let minute = Date.parse("2026-04-15T06:12:00Z");

beforeAll(async () => {
  address = await twin.open();
  await payToPhones(society, members);
  for (const role of ["clerk", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
  }
});
beforeEach(() => twin.faults.set(noFaults));
afterAll(() => twin.close());

const access = () => accessTo(address, society.address);
async function send(): Promise<void> {
  const provider = darajaPayouts(access());
  await sendDue({ database: society.database, provider, log: silentLog, lanes: 1 });
  await twin.flush();
}
/** Makes the due queries some minutes later; returns their number. */
async function askAfter(minutes: number, instances = 1): Promise<number> {
  minute += minutes * 60_000;
  society.clock.set(new Date(minute).toISOString());
  const asked = await Promise.all(
    Array.from({ length: instances }, () =>
      askDue({ database: society.database, provider: darajaStatus(access()), log: silentLog }),
    ),
  );
  await twin.flush();
  return asked.reduce((sum, one) => sum + one, 0);
}
// The clock moves past the sessions, so that each call begins with one.
const press = async (memberNo: string, who = "ADMINISTRATOR") => {
  const { id } = await payoutOf(society, memberNo);
  const token = await signIn(society, who);
  return society.send("POST", `/api/v1/payouts/${id}/question`, { token });
};
const questionOf = async (memberNo: string) => {
  const { id } = await payoutOf(society, memberNo);
  const token = await signIn(society, "ADMINISTRATOR");
  const reply = await society.send("GET", `/api/v1/payouts/${id}`, { token });
  return (reply.body as { question?: object }).question;
};

steps("step by step", () => {
  describe("a payment whose result never comes", () => {
    it("is asked about once by any number of instances, and settled by its receipt", async () => {
      twin.faults.set(always("lose", "b2c"));
      await send();
      expect(await payoutOf(society, "PQ1")).toMatchObject({ state: "sent" });
      twin.faults.set(noFaults);
      expect(await askAfter(5)).toBe(0);
      expect(await askAfter(6, 3)).toBe(1);
      const { state, receipt_no: receipt } = await payoutOf(society, "PQ1");
      expect(state).toBe("paid");
      const line = twin.statement(SHORT_CODE).find((one) => one.receipt === receipt);
      expect(line).toMatchObject({ withdrawn: BigInt(NET) * 100n });
      expect(await questionOf("PQ1")).toMatchObject({ times: 1, told: "status-completed" });
    });

    it("is settled by a query if its answer and its result were both lost", async () => {
      twin.faults.set({ ...always("lose", "b2c"), kinds: ["lose", "answer-lost"] });
      await send();
      expect(await payoutOf(society, "PQ2")).toMatchObject({ state: "unknown" });
      twin.faults.set(noFaults);
      expect(await askAfter(3)).toBe(1);
      expect(await payoutOf(society, "PQ2")).toMatchObject({ state: "paid" });
      expect(paidOut(twin)).toBe(2 * NET);
    });

    it("is settled once if the answer comes twice and the result after it", async () => {
      twin.faults.set({ ...always("reorder", "b2c") });
      const provider = darajaPayouts(access());
      await sendDue({ database: society.database, provider, log: silentLog, lanes: 1 });
      twin.faults.set(always("double", "status"));
      await askAfter(11);
      expect(await payoutOf(society, "PQ3")).toMatchObject({ state: "paid", problem: "" });
      expect(await totalOf(society, "payout-clearing")).toBe(3 * NET);
    });

    it("stays for staff if M-Pesa reports another amount, or does not answer", async () => {
      twin.faults.set({ ...always("lose", "b2c"), kinds: ["lose", "answer-lost"] });
      await send();
      twin.faults.set(always("other-amount", "status"));
      await askAfter(3);
      expect(await payoutOf(society, "PQ4")).toMatchObject({
        state: "unknown",
        problem: "amount-differs",
      });
      twin.faults.set(always("time-out", "status"));
      await askAfter(6);
      expect(await questionOf("PQ4")).toMatchObject({ times: 2, told: "timed-out" });
      expect(await payoutOf(society, "PQ4")).toMatchObject({ state: "unknown" });
    });

    it("is asked about six times and then only by a person who presses the button", async () => {
      twin.faults.set(always("lose", "status"));
      for (let day = 0; day < 6; day += 1) await askAfter(24 * 60);
      expect(await questionOf("PQ4")).toMatchObject({ times: 6 });
      expect(await askAfter(24 * 60)).toBe(0);
      expect((await press("PQ4", "CLERK")).status).toBe(403);
      expect((await press("PQ4")).status).toBe(201);
      twin.faults.set(noFaults);
      expect(await askAfter(0)).toBe(1);
      expect(await payoutOf(society, "PQ4")).toMatchObject({ state: "paid" });
      expect((await press("PQ4")).body).toMatchObject({ reason: "payout-state" });
    });

    it("is put back if M-Pesa says that it failed, and not if M-Pesa knows nothing", async () => {
      // The request of PQ5 never reached M-Pesa.
      twin.faults.set(always("answer-500", "b2c"));
      await send();
      expect(await payoutOf(society, "PQ5")).toMatchObject({ state: "unknown" });
      twin.faults.set(always("lose", "b2c"));
      await send();
      expect(await payoutOf(society, "PQ6")).toMatchObject({ state: "sent" });
      twin.faults.set(noFaults);
      await askAfter(11);
      expect(await questionOf("PQ5")).toMatchObject({ told: "code-2033" });
      expect(await payoutOf(society, "PQ5")).toMatchObject({ state: "unknown" });
      expect(await payoutOf(society, "PQ6")).toMatchObject({
        state: "failed",
        problem: "status-failed",
      });
      expect(await totalOf(society, "dividend-payable", "PQ6")).toBe(NET);
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("an answer that is forged", () => {
    it("has no effect without the secret, or about another payment or none", async () => {
      const { attempt_id: attempt } = await payoutOf(society, "PQ5");
      const tell = (about: string, secret = CALLBACK_SECRET, of = attempt) =>
        society.send("POST", `/api/v1/payout-results/${secret}/status/${of}`, {
          body: {
            Result: {
              ResultCode: 0,
              OriginatorConversationID: "29115-34620561-T000001",
              ResultParameters: {
                ResultParameter: [
                  { Key: "OriginatorConversationID", Value: about },
                  { Key: "TransactionStatus", Value: "Completed" },
                  { Key: "Amount", Value: NET },
                  { Key: "ReceiptNo", Value: "FORGED0001" },
                ],
              },
            },
          },
        });
      expect((await tell(attempt, "wrong")).status).toBe(404);
      const another = "1e7b6c1a-0000-4000-8000-000000000000";
      expect((await tell(another)).status).toBe(200);
      expect((await tell(another, CALLBACK_SECRET, another)).status).toBe(200);
      expect((await tell(attempt, CALLBACK_SECRET, "x' or 1=1")).status).toBe(200);
      expect(await payoutOf(society, "PQ5")).toMatchObject({ state: "unknown", receipt_no: "" });
    });
  });
});
