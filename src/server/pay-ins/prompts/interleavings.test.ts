import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { paybillCalls, paybillConfig, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { checkoutOf, promptIn, promptResult, ScriptedPrompts } from "#test/prompts.ts";
import { tellPrompt, workPrompts } from "#test/prompts.ts";
import { differencesReAdded } from "#test/re-added.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ config: paybillConfig });
const { confirm } = paybillCalls(society);
const provider = new ScriptedPrompts();
const AMOUNT = 100;
const LOAN = "IL-2026-00001";

let count = 0;
const ids = new Map<string, bigint>();
let loanId = 0n;

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["IN1", "IN2"]) {
    await enrol(society, memberNo);
    ids.set(memberNo, await memberIdOf(society, memberNo));
  }
  await lend(society, "IN2", { loanNo: LOAN });
  const { rows } = await society.owner.query<{ id: bigint }>("select id from loan");
  loanId = rows[0]?.id ?? 0n;
});

interface Shown {
  readonly reference: string;
  readonly receipt: string;
}

/** Puts a prompt on a separate phone: to deposits, or to the loan. */
async function promptOnPhone(memberNo: string, destination: "deposits" | "loan"): Promise<Shown> {
  count += 1;
  const reference = `${memberNo}-C${String(count).padStart(4, "0")}`;
  await society.owner.query(
    `insert into pay_in_prompt (reference, member_id, destination, loan_id, amount_cents,
        mobile_number, state, checkout_id, sent_at, asked_at, due_at)
      values ($1, $2, $3, $4, $5, $6, 'sent', $7, $8, $8, $8)`,
    [
      reference,
      ids.get(memberNo),
      destination,
      destination === "loan" ? loanId : null,
      AMOUNT * 100,
      `+2547${String(20_000_000 + count)}`,
      checkoutOf(reference),
      society.clock.stillAt(),
    ],
  );
  provider.standings.set(checkoutOf(reference), { outcome: "paid" });
  return { reference, receipt: `TI${reference.replace("-", "")}` };
}

/** A message about one of the prompts; `other` quotes the receipt of the other one. */
const messages = ["callback", "other", "forged", "other-amount", "cancelled", "c2b"] as const;
// The confirmations come within a minute. `evidence.test.ts` has those that come later, or never.
const event = fc.oneof(
  fc.record({ at: fc.nat({ max: 1 }), message: fc.constantFrom(...messages) }),
  fc.record({ at: fc.constant(0), message: fc.constant("work" as const) }),
);
interface Event {
  readonly at: number;
  readonly message: (typeof messages)[number] | "work" | "wait";
}

async function happen(prompts: readonly [Shown, Shown], { at, message }: Event): Promise<void> {
  if (message === "work") return void (await workPrompts(society, provider));
  if (message === "wait") return society.clock.advance(61);
  const [one, other] = at === 0 ? prompts : [prompts[1], prompts[0]];
  const { reference, receipt } = one;
  const amount = AMOUNT;
  if (message === "c2b") {
    return void (await confirm(
      paymentCallback(receipt, reference, { TransAmount: `${AMOUNT}.00` }),
    ));
  }
  const told = {
    callback: { receipt, amount },
    other: { receipt: other.receipt, amount },
    forged: { receipt: `TF${reference.replace("-", "")}`, amount },
    "other-amount": { receipt, amount: amount + 1 },
    cancelled: { code: 1032 },
  }[message];
  await tellPrompt(society, promptResult(reference, told));
}

const figures = async () => [
  await totalOf(society, "member-deposits", "IN1"),
  await totalOf(society, "loan-receivable", "IN2"),
  await totalOf(society, "mpesa-suspense"),
  await totalOf(society, "mobile-money"),
];

describe("two prompts at once, one to deposits and one to a loan", () => {
  it("are each credited once by their confirmation, whatever comes at the same time", async () => {
    const batches = fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const before = await figures();
        const prompts = [
          await promptOnPhone("IN1", "deposits"),
          await promptOnPhone("IN2", "loan"),
        ] as const;
        for (const batch of all) await Promise.all(batch.map((one) => happen(prompts, one)));
        const confirmations = [0, 1, 0, 1].map((at) => ({ at, message: "c2b" as const }));
        await Promise.all(confirmations.map((one) => happen(prompts, one)));
        for (const message of ["wait", "work", "wait", "work"] as const) {
          await happen(prompts, { at: 0, message });
        }
        const after = await figures();
        expect(after.map((figure, at) => figure - (before[at] ?? 0))).toEqual([
          AMOUNT,
          -AMOUNT,
          0,
          2 * AMOUNT,
        ]);
        for (const { reference, receipt } of prompts) {
          expect(await promptIn(society, reference)).toMatchObject({ state: "paid", receipt });
        }
      }),
      { numRuns: 25 },
    );
    expect(await differencesReAdded(society)).toEqual([]);
    expect(await reconcile(society.database)).toEqual([]);
  });
});
