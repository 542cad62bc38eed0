import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import type { Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Part } from "./payment-parts.ts";

/** A part of a payment, before its entry is posted. */
export interface PartRow {
  readonly payInId: bigint;
  readonly turn: number;
  readonly partNo: number;
  readonly destination: Part["destination"] | "suspense" | "returned";
  /** Null in suspense, and for what was returned. */
  readonly memberId: bigint | null;
  readonly loanId: bigint | null;
  readonly amount: Cents;
  /** The part of it that is refunded at once, in cents. */
  readonly refund: Cents;
}

/** A part of a payment with the entry that books it. */
export interface PartPosting {
  readonly entry: Entry;
  readonly row: PartRow;
}

/** Posts the entries of parts together, in order, and writes the parts. */
export async function postParts(work: UnitOfWork, postings: readonly PartPosting[]): Promise<void> {
  const ids = await postAll(
    work,
    postings.map(({ entry }) => entry),
  );
  await writeParts(
    work,
    postings.map(({ row }, at) => ({ ...row, entryId: ids[at] as bigint })),
  );
}

const insertParts = statement({
  name: "pay-in-parts-write",
  text: `insert into pay_in_part (pay_in_id, turn, part_no, destination, member_id, loan_id,
      amount_cents, refunded_cents, entry_id)
    select * from unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])`,
  row: z.object({}),
});

/** Writes where parts of payments went, each by its entry. */
export async function writeParts(
  work: UnitOfWork,
  parts: readonly (PartRow & { readonly entryId: bigint })[],
): Promise<void> {
  if (parts.length === 0) return;
  await work.rows(insertParts, [
    parts.map(({ payInId }) => payInId),
    parts.map(({ turn }) => turn),
    parts.map(({ partNo }) => partNo),
    parts.map(({ destination }) => destination),
    parts.map(({ memberId }) => memberId),
    parts.map(({ loanId }) => loanId),
    parts.map(({ amount }) => amount),
    parts.map(({ refund }) => refund),
    parts.map(({ entryId }) => entryId),
  ]);
}
