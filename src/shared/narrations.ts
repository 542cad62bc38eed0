import { narrationsEn } from "#shared/messages/ledger/narrations-en.ts";
import { monthNames } from "#shared/written-days.ts";

export type NarrationName = keyof typeof narrationsEn;

type Values = Readonly<Record<string, string>>;

/** A standard narration with its values. */
export interface StandardNarration {
  readonly name: NarrationName;
  readonly values: Values;
}

/** Numbers of loans, members, accounts, receipts and references, as the tables allow them. */
const CODE = "[A-Z0-9][A-Z0-9/_-]*";

/** The form of each value, so that a typed narration is rarely mistaken for a standard one. */
const forms: Readonly<Record<string, string>> = {
  loanNo: CODE,
  memberNo: CODE,
  accountNo: CODE,
  receiptNo: CODE,
  reference: CODE,
  year: "\\d{4}",
  month: `(?:${monthNames.en.flatMap((name) => [name, name.slice(0, 3)]).join("|")}) \\d{4}`,
  product: "[^:,]+",
  bill: ".+",
  narration: ".+",
};

interface Pattern {
  readonly name: NarrationName;
  readonly literals: number;
  readonly form: RegExp;
}

/** The most literal first: "Repayment of loan LN1" is not a loan of the product "Repayment of". */
const patterns: readonly Pattern[] = Object.entries(narrationsEn)
  .map(([name, text]) => ({
    name: name as NarrationName,
    literals: text.replaceAll(/\{\w+\}/g, "").length,
    form: new RegExp(`^${text.replaceAll(/\{(\w+)\}/g, (_, place: string) => group(place))}$`),
  }))
  .toSorted((one, other) => other.literals - one.literals);

function group(place: string): string {
  const form = forms[place];
  if (form === undefined) throw new Error(`the form of ${place} is not known`);
  return `(?<${place}>${form})`;
}

/** Recognises a standard narration; null for a typed one. */
export function readNarration(stored: string): StandardNarration | null {
  for (const { name, form } of patterns) {
    const found = form.exec(stored);
    if (found === null) continue;
    const values: Values = { ...found.groups };
    if (isOfStandard(name, values)) return { name, values };
  }
  return null;
}

/**
 * A reversal may be of any entry; any other narration that contains a narration contains a standard
 * one.
 */
function isOfStandard(name: NarrationName, { narration }: Values): boolean {
  return narration === undefined || name === "reversed" || readNarration(narration) !== null;
}
