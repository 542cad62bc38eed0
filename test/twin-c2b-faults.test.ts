import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { type CallbackFault, noFaults } from "../twin/faults.ts";
import { MpesaTwin } from "../twin/mpesa.ts";
import { reconciliationOffice } from "./bank-statements.ts";
import { PAYBILL, paybillConfig } from "./paybill.ts";
import { totalOf } from "./payouts.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const PHONE = "254712000482";
const PIN = "4821";
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
  phones: [{ msisdn: PHONE, name: "Wanjiku Njeri Kamau", pin: PIN, balance: 1_000_000_00n }],
  now: () => new Date("2026-04-14T09:00:00Z"),
});
const staff = { clerk: "clerk", importer: "clerk", treasurer: "treasurer" } as const;
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);
let address = "";
/** Payments of which another listener was notified, not the society. */
const unnotified = new Set<string>();

const pay = (account: string, amount: number) =>
  twin.pay(PHONE, { shortCode: PAYBILL, account, amount, pin: PIN });
const withFault = (kind: CallbackFault, call: "c2b" | "validation") =>
  twin.faults.set({ seed: 1, share: 1, kinds: [kind], calls: [call] });
const register = (callbackUrl = `${society.address}/api/v1/pay-ins`) =>
  registerPaybill({ ...paybillConfig.payIns, baseUrl: address, callbackUrl });

beforeAll(async () => {
  address = await twin.open();
  await foundSociety(society);
  await enrol(society, "TW1");
  for (const [name, role] of Object.entries(staff)) {
    await employ(society, name.toUpperCase(), role);
    tokens[name] = await signIn(society, name.toUpperCase());
  }
});
beforeEach(async () => {
  twin.faults.set(noFaults);
  expect(await register()).toBeNull();
});
afterAll(() => twin.close());

it("a validation that is late, lost or out of order leaves M-Pesa's default", async () => {
  for (const kind of ["delay", "reorder", "lose"] as const) {
    withFault(kind, "validation");
    const receipt = await pay(`nobody ${kind}`, 30);
    await twin.flush();
    const { rows } = await society.owner.query(
      "select receipt_no, state, cause from pay_in where account_text = $1",
      [`nobody ${kind}`],
    );
    expect(rows).toEqual([{ receipt_no: receipt, state: "suspense", cause: "unknown" }]);
  }
});

it("a validation out of order arrives after its confirmation, and a late one as late", async () => {
  const heard: string[] = [];
  const recorder = createServer((request, response) => {
    heard.push(request.url?.split("/").at(-1) ?? "");
    response.end('{"ResultCode":"C2B00012"}');
  });
  await new Promise<void>((done) => recorder.listen(0, "127.0.0.1", done));
  const { port } = recorder.address() as AddressInfo;
  expect(await register(`http://127.0.0.1:${port}`)).toBeNull();
  const before = twin.statement(PAYBILL).length;
  expect(await pay("TW1", 30)).toBeNull();
  expect(heard).toEqual(["validation"]);
  for (const kind of ["reorder", "delay"] as const) {
    heard.length = 0;
    withFault(kind, "validation");
    expect(await pay("TW1", 30)).not.toBeNull();
    await twin.flush();
    expect(heard).toEqual(["confirmation", "validation"]);
  }
  expect(twin.statement(PAYBILL)).toHaveLength(before + 2);
  for (const { receipt } of twin.statement(PAYBILL).slice(before)) unnotified.add(receipt);
  await new Promise((done) => recorder.close(done));
});
it("a confirmation of another amount is named by the statement and corrected to it", async () => {
  withFault("other-amount", "c2b");
  const receipt = await pay("TW1", 500);
  await twin.flush();
  expect(await totalOf(society, "member-deposits", "TW1")).toBe(501);
  const csv = await fetch(`${address}/dev/statement.csv?shortCode=${PAYBILL}`);
  const sent = { account: "mobile-money", who: "importer", fileName: "mpesa.csv" };
  await office.take(await csv.text(), sent);
  await office.confirmAll("mobile-money");
  const named = await reconcile(society.database);
  expect(named).toMatchObject([{ check: "bank-statement", subject: `receipt ${receipt}` }]);
  const lines = await office.open("statement", "mobile-money");
  const line = lines.find((one) => one.receipt === receipt);
  expect(line).toMatchObject({ amount: 500, bookedAmount: 501 });
  const ask = (one: { id: string } | undefined, what: string, body: object) =>
    office.ask("clerk", "POST", `/mobile-money/lines/${one?.id}/${what}`, body);
  const steps = [await ask(line, "correction", { reason: "M-Pesa's portal has 500" })];
  for (const one of lines) if (unnotified.has(one.receipt)) steps.push(await ask(one, "entry", {}));
  for (const { body } of steps) {
    const { approvalId } = body as { approvalId: string };
    await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
  }
  expect(await office.open("statement", "mobile-money")).toEqual([]);
  expect(await office.open("books", "mobile-money")).toEqual([]);
  const balance = Number(twin.statement(PAYBILL).at(-1)?.balance) / 100;
  expect(await totalOf(society, "mobile-money")).toBe(balance);
  expect(await reconcile(society.database)).toEqual([]);
});
