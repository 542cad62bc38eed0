import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { giveResult, sendAccepted, totalOf } from "#test/payouts.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    signInFailuresPerIp: 10_000,
    otpSendsPerIpPerHour: 10_000,
    otpSignedInBudgetPerDay: 10_000,
    otpSendsPerMemberPerDay: 1000,
  },
});
const tokens: Record<string, string> = {};
const { decide, newMember, post, standing, withdraw } = withdrawalCalls(society, tokens);
const of = (code: string, memberNo = "") => totalOf(society, code, memberNo);
const FEE = 30;
const APPROVE_ABOVE = 3000;

type Step =
  | { readonly do: "withdraw"; readonly amount: number }
  | { readonly do: "move"; readonly amount: number }
  | { readonly do: "approve" | "reject" | "cancel" | "arrive" | "fail" | "arriveAfterAll" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("withdraw" as const), amount: fc.integer({ min: 50, max: 6000 }) }),
  fc.record({ do: fc.constant("move" as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc
    .constantFrom("approve", "reject", "cancel", "arrive", "fail", "arriveAfterAll")
    .map((one) => ({ do: one })),
);

/** A withdrawal as this test keeps it, without the product's own books. */
interface Kept {
  readonly id: string;
  readonly amount: number;
  state: "approval" | "sent" | "arrived" | "failed" | "ended";
}

/** The books of one member, added up again independently of the product. */
class Books {
  deposits = 0;
  readonly withdrawals: Kept[] = [];
  readonly #paidIn: number;

  constructor(paidIn: number) {
    this.#paidIn = paidIn;
  }

  get balance(): number {
    return this.#paidIn - this.deposits - this.asked - this.fees;
  }

  get fees(): number {
    return FEE * this.#kept.length;
  }

  /** All that was asked for on the day of the test, without what came back. */
  get asked(): number {
    return this.#kept.reduce((sum, { amount }) => sum + amount, 0);
  }

  get #kept(): readonly Kept[] {
    return this.withdrawals.filter(({ state }) => state !== "failed" && state !== "ended");
  }

  get onTheWay(): number {
    return this.withdrawals
      .filter(({ state }) => state === "approval" || state === "sent")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  one(state: Kept["state"]): Kept | undefined {
    return this.withdrawals.find((kept) => kept.state === state);
  }
}

const attemptOf = async (id: string): Promise<string> => {
  await sendAccepted(society);
  const found = await society.owner.query<{ attempt_id: string }>(
    "select attempt_id from payout where withdrawal_id = $1",
    [id],
  );
  return found.rows[0]?.attempt_id ?? "";
};

let receipts = 0;

async function take(memberNo: string, books: Books, taken: Step): Promise<void> {
  switch (taken.do) {
    case "withdraw": {
      const { amount } = taken;
      const asked = await withdraw(memberNo, { amount, channel: "phone" });
      const fits = amount >= 100 && amount + FEE <= books.balance;
      expect(asked.status === 201, asked.text).toBe(fits);
      if (!fits) return;
      const { id } = asked.body as { id: string };
      const state = amount + books.asked > APPROVE_ABOVE ? "approval" : "sent";
      books.withdrawals.push({ id, amount, state });
      return;
    }
    case "move": {
      const { amount } = taken;
      const moved = await post("/api/v1/transfers", memberNo, { to: "deposits", amount });
      expect(moved.status === 201).toBe(amount <= books.balance);
      if (moved.status === 201) books.deposits += amount;
      return;
    }
    case "approve":
    case "reject": {
      const kept = books.one("approval");
      if (kept === undefined) return;
      const act = taken.do === "approve" ? "approval" : "rejection";
      expect((await decide("TREASURER", kept.id, act)).status).toBe(201);
      kept.state = taken.do === "approve" ? "sent" : "ended";
      return;
    }
    case "cancel": {
      const kept = books.one("approval") ?? books.one("sent");
      if (kept === undefined) return;
      const path = `/api/v1/withdrawals/${kept.id}/cancellation`;
      const waits = kept.state === "approval";
      expect((await post(path, memberNo, {})).status).toBe(waits ? 201 : 409);
      if (waits) kept.state = "ended";
      return;
    }
    case "arrive":
    case "fail": {
      const kept = books.one("sent");
      if (kept === undefined) return;
      const arrives = taken.do === "arrive";
      receipts += 1;
      const receiptNo = arrives ? `TMW${receipts}` : "";
      const outcome = arrives ? "paid" : "failed";
      const attemptId = await attemptOf(kept.id);
      await giveResult(society, { attemptId, outcome, amount: kept.amount, receiptNo });
      kept.state = arrives ? "arrived" : "failed";
      return;
    }
    case "arriveAfterAll": {
      const kept = books.one("failed");
      if (kept === undefined) return;
      const fits = kept.amount + FEE <= books.balance;
      receipts += 1;
      await giveResult(society, {
        attemptId: await attemptOf(kept.id),
        outcome: "paid",
        amount: kept.amount,
        receiptNo: `TMW${receipts}`,
      });
      if (fits) kept.state = "arrived";
    }
  }
}

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "TREASURER", "treasurer");
  tokens["TREASURER"] = await signIn(society, "TREASURER");
  await society.owner.query(
    `insert into withdrawal_policy (effective_from, smallest_cents, largest_day_cents, fee_cents,
        notice_days, approval_above_cents, set_by)
      values ('2001-01-01', 10000, 100000000, ${FEE * 100}, 0, ${APPROVE_ABOVE * 100}, 'test')`,
  );
});

it("any walk of withdrawals, failures and transfers leaves the books as added here", async () => {
  const all: Books[] = [];
  const sum = (figure: (books: Books) => number) =>
    all.reduce((total, books) => total + figure(books), 0);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const memberNo = await newMember(9000);
      const books = new Books(9000);
      all.push(books);
      for (const one of steps) await take(memberNo, books, one);
      expect(await of("withdrawable-deposits", memberNo)).toBe(books.balance);
      expect(await of("member-deposits", memberNo)).toBe(books.deposits);
      expect(await of("payout-clearing")).toBe(sum(({ onTheWay }) => onTheWay));
      expect(await of("withdrawal-fees")).toBe(sum(({ fees }) => fees));
      const { rows } = (await standing(memberNo)) as { rows: { progress: string }[] };
      const arrived = rows.filter(({ progress }) => progress === "arrived").length;
      expect(arrived).toBe(books.withdrawals.filter(({ state }) => state === "arrived").length);
    }),
    { numRuns: 20, seed: 7 },
  );
  for (const books of all) {
    for (const kept of books.withdrawals) {
      if (kept.state === "approval") await decide("TREASURER", kept.id, "rejection");
      if (kept.state !== "sent") continue;
      receipts += 1;
      const attemptId = await attemptOf(kept.id);
      const receiptNo = `TMW${receipts}`;
      await giveResult(society, { attemptId, outcome: "paid", amount: kept.amount, receiptNo });
    }
  }
  expect(await of("payout-clearing")).toBe(0);
  expect(await reconcile(society.database)).toEqual([]);
});
