import { fill } from "#shared/language.ts";
import type { PayoutProblemWords } from "./problems-en.ts";

/** Returns why a payout is where it is, in words; text that somebody typed is left as it is. */
export function payoutProblem(problem: string, problems: PayoutProblemWords): string {
  const known = (problems as Readonly<Record<string, string>>)[problem];
  if (known !== undefined) return known;
  const [, kind = "", code = ""] =
    /^(answer|refused|result|status)-(\S+)$/.exec(problem) ??
    /^the provider (answer)ed (\d+)$/.exec(problem) ??
    [];
  if (kind === "answer") return fill(problems.answered, { code });
  if (kind === "refused") return fill(problems.refused, { code });
  if (kind === "status") return fill(problems.status, { code });
  return kind === "result" ? fill(problems.result, { code }) : problem;
}
