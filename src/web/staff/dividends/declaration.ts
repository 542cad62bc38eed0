import { CLOSING_TIME } from "#shared/dividend-choice-closing-time.ts";
import { declare } from "#shared/contract/dividends/declarations.ts";
import type { Otherwise } from "#shared/dividend-part-places.ts";
import { modeWords, type SplitMode, splitModes } from "#shared/split-modes.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import type { Messages } from "#shared/messages/en.ts";
import { contractProblems, type Problems, type Values } from "#web/lib/form.ts";
import { inHundredths } from "#web/staff/hundredths.ts";
import { today } from "#web/lib/period.ts";

/** The fields of a declaration; a tax is named by its mode. */
export const names = [
  "year",
  "agmReference",
  "booksClosedOn",
  "shareRateBasisPoints",
  "depositRateBasisPoints",
  "weighting",
  "opensOn",
  "closesOn",
  "closesAt",
  "defaultMode",
  "otherwise",
  "share-capital",
  "mobile",
  "loan",
  "hospital-bill",
  "holdArrears",
] as const;

export type Name = (typeof names)[number];

/** The modes for a dividend whose member chooses none. */
export const defaultModes = [modeWords["share-capital"], modeWords.mobile] as const;

/** A meeting decides on the previous year. */
export function startingDeclaration(): Partial<Values<Name>> {
  const year = Number(today().slice(0, 4)) - 1;
  return {
    year: String(year),
    agmReference: `AGM-${year + 1}`,
    booksClosedOn: `${year}-12-31`,
    weighting: "from-the-month",
    opensOn: today(),
    closesAt: CLOSING_TIME,
    defaultMode: defaultModes[0],
    otherwise: "hold",
    holdArrears: "yes",
  };
}

const MAX_RATE = 10_000;
const MAX_TAX = 4999;

const rate = (typed: string): number | null => inHundredths(typed, 0, MAX_RATE);
const taxRate = (typed: string): number | null => inHundredths(typed, 0, MAX_TAX);

/** Returns the input in the contract's form; `problemsOf` finds what is not a number. */
export function declarationOf(values: Values<Name>) {
  const tax = splitModes.flatMap((mode): [SplitMode, number][] => {
    const given = values[mode].trim() === "" ? null : taxRate(values[mode]);
    return given === null ? [] : [[mode, given]];
  });
  return {
    year: /^\d{4}$/.test(values.year.trim()) ? Number(values.year) : Number.NaN,
    shareRateBasisPoints: rate(values.shareRateBasisPoints) ?? Number.NaN,
    depositRateBasisPoints: rate(values.depositRateBasisPoints) ?? Number.NaN,
    weighting: values.weighting as "from-the-month",
    booksClosedOn: values.booksClosedOn,
    agmReference: values.agmReference,
    holdArrears: values.holdArrears === "yes",
    opensOn: values.opensOn,
    closesOn: values.closesOn,
    closesAt: values.closesAt,
    defaultMode: values.defaultMode,
    otherwise: values.otherwise as Otherwise,
    tax: Object.fromEntries(tax),
  };
}

/** Returns the problems of the input, each at its field. */
export function problemsOf(
  values: Values<Name>,
  words: Messages,
  { declare: texts }: DividendDeskWords,
): Problems<Name> {
  const found: Problems<Name> = contractProblems(declare.body, declarationOf(values), words);
  for (const name of ["shareRateBasisPoints", "depositRateBasisPoints"] as const) {
    if (values[name].trim() !== "" && found[name]) found[name] = texts.rateProblem;
    if (values[name].trim() === "") found[name] = words.problems["field.required"];
  }
  if (found.closesAt) found.closesAt = texts.timeProblem;
  for (const mode of splitModes) {
    const typed = values[mode].trim();
    if (typed !== "" && taxRate(typed) === null) found[mode] = texts.taxProblem;
  }
  return found;
}
