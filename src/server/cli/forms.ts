import { type ParseArgsConfig, parseArgs } from "node:util";
import { commandLine } from "#server/kernel/platform/command-line.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** One way to use a command: what may be given after its name. */
interface Form {
  /** Its words and options, as its page has them: npm takes the second only after `--`. */
  readonly given: readonly [words: string, options: string];
  readonly options: Options;
  /** The fewest and the most words besides the options. */
  readonly words: readonly [least: number, most: number];
  /** When to use this way, where a command has several. */
  readonly note?: string;
}

const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const none = { given: ["", ""], options: {}, words: [0, 0] } as const satisfies Form;

const INVITED = 'ST001 "Full Name" 0712345678 [name@example.com] [ID number] [role]';
const SOCIETY = '--name "Uzima Hospital Staff Sacco" --short "Uzima Sacco" --phone "0709 000 210"';

/** Every way to use the command line, by the name of the command and of its step, if it has one. */
export const forms = {
  doctor: { ...none, given: ["", "[--json]"], options: { json: flag } },
  upgrade: {
    ...none,
    given: ["", "--check [--json]"],
    options: { check: flag, json: flag },
  },
  migrate: none,
  backup: {
    ...none,
    given: ["", "[--to DIR] [--encrypt]"],
    options: { to: text, encrypt: flag },
  },
  "backup verify": {
    given: ["FILE", "[--into-scratch]"],
    options: { "into-scratch": flag },
    words: [1, 1],
  },
  restore: {
    ...none,
    given: ["FILE", ""],
    words: [1, 1],
    note: "into an empty database",
  },
  "support-bundle": {
    ...none,
    given: ["", "[--to DIR] [--log FILE]"],
    options: { to: text, log: text },
    note: "--log - reads the log from standard input",
  },
  reconcile: none,
  import: {
    given: ["", "FILE… [--commit]"],
    options: {
      commit: flag,
      // Its file comes after it, and is a word as the other files are.
      control: flag,
      dates: texts,
      column: texts,
      "leave-out": texts,
      encoding: texts,
      separator: texts,
      sheet: texts,
      "header-row": texts,
      repeats: texts,
    },
    words: [0, Infinity],
    note: "without a file it lists its other options",
  },
  init: { ...none, given: ["", SOCIETY], options: { name: text, short: text, phone: text } },
  invite: { ...none, given: ["", INVITED], words: [0, 6] },
  "user list": { ...none, given: ["", "[--json]"], options: { json: flag } },
  "user invite": { ...none, given: ["", INVITED], words: [0, 6] },
  "user unlock": {
    given: ["NUMBER", '--as ST001 --reason "They called from the ward"'],
    options: { as: text, reason: text },
    words: [1, 1],
  },
  "user approve": { given: ["REQUEST", "--as ST002"], options: { as: text }, words: [1, 1] },
  "document-keys": none,
  "document-keys withdraw": {
    given: ["KEY", '--reason "A copy of the old secret was found outside"'],
    options: { reason: text },
    words: [1, 1],
  },
  "mpesa register": {
    ...none,
    note: "tells M-Pesa the addresses at which it asks about payments to the paybill",
  },
  jobs: none,
  release: {
    ...none,
    given: ["", "[--restored]"],
    options: { restored: flag },
    note: [
      "where the original did nothing more after this copy was made. With --restored where it ran",
      "on: messages that waited are given up, and payouts that waited are looked up by people",
      "before they are paid",
    ].join("\n    "),
  },
  missed: none,
  audit: { ...none, given: ["[FILE]", ""], words: [0, 1] },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof forms;

/** Words or options that do not fit; the message says which. */
export class UsageError extends Error {}

type Read<Name extends FormName> = ReturnType<
  typeof parseArgs<{ options: (typeof forms)[Name]["options"]; allowPositionals: true }>
>;

/** Reads what is given in a form; throws a UsageError for anything that it does not take. */
export function readGiven<Name extends FormName>(name: Name, given: readonly string[]): Read<Name> {
  const { options, words }: Form = forms[name];
  const read = parse(options, given);
  const [least, most] = words;
  const strange = read.positionals[most];
  if (strange !== undefined) throw new UsageError(`${strange} is one word too many.`);
  if (read.positionals.length < least) throw new UsageError("A word is missing.");
  return read as Read<Name>;
}

function parse(options: Options, given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads what is given after a command's name, and its step; throws a UsageError if it is wrong. */
export function checkGiven(command: string, given: readonly string[]): void {
  const [step = "", ...more] = given;
  const withStep = `${command} ${step}`;
  if (isForm(withStep)) readGiven(withStep, more);
  else if (isForm(command)) readGiven(command, given);
  else throw new UsageError(step === "" ? "A word is missing." : `There is no ${withStep}.`);
}

function isForm(name: string): name is FormName {
  return Object.hasOwn(forms, name);
}

/** Whether help is asked for, so that nothing else may be done. */
export function asksForHelp(given: readonly string[]): boolean {
  const end = given.indexOf("--");
  const options = end === -1 ? given : given.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}

/** Every way to use a command, one in a line. */
export function usageOf(command: string): string {
  return Object.keys(forms)
    .filter(isForm)
    .filter((name) => name === command || name.startsWith(`${command} `))
    .flatMap((name) => {
      const { note }: Form = forms[name];
      return note === undefined ? [usageLine(name)] : [usageLine(name), `    ${note}`];
    })
    .join("\n");
}

/** Returns one way to use a command, as its page has it. */
export function usageLine(name: FormName): string {
  const [words, options] = forms[name].given;
  return commandLine(words === "" ? name : `${name} ${words}`, options);
}
