import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import type { PayoutConfig } from "#server/kernel/platform/daraja-config.ts";
import { CALLBACK_SECRET, resultOf } from "#test/daraja-server.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { differencesReAdded } from "#test/re-added.ts";
import { accessTo } from "#test/twin-payouts.ts";

const payouts: PayoutConfig = { channel: "daraja", ...accessTo("", "") };
const { society, employStaff, sent } = lendingSociety({ payouts });

beforeAll(employStaff);

/** Calls about one payment, of which only the true ones are M-Pesa's. */
const kinds = [
  "result",
  "answer",
  "timeout",
  "unanswered",
  "not-found",
  "pending",
  "forged-secret",
  "forged-amount",
  "forged-answer",
  "forged-attempt",
] as const;
type Kind = (typeof kinds)[number];

interface Truth {
  readonly attempt: string;
  readonly receipt: string;
  readonly isPaid: boolean;
}

const answerOf = (about: string, status: string, receipt: string, amount: number) => ({
  Result: {
    ResultCode: 0,
    OriginatorConversationID: "29115-34620561-T000001",
    ResultParameters: {
      ResultParameter: [
        { Key: "OriginatorConversationID", Value: about },
        { Key: "TransactionStatus", Value: status },
        { Key: "Amount", Value: amount },
        { Key: "ReceiptNo", Value: receipt },
      ],
    },
  },
});

async function tell(kind: Kind, { attempt, receipt, isPaid }: Truth): Promise<void> {
  const post = (path: string, body: object, secret = CALLBACK_SECRET) =>
    society.send("POST", `/api/v1/payout-results/${secret}/${path}`, { body });
  const payment = { OriginatorConversationID: attempt, Amount: LENT };
  const actual = resultOf(payment, receipt, isPaid ? {} : { code: 2040 });
  const status = isPaid ? "Completed" : "Failed";
  const another = "1e7b6c1a-0000-4000-8000-000000000000";
  const forged = `F${receipt.slice(1)}`;
  const calls: Readonly<Record<Kind, () => Promise<unknown>>> = {
    result: () => post("result", actual),
    answer: () => post(`status/${attempt}`, answerOf(attempt, status, receipt, LENT)),
    timeout: () => post("timeout", actual),
    unanswered: () => post(`status-timeout/${attempt}`, actual),
    "not-found": () =>
      post(`status/${attempt}`, { Result: { ...actual.Result, ResultCode: "2033" } }),
    pending: () => post(`status/${attempt}`, answerOf(attempt, "Pending", "", LENT)),
    "forged-secret": () => post("result", resultOf(payment, forged), "wrong"),
    "forged-amount": () => post("result", resultOf(payment, forged, { amount: LENT - 1 })),
    "forged-answer": () =>
      post(`status/${attempt}`, answerOf(attempt, "Completed", forged, LENT + 1)),
    "forged-attempt": () => post(`status/${attempt}`, answerOf(another, "Completed", forged, LENT)),
  };
  await calls[kind]();
}

it("results, answers and time-outs in any order leave what M-Pesa did", async () => {
  let paidOut = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...kinds), { maxLength: 8 }),
      fc.constantFrom("result" as const, "answer" as const),
      fc.boolean(),
      async (told, last, isPaid) => {
        const before = await totalOf(society, "mobile-money");
        const { memberNo, attemptId } = await sent();
        paidOut += 1;
        const receipt = isPaid ? `TKX${String(paidOut).padStart(7, "0")}` : "0";
        const truth = { attempt: attemptId, receipt, isPaid };
        for (const kind of told) await tell(kind, truth);
        await tell(last, truth);
        expect(await payoutOf(society, memberNo)).toMatchObject({
          state: isPaid ? "paid" : "failed",
          receipt_no: isPaid ? receipt : "",
        });
        const moved = before - (await totalOf(society, "mobile-money"));
        expect(moved).toBe(isPaid ? LENT : 0);
        expect(await totalOf(society, "payout-clearing")).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
  expect(await differencesReAdded(society)).toEqual([]);
  expect(await reconcile(society.database)).toEqual([]);
});
