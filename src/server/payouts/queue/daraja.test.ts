import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { DarajaServer, type Manner } from "#test/daraja-server.ts";
import { darajaPayouts } from "./daraja.ts";

const provider = new DarajaServer();

beforeAll(() => provider.open());
afterAll(() => provider.close());
beforeEach(() => {
  provider.asked.length = 0;
  provider.tokens = 0;
  provider.keyIsGood = true;
  provider.manner = "accept";
});

const payout = {
  attemptId: "0b0f9a5e-8f4f-4d6c-9a61-0d6c9f6a1c11",
  mobileNumber: "+254712000482",
  amount: shillings(4750),
  reference: "DIV-2025-MS1-1",
};
const sender = () =>
  darajaPayouts(provider.account("https://sacco.example.ke"), { connectMs: 500, totalMs: 300 });

describe("M-Pesa B2C", () => {
  it("is called with whole shillings, the attempt's id and the result address", async () => {
    const payouts = sender();
    expect(await payouts.send(payout)).toEqual({ outcome: "accepted", reference: "AG_1" });
    expect(await payouts.send(payout)).toMatchObject({ outcome: "accepted" });
    const results = `https://sacco.example.ke/api/v1/payout-results/${
      provider.account("").callbackSecret
    }`;
    expect(provider.asked[0]).toEqual({
      OriginatorConversationID: payout.attemptId,
      InitiatorName: "akiba",
      SecurityCredential: "sealed",
      CommandID: "BusinessPayment",
      Amount: 4750,
      PartyA: "600100",
      PartyB: "254712000482",
      Remarks: "DIV-2025-MS1-1",
      QueueTimeOutURL: `${results}/timeout`,
      ResultURL: `${results}/result`,
    });
    expect(provider.asked[0]?.ResultURL).not.toMatch(/mpesa|safaricom/i);
    // One token serves both calls.
    expect(provider.tokens).toBe(1);
  });

  it.each([
    ["refuse", { outcome: "refused", reason: "refused-400" }],
    ["error", { outcome: "unknown", reason: "answer-500" }],
    ["garbled", { outcome: "unknown", reason: "answer-unread" }],
    ["silent", { outcome: "unknown", reason: "answer-lost" }],
    ["cut-after-taking", { outcome: "unknown", reason: "answer-lost" }],
    ["busy", { outcome: "not-sent", reason: "the provider is busy", after: 0 }],
    ["locked-out", expect.objectContaining({ outcome: "not-sent", needsOperator: true })],
  ])("maps the provider's answer %s to no more than it proves", async (manner, sending) => {
    provider.manner = manner as Manner;
    expect(await sender().send(payout)).toEqual(sending);
  });

  it("has sent nothing without a token or a connection", async () => {
    provider.keyIsGood = false;
    expect(await sender().send(payout)).toMatchObject({
      outcome: "not-sent",
      needsOperator: true,
    });
    const nobody = {
      ...provider.account("https://sacco.example.ke"),
      baseUrl: "http://127.0.0.1:9",
    };
    expect(await darajaPayouts(nobody).send(payout)).toMatchObject({ outcome: "not-sent" });
    expect(provider.asked).toEqual([]);
  });
});
