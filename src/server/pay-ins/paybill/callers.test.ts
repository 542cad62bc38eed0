import { expect, it } from "vitest";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { promptResult, tellPrompt } from "#test/prompts.ts";
import { useServedSociety } from "#test/served-society.ts";

const elsewhere = useServedSociety({
  config: { payIns: { ...paybillConfig.payIns, callbackAddresses: ["196.201.214.200"] } },
});
const withoutPaybill = useServedSociety();

it("a confirmation from another address has no effect, even with the secret", async () => {
  const { confirm, validate } = paybillCalls(elsewhere);
  for (const call of [confirm, validate]) {
    const reply = await call(paymentCallback("TDH0000001", "MS1001"));
    expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-address" }]);
  }
  expect(await payInOf(elsewhere, "TDH0000001")).toBeNull();
});

it("a society without a paybill accepts no confirmation", async () => {
  const reply = await paybillCalls(withoutPaybill).confirm(paymentCallback("TDH0000002", "MS1001"));
  expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-address" }]);
  expect(await payInOf(withoutPaybill, "TDH0000002")).toBeNull();
});

it("a prompt's result is accepted only from a known address, and only with a paybill", async () => {
  for (const society of [elsewhere, withoutPaybill]) {
    const reply = await tellPrompt(society, promptResult("MS1-BBBB", { receipt: "TDH0000003" }));
    expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-address" }]);
  }
});
