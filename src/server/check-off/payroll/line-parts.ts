import type { Destination, Placement } from "#shared/contract/check-off/files.ts";
import { type Cents, cents } from "#shared/money.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** An amount of a line and its destination. */
export interface Part {
  readonly destination: Destination;
  readonly loanId: bigint | null;
  /** The member who receives it; null in suspense. */
  readonly memberId: bigint | null;
  readonly amount: Cents;
}

/** An amount without an owner yet. */
export function inSuspense(amount: Cents): Part {
  return { destination: "suspense", loanId: null, memberId: null, amount };
}

/** Returns an amount for a member's account or fee, other than a loan. */
export function toMember(to: Exclude<Placement, "loan">, memberId: bigint, amount: Cents): Part {
  return { destination: to, loanId: null, memberId, amount };
}

/**
 * The parts of a line that a clerk put on a loan: the excess over the balance waits in suspense.
 */
export function toLoan(
  loan: { readonly id: bigint; readonly memberId: bigint; readonly balance: Cents },
  amount: Cents,
): Part[] {
  const share = amount < loan.balance ? amount : loan.balance;
  const rest = cents(amount - share);
  const paid = { destination: "loan", loanId: loan.id, memberId: loan.memberId } as const;
  return [{ ...paid, amount: share }, ...(rest > 0n ? [inSuspense(rest)] : [])];
}

/** A line of a file with its parts. */
interface PartedLine {
  readonly row: number;
  readonly parts: readonly Part[];
}

/** Replaces the parts of lines. */
export async function writeParts(
  work: UnitOfWork,
  id: bigint,
  lines: readonly PartedLine[],
): Promise<void> {
  await work.run("delete from check_off_part where batch_id = $1 and row_no = any ($2)", [
    id,
    lines.map(({ row }) => row),
  ]);
  await insertParts(work, id, lines);
}

/** Writes the parts of lines that have none yet. */
export async function insertParts(
  work: UnitOfWork,
  id: bigint,
  lines: readonly PartedLine[],
): Promise<void> {
  const rows = lines.flatMap(({ row, parts }) =>
    parts.map((part, index) => ({ ...part, row, number: index + 1 })),
  );
  await work.run(
    `insert into check_off_part
        (batch_id, row_no, part_no, destination, loan_id, member_id, amount_cents)
      select $1, p.* from unnest($2::int[], $3::smallint[], $4::text[], $5::bigint[],
        $6::bigint[], $7::bigint[]) as p`,
    [
      id,
      rows.map(({ row }) => row),
      rows.map(({ number }) => number),
      rows.map(({ destination }) => destination),
      rows.map(({ loanId }) => loanId),
      rows.map(({ memberId }) => memberId),
      rows.map(({ amount }) => amount),
    ],
  );
}
