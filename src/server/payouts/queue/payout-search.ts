import * as z from "zod/mini";
import { membersMeant, wordsAsked } from "#server/members/membership/name-search.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

/** Payouts with exactly this reference or receipt. */
const named = (number: string) => `
  select r.id from payout r where r.reference = ${number}
  union all select r.payout_id from payout_receipt r where r.receipt_no = ${number}`;

const FEW = 2000;

// By the longest word alone: only the counted range of the index is read.
const countMeant = statement({
  name: "payout-search-count",
  text: `select count(*) as count from (
      select from (${membersMeant("$1", "'{}'", "$2")}) meant limit ${FEW + 1}
    ) found`,
  row: z.object({ count: z.bigint() }),
});

/** A search for payouts: a condition on a payout `p`, and the values of its three parameters. */
export interface PayoutSearch {
  readonly condition: string;
  readonly values: readonly [string | null, readonly string[], string];
}

/**
 * Builds a search for payouts by the beginnings of words of the member's name or their number, or
 * by a whole reference or receipt; its parameters are numbered from `first`. As with loans, a
 * search with few results uses the index and one with very many scans in the tab's order.
 */
export async function payoutSearch(
  snapshot: Snapshot,
  typed: string,
  first: number,
): Promise<PayoutSearch> {
  const { longest, others } = wordsAsked(typed);
  const number = typed.toUpperCase();
  const meant = await snapshot.first(countMeant, [longest, number]);
  const [$word, $others, $number] = [`$${first}`, `$${first + 1}::text[]`, `$${first + 2}`];
  const byMember = `in (${membersMeant($word, $others, $number)})`;
  const condition =
    meant !== null && meant.count <= FEW
      ? `p.id in (select o.id from payout o where o.member_id ${byMember}
          union all ${named($number)})`
      : `(p.member_id ${byMember} or p.id in (${named($number)}))`;
  return { condition, values: [longest, others, number] };
}
