import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { LENT, lendingSociety } from "#test/disbursed-loans.ts";

const { society, employStaff, step, disbursed, sendAll, give } = lendingSociety();

beforeAll(employStaff);

/** Events of one loan's payment, in any order and as often as they come. */
type Event =
  | { readonly type: "send" }
  | { readonly type: "disburse" }
  | { readonly type: "repay" }
  | {
      readonly type: "result";
      readonly outcome: "paid" | "failed" | "timeout";
      /** The attempt it is about, counted from the first. */
      readonly attempt: number;
      readonly receipt: number;
      readonly amount: number;
    };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constant({ type: "send" } as const),
  fc.constant({ type: "disburse" } as const),
  fc.constant({ type: "repay" } as const),
  fc.record({
    type: fc.constant("result" as const),
    outcome: fc.constantFrom("paid" as const, "failed" as const, "timeout" as const),
    attempt: fc.nat(2),
    receipt: fc.nat(1),
    amount: fc.constantFrom(LENT, LENT, LENT, LENT - 1),
  }),
);

async function attemptsOf(loanNo: string): Promise<string[]> {
  const { rows } = await society.owner.query<{ id: string }>(
    `select a.id::text from payout_attempt a join payout p on p.id = a.payout_id
      join loan l on l.id = p.loan_id where l.loan_no = $1 order by a.begun_at, a.id`,
    [loanNo],
  );
  return rows.map(({ id }) => id);
}

let receipts = 0;

async function happen(one: Event, loanNo: string, base: number): Promise<void> {
  if (one.type === "send") await sendAll();
  if (one.type === "disburse") await step("OTHER", loanNo, "disbursement");
  if (one.type === "repay") {
    const receipt = `RPY${String((receipts += 1)).padStart(7, "0")}`;
    await step("CLERK", loanNo, "repayments", { amount: 500, receipt });
  }
  if (one.type !== "result") return;
  const attemptId = (await attemptsOf(loanNo))[one.attempt];
  if (attemptId === undefined) return;
  const { outcome, amount } = one;
  const receiptNo = outcome === "paid" ? `MCH${base}R${one.receipt}` : "";
  await give({ attemptId, outcome, receiptNo, amount, reason: "result-1" });
}

interface Standing {
  readonly state: string;
  readonly paid: number;
  readonly settled: number;
  readonly open: number;
}

async function standingOf(loanNo: string): Promise<Standing | undefined> {
  const { rows } = await society.owner.query<Standing>(
    `select l.state, count(*) filter (where p.state = 'paid')::int as paid,
        (select count(*)::int from journal_entry e where e.kind like 'payout-%'
          and e.reference_no like l.loan_no || '%') as settled,
        count(*) filter (where p.state in ('waiting', 'sending', 'sent', 'unknown'))::int as open
      from loan l join payout p on p.loan_id = l.id where l.loan_no = $1 group by l.id`,
    [loanNo],
  );
  return rows[0];
}

it("a loan is paid at most once, whatever results come, and the books agree", async () => {
  let base = 1000;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      const { loanNo } = await disbursed();
      base += 1;
      for (const one of events) {
        await happen(one, loanNo, base);
        const found = await standingOf(loanNo);
        expect(found?.paid).toBeLessThanOrEqual(1);
        expect(found?.settled).toBe(found?.paid);
        expect((found?.paid ?? 0) + (found?.open ?? 0)).toBe(found?.state === "approved" ? 0 : 1);
      }
      expect(await reconcile(society.database)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
