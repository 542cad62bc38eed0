import * as z from "zod/mini";
import { begins, membersMeant, wordsAsked } from "#server/members/membership/name-search.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const loans = (number: string) => `select o.id from loan o where ${begins("o.loan_no", number)}`;

const FEW = 2000;

// By the longest word alone: only the counted range of the index is read.
const countMeant = statement({
  name: "loan-search-count",
  text: `select count(*) as count from (
      select from (${membersMeant("$1", "'{}'", "$2")} union all ${loans("$2")}) meant
      limit ${FEW + 1}
    ) found`,
  row: z.object({ count: z.bigint() }),
});

/** A search for loans: a condition on a loan `l`, and the values of its three parameters. */
export interface LoanSearch {
  readonly condition: string;
  readonly values: readonly [string | null, readonly string[], string];
}

/**
 * Builds a search for loans by the beginnings of words of the borrower's name, their number or the
 * loan's; its parameters are numbered from `first`. A search with few results uses the index. One
 * with very many, such as two letters that begin a tenth of all names, scans in list order. Each is
 * many times slower in the other case.
 */
export async function loanSearch(
  snapshot: Snapshot,
  typed: string,
  first: number,
): Promise<LoanSearch> {
  const { longest, others } = wordsAsked(typed);
  const number = typed.toUpperCase();
  const meant = await snapshot.first(countMeant, [longest, number]);
  const [$word, $others, $number] = [`$${first}`, `$${first + 1}::text[]`, `$${first + 2}`];
  const byMember = `in (${membersMeant($word, $others, $number)})`;
  const condition =
    meant !== null && meant.count <= FEW
      ? `l.id in (select o.id from loan o where o.member_id ${byMember}
          union all ${loans($number)})`
      : `(l.member_id ${byMember} or ${begins("l.loan_no", $number)})`;
  return { condition, values: [longest, others, number] };
}
