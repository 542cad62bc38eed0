import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoanState } from "#shared/contract/instant-loans.ts";
import { quoteLoan, specifiedPrice } from "#shared/instant-loan.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, shillings } from "#shared/money.ts";
import { reconcile } from "#server/ledger/reconcile.ts";
import { limitDefaults } from "#server/platform/limits.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import { deposit, enrol } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";
import * as commands from "./commands.ts";

const world = useServedWorld();
const limits = { ...limitDefaults, applicationsPerMinute: 1e6, applicationsPerDay: 1e6 };
const wake = () => {};

const people = ["staff:A", "staff:B"] as const;
type Person = (typeof people)[number];

type Command =
  | { readonly what: "apply" | "withdraw" }
  | { readonly what: "approve" | "decline" | "disburse"; readonly by: Person }
  | { readonly what: "amend" | "repay"; readonly hundreds: number };

/** What the model knows of the member's newest loan. */
interface Modelled {
  state: LoanState;
  amount: bigint;
  owed: bigint;
  approver: Person | null;
}

/** Carries out what the model says is allowed, and says whether it was. */
function modelled(loan: Modelled | null, command: Command): Modelled | null {
  const open = loan?.state === "applied" || loan?.state === "approved";
  if (command.what === "apply") {
    return open ? null : { state: "applied", amount: 660_000n, owed: 0n, approver: null };
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
      const { total } = quoteLoan(cents(loan.amount), 2, specifiedPrice);
      return { ...loan, state: "disbursed", owed: total };
    }
    case "repay": {
      if (loan.state !== "disbursed") return null;
      const owed = loan.owed - BigInt(command.hundreds) * 10_000n;
      return { ...loan, owed, state: owed > 0n ? "disbursed" : "settled" };
    }
  }
}

let receipts = 0;

async function carryOut(work: UnitOfWork, memberNo: MemberNo, loanNo: string, command: Command) {
  const by = `member:${memberNo}`;
  switch (command.what) {
    case "apply": {
      const figures = { amount: shillings(6600), period: 2, total: "6897", repayment: "3449" };
      const given = { memberNo, by, ...figures, language: "en" } as const;
      return commands.apply(work, given, limits, wake);
    }
    case "withdraw":
      return commands.withdraw(work, { loanNo, by, memberNo }, wake);
    case "approve":
      return commands.approve(work, { loanNo, by: command.by }, wake);
    case "decline":
      return commands.decline(work, { loanNo, by: command.by, reason: "No" }, wake);
    case "disburse":
      return commands.disburse(work, { loanNo, by: command.by }, wake);
    case "amend": {
      const found = await world.owner.query("select id from loan where loan_no = $1", [loanNo]);
      const id = BigInt((found.rows[0] as { id: string } | undefined)?.id ?? 0);
      const amount = shillings(command.hundreds * 100);
      return commands.amend(work, { id, amount, by: "staff:C", language: "en" }, wake);
    }
    case "repay": {
      const amount = shillings(command.hundreds * 100);
      const receipt = `RC-${(receipts += 1)}`;
      return commands.repay(
        work,
        { loanNo, by: "staff:C", amount, receipt, date: undefined },
        wake,
      );
    }
  }
}

async function newest(memberNo: MemberNo) {
  const found = await world.owner.query<{ loan_no: string; state: string; owed: string }>(
    `select l.loan_no, l.state, coalesce(a.balance_cents, 0) as owed
      from loan l join member m on m.id = l.member_id
        left join ledger_account a on a.code = 'loan-receivable' and a.reference = l.loan_no
      where m.member_no = $1 order by l.id desc limit 1`,
    [memberNo],
  );
  return found.rows[0];
}

const hundreds = fc.integer({ min: 10, max: 60 });
const by = fc.constantFrom(...people);
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ what: fc.constantFrom("apply" as const, "withdraw" as const) }),
  fc.record({ what: fc.constantFrom("approve" as const, "disburse" as const), by }),
  fc.record({ what: fc.constantFrom("approve" as const, "disburse" as const), by }),
  fc.record({ what: fc.constant("decline" as const), by }),
  fc.record({ what: fc.constantFrom("amend" as const, "repay" as const), hundreds }),
  fc.record({ what: fc.constant("repay" as const), hundreds }),
);

describe("any sequence of commands", () => {
  it("reaches only what the life of a loan has, and leaves the books reconciled", async () => {
    let members = 0;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (sequence) => {
        const memberNo = `SM${(members += 1)}` as MemberNo;
        await enrol(world, memberNo);
        await deposit(world, memberNo, 50_000);
        let model: Modelled | null = null;
        for (const next of sequence) {
          // A minute on, the same application is a new one.
          world.clock.advance(61);
          const { loan_no: loanNo = "INS-0" } = (await newest(memberNo)) ?? {};
          const expected = modelled(model, next);
          const outcome = await world.database
            .unitOfWork("test", (work) => carryOut(work, memberNo, loanNo, next))
            .catch((error: unknown) => error);
          if (outcome instanceof Error && !(outcome instanceof Refusal)) throw outcome;
          expect(outcome instanceof Refusal, JSON.stringify(next)).toBe(expected === null);
          model = expected ?? model;
          const found = await newest(memberNo);
          expect(found?.state).toBe(model?.state);
          expect(BigInt(found?.owed ?? 0)).toBe(model?.owed ?? 0n);
          seen.add(found?.state ?? "none");
        }
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(seen.size).toBe(7);
    expect(receipts).toBeGreaterThan(20);
    expect(await reconcile(world.database)).toEqual([]);
  }, 60_000);
});
