/** The month that a file names, in its name or in the rows above its headings. */
export interface NamedMonth {
  /** As written in the file. */
  readonly text: string;
  readonly month: number;
  /** Null if only the month is named. */
  readonly year: number | null;
}

const names = [
  ["jan", "january", "januari"],
  ["feb", "february", "februari"],
  ["mar", "march", "machi"],
  ["apr", "april", "aprili"],
  ["may", "mei"],
  ["jun", "june", "juni"],
  ["jul", "july", "julai"],
  ["aug", "august", "agosti"],
  ["sep", "sept", "september", "septemba"],
  ["oct", "october", "oktoba"],
  ["nov", "november", "novemba"],
  ["dec", "december", "desemba"],
];
const monthOf = new Map(names.flatMap((words, at) => words.map((word) => [word, at + 1] as const)));

const word = [...monthOf.keys()].toSorted((one, other) => other.length - one.length).join("|");
const gap = String.raw`[\s._,/-]*`;
const year = String.raw`20\d\d`;

/** Such as 2025-12, 12/2025, Dec 2025 and December, but not part of a day such as 3/12/2025. */
const said = new RegExp(
  [
    String.raw`(?<!\d)(?<y1>${year})[-_./ ]?(?<m1>0[1-9]|1[0-2])(?!\d|[-/.]\d)`,
    String.raw`(?<![\d]|\d[-/.])(?<m2>0[1-9]|1[0-2])[-_./ ]?(?<y2>${year})(?!\d)`,
    String.raw`(?<![a-z])(?<w1>${word})(?![a-z])(?:${gap}(?<y3>${year})(?!\d))?`,
    String.raw`(?<!\d)(?<y4>${year})${gap}(?<w2>${word})(?![a-z])`,
  ]
    .toReversed()
    .join("|"),
  "gi",
);

/** Returns the one month that texts name; null if they name none, or several. */
export function monthNamed(texts: readonly string[]): NamedMonth | null {
  const found = texts.flatMap((text) => [...text.matchAll(said)].map(readMonth));
  const [first] = found.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0));
  if (first === undefined) return null;
  const agrees = ({ month, year: its }: NamedMonth) =>
    month === first.month && (its === null || its === first.year);
  return found.every(agrees) ? first : null;
}

function readMonth(match: RegExpMatchArray): NamedMonth {
  const { y1, y2, y3, y4, m1, m2, w1, w2 } = match.groups ?? {};
  const named = monthOf.get((w1 ?? w2 ?? "").toLowerCase());
  const itsYear = y1 ?? y2 ?? y3 ?? y4;
  return {
    text: match[0].trim(),
    month: named ?? Number(m1 ?? m2),
    year: itsYear === undefined ? null : Number(itsYear),
  };
}

/** Returns whether a file names another month than `month`, such as 2026-01-01. */
export function saysAnother(found: NamedMonth | null, month: string): boolean {
  if (found === null) return false;
  const [itsYear, itsMonth] = month.split("-").map(Number);
  return found.month !== itsMonth || (found.year !== null && found.year !== itsYear);
}
