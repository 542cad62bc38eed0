import type { SkippedRow } from "#shared/contract/kernel/file-reading.ts";

const LONGEST = 30;

/** A label of an account, then its number; digits may be in groups, and a currency may follow. */
const named =
  /(?:account|a\/c|short ?code|akaunti)\s*(?:number|no)?[.:#\s,;|]*((?:\d[ -]?){4,40})(.?)/i;

/**
 * Returns the digits of the account that a statement names above its headings; empty if it names
 * none, or hides digits of it.
 */
export function accountNamedIn(skipped: readonly SkippedRow[]): string {
  for (const { why, text } of skipped) {
    const [, number = "", next = ""] = (why === "title" && named.exec(text)) || [];
    const digits = number.replaceAll(/\D/g, "");
    if (digits !== "" && digits.length <= LONGEST && !/[*x\d]/i.test(next)) return digits;
  }
  return "";
}
