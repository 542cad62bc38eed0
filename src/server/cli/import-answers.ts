import { chosenReading } from "#shared/contract/kernel/file-reading.ts";
import type { FileAnswers } from "#server/imports/engine/recognise-file.ts";

/** The answers given for one file on the command line. */
export interface GivenAnswers extends FileAnswers {
  /** How many of its repeated lines are intended. */
  readonly repeatsMeant: number;
}

type Answers = { -readonly [Key in keyof GivenAnswers]: GivenAnswers[Key] };

/** Reads the words after the file's name; returns false if it does not understand them. */
type Take = (answers: Answers, said: string) => boolean;

/** Options that are followed by FILE=VALUE or FILE:COLUMN=VALUE. */
const options: Readonly<Record<string, Take>> = {
  "--repeats": (answers, said) => {
    answers.repeatsMeant = Number(valueOf(said));
    return Number.isInteger(answers.repeatsMeant);
  },
  "--encoding": (answers, said) => choose(answers, { encoding: valueOf(said) }),
  "--separator": (answers, said) => choose(answers, { separator: valueOf(said) }),
  "--sheet": (answers, said) => choose(answers, { sheet: valueOf(said) }),
  "--header-row": (answers, said) => choose(answers, { headerRow: Number(valueOf(said)) }),
  "--leave-out": (answers, said) => {
    answers.leftOut = [...answers.leftOut, valueOf(said)];
    return valueOf(said) !== "";
  },
  "--column": (answers, said) => {
    const [column, heading] = ofColumn(said);
    answers.headings = { ...answers.headings, [column]: heading };
    return column !== "" && heading !== "";
  },
  "--dates": (answers, said) => {
    const [column, value] = ofColumn(said);
    const rule = dayAnswers[value];
    answers.days = { ...answers.days, [column]: { ...answers.days[column], ...rule } };
    return column !== "" && rule !== undefined;
  },
};

const dayAnswers: Readonly<Record<string, FileAnswers["days"][string]>> = {
  "day-first": { order: "day-first" },
  "month-first": { order: "month-first" },
  "1900": { system: "1900" },
  "1904": { system: "1904" },
};

function valueOf(said: string): string {
  return said.startsWith("=") ? said.slice(1) : "";
}

function ofColumn(said: string): [column: string, value: string] {
  const equals = said.indexOf("=");
  return said.startsWith(":") && equals !== -1
    ? [said.slice(1, equals), said.slice(equals + 1)]
    : ["", ""];
}

function choose(answers: Answers, chosen: object): boolean {
  const read = chosenReading.safeParse(chosen);
  if (read.success) answers.reading = { ...answers.reading, ...read.data };
  return read.success;
}

/** The parsed words of a command. */
export interface ImportWords {
  readonly commit: boolean;
  readonly paths: readonly string[];
  /** The answers for each file, by its name. */
  readonly answers: ReadonlyMap<string, GivenAnswers>;
}

/** Parses the words of the command; returns an error text for words it does not understand. */
export function readImportWords(
  given: readonly string[],
  nameOf: (path: string, paths: readonly string[]) => string,
): ImportWords | string {
  const isValue = (at: number) => options[given[at - 1] ?? ""] !== undefined;
  const paths = given.filter(
    (word, at) => !["--commit", "--control"].includes(word) && !(word in options) && !isValue(at),
  );
  const strange = paths.find((word) => word.startsWith("-"));
  if (strange !== undefined) return `There is no option ${strange}.`;
  const answers = new Map(paths.map((path) => [nameOf(path, paths), noAnswers()]));
  for (const [at, option] of given.entries()) {
    const take = options[option];
    if (take === undefined) continue;
    const said = given[at + 1] ?? "";
    const name = [...answers.keys()].find((one) => /^[:=]/.test(after(one, said)));
    const file = answers.get(name ?? "");
    if (name === undefined || file === undefined || !take(file, after(name, said))) {
      return `${option} ${said} is not understood.`;
    }
  }
  return { commit: given.includes("--commit"), paths, answers };
}

function after(name: string, said: string): string {
  return said.startsWith(name) ? said.slice(name.length) : "";
}

function noAnswers(): Answers {
  return { reading: {}, headings: {}, leftOut: [], days: {}, repeatsMeant: 0 };
}
