import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { AskPassphrase } from "#server/backups/archive/chunks.ts";
import { shortestPassphrase, type Config } from "#server/kernel/platform/config.ts";

/** Asks for the passphrase once, unless the environment has it. */
export function askPassphrase({ backups }: Config): AskPassphrase {
  let known = backups.passphrase;
  return async () => {
    known ??= await prompt("Passphrase: ");
    return known;
  };
}

/** Asks for a new passphrase twice. Throws an error for the operator. */
export async function newPassphrase(): Promise<string> {
  const first = await prompt("New passphrase: ");
  if (first.length < shortestPassphrase) {
    throw new Error(`Choose a passphrase of at least ${shortestPassphrase} characters.`);
  }
  if ((await prompt("The same again: ")) !== first) throw new Error("They are not the same.");
  return first;
}

async function prompt(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Error("Set AKIBA_BACKUP_PASSPHRASE: there is no terminal to ask for it.");
  }
  return askHidden(question);
}

/** Asks at the terminal for a secret, whose typed characters are not shown. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_bytes, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await reader.question("");
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}
