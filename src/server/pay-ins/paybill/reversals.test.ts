import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { darajaReversals } from "#server/pay-ins/receiving/daraja-reversal.ts";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { sendReversals } from "#server/pay-ins/receiving/send-reversals.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { PayInConfig } from "#server/kernel/platform/daraja-config.ts";
import { CALLBACK_SECRET } from "#test/daraja-server.ts";
import { payInOf } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { approveRequest, employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { silentLog } from "#test/silent-log.ts";
import { accessTo, always, SHORT_CODE, twinWith } from "#test/twin-payouts.ts";
import { noFaults } from "../../../../twin/faults.ts";

const PHONE = "254712000482";
const initiator = { initiatorName: "akiba", securityCredential: "sealed" };
const payIns: PayInConfig = {
  channel: "daraja",
  initiator,
  passkey: "passkey-of-tests",
  ...accessTo("", ""),
};
const society = useServedSociety({
  config: { payIns },
  limits: manyWrites,
});
const twin = twinWith(0, [], {
  phones: [{ msisdn: PHONE, name: "Wanjiku Kamau", pin: "1234", balance: 50_000_000_00n }],
});
const tokens: Record<string, string> = {};
let address = "";

const staff = { CLERK: "clerk", TREASURER: "treasurer", OTHER: "treasurer" } as const;

beforeAll(async () => {
  address = await twin.open();
  await foundSociety(society);
  await enrol(society, "RV1");
  society.clock.set("2026-04-15T06:12:00Z");
  for (const [staffNo, role] of Object.entries(staff)) await employ(society, staffNo, role);
  await signStaffIn();
  expect(await registerPaybill(access())).toBeNull();
});
beforeEach(() => twin.faults.set(noFaults));
afterAll(() => twin.close());

async function signStaffIn(): Promise<void> {
  for (const staffNo of Object.keys(staff)) tokens[staffNo] = await signIn(society, staffNo);
}
const access = () => ({
  ...accessTo(address, society.address),
  callbackUrl: `${society.address}/api/v1/pay-ins`,
});
const send = async () => {
  const options = { database: society.database, send: darajaReversals(access()), log: silentLog };
  const sent = await sendReversals(options);
  await twin.flush();
  return sent;
};

/** A payment in suspense, whose account number matches no member when it is confirmed. */
async function suspended(amount = 700): Promise<string> {
  // Without a member the validation would reject it; the number leaves the register meanwhile.
  twin.faults.set(always("lose", "validation"));
  const receipt = await twin.pay(PHONE, {
    shortCode: SHORT_CODE,
    account: "SCHOOL FEES",
    amount,
    pin: "1234",
  });
  twin.faults.set(noFaults);
  await twin.flush();
  expect(await payInOf(society, receipt ?? "")).toMatchObject({ state: "suspense" });
  return receipt ?? "";
}
const post = (who: string, receipt: string, noun: string, body: object) =>
  society.send("POST", `/api/v1/pay-ins/receipts/${receipt}/${noun}`, {
    token: tokens[who] ?? "",
    body,
  });
const propose = async (receipt: string, who = "CLERK") => {
  const reply = await post(who, receipt, "reversal", { reason: "Paid by mistake" });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
};
/** A payment whose reversal two people have approved. */
async function agreed(amount?: number): Promise<string> {
  const receipt = await suspended(amount);
  await approveRequest(society, tokens["TREASURER"] ?? "", await propose(receipt));
  return receipt;
}
/** The database of a process that stalls for some seconds once it has claimed reversals. */
function stallingAfterClaim(seconds: number): Database {
  const { database, clock } = society;
  let units = 0;
  return {
    one: database.one.bind(database),
    unitOfWork: async (...values: Parameters<Database["unitOfWork"]>) => {
      const done = await database.unitOfWork(...values);
      // The first gives up late reversals, the second claims.
      units += 1;
      if (units === 2) clock.advance(seconds);
      return done;
    },
  } as unknown as Database;
}
interface Standing {
  readonly id: string;
  readonly state: string;
  readonly problem: string;
  readonly receipt_no: string;
}
async function reversalOf(receipt: string): Promise<Standing> {
  const { rows } = await society.owner.query<Standing>(
    `select r.id::text, r.state, r.problem, r.receipt_no from pay_in_reversal r
      join pay_in p on p.id = r.pay_in_id where p.receipt_no = $1 order by r.id desc`,
    [receipt],
  );
  return rows[0] as Standing;
}
const inSuspense = () => totalOf(society, "mpesa-suspense");
const returnOf = (receipt: string) =>
  twin.statement(SHORT_CODE).find(({ linkedReceipt }) => linkedReceipt === receipt);
const tell = (
  id: string,
  result: { code?: string | number; receipt?: string; amount?: number; original?: string },
  { kind = "result", secret = CALLBACK_SECRET } = {},
) =>
  society.send("POST", `/api/v1/pay-ins/${secret}/reversals/${id}/${kind}`, {
    body: {
      Result: {
        ResultCode: result.code ?? 0,
        OriginatorConversationID: "29115-34620561-T000001",
        TransactionID: result.receipt ?? "",
        ResultParameters: {
          ResultParameter: [
            { Key: "Amount", Value: result.amount ?? 0 },
            { Key: "OriginalTransactionID", Value: result.original ?? "" },
          ],
        },
      },
    },
  });

describe("a payment in suspense that two people return through M-Pesa", () => {
  it("leaves suspense with the receipt of the reversal, once, and is sent back", async () => {
    const before = await inSuspense();
    const receipt = await agreed();
    expect(await inSuspense()).toBe(before + 700);
    twin.faults.set(always("double", "reversal"));
    expect(await send()).toBe(1);
    const { state, receipt_no: returned } = await reversalOf(receipt);
    expect({ state, returned }).toEqual({
      state: "reversed",
      returned: returnOf(receipt)?.receipt,
    });
    expect(await payInOf(society, receipt)).toMatchObject({ state: "returned" });
    expect(await inSuspense()).toBe(before);
    expect(await send()).toBe(0);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is approved by another person than the one who proposed it", async () => {
    const receipt = await suspended();
    const approvalId = await propose(receipt, "TREASURER");
    const path = `/api/v1/approvals/${approvalId}`;
    const token = tokens["TREASURER"] ?? "";
    const found = await society.send("GET", path, { token });
    const { digest } = found.body as { digest?: string };
    const reply = await society.send("POST", `${path}/approval`, { token, body: { digest } });
    expect(reply.status).toBe(403);
    expect(await reversalOf(receipt)).toBeUndefined();
  });

  it("cannot be placed or returned manually while M-Pesa is asked", async () => {
    const receipt = await agreed();
    const placed = { to: "deposits", memberNo: "RV1" };
    const byHand = { returnReceipt: "BYHAND0001", reason: "Portal" };
    for (const [noun, body] of [
      ["placement", placed],
      ["return", byHand],
      ["reversal", { reason: "Again" }],
    ] as const) {
      expect((await post("CLERK", receipt, noun, body)).body).toMatchObject({
        reason: "pay-in-reversing",
      });
    }
    await expect(
      society.owner.query(
        `insert into pay_in_decision (pay_in_id, turn, decision, proposed_by, decided_by)
          select id, turn + 1, 'placed', 'staff:CLERK', 'staff:OTHER' from pay_in
          where receipt_no = $1`,
        [receipt],
      ),
    ).rejects.toThrow(/is being reversed/);
    await send();
    expect(await payInOf(society, receipt)).toMatchObject({ state: "returned" });
  });

  it("is in suspense again with the reason if M-Pesa cannot reverse it", async () => {
    const receipt = await agreed();
    await society.owner.query("update pay_in set short_code = short_code");
    const { id } = await reversalOf(receipt);
    twin.faults.set(always("lose", "reversal"));
    await society.owner.query("update pay_in_reversal set state = 'sending' where id = $1", [id]);
    await tell(id, { code: "R000002" });
    expect(await reversalOf(receipt)).toMatchObject({ state: "failed", problem: "result-R000002" });
    expect(await payInOf(society, receipt)).toMatchObject({ state: "suspense" });
    const placed = { to: "deposits", memberNo: "RV1" };
    expect((await post("CLERK", receipt, "placement", placed)).status).toBe(201);
  });

  it("is unknown without an answer and never asked again, until its result arrives", async () => {
    const receipt = await agreed();
    twin.faults.set({ ...always("reorder", "reversal"), kinds: ["lose", "answer-lost"] });
    const before = await inSuspense();
    await send();
    const { id, state } = await reversalOf(receipt);
    expect(state).toBe("unknown");
    expect(await send()).toBe(0);
    const returned = returnOf(receipt)?.receipt ?? "";
    await tell(id, { receipt: returned, amount: 700, original: receipt });
    expect(await reversalOf(receipt)).toMatchObject({ state: "reversed", receipt_no: returned });
    expect(await inSuspense()).toBe(before - 700);
  });

  it("is not requested by a process that stalled between its claim and the call", async () => {
    const receipt = await agreed();
    let asked = 0;
    const send = async () => {
      asked += 1;
      return { outcome: "accepted", reference: "" } as const;
    };
    const database = stallingAfterClaim(40);
    expect(await sendReversals({ database, send, log: silentLog })).toBe(1);
    expect(asked).toBe(0);
    society.clock.advance(20);
    await sendReversals({ database: society.database, send, log: silentLog });
    expect(asked).toBe(0);
    expect(await reversalOf(receipt)).toMatchObject({ state: "unknown", problem: "answer-lost" });
  });

  it("does not keep the others from M-Pesa if the call for one breaks", async () => {
    const [broken, good] = [await agreed(), await agreed()];
    const { id } = await reversalOf(broken);
    const send = async (reversal: { id: bigint }) => {
      if (String(reversal.id) === id) throw new Error("a defect");
      return { outcome: "accepted", reference: "" } as const;
    };
    await sendReversals({ database: society.database, send, log: silentLog });
    expect(await reversalOf(good)).toMatchObject({ state: "sent" });
    expect(await reversalOf(broken)).toMatchObject({ state: "sending" });
  });

  it("is ended by two people who record the receipt of an unknown one", async () => {
    const receipt = await agreed();
    const { id } = await reversalOf(receipt);
    await society.owner.query("update pay_in_reversal set state = 'sending' where id = $1", [id]);
    await tell(id, {}, { kind: "timeout" });
    expect(await reversalOf(receipt)).toMatchObject({ state: "unknown", problem: "timed-out" });
    const byHand = { returnReceipt: "BYHAND0002", reason: "Seen in the portal" };
    const reply = await post("CLERK", receipt, "return", byHand);
    const { approvalId } = reply.body as { approvalId: string };
    await approveRequest(society, tokens["OTHER"] ?? "", approvalId);
    expect(await reversalOf(receipt)).toMatchObject({
      state: "reversed",
      receipt_no: "BYHAND0002",
    });
    // Its result comes after all, and changes nothing.
    await tell(id, { receipt: "BYHAND0002", amount: 700, original: receipt });
    expect(await payInOf(society, receipt)).toMatchObject({ state: "returned" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("that one person found not to have happened is decided on by another", async () => {
    const receipt = await agreed();
    const { id } = await reversalOf(receipt);
    await society.owner.query("update pay_in_reversal set state = 'sending' where id = $1", [id]);
    await tell(id, {}, { kind: "timeout" });
    const failed = await post("OTHER", receipt, "reversal/failure", {
      reason: "Not in the portal",
    });
    expect(failed.status, failed.text).toBe(201);
    const placed = { to: "deposits", memberNo: "RV1" };
    const reply = await post("CLERK", receipt, "placement", placed);
    const { approvalId } = reply.body as { approvalId: string };
    await expect(approveRequest(society, tokens["OTHER"] ?? "", approvalId)).rejects.toThrow();
    await approveRequest(society, tokens["TREASURER"] ?? "", approvalId);
    expect(await payInOf(society, receipt)).toMatchObject({ state: "credited" });
    // The receipt of the reversal comes too late: the payment is shown to people.
    await tell(id, { receipt: "TOOLATE001", amount: 700, original: receipt });
    expect(await reversalOf(receipt)).toMatchObject({
      state: "failed",
      problem: "reversed-after-decision",
    });
    expect(await payInOf(society, receipt)).toMatchObject({ state: "credited", differs: true });
  });
});

describe("results of a reversal that are repeated, late or forged, in any order", () => {
  it("leave what M-Pesa's statement has", async () => {
    const message = fc.oneof(
      fc.constant("true" as const),
      fc.constant("timeout" as const),
      fc.constant("amount" as const),
      fc.constant("original" as const),
      fc.constant("secret" as const),
      fc.constant("no-receipt" as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), fc.boolean(), async (told, isDone) => {
        const before = await inSuspense();
        const receipt = await agreed(300);
        twin.faults.set({ ...always("lose", "reversal"), share: isDone ? 1 : 0 });
        if (isDone) await send();
        const { id } = await reversalOf(receipt);
        const returned = returnOf(receipt)?.receipt ?? "";
        if (!isDone) {
          await society.owner.query("update pay_in_reversal set state = 'sending' where id = $1", [
            id,
          ]);
        }
        const truth = () =>
          isDone
            ? tell(id, { receipt: returned, amount: 300, original: receipt })
            : tell(id, { code: "R000002" });
        for (const one of told) {
          if (one === "true") await truth();
          if (one === "timeout") await tell(id, {}, { kind: "timeout" });
          if (one === "amount") await tell(id, { receipt: "FORGED0001", amount: 299 });
          if (one === "original") {
            await tell(id, { receipt: "FORGED0002", amount: 300, original: "ANOTHER001" });
          }
          if (one === "secret") {
            await tell(id, { receipt: "FORGED0003", amount: 300 }, { secret: "wrong" });
          }
          if (one === "no-receipt") await tell(id, { amount: 300 });
        }
        await truth();
        expect(await reversalOf(receipt)).toMatchObject({
          state: isDone ? "reversed" : "failed",
          receipt_no: returned,
        });
        expect(await inSuspense()).toBe(before + (isDone ? 0 : 300));
      }),
      { numRuns: 15 },
    );
    expect(await reconcile(society.database)).toEqual([]);
  });
});
