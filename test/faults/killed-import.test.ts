import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestSociety } from "../test-society.ts";
import { databaseUrl, PATIENT_MS, PEPPER, SECRET, until } from "./running-server.ts";
import { steps } from "#test/steps.ts";

const society = useTestSociety();
const root = resolve(import.meta.dirname, "../..");
const ROWS = 60_000;
let folder = "";
let files: string[] = [];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "akiba-import-test-")));
  files = [join(folder, "members.csv"), join(folder, "entries.csv")];
  const entries = Array.from({ length: ROWS }, (_, row) => `A1,2024-01-31,deposit,${row + 1}`);
  writeFileSync(files[0] ?? "", "member_no,full_name,joined_on\nA1,Amina,2020-01-01\n");
  writeFileSync(files[1] ?? "", ["member_no,date,kind,amount", ...entries].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function importing(): ChildProcess {
  return spawn(process.execPath, ["dist/server/cli.js", "import", ...files, "--commit"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      AKIBA_MODE: "test",
      AKIBA_SECRET: SECRET,
      AKIBA_PASSWORD_PEPPER: PEPPER,
      DATABASE_URL: databaseUrl(society.connection),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function written(): Promise<number> {
  const { rows } = await society.owner.query<{ there: number }>(
    `select (select count(*) from member) + (select count(*) from journal_entry)
      + (select count(*) from import_run) + (select count(*) from audit_record) as there`,
  );
  return Number(rows[0]?.there);
}

async function isAlone(): Promise<boolean> {
  const { rows } = await society.owner.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ~ 'journal|staged'`,
  );
  return rows[0]?.others === 0;
}

steps("step by step", () => {
  it.each([
    ["SIGKILL", "reading entries"],
    ["SIGKILL", "writing"],
    ["SIGINT", "writing"],
  ] as const)(
    "an import stopped by %s while %s leaves nothing",
    async (signal, step) => {
      const command = importing();
      const gone = once(command, "exit");
      let said = "";
      command.stdout?.on("data", (part) => {
        said += String(part);
        if (said.includes(step)) command.kill(signal);
      });
      await gone;
      expect(said).toContain(step);
      expect(said).not.toContain("Imported");
      await until("the database has noticed", isAlone);
      expect(await written()).toBe(0);
    },
    PATIENT_MS,
  );

  it(
    "is run again as if nothing had happened",
    async () => {
      const command = importing();
      const [code] = (await once(command, "exit")) as [number];
      expect(code).toBe(0);
      expect(await written()).toBe(ROWS + 3);
    },
    PATIENT_MS,
  );
});
