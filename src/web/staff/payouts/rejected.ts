import type * as z from "zod/mini";
import type { results } from "#shared/contract/payouts/desk.ts";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { formatCount } from "#web/lib/figures.ts";

type ProblemAnswer = z.output<typeof results.answer>["refused"];
type Words = PayoutWords["results"];

/** The number of rejected payments that are named; with a wrong file, all may be rejected. */
const NAMED = 20;

/** Names the first rejected payments, each with its row, and counts the rest. */
export function formatRejection(refused: ProblemAnswer, words: Words): string {
  const references = refused
    .slice(0, NAMED)
    .map(({ row, reference }) =>
      fill(reference === "" ? words.nameless : words.inRow, { row, reference }),
    )
    .join(", ");
  const count = refused.length - NAMED;
  return count > 0 ? fill(words.more, { references, count: formatCount(count) }) : references;
}
