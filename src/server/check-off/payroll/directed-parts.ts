import * as z from "zod/mini";
import type { Destination } from "#shared/contract/check-off/files.ts";
import { addCents, type Cents } from "#shared/money.ts";
import { rejectOwn } from "#server/loans/lending/loan-steps.ts";
import { isThemselves } from "#server/members/membership/member-summary.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { inSuspense, type Part, toLoan, toMember } from "./line-parts.ts";

/** The destination that a person decides for an amount. */
export interface Direction {
  readonly to: Destination;
  readonly loanNo?: string | undefined;
  /** The member who receives it; the line's member by default. */
  readonly memberNo?: string | undefined;
}

/** A part of a line as a person decided it. */
export interface DirectedPart extends Direction {
  readonly amount: Cents;
}

/** A line of a file that is not posted yet. */
export interface DirectedLine {
  readonly batch: bigint;
  readonly row: bigint;
  readonly memberNo: string;
  readonly amount: Cents;
}

const findSetting = statement({
  text: "select check_off_to_deposits as takes from society",
  row: z.object({ takes: z.boolean() }),
});

/** Whether the society allows amounts that repay no loan to go to deposits. */
export async function takesDeposits(snapshot: Snapshot): Promise<boolean> {
  return (await snapshot.first(findSetting))?.takes ?? true;
}

const findLoanToRepay = statement({
  text: `select l.id, l.member_id, l.state, (coalesce(a.balance_cents, 0) - coalesce((
        select sum(p.amount_cents) from check_off_part p join check_off_batch b
          on b.id = p.batch_id and b.state = 'prepared'
        where p.batch_id = $2 and p.loan_id = l.id and p.row_no <> $3), 0))::bigint as left_cents
    from loan l left join ledger_account a on a.code = 'loan-receivable'
      and a.member_id = l.member_id and a.reference = l.loan_no
    where l.loan_no = $1 and exists (select from member m
      where m.id = l.member_id and m.membership <> 'left')`,
  row: z.object({
    id: z.bigint(),
    member_id: z.bigint(),
    state: z.string(),
    left_cents: bigCents,
  }),
});

/** A loan with its balance after the other lines of a file not posted yet. */
function loanToRepay(
  snapshot: Snapshot,
  { batch, row, loanNo }: { readonly batch: bigint; readonly row: bigint; readonly loanNo: string },
) {
  return snapshot.first(findLoanToRepay, [loanNo, batch, row]);
}

const findMember = statement({
  text: "select id from member where member_no = $1 and membership <> 'left'",
  row: z.object({ id: z.bigint() }),
});

function memberIdOf(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findMember, [memberNo]);
}

/**
 * Returns the parts of a line that a person sends to one place; the excess over a loan's balance
 * stays in suspense.
 */
export async function directWhole(
  work: UnitOfWork,
  line: DirectedLine,
  direction: Direction,
): Promise<Part[]> {
  if (direction.to !== "loan")
    return [await partOf(work, line, { ...direction, amount: line.amount })];
  const loan = await loanFor(work, line, direction);
  return toLoan({ id: loan.id, memberId: loan.member_id, balance: loan.left_cents }, line.amount);
}

/** Returns the parts of a line as a person splits it; they must sum to the whole line. */
export async function directSplit(
  work: UnitOfWork,
  line: DirectedLine,
  given: readonly DirectedPart[],
): Promise<Part[]> {
  if (addCents(...given.map(({ amount }) => amount)) !== line.amount) {
    throw fieldProblem("parts", "parts.sum");
  }
  const parts: Part[] = [];
  for (const [index, direction] of given.entries()) {
    const part = await partOf(work, line, direction, `parts.${index}`);
    if (parts.some((other) => isSamePlace(other, part))) {
      throw fieldProblem(`parts.${index}.to`, "parts.twice");
    }
    parts.push(part);
  }
  return parts;
}

function isSamePlace(one: Part, other: Part): boolean {
  return (
    one.destination === other.destination &&
    one.loanId === other.loanId &&
    one.memberId === other.memberId
  );
}

/** One part of an amount that a person decides. Rejects an account of the person's own. */
async function partOf(
  work: UnitOfWork,
  line: DirectedLine,
  { to, loanNo, memberNo, amount }: DirectedPart,
  field = "",
): Promise<Part> {
  if (to === "suspense") return inSuspense(amount);
  if (to === "loan") {
    const loan = await loanFor(work, line, { loanNo });
    if (loan.left_cents < amount) throw fieldProblem(`${field}.amount`, "loan.owes-less");
    return { destination: "loan", loanId: loan.id, memberId: loan.member_id, amount };
  }
  if (to === "deposits" && !(await takesDeposits(work))) throw new Problem("no-deposits");
  const member = await memberIdOf(work, memberNo ?? line.memberNo);
  if (member === null) throw new Problem("no-such-member");
  if (await isThemselves(work, work.actor, member.id)) throw new Problem("own-listing");
  return toMember(to, member.id, amount);
}

/** The named loan, with its balance after the other lines. */
async function loanFor(
  work: UnitOfWork,
  { batch, row }: DirectedLine,
  { loanNo = "" }: Pick<Direction, "loanNo">,
) {
  const loan = await loanToRepay(work, { batch, row, loanNo });
  if (loan === null) throw new Problem("no-such-loan");
  await rejectOwn(work, loan, work.actor);
  if (loan.state !== "disbursed" || loan.left_cents <= 0n) throw new Problem("not-running");
  return loan;
}
