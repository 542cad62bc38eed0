import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteLoan } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, shillings } from "#shared/money.ts";
import * as loans from "#server/loans/instant-loans/commands.ts";
import { repay } from "#server/loans/desk/commands.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { amendWithConsent } from "#test/loan-amendments.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import { deposit, enrol } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { loanPayouts } from "#server/payouts/queue/loan-payouts.ts";
import * as commands from "./commands.ts";

const society = useServedSociety();
const limits = {
  ...limitDefaults,
  applicationsPerMinute: 1e6,
  applicationsPerDay: 1e6,
  guarantorsNamedPerDay: 1e6,
};
const notify = () => {};

/** The borrower has 10,000 and asks for 15,000; the third guarantor has too little. */
const NEEDED = 5000;
const CAPACITY = [5000, 4000, 1000] as const;
type Who = 0 | 1 | 2;

type Command =
  | { readonly what: "apply"; readonly first: Who }
  | { readonly what: "accept" | "decline"; readonly who: Who }
  | { readonly what: "name"; readonly who: Who; readonly amount: number }
  | { readonly what: "replace"; readonly old: Who; readonly who: Who; readonly amount: number }
  | { readonly what: "amend"; readonly amount: number }
  | { readonly what: "withdraw" | "refuse" | "approve" | "disburse" | "settle" };

type State = "asked" | "accepted" | "declined" | "released";

/** The model's state of the newest loan: its guarantors that were not cancelled. */
interface Model {
  loan: "applied" | "approved" | "declined" | "withdrawn" | "disbursed" | "settled";
  amount: number;
  needed: number;
  /** In the order of asking; declined ones that were replaced stay, hidden. */
  guarantors: { who: Who; amount: number; state: State; replaced: boolean }[];
}

const sum = (model: Model, ...states: State[]) =>
  model.guarantors
    .filter(({ state }) => states.includes(state))
    .reduce((total, { amount }) => total + amount, 0);

/** The model after a command, or null if it is rejected. */
function after(model: Model | null, command: Command): Model | null {
  const open = model?.loan === "applied" || model?.loan === "approved";
  if (command.what === "apply") {
    // The balance of a running loan counts against the deposits.
    if (open || model?.loan === "disbursed") return null;
    const asked = { who: command.first, amount: NEEDED, state: "asked", replaced: false } as const;
    return { loan: "applied", amount: 15_000, needed: NEEDED, guarantors: [asked] };
  }
  if (model === null) return null;
  if (command.what === "disburse") {
    return model.loan === "approved" ? { ...model, loan: "disbursed" } : null;
  }
  if (command.what === "settle") {
    if (model.loan !== "disbursed") return null;
    return { ...model, loan: "settled", guarantors: turned(model, "accepted", "released") };
  }
  return model.loan === "applied" ? ofApplied(model, command) : null;
}

function turned(model: Model, from: State, to: State): Model["guarantors"] {
  return model.guarantors.map((one) => (one.state === from ? { ...one, state: to } : one));
}

const without = (model: Model, ...states: State[]) =>
  model.guarantors.filter(({ state }) => !states.includes(state));

function ofApplied(model: Model, command: Command): Model | null {
  switch (command.what) {
    case "withdraw":
      return { ...model, loan: "withdrawn", guarantors: without(model, "asked", "accepted") };
    case "refuse":
      return { ...model, loan: "declined", guarantors: without(model, "asked", "accepted") };
    case "approve":
      if (sum(model, "accepted") < model.needed) return null;
      return { ...model, loan: "approved", guarantors: without(model, "asked") };
    case "accept":
    case "decline":
      return answered(model, command.who, command.what);
    case "name":
      return named(model, command.who, command.amount, null);
    case "replace":
      return named(model, command.who, command.amount, command.old);
    case "amend":
      return amended(model, command.amount);
    case "apply":
    case "disburse":
    case "settle":
      return null;
  }
}

function answered(model: Model, who: Who, answer: "accept" | "decline"): Model | null {
  const asked = model.guarantors.find((one) => one.who === who && one.state === "asked");
  if (!asked || (answer === "accept" && asked.amount > CAPACITY[who])) return null;
  const state = answer === "accept" ? "accepted" : "declined";
  const guarantors = model.guarantors.map((one) => (one === asked ? { ...one, state } : one));
  return { ...model, guarantors } as Model;
}

function named(model: Model, who: Who, amount: number, old: Who | null): Model | null {
  if (model.needed === 0) return null;
  const replaced =
    old === null ? null : model.guarantors.find((one) => one.who === old && !one.replaced);
  if (replaced === undefined || replaced?.state === "accepted") return null;
  const left = model.guarantors.flatMap((one) => {
    if (one !== replaced) return [one];
    return one.state === "asked" ? [] : [{ ...one, replaced: true }];
  });
  if (left.some((one) => one.who === who)) return null;
  return { ...model, guarantors: [...left, { who, amount, state: "asked", replaced: false }] };
}

function amended(model: Model, amount: number): Model | null {
  if (amount === model.amount) return model;
  const needed = Math.max(0, amount - 10_000);
  if (needed > sum(model, "asked", "accepted")) return null;
  const stays = without(model, "asked", "accepted");
  const anew = model.guarantors
    .filter(({ state }) => needed > 0 && (state === "asked" || state === "accepted"))
    .map((one) => ({ ...one, amount: Math.min(one.amount, needed), state: "asked" as const }));
  return { ...model, amount, needed, guarantors: [...stays, ...anew] };
}

interface Cast {
  readonly borrower: MemberNo;
  readonly guarantors: readonly MemberNo[];
}

interface NewestLoan {
  readonly id: string;
  readonly loan_no: string;
  readonly state: string;
  readonly principal: number;
}

async function newest(cast: Cast): Promise<NewestLoan | undefined> {
  const found = await society.owner.query<NewestLoan>(
    `select l.id, l.loan_no, l.state, (l.principal_cents / 100)::int as principal
      from loan l join member m on m.id = l.member_id
      where m.member_no = $1 order by l.id desc limit 1`,
    [cast.borrower],
  );
  return found.rows[0];
}

async function guaranteesNow(loanId: string) {
  const found = await society.owner.query<{ member_no: string; state: State; amount: number }>(
    `select m.member_no, g.state, (g.amount_cents / 100)::int as amount
      from guarantee g join member m on m.id = g.guarantor_id
      where g.loan_id = $1 and g.state <> 'cancelled' order by m.member_no`,
    [loanId],
  );
  return found.rows;
}

async function idOf(loanId: string, memberNo: string, open: boolean): Promise<bigint> {
  const found = await society.owner.query<{ id: string }>(
    `select g.id from guarantee g join member m on m.id = g.guarantor_id
      where g.loan_id = $1 and m.member_no = $2 and g.state <> 'cancelled'
        and (not $3 or not exists (select from guarantee r where r.replaces_id = g.id))
      order by g.id desc limit 1`,
    [loanId, memberNo, open],
  );
  return BigInt(found.rows[0]?.id ?? 0);
}

let receipts = 0;

function apply(work: UnitOfWork, cast: Cast, first: Who) {
  const memberNo = cast.guarantors[first] ?? cast.borrower;
  const application = {
    memberNo: cast.borrower,
    by: `member:${cast.borrower}`,
    amount: shillings(15_000),
    period: 3,
    total: "15675",
    repayment: "5225",
    guarantors: [{ memberNo, amount: shillings(NEEDED) }],
    language: "en",
  } as const;
  return loans.apply(work, application, limits, notify);
}

async function answerAs(work: UnitOfWork, cast: Cast, loan: NewestLoan, command: Command) {
  if (command.what !== "accept" && command.what !== "decline") return undefined;
  const memberNo = cast.guarantors[command.who] ?? cast.borrower;
  const id = await idOf(loan.id, memberNo, false);
  const to = command.what === "accept" ? "accepted" : "declined";
  return commands.answer(work, { id, memberNo }, to, notify);
}

async function nameAs(work: UnitOfWork, cast: Cast, loan: NewestLoan, command: Command) {
  if (command.what !== "name" && command.what !== "replace") return undefined;
  const named = {
    memberNo: cast.guarantors[command.who] ?? cast.borrower,
    amount: shillings(command.amount),
  };
  const old = command.what === "replace" ? cast.guarantors[command.old] : undefined;
  const replaces = old === undefined ? undefined : await idOf(loan.id, old, true);
  const naming = { loanNo: loan.loan_no, memberNo: cast.borrower, named, replaces };
  return commands.nameGuarantor(work, naming, limits, notify);
}

async function carryOut(work: UnitOfWork, cast: Cast, loan: NewestLoan, command: Command) {
  const { loan_no: loanNo } = loan;
  switch (command.what) {
    case "apply":
      return apply(work, cast, command.first);
    case "withdraw":
      return loans.withdraw(work, { loanNo, by: "m", memberNo: cast.borrower }, notify);
    case "refuse":
      return loans.decline(work, { loanNo, by: "staff:A", reason: "No" }, notify);
    case "approve":
      return loans.approve(work, { loanNo, by: "staff:A" }, notify);
    case "disburse":
      return loans.disburse(work, { loanNo, by: "staff:B" }, { notify, payouts: loanPayouts });
    case "settle": {
      const { total } = quoteLoan(shillings(loan.principal), 3, specifiedPrice);
      const receipt = `GM-${(receipts += 1)}`;
      const paid = { loanNo, by: "staff:C", amount: cents(total), receipt };
      return repay(work, { ...paid, way: "mpesa", date: undefined, over: undefined }, notify);
    }
    case "amend": {
      const given = { id: BigInt(loan.id), amount: shillings(command.amount), by: "staff:C" };
      return amendWithConsent(work, { ...given, memberNo: cast.borrower, language: "en" });
    }
    case "name":
    case "replace":
      return nameAs(work, cast, loan, command);
    case "accept":
    case "decline":
      return answerAs(work, cast, loan, command);
  }
}

const who = fc.constantFrom<Who>(0, 1, 2);
const amount = fc.constantFrom(1000, 2000, 4000, 5000);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("apply" as const), first: who }) },
  {
    weight: 7,
    arbitrary: fc.record({
      what: fc.constantFrom("accept" as const, "accept" as const, "decline" as const),
      who,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("name" as const), who, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("replace" as const), old: who, who, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("amend" as const),
      amount: fc.constantFrom(9000, 12_000, 14_000, 16_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "withdraw" as const,
        "refuse" as const,
        "approve" as const,
        "approve" as const,
        "disburse" as const,
        "disburse" as const,
        "settle" as const,
        "settle" as const,
      ),
    }),
  },
);

/** By chance a loan is seldom paid out, so some sequences begin there. */
const paidOut: readonly Command[] = [
  { what: "apply", first: 0 },
  { what: "accept", who: 0 },
  { what: "approve" },
  { what: "disburse" },
];
const sequences = fc
  .tuple(fc.integer({ min: 0, max: paidOut.length }), fc.array(command, { maxLength: 25 }))
  .map(([begun, rest]) => [...paidOut.slice(0, begun), ...rest]);

async function enrolCast(number: number): Promise<Cast> {
  const borrower = `GB${number}` as MemberNo;
  await enrol(society, borrower);
  await deposit(society, borrower, 10_000);
  const guarantors: MemberNo[] = [];
  for (const [index, capacity] of CAPACITY.entries()) {
    const memberNo = `GG${number}-${index}` as MemberNo;
    await enrol(society, memberNo);
    await deposit(society, memberNo, capacity);
    guarantors.push(memberNo);
  }
  return { borrower, guarantors };
}

async function takeStep(cast: Cast, model: Model | null, next: Command): Promise<Model | null> {
  society.clock.advance(61);
  const none = { id: "0", loan_no: "INS-0", state: "", principal: 1000 };
  const loan = (await newest(cast)) ?? none;
  const expected = after(model, next);
  const outcome = await society.database
    .unitOfWork(`staff:${cast.borrower}`, (work) => carryOut(work, cast, loan, next))
    .catch((error: unknown) => error);
  if (outcome instanceof Error && !(outcome instanceof Problem)) throw outcome;
  expect(outcome instanceof Problem, JSON.stringify({ next, model })).toBe(expected === null);
  return expected ?? model;
}

describe("any sequence of commands", () => {
  it("reaches only states that are valid for a loan and its guarantees", async () => {
    let casts = 0;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const cast = await enrolCast((casts += 1));
        let model: Model | null = null;
        for (const next of sequence) {
          model = await takeStep(cast, model, next);
          if (model === null) continue;
          const found = await newest(cast);
          expect(found?.state).toBe(model.loan);
          const expected = model.guarantors
            .map((one) => ({
              member_no: cast.guarantors[one.who] ?? "",
              state: one.state,
              amount: one.amount,
            }))
            .toSorted((a, b) => a.member_no.localeCompare(b.member_no));
          expect(await guaranteesNow(found?.id ?? "0"), JSON.stringify(next)).toEqual(expected);
          for (const { state } of model.guarantors) seen.add(`${model.loan} ${state}`);
        }
      }),
      { numRuns: 80, seed: 4 },
    );
    expect(seen).toContain("disbursed accepted");
    expect(seen).toContain("settled released");
    expect(seen).toContain("applied declined");
    expect(await reconcile(society.database)).toEqual([]);
  });
});
