import { join, resolve } from "node:path";
import { verifyAuditChain } from "./audit/verify.ts";
import { reconcile } from "./ledger/reconcile.ts";
import { loadEnvFile, parseConfig } from "./platform/config.ts";
import { Database } from "./platform/database.ts";
import { migrate } from "./platform/migrate.ts";
import { openDatabase } from "./platform/open-database.ts";

// The built program in dist/server and this source are equally deep.
const root = resolve(import.meta.dirname, "../..");

interface Command {
  readonly summary: string;
  /** Gives the exit code. */
  readonly run: (database: Database, given: readonly string[]) => Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  reconcile: { summary: "add the books up again and say what does not agree", run: runReconcile },
  audit: { summary: "follow the audit trail from its first record to its head", run: runAudit },
};

async function runReconcile(database: Database): Promise<number> {
  const findings = await reconcile(database);
  for (const finding of findings) console.log(JSON.stringify(finding));
  console.log(findings.length === 0 ? "The books agree." : `${findings.length} do not agree.`);
  return findings.length === 0 ? 0 : 1;
}

async function runAudit(database: Database): Promise<number> {
  const { length, brokenAt, head } = await verifyAuditChain(database);
  console.log(`${length} records; the newest is ${head}`);
  console.log(brokenAt === null ? "Each follows from the one before." : `Broken at ${brokenAt}.`);
  return brokenAt === null ? 0 : 1;
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  npm run akiba ${name.padEnd(width)}   ${summary}`,
  );
  return ["What the command line does:", "", ...lines, ""].join("\n");
}

async function main([name = "help", ...given]: readonly string[]): Promise<number> {
  const command = commands[name];
  if (command === undefined) {
    console.log(name === "help" ? help() : `There is no command ${name}.\n\n${help()}`);
    return name === "help" ? 0 : 2;
  }
  loadEnvFile(root);
  const config = parseConfig(process.env);
  const opened = await openDatabase(config);
  const database = new Database({ connection: opened.app, poolSize: 2 });
  try {
    await migrate(opened.owner, join(root, "migrations"));
    return await command.run(database, given);
  } finally {
    await database.close();
    await opened.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
