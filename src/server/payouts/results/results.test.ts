import { describe, afterAll, beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { darajaPayouts } from "#server/payouts/queue/daraja.ts";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { silentLog } from "#test/silent-log.ts";
import { type AskedPayment, CALLBACK_SECRET, DarajaServer, resultOf } from "#test/daraja-server.ts";
import { payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const provider = new DarajaServer();
const society = useServedSociety({
  config: { payouts: { channel: "daraja", ...provider.account("https://sacco.example.ke") } },
});

// 11 % of 100,000 less the tax of 5 % is 10,450, in whole shillings.
const members = Object.fromEntries(
  ["PO1", "PO2", "PO3", "PO4", "PO5", "PO6"].map((memberNo, index) => [
    memberNo,
    { deposits: 100_000, mobile: `+25471200010${index}` },
  ]),
);
const NET = 10_450;

beforeAll(async () => {
  await provider.open();
  await payToPhones(society, members);
});
afterAll(() => provider.close());

const timing = { connectMs: 500, totalMs: 300 };
const send = (log: Log = silentLog) =>
  sendDue({
    database: society.database,
    provider: darajaPayouts(provider.account("https://sacco.example.ke"), timing),
    log,
    lanes: 1,
  });
const tell = (body: unknown, secret = CALLBACK_SECRET, kind = "result") =>
  society.send("POST", `/api/v1/payout-results/${secret}/${kind}`, { body });
const last = () => provider.asked.at(-1) as AskedPayment;
const settledOnes = async () =>
  Number(
    (
      await society.owner.query(
        "select count(*) as n from journal_entry where kind = 'payout-settled'",
      )
    ).rows[0].n,
  );

steps("step by step", () => {
  describe("a payment that the provider has accepted", () => {
    it("is not paid before its result, and then once, however often that arrives", async () => {
      expect(await totalOf(society, "payout-clearing")).toBe(NET * 6);
      expect(await send()).toBe(1);
      expect(await payoutOf(society, "PO1")).toMatchObject({ state: "sent", receipt_no: "" });
      expect(await totalOf(society, "payout-clearing")).toBe(NET * 6);
      const told = resultOf(last(), "SJK1AAAA01");
      const replies = await Promise.all(Array.from({ length: 10 }, () => tell(told)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(replies[0]?.body).toEqual({ ResultCode: 0, ResultDesc: "Accepted" });
      expect(await payoutOf(society, "PO1")).toMatchObject({
        state: "paid",
        receipt_no: "SJK1AAAA01",
      });
      expect(await settledOnes()).toBe(1);
      expect(await totalOf(society, "payout-clearing")).toBe(NET * 5);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("stays paid if a time-out and a failure arrive after its result", async () => {
      const paid = last();
      await tell(resultOf(paid, "SJK1AAAA01", { code: 1 }), CALLBACK_SECRET, "timeout");
      await tell(resultOf(paid, "0", { code: 2001 }));
      expect(await payoutOf(society, "PO1")).toMatchObject({ state: "paid", problem: "" });
      await tell(resultOf(paid, "SJK1BBBB02"));
      expect(await payoutOf(society, "PO1")).toMatchObject({
        state: "paid",
        receipt_no: "SJK1AAAA01",
        problem: "second-receipt",
      });
      expect(await settledOnes()).toBe(1);
    });

    it("is settled neither by another amount, a used receipt nor none at all", async () => {
      await send();
      const { asked } = provider;
      expect(asked).toHaveLength(2);
      await tell(resultOf(last(), "SJK1CCCC03", { amount: NET - 1 }));
      expect(await payoutOf(society, "PO2")).toMatchObject({
        state: "sent",
        problem: "amount-differs",
      });
      await tell(resultOf(last(), "SJK1AAAA01"));
      expect(await payoutOf(society, "PO2")).toMatchObject({
        state: "sent",
        problem: "receipt-used",
      });
      await tell(resultOf(last(), ""));
      expect(await payoutOf(society, "PO2")).toMatchObject({
        state: "sent",
        problem: "no-receipt",
      });
      expect(await settledOnes()).toBe(1);
      await tell(resultOf(last(), "SJK1CCCC03"));
      expect(await payoutOf(society, "PO2")).toMatchObject({ state: "paid", problem: "" });
    });
  });

  describe("a result that is forged", () => {
    it("has no effect without the secret, or for an unknown attempt", async () => {
      await send();
      const told = resultOf(last(), "FORGED0001");
      for (const secret of ["wrong", `${CALLBACK_SECRET}x`, CALLBACK_SECRET.slice(1)]) {
        const reply = await tell(told, secret);
        expect(reply.status).toBe(404);
        expect(reply.body).toMatchObject({ reason: "no-such-address" });
      }
      const others = ["1e7b6c1a-0000-4000-8000-000000000000", "x' or 1=1", ""];
      for (const OriginatorConversationID of others) {
        const reply = await tell(resultOf({ ...last(), OriginatorConversationID }, "FORGED0002"));
        expect(reply.status).toBe(200);
      }
      expect(await payoutOf(society, "PO3")).toMatchObject({ state: "sent", receipt_no: "" });
      expect(await settledOnes()).toBe(2);
      await tell(resultOf(last(), "SJK1DDDD04"));
    });
  });

  describe("a payment whose answer was lost", () => {
    it("is unknown and never sent again, until its result arrives late", async () => {
      provider.manner = "cut-after-taking";
      await send();
      const lost = last();
      expect(await payoutOf(society, "PO4")).toMatchObject({
        state: "unknown",
        problem: "answer-lost",
        attempt_id: lost.OriginatorConversationID,
      });
      provider.manner = "accept";
      society.clock.set("2026-04-18T06:12:00Z");
      await send();
      const mine = provider.asked.filter(({ PartyB }) => PartyB === lost.PartyB);
      expect(mine).toHaveLength(1);
      await tell(resultOf(lost, "SJK1EEEE05"));
      expect(await payoutOf(society, "PO4")).toMatchObject({ state: "paid" });
    });

    it("is unknown after its lease if its sender died, however many instances check", async () => {
      await society.owner.query(
        `update payout set state = 'sending', attempt_id = gen_random_uuid(), due_at = '2026-04-18'
        from member m where m.id = member_id and m.member_no = 'PO6'`,
      );
      const before = provider.asked.length;
      await Promise.all([send(), send(), send()]);
      expect(await payoutOf(society, "PO6")).toMatchObject({ state: "unknown" });
      expect(provider.asked).toHaveLength(before);
    });
  });

  describe("a payment that was not accepted", () => {
    it("fails by its result, and is put back on the member's account", async () => {
      // Sent in the previous round, by the instance that still waited.
      expect(await payoutOf(society, "PO5")).toMatchObject({ state: "sent" });
      const payment = provider.asked.find(({ Remarks }) => Remarks.includes("PO5"));
      const told = resultOf(payment as AskedPayment, "0", { code: 2001 });
      await Promise.all([tell(told), tell(told), tell(told)]);
      expect(await payoutOf(society, "PO5")).toMatchObject({
        state: "failed",
        problem: "result-2001",
      });
      expect(await totalOf(society, "dividend-payable", "PO5")).toBe(NET);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("is on its way and settled in the books again if it arrived after all", async () => {
      const payment = provider.asked.find(({ Remarks }) => Remarks.includes("PO5"));
      await tell(resultOf(payment as AskedPayment, "SJK1FFFF06"));
      expect(await payoutOf(society, "PO5")).toMatchObject({ state: "paid" });
      expect(await totalOf(society, "dividend-payable", "PO5")).toBe(0);
      expect(await totalOf(society, "payout-clearing")).toBe(NET);
    });
  });
});
