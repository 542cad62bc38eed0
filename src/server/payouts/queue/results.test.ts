import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { cents } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { foundSociety } from "#test/people.ts";
import { fileOfAll, payToPhones } from "#test/payouts.ts";
import { useServedSociety } from "#test/served-society.ts";
import { fileRowsOf } from "./payout-files.ts";
import { type PayoutResult, takeResult, takeResults } from "./results.ts";

const society = useServedSociety();
const MEMBERS = 8;
const NET = cents(1_045_000n);
const attempts: string[] = [];

beforeAll(async () => {
  await foundSociety(society);
  const numbered = Array.from({ length: MEMBERS }, (_, place) => [
    `TG${place}`,
    { deposits: 100_000, mobile: `+25471200070${place}` },
  ]);
  await payToPhones(society, Object.fromEntries(numbered));
  const { id } = await society.database.unitOfWork("staff:A", (work) => fileOfAll(work));
  const rows = await society.database.snapshot((snapshot) => fileRowsOf(snapshot, id));
  attempts.push(...rows.map(({ attempt_id: attempt }) => attempt));
});

class Undone extends Error {}

/** The effects of an action, which is then rolled back. */
async function after<T>(act: (work: UnitOfWork) => Promise<T>) {
  let left: { readonly said: T; readonly rows: unknown } | null = null;
  const undone = society.database.unitOfWork("staff:A", async (work) => {
    const said = await act(work);
    left = { said, rows: await work.rows(everything) };
    throw new Undone();
  });
  await expect(undone).rejects.toThrow(Undone);
  return left;
}

/** The state of all payouts, their receipts, their histories, the books and the messages. */
const everything = statement({
  text: `select jsonb_build_object(
    'payouts', (select jsonb_agg(jsonb_build_array(reference, state, receipt_no, problem, failed_by)
      order by id) from payout),
    'receipts', (select jsonb_agg(jsonb_build_array(receipt_no, payout_id) order by receipt_no)
      from payout_receipt),
    'steps', (select jsonb_agg(jsonb_build_array(payout_id, state, problem, receipt_no, taken_by)
      order by payout_id, id) from payout_step),
    'entries', (select jsonb_agg(jsonb_build_array(kind, reference_no, receipt_no, reverses)
      order by reference_no, id) from journal_entry),
    'balances', (select jsonb_agg(jsonb_build_array(code, member_id, balance_cents) order by id)
      from ledger_account),
    'messages', (select jsonb_agg(jsonb_build_array(template, recipient, params)
      order by recipient, template) from outbox_message)) as left_behind`,
  row: z.object({ left_behind: z.unknown() }),
});

const one = fc.record({
  outcome: fc.constantFrom("paid" as const, "paid" as const, "failed" as const, "timeout" as const),
  // So few receipts that two payments name the same one.
  receiptNo: fc.constantFrom("QT1", "QT2", "QT3", "QT4", "QT5", "QT6", ""),
  amount: fc.constantFrom(NET, NET, NET, cents(1n), null),
  reason: fc.constantFrom("not-paid", "Wrong number"),
});

/** Results of each attempt once, in any order, and of one that never existed. */
const told = fc
  .tuple(
    fc.shuffledSubarray([...Array(MEMBERS + 1).keys()]),
    fc.array(one, { minLength: MEMBERS + 1, maxLength: MEMBERS + 1 }),
  )
  .map(([order, results]) =>
    order.map((place) => ({ place, ...(results[place] as (typeof results)[number]) })),
  );

const resultsOf = (said: readonly (Omit<PayoutResult, "attemptId"> & { place: number })[]) =>
  said.map(({ place, ...result }) => ({
    ...result,
    attemptId: attempts[place] ?? "0b0f9a5e-8f4f-4d6c-9a61-0d6c9f6a1c11",
  }));

const oneByOne = (results: readonly PayoutResult[]) => async (work: UnitOfWork) => {
  const effects = [];
  for (const result of results) effects.push(await takeResult(work, result));
  return effects;
};
const together = (results: readonly PayoutResult[]) => (work: UnitOfWork) =>
  takeResults(work, results);

describe("results that arrive together", () => {
  it("have the effects that each would have alone, in their order", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(told, told, async (before, said) => {
        // Earlier results, so that payments are in every state.
        const [earlier, results] = [resultsOf(before), resultsOf(said)];
        const first = await after(async (work) => {
          await together(earlier)(work);
          return oneByOne(results)(work);
        });
        const second = await after(async (work) => {
          await oneByOne(earlier)(work);
          return together(results)(work);
        });
        expect(second).toEqual(first);
        for (const effect of (second as unknown as { said: string[] }).said) seen.add(effect);
      }),
      { numRuns: 40, seed: 5 },
    );
    expect(seen).toEqual(new Set(["paid", "failed", "repeated", "refused"]));
  });

  it("settle a payment once, however often they name it, and the other payments too", async () => {
    const of = (place: number, receiptNo: string, amount = NET): PayoutResult => ({
      attemptId: attempts[place] as string,
      outcome: receiptNo === "" ? "failed" : "paid",
      receiptNo,
      amount,
      reason: "not-paid",
    });
    const results = [
      of(0, "QR1"),
      null,
      of(0, "QR1"),
      of(1, "QR2", cents(1n)),
      of(1, "QR2"),
      of(2, ""),
      of(2, ""),
      of(2, "QR3"),
      of(0, "QR4"),
    ];
    const effects = await society.database.unitOfWork("staff:A", (work) =>
      takeResults(work, results),
    );
    expect(effects).toEqual([
      "paid",
      "refused",
      "repeated",
      "refused",
      "paid",
      "failed",
      "repeated",
      "paid",
      "refused",
    ]);
    expect(await reconcile(society.database)).toEqual([]);
  });
});
