import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { calculateSplit, restFor, type SplitRow } from "#shared/dividend-split.ts";
import { type SplitMode, splitModes } from "#shared/split-modes.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, shillings } from "#shared/money.ts";
import { elect } from "#server/dividends/splits/commands.ts";
import { shareOf } from "#server/dividends/splits/queries.ts";
import { termsOf } from "#server/dividends/splits/split-terms.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { releaseConfirmed } from "#server/payouts/queue/held-parts.ts";
import { bookYear, postYear } from "#test/dividend-year.ts";
import { enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { lock, pay, remind } from "./commands.ts";

const society = useServedSociety();
const notify = () => {};
// The model chooses more often than a member may in a day.
const MANY_ELECTIONS = { ...limitDefaults, electionsPerDay: 1_000_000 };
const members = ["MM1", "MM2", "MM3"] as MemberNo[];

type Command =
  | { readonly what: "close" | "lock" | "pay" | "remind" }
  | { readonly what: "confirm" | "unconfirm"; readonly who: number }
  | { readonly what: "repay"; readonly who: number; readonly amount: number }
  | {
      readonly what: "elect";
      readonly who: number;
      readonly isStale: boolean;
      readonly parts: readonly { readonly mode: SplitMode; readonly share: number }[];
    };

const who = fc.nat({ max: members.length - 1 });
const part = fc.record({
  mode: fc.constantFrom(...splitModes),
  share: fc.integer({ min: 1, max: 100 }),
});
const election = fc.record({
  what: fc.constant("elect" as const),
  who,
  isStale: fc.boolean(),
  parts: fc.array(part, { minLength: 1, maxLength: 5 }),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: election },
  fc.record({ what: fc.constant("repay" as const), who, amount: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ what: fc.constantFrom("confirm" as const, "unconfirm" as const), who }),
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom("close", "lock", "pay", "remind") }) },
);

/** The model's state of a year: its step, and the number of accepted choices of each member. */
interface Modelled {
  readonly year: number;
  state: "posted" | "locked" | "paid";
  isOpen: boolean;
  versions: number[];
}

/** The rows as far as their modes allow; the rest goes to shares. */
function rowsOf(
  parts: readonly { readonly mode: SplitMode; readonly share: number }[],
  terms: ReturnType<typeof termsOf>,
): SplitRow[] {
  const rows: SplitRow[] = [];
  for (const { mode, share } of parts) {
    const loanNo = mode === "loan" ? (terms.loans[0]?.loanNo ?? "NONE") : "";
    const bill = mode === "hospital-bill" ? "UH-7" : "";
    rows.push({ mode, amount: cents(0n), loanNo, bill });
    const rest = restFor(rows, rows.length - 1, terms);
    const wanted = cents((rest * BigInt(share)) / 100n);
    const amount = mode === "mobile" || share > 90 ? rest : wanted;
    rows[rows.length - 1] = { mode, amount, loanNo, bill };
  }
  const { balance } = calculateSplit(rows, terms);
  const given = rows.filter(({ amount }) => amount > 0n);
  return balance > 0n
    ? [...given, { mode: "share-capital", amount: balance, loanNo: "", bill: "" }]
    : given;
}

/** Runs a command and returns whether the model allows it. */
async function carryOut(model: Modelled, next: Command): Promise<boolean> {
  const { database } = society;
  const { year } = model;
  switch (next.what) {
    case "close":
      society.clock.set("2026-04-14T14:00:00Z");
      model.isOpen = false;
      return true;
    case "lock":
    case "pay":
    case "remind": {
      const expected = {
        lock: model.state === "posted" && !model.isOpen,
        pay: model.state === "locked",
        remind: model.isOpen,
      }[next.what];
      await database.unitOfWork("staff:P", async (work) => {
        if (next.what === "lock") return lock(work, year);
        return next.what === "pay" ? pay(work, year, notify) : remind(work, year, notify);
      });
      if (expected && next.what !== "remind") {
        model.state = next.what === "lock" ? "locked" : "paid";
      }
      return expected;
    }
    case "confirm":
    case "unconfirm": {
      const value = next.what === "confirm" ? "now()" : "null";
      await society.owner.query(
        `update member set mobile_confirmed_at = ${value} where member_no = $1`,
        [members[next.who]],
      );
      const memberId = await memberIdOf(society, members[next.who] ?? "");
      await database.unitOfWork("test", (work) => releaseConfirmed(work, memberId, notify));
      return true;
    }
    case "repay":
      await repay(next.who, next.amount);
      return true;
    case "elect":
      return carryOutElection(model, next);
  }
}

async function carryOutElection(model: Modelled, next: Command & { what: "elect" }) {
  const memberNo = members[next.who] as MemberNo;
  const { year } = model;
  const share = await society.database.snapshot((snapshot) => shareOf(snapshot, memberNo, year));
  if (share === null) throw new Error("every member has a share");
  const rows = rowsOf(next.parts, termsOf(share));
  const version = model.versions[next.who] ?? 0;
  const seen = next.isStale ? version + 1 : version;
  const allowed = model.isOpen && !next.isStale && calculateSplit(rows, termsOf(share)).isComplete;
  const outcome = await society.database
    .unitOfWork(`member:${memberNo}`, (work) =>
      elect(work, { memberNo, year, seen, rows }, MANY_ELECTIONS, notify),
    )
    .catch((error: unknown) => error);
  if (outcome instanceof Problem && allowed) throw new Error(`refused with ${outcome.code}`);
  if (outcome instanceof Error) throw outcome;
  if (allowed) model.versions[next.who] = version + 1;
  return allowed;
}

async function repay(index: number, amount: number): Promise<void> {
  const memberId = await memberIdOf(society, members[index] ?? "");
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [
      {
        kind: "loan-repaid-by-mpesa",
        memberId,
        loanNo: `LN-${members[index]}`,
        amount: shillings(amount),
        narration: "Repayment",
      },
    ]),
  );
}

/** The amounts on the members' dividend accounts, on hold, and declared this year, in cents. */
async function books(year: number) {
  const { rows } = await society.owner.query<Record<"payable" | "held" | "gross" | "torn", string>>(
    `select (select sum(-balance_cents) from ledger_account where code = 'dividend-payable')
        as payable,
      (select coalesce(sum(g.amount_cents), 0) from dividend_leg g
        join dividend d on d.id = g.dividend_id
        where d.state = 'paid' and g.hold_reason is not null) as held,
      (select sum(gross_cents) from dividend_entitlement e join dividend d on d.id = e.dividend_id
        where d.year = $1) as gross,
      (select count(*) from (select member_id, sum(amount_cents) as cents from dividend_leg g
          join dividend d on d.id = g.dividend_id where d.year = $1 group by member_id) g
        join dividend_entitlement e using (member_id) join dividend d on d.id = e.dividend_id
        where d.year = $1 and e.gross_cents <> g.cents) as torn`,
    [year],
  );
  return rows[0];
}

describe("any sequence of commands", () => {
  it("places every cent of every dividend once, and keeps the books reconciled", async () => {
    await foundSociety(society);
    const owed = { shareCapital: shillings(500), deposits: [shillings(54_321)] };
    for (const memberNo of members) {
      await enrol(society, memberNo);
      await bookYear(society, memberNo, 2001, owed);
      const startDate = "2026-01-10" as CalendarDate;
      await lend(society, memberNo, { loanNo: `LN-${memberNo}`, principal: 20_000, startDate });
    }
    let year = 2001;
    const states = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 25 }), async (sequence) => {
        society.clock.set(TEST_CLOCK_STARTS);
        year += 1;
        await postYear(society, {
          year,
          booksClosedOn: `${year}-12-31` as CalendarDate,
          opensOn: "2026-04-14" as CalendarDate,
          closesOn: "2026-04-14" as CalendarDate,
          defaultMode: year % 2 === 0 ? "mobile" : "share-capital",
          ...(year % 3 === 0 && { tax: { "share-capital": 250, loan: 333, "hospital-bill": 1 } }),
        });
        const model: Modelled = { year, state: "posted", isOpen: true, versions: [0, 0, 0] };
        const end: Command[] = [{ what: "close" }, { what: "lock" }, { what: "pay" }];
        for (const next of [...sequence, ...end]) {
          await step(model, next);
          states.add(`${model.state} ${next.what}`);
          const found = await books(year);
          expect(found?.torn).toBe("0");
          const open = model.state === "paid" ? 0n : BigInt(found?.gross ?? 0);
          expect(BigInt(found?.payable ?? 0)).toBe(open + BigInt(found?.held ?? 0));
          if (BigInt(found?.held ?? 0) > 0n) states.add("on hold");
        }
        expect(model.state).toBe("paid");
      }),
      { numRuns: 24, seed: 5 },
    );
    expect(states.size).toBeGreaterThan(15);
    expect(states).toContain("on hold");
    expect(await reconcile(society.database)).toEqual([]);
  });
});

/** Compares the result of a command with the model. */
async function step(model: Modelled, next: Command): Promise<void> {
  const before = structuredClone(model);
  const outcome = await carryOut(model, next).catch((error: unknown) => error);
  if (outcome instanceof Error && !(outcome instanceof Problem)) throw outcome;
  if (outcome instanceof Problem) {
    Object.assign(model, before);
    const allowed = wouldAllow(before, next);
    expect(allowed, `${JSON.stringify(next)} was refused: ${outcome.code}`).toBe(false);
  } else {
    expect(outcome, JSON.stringify(next)).toBe(true);
  }
}

/** Whether the model allows a rejected command; a split is judged when it is sent. */
function wouldAllow(model: Modelled, next: Command): boolean {
  if (next.what === "lock") return model.state === "posted" && !model.isOpen;
  if (next.what === "pay") return model.state === "locked";
  if (next.what === "remind") return model.isOpen;
  return next.what !== "elect";
}
