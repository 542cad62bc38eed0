import { createInterface } from "node:readline/promises";
import { societyFields } from "#shared/contract/office/settings.ts";
import { fieldProblemsEn } from "#shared/messages/kernel/field-problems-en.ts";
import { officeProblemsEn } from "#shared/messages/kernel/office-problems-en.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { saveSociety } from "#server/office/settings/commands.ts";
import { keptSociety } from "#server/office/settings/queries.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";
import { readGiven, usageOf } from "./forms.ts";

/** The settings a society needs before it can send messages. */
const asked = {
  name: { field: "organisationName", question: "The society's full name" },
  short: { field: "shortName", question: "Its short name, 24 characters at most, for SMS" },
  phone: { field: "phone", question: "The phone number of its office" },
} as const;
type Asked = keyof typeof asked;

/** Asks a person one question; null without a terminal. */
export type TerminalQuestion = ((question: string) => Promise<string>) | null;

/** Asks at the terminal, if input and output are both a terminal. */
export function terminal(): TerminalQuestion {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(`${question}: `);
    } finally {
      lines.close();
    }
  };
}

/** Whether the society has the name that its messages begin with. */
export async function isNamed(database: Database): Promise<boolean> {
  const { values } = await database.snapshot(keptSociety);
  return values.shortName !== "";
}

/** Sets the name and phone number of a new society; returns the exit code. */
export async function runInit(
  database: Database,
  given: readonly string[],
  ask: TerminalQuestion = terminal(),
): Promise<number> {
  if (await isNamed(database)) {
    console.log("The society has a name already. An administrator changes it at /app/Settings.");
    return 1;
  }
  const options = read(given);
  const values = options && (await complete(options, ask));
  if (values === null) {
    console.log(usageOf("init"));
    return 2;
  }
  await database.unitOfWork("operator", async (work) => {
    const { values: blank } = await keptSociety(work);
    await saveSociety(work, 0, { ...blank, ...values }, () => {});
  });
  console.log(`${values.organisationName} is set up. Next: ${commandLine("invite")}`);
  return 0;
}

/** The options as they were given; null if one is unknown or has no value. */
function read(given: readonly string[]): Partial<Record<Asked, string>> | null {
  try {
    return readGiven("init", given).values;
  } catch (error) {
    console.log((error as Error).message);
    return null;
  }
}

/** Asks for missing values and checks all of them; null if they cannot be used. */
async function complete(options: Partial<Record<Asked, string>>, ask: TerminalQuestion) {
  const values = { organisationName: "", shortName: "", phone: "" };
  for (const name of Object.keys(asked) as Asked[]) {
    const { field, question } = asked[name];
    const answer = (options[name] ?? (ask === null ? "" : await ask(question))).trim();
    const checked = societyFields[field].safeParse(answer);
    if (!checked.success || answer === "") {
      const problem = checked.error?.issues[0]?.message ?? "field.required";
      console.log(`--${name}: ${wordsOf(problem)}`);
      return null;
    }
    values[field] = answer;
  }
  return values;
}

function wordsOf(problem: string): string {
  const words: Readonly<Record<string, string>> = { ...fieldProblemsEn, ...officeProblemsEn };
  return words[problem] ?? problem;
}
