import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type LoanState, loanStates } from "#shared/contract/loans/instant-loans.ts";
import { quoteLoan } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, shillings } from "#shared/money.ts";
import { repay } from "#server/loans/desk/commands.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { settleByBalance } from "#server/loans/lending/loans.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { amendWithConsent } from "#test/loan-amendments.ts";
import { specifiedPrice } from "#test/loan-price.ts";
import { deposit, enrol, raiseOnePersonLimits } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { loanPayouts } from "#server/payouts/queue/loan-payouts.ts";
import * as commands from "./commands.ts";

const society = useServedSociety();
const limits = { ...limitDefaults, applicationsPerMinute: 1e6, applicationsPerDay: 1e6 };
const notify = () => {};

const people = ["staff:A", "staff:B"] as const;
type Person = (typeof people)[number];

type Command =
  | { readonly what: "apply" | "withdraw" | "reverse" }
  | { readonly what: "approve" | "decline" | "disburse"; readonly by: Person }
  | { readonly what: "amend"; readonly hundreds: number }
  | { readonly what: "repay"; readonly hundreds: number; readonly knowing: boolean };

/** The model's state of the member's newest loan. */
interface Modelled {
  state: LoanState;
  amount: bigint;
  owed: bigint;
  instalment: bigint;
  approver: Person | null;
  /** The repayments that were not reversed, the newest last. */
  repaid: readonly bigint[];
}

/** Runs a command if the model allows it, and returns whether it did. */
function modelled(loan: Modelled | null, command: Command): Modelled | null {
  const open = loan?.state === "applied" || loan?.state === "approved";
  if (command.what === "apply") {
    return open
      ? null
      : {
          state: "applied",
          amount: 660_000n,
          owed: 0n,
          instalment: 0n,
          approver: null,
          repaid: [],
        };
  }
  if (loan === null) return null;
  const applied = loan.state === "applied";
  switch (command.what) {
    case "withdraw":
      return applied ? { ...loan, state: "withdrawn" } : null;
    case "approve":
      return applied ? { ...loan, state: "approved", approver: command.by } : null;
    case "decline":
      return applied ? { ...loan, state: "declined" } : null;
    case "amend":
      return applied ? { ...loan, amount: BigInt(command.hundreds) * 10_000n } : null;
    case "disburse": {
      if (loan.state !== "approved" || loan.approver === command.by) return null;
      const { total, monthlyDeduction } = quoteLoan(cents(loan.amount), 2, specifiedPrice);
      return { ...loan, state: "disbursed", owed: total, instalment: monthlyDeduction };
    }
    case "repay": {
      if (loan.state !== "disbursed") return null;
      const amount = BigInt(command.hundreds) * 10_000n;
      if (amount > loan.owed && !command.knowing) return null;
      if (amount > loan.owed + loan.instalment) return null;
      return standing({ ...loan, owed: loan.owed - amount, repaid: [...loan.repaid, amount] });
    }
    case "reverse": {
      const last = loan.repaid.at(-1);
      if (last === undefined) return null;
      return standing({ ...loan, owed: loan.owed + last, repaid: loan.repaid.slice(0, -1) });
    }
  }
}

/** A loan without a balance is settled; with a balance it is open again. */
function standing(loan: Modelled): Modelled {
  return { ...loan, state: loan.owed > 0n ? "disbursed" : "settled" };
}

let receipts = 0;
let reversals = 0;

const findRepayment = statement({
  text: `select e.id from journal_entry e
    where e.reference_no = $1 and e.kind = 'loan-repaid-by-mpesa'
      and not exists (select from journal_entry r where r.reverses = e.id)
    order by e.id desc limit 1`,
  row: z.object({ id: z.bigint() }),
});

/** Reverses the newest repayment, as the office does for another member's money. */
async function reverseNewest(work: UnitOfWork, loanNo: string): Promise<void> {
  const found = await work.first(findRepayment, [loanNo]);
  if (found === null) throw new Problem("loan-state");
  await reverse(work, found.id);
  await settleByBalance(work, [loanNo]);
  reversals += 1;
}

async function carryOut(work: UnitOfWork, memberNo: MemberNo, loanNo: string, command: Command) {
  const by = `member:${memberNo}`;
  switch (command.what) {
    case "apply": {
      const figures = { amount: shillings(6600), period: 2, total: "6897", repayment: "3449" };
      const given = { memberNo, by, ...figures, language: "en" } as const;
      return commands.apply(work, given, limits, notify);
    }
    case "withdraw":
      return commands.withdraw(work, { loanNo, by, memberNo }, notify);
    case "reverse":
      return reverseNewest(work, loanNo);
    case "approve":
      return commands.approve(work, { loanNo, by: command.by }, notify);
    case "decline":
      return commands.decline(work, { loanNo, by: command.by, reason: "No" }, notify);
    case "disburse":
      return commands.disburse(work, { loanNo, by: command.by }, { notify, payouts: loanPayouts });
    case "amend": {
      const found = await society.owner.query("select id from loan where loan_no = $1", [loanNo]);
      const id = BigInt((found.rows[0] as { id: string } | undefined)?.id ?? 0);
      const amount = shillings(command.hundreds * 100);
      const given = { id, amount, by: "staff:C", language: "en", memberNo } as const;
      return amendWithConsent(work, given);
    }
    case "repay": {
      const amount = shillings(command.hundreds * 100);
      const receipt = `RC-${(receipts += 1)}`;
      const given = {
        loanNo,
        by: "staff:C",
        amount,
        receipt,
        way: "mpesa",
        date: undefined,
        over: command.knowing ? amount : undefined,
      } as const;
      return repay(work, given, notify);
    }
  }
}

async function newest(memberNo: MemberNo) {
  const found = await society.owner.query<{ loan_no: string; state: string; owed: string }>(
    `select l.loan_no, l.state, coalesce(a.balance_cents, 0) as owed
      from loan l join member m on m.id = l.member_id
        left join ledger_account a on a.code = 'loan-receivable' and a.reference = l.loan_no
      where m.member_no = $1 order by l.id desc limit 1`,
    [memberNo],
  );
  return found.rows[0];
}

// Large enough to settle a loan in one payment, small enough to leave a balance.
const hundreds = fc.integer({ min: 10, max: 90 });
const by = fc.constantFrom(...people);
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ what: fc.constantFrom("apply" as const, "withdraw" as const) }),
  fc.record({ what: fc.constantFrom("approve" as const, "disburse" as const), by }),
  fc.record({ what: fc.constantFrom("approve" as const, "disburse" as const), by }),
  fc.record({ what: fc.constant("decline" as const), by }),
  fc.record({ what: fc.constant("amend" as const), hundreds }),
  fc.record({ what: fc.constant("repay" as const), hundreds, knowing: fc.boolean() }),
  fc.record({ what: fc.constant("repay" as const), hundreds, knowing: fc.constant(true) }),
  fc.record({ what: fc.constant("reverse" as const) }),
);

// By chance few sequences reach a disbursement, so every second one begins there.
const beginnings: readonly (readonly Command[])[] = [
  [],
  [{ what: "apply" }, { what: "approve", by: "staff:A" }, { what: "disburse", by: "staff:B" }],
];
const sequences = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(command, { minLength: 5, maxLength: 20 }))
  .map(([beginning, rest]) => [...beginning, ...rest]);

describe("any sequence of commands", () => {
  it("reaches only valid states of a loan, and keeps the books reconciled", async () => {
    let members = 0;
    const seen = new Set<string>();
    await raiseOnePersonLimits(society);
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const memberNo = `SM${(members += 1)}` as MemberNo;
        await enrol(society, memberNo);
        await deposit(society, memberNo, 50_000);
        let model: Modelled | null = null;
        for (const next of sequence) {
          // A minute later, the same application is a new one.
          society.clock.advance(61);
          const { loan_no: loanNo = "INS-0" } = (await newest(memberNo)) ?? {};
          const expected = modelled(model, next);
          const outcome = await society.database
            .unitOfWork(`staff:C${members}`, (work) => carryOut(work, memberNo, loanNo, next))
            .catch((error: unknown) => error);
          if (outcome instanceof Error && !(outcome instanceof Problem)) throw outcome;
          expect(outcome instanceof Problem, JSON.stringify(next)).toBe(expected === null);
          model = expected ?? model;
          const found = await newest(memberNo);
          expect(found?.state).toBe(model?.state);
          expect(BigInt(found?.owed ?? 0)).toBe(model?.owed ?? 0n);
          seen.add(found?.state ?? "none");
        }
      }),
      { numRuns: 60, seed: 4 },
    );
    expect([...seen].toSorted()).toEqual([...loanStates, "none"].toSorted());
    expect(receipts).toBeGreaterThan(20);
    expect(reversals).toBeGreaterThan(5);
    expect(await stepsOutOfOrder()).toEqual([]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is enforced by the database, which rejects every other transition and state", async () => {
    await enrol(society, "SMDB");
    const moves = new Set(lifeOf.map(([from, to]) => `${from} ${to}`));
    for (const from of loanStates) {
      for (const to of loanStates) {
        const written = writeLoan(from, to);
        if (from === to || moves.has(`${from} ${to}`)) await written;
        else await expect(written).rejects.toMatchObject({ constraint: "loan_life" });
      }
    }
    await expect(writeLoan("applied", "lost")).rejects.toMatchObject({ code: "23514" });
  });
});

const lifeOf = [
  ["applied", "approved"],
  ["applied", "declined"],
  ["applied", "withdrawn"],
  ["approved", "applied"],
  ["approved", "declined"],
  ["approved", "disbursed"],
  ["disbursed", "approved"],
  ["disbursed", "settled"],
  ["settled", "disbursed"],
] as const;

/** Writes a loan in one state and moves it to another, as the owner, then rolls back. */
async function writeLoan(from: LoanState, to: string): Promise<void> {
  const dated = (state: string) => (/disbursed|settled/.test(state) ? "current_date" : "null");
  await society.owner.query("begin");
  try {
    await society.owner.query(
      `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
          total_cents, monthly_deduction_cents, term_months, state, start_date, end_date)
        select 'SM-DB', id, 'Instant', 'A test', 100, 0, 100, 100, 1, $1, ${dated(from)},
          ${dated(from)} from member where member_no = 'SMDB'`,
      [from],
    );
    await society.owner.query(
      `update loan set state = $1, start_date = ${dated(to)}, end_date = ${dated(to)}
        where loan_no = 'SM-DB'`,
      [to],
    );
  } finally {
    await society.owner.query("rollback");
  }
}

/** Loans whose recorded steps do not follow from each other. */
async function stepsOutOfOrder(): Promise<string[]> {
  const found = await society.owner.query<{ trail: string }>(
    `select string_agg(s.step, ' ' order by s.id) as trail from loan_step s group by s.loan_id`,
  );
  const life =
    /^applied( amended)*( declined| withdrawn| approved( disbursed( repaid( settled)?)*)?)?$/;
  const twoPeople = await society.owner.query(
    `select from loan_step d where d.step = 'disbursed' and not exists (
      select from loan_step a where a.loan_id = d.loan_id and a.step = 'approved'
        and a.taken_by = d.approved_by and a.taken_by <> d.taken_by)`,
  );
  expect(twoPeople.rowCount).toBe(0);
  return found.rows.map(({ trail }) => trail).filter((trail) => !life.test(trail));
}
