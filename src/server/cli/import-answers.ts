import { chosenReading } from "#shared/contract/kernel/file-reading.ts";
import type { FileAnswers } from "#server/imports/engine/recognise-file.ts";

/** The answers given for one file on the command line. */
export interface GivenAnswers extends FileAnswers {
  /** How many of its repeated lines are intended. */
  readonly repeatsMeant: number;
}

type Answers = { -readonly [Key in keyof GivenAnswers]: GivenAnswers[Key] };

/** Parses the arguments after the file's name; returns false if they are invalid. */
type Take = (answers: Answers, answer: string) => boolean;

/** Options that are followed by FILE=VALUE or FILE:COLUMN=VALUE. */
const options: Readonly<Record<string, Take>> = {
  "--repeats": (answers, answer) => {
    answers.repeatsMeant = Number(valueOf(answer));
    return Number.isInteger(answers.repeatsMeant);
  },
  "--encoding": (answers, answer) => choose(answers, { encoding: valueOf(answer) }),
  "--separator": (answers, answer) => choose(answers, { separator: valueOf(answer) }),
  "--sheet": (answers, answer) => choose(answers, { sheet: valueOf(answer) }),
  "--header-row": (answers, answer) => choose(answers, { headerRow: Number(valueOf(answer)) }),
  "--leave-out": (answers, answer) => {
    answers.leftOut = [...answers.leftOut, valueOf(answer)];
    return valueOf(answer) !== "";
  },
  "--column": (answers, answer) => {
    const [column, heading] = ofColumn(answer);
    answers.headings = { ...answers.headings, [column]: heading };
    return column !== "" && heading !== "";
  },
  "--dates": (answers, answer) => {
    const [column, value] = ofColumn(answer);
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

function valueOf(answer: string): string {
  return answer.startsWith("=") ? answer.slice(1) : "";
}

function ofColumn(answer: string): [column: string, value: string] {
  const equals = answer.indexOf("=");
  return answer.startsWith(":") && equals !== -1
    ? [answer.slice(1, equals), answer.slice(equals + 1)]
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

/** Parses the arguments of the command; returns an error text for invalid ones. */
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
    const answer = given[at + 1] ?? "";
    const name = [...answers.keys()].find((one) => /^[:=]/.test(after(one, answer)));
    const file = answers.get(name ?? "");
    if (name === undefined || file === undefined || !take(file, after(name, answer))) {
      return `${option} ${answer} is not understood.`;
    }
  }
  return { commit: given.includes("--commit"), paths, answers };
}

function after(name: string, answer: string): string {
  return answer.startsWith(name) ? answer.slice(name.length) : "";
}

function noAnswers(): Answers {
  return { reading: {}, headings: {}, leftOut: [], days: {}, repeatsMeant: 0 };
}
