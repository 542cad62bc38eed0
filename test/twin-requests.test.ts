import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noFaults } from "../twin/faults.ts";
import { listenNearby } from "./outbox-society.ts";
import { always, paidOut, SHORT_CODE, twinWith } from "./twin-payouts.ts";

const PHONE = "254712000482";
const STRANGER = "254712999999";
const START = 1_000_000;

const twin = twinWith(START, [PHONE]);
const posted: { url: string; body: ReturnType<typeof JSON.parse> }[] = [];
const listener = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => (text += String(part)));
  request.on("end", () => {
    posted.push({ url: request.url ?? "", body: JSON.parse(text) });
    response.end("{}");
  });
});
let address = "";
let results = "";
let token = "";

beforeAll(async () => {
  results = `http://127.0.0.1:${await listenNearby(listener)}`;
  address = await twin.open();
  const authorization = `Basic ${Buffer.from("key:word").toString("base64")}`;
  const answer = await fetch(`${address}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization },
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
beforeEach(() => {
  twin.faults.set(noFaults);
  posted.length = 0;
});
afterAll(() => {
  twin.close();
  listener.close();
});

const actor = { SecurityCredential: "sealed" };
const where = () => ({ ResultURL: `${results}/result`, QueueTimeOutURL: `${results}/timeout` });
async function call(path: string, body: object) {
  const answer = await fetch(`${address}/mpesa/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...actor, ...where(), ...body }),
  });
  const said = (await answer.json()) as Record<string, string>;
  await twin.flush();
  return { status: answer.status, said };
}
const pay = (id: string, more: object = {}) =>
  call("b2c/v3/paymentrequest", {
    InitiatorName: "akiba",
    OriginatorConversationID: id,
    CommandID: "BusinessPayment",
    Amount: 4750,
    PartyA: SHORT_CODE,
    PartyB: PHONE,
    Remarks: "DIV-2025-MS1-1",
    ...more,
  });
const ask = (more: object) =>
  call("transactionstatus/v1/query", {
    Initiator: "akiba",
    CommandID: "TransactionStatusQuery",
    PartyA: SHORT_CODE,
    IdentifierType: "4",
    Remarks: "status",
    ...more,
  });
const reverse = (TransactionID: string, Amount: number) =>
  call("reversal/v1/request", {
    Initiator: "akiba",
    CommandID: "TransactionReversal",
    TransactionID,
    Amount,
    ReceiverParty: SHORT_CODE,
    RecieverIdentifierType: "11",
    Remarks: "wrong account",
  });
const result = () => posted.at(-1)?.body.Result;
const parameters = (): Record<string, unknown> =>
  Object.fromEntries(
    [result().ResultParameters?.ResultParameter ?? []]
      .flat()
      .map(({ Key, Value }: { Key: string; Value?: unknown }) => [Key, Value]),
  );
const onPhone = async () => {
  const [one] = (await (await fetch(`${address}/dev/phones.json`)).json()) as [
    { balance: string; messages: string[] },
  ];
  return { shillings: Number(one.balance) / 100, latest: one.messages[0] ?? "" };
};

describe("a payment to a phone by B2C", () => {
  it("is acknowledged, arrives on the phone and is reported with receipt and amount", async () => {
    const before = (await onPhone()).shillings;
    const { status, said } = await pay("arrives");
    expect({ status, ...said }).toMatchObject({
      status: 200,
      ResponseCode: "0",
      OriginatorConversationID: "arrives",
      ConversationID: expect.stringMatching(/^AG_20260415_/),
    });
    expect(posted.map(({ url }) => url)).toEqual(["/result"]);
    const receipt = String(parameters()["TransactionReceipt"]);
    expect(result()).toMatchObject({
      ResultCode: 0,
      OriginatorConversationID: "arrives",
      TransactionID: receipt,
    });
    expect(parameters()).toMatchObject({ TransactionAmount: 4750 });
    const after = await onPhone();
    expect(after.shillings).toBe(before + 4750);
    expect(after.latest).toContain(`${receipt} Confirmed. You have received Ksh4,750.00`);
    expect(twin.statement(SHORT_CODE).at(-1)).toMatchObject({ receipt, withdrawn: 475_000n });
  });

  it("moves no money if its id was used before, whatever else it says", async () => {
    await pay("twice");
    const paid = paidOut(twin);
    const { status, said } = await pay("twice", { Amount: 10 });
    expect({ status, code: said["errorCode"] }).toEqual({ status: 500, code: "500.002.1001" });
    expect(paidOut(twin)).toBe(paid);
  });

  it.each([
    ["an unknown phone", { PartyB: STRANGER }, 2040],
    ["more than the organisation has", { Amount: 250_000 }, 1],
    ["too small an amount", { Amount: 9 }, 2],
    ["another initiator", { InitiatorName: "thief" }, 2001],
    ["another credential", { SecurityCredential: "" }, 2001],
  ])("fails by its result for %s, and moves no money", async (name, change, code) => {
    // Five large payments leave less than a sixth needs.
    if (code === 1) for (let at = 0; at < 3; at += 1) await pay(`empty ${at}`, { Amount: 250_000 });
    const paid = paidOut(twin);
    expect((await pay(name, change)).status).toBe(200);
    expect(result()).toMatchObject({ ResultCode: code, OriginatorConversationID: name });
    expect(paidOut(twin)).toBe(paid);
  });

  it.each([
    ["Amount", { Amount: 10.5 }],
    ["Amount", { Amount: -10 }],
    ["PartyA", { PartyA: "999999" }],
    ["PartyB", { PartyB: "0712000482" }],
    ["CommandID", { CommandID: "Gift" }],
    ["ResultURL", { ResultURL: "https://sacco.example.ke/results" }],
    ["ResultURL", { ResultURL: "http://127.0.0.1:9/mpesa/results" }],
  ])("is rejected at once for a wrong %s", async (field, change) => {
    const { status, said } = await pay(`wrong ${field}`, change);
    expect({ status, ...said }).toMatchObject({
      status: 400,
      errorCode: "400.002.02",
      errorMessage: `Bad Request - Invalid ${field}`,
    });
    expect(posted).toEqual([]);
  });
});

describe("the faults of a payment", () => {
  it("move money or not as their names say", async () => {
    const moved = async (kind: Parameters<typeof always>[0]) => {
      const paid = paidOut(twin);
      twin.faults.set(always(kind, "b2c"));
      posted.length = 0;
      const answer = await pay(`fault ${kind}`, { Amount: 10 }).catch(() => null);
      await twin.flush();
      const told = posted.map(({ url, body }) => [
        url,
        body.Result.ResultParameters?.ResultParameter?.[0]?.Value,
      ]);
      return { status: answer?.status, moved: paidOut(twin) - paid, told };
    };
    const done = { status: 200, moved: 10 };
    expect(await moved("lose")).toEqual({ ...done, told: [] });
    expect(await moved("double")).toEqual({
      ...done,
      told: [
        ["/result", 10],
        ["/result", 10],
      ],
    });
    expect(await moved("other-amount")).toEqual({ ...done, told: [["/result", 11]] });
    expect(await moved("time-out")).toEqual({ ...done, told: [["/timeout", 10]] });
    expect(await moved("reorder")).toEqual({ ...done, told: [["/result", 10]] });
    expect(await moved("answer-500")).toEqual({ status: 500, moved: 0, told: [] });
    expect(await moved("answer-lost")).toEqual({
      status: undefined,
      moved: 10,
      told: [["/result", 10]],
    });
  });
});

describe("a question about a transaction", () => {
  it("returns the receipt and amount by the id of the request", async () => {
    await pay("asked about", { Amount: 120 });
    const receipt = twin.statement(SHORT_CODE).at(-1)?.receipt;
    for (const id of ["OriginatorConversationID", "OriginalConversationID"]) {
      await ask({ [id]: "asked about" });
      expect(result().ResultCode).toBe(0);
      expect(parameters()).toMatchObject({
        ReceiptNo: receipt,
        Amount: 120,
        TransactionStatus: "Completed",
        OriginatorConversationID: "asked about",
      });
    }
  });

  it("says that a request failed, or that there is none", async () => {
    await pay("failed", { PartyB: STRANGER });
    await ask({ OriginatorConversationID: "failed" });
    expect(parameters()).toMatchObject({ TransactionStatus: "Failed" });
    await ask({ OriginatorConversationID: "never sent" });
    expect(result()).toMatchObject({ ResultCode: "2033" });
    // Of a single parameter Daraja makes no list.
    expect(result().ResultParameters.ResultParameter).toMatchObject({ Key: "BOCompletedTime" });
  });
});

describe("a reversal", () => {
  it("gives a payment back to its phone, once and as a whole", async () => {
    await pay("to pay back", { Amount: 700 });
    const paid = { shortCode: SHORT_CODE, account: "MS1", amount: 700, pin: "1234" };
    const original = (await twin.pay(PHONE, paid)) ?? "";
    const before = (await onPhone()).shillings;
    await reverse(original, 699);
    expect(result()).toMatchObject({ ResultCode: "R000002" });
    await reverse(original, 700);
    expect(result()).toMatchObject({ ResultCode: 0 });
    expect(parameters()).toMatchObject({ Amount: 700, OriginalTransactionID: original });
    expect((await onPhone()).shillings).toBe(before + 700);
    expect(twin.statement(SHORT_CODE).at(-1)).toMatchObject({
      receipt: result().TransactionID,
      withdrawn: 70_000n,
      linkedReceipt: original,
    });
    await reverse(original, 700);
    expect(result()).toMatchObject({ ResultCode: "R000001" });
    await reverse("NOSUCH0001", 700);
    expect(result()).toMatchObject({ ResultCode: "R000002" });
    expect((await onPhone()).shillings).toBe(before + 700);
  });
});

describe("the balance", () => {
  it("is that of the statement", async () => {
    await call("accountbalance/v1/query", {
      Initiator: "akiba",
      CommandID: "AccountBalance",
      PartyA: SHORT_CODE,
      IdentifierType: "4",
      Remarks: "balance",
    });
    const balance = Number(twin.statement(SHORT_CODE).at(-1)?.balance) / 100;
    expect(parameters()["AccountBalance"]).toContain(
      `Utility Account|KES|${balance.toFixed(2)}|${balance.toFixed(2)}|`,
    );
  });
});
