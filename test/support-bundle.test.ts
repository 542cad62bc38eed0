import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { restoreBackup } from "#server/backups/archive/restore-backup.ts";
import { emptyDatabase, migrations, noPassphrase } from "./backups.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { type OwnDatabase, productionEnvironment, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();

/** No bundle may hold these: a name, numbers of a person, an address, a password, a token. */
const canaries = [
  "Zawadi Canary Achieng",
  "MSCANARY77",
  "+254798765432",
  "0798765432",
  "39871234",
  "zawadi.canary@example.com",
  "Canary-Nenosiri-2026",
  "canaryQ9x7LmZ2vT4kR8wY1bN6cHs3",
] as const;

let database: OwnDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  const target = await emptyDatabase(server);
  database = target.database;
  const path = "test/releases/0.2.0.backup";
  const options = { path, ask: noPassphrase, migrations };
  await restoreBackup(options, { owner: target.owner, portal: null, keep: true });
  const url = new URL(database.url());
  url.password = canaries[6];
  env = { ...productionEnvironment, AKIBA_MODE: "test", DATABASE_URL: url.href, DATA_DIR: "" };
}, PATIENT_MS);

/** The lines of a log, most of which the program itself would never have written. */
const log = [
  `{"level":30,"time":"2026-11-25T08:00:00.000Z","requestId":"7f000001-1","status":200,"ms":12,` +
    `"method":"GET","route":"/api/v1/savings/sumTotal","msg":"answered"}`,
  ...canaries.flatMap((canary) => [
    `{"level":30,"time":"2026-11-25T08:00:01.000Z","msg":${JSON.stringify(canary)}}`,
    `{"level":30,"time":"2026-11-25T08:00:02.000Z","who":${JSON.stringify(canary)}}`,
    `{"level":50,"time":"2026-11-25T08:00:03.000Z","stack":"Error: ${canary}\\n    ` +
      `at run (file:///home/${canary}/dist/server/main.js:10:20)"}`,
    `a line that is no JSON: ${canary}`,
  ]),
];

/** Makes a bundle and returns its text and its content. */
async function bundle(more: Readonly<Record<string, string>> = {}) {
  const file = join(programs.folder, "server.log");
  writeFileSync(file, log.join("\n"));
  const before = new Set(readdirSync(programs.folder));
  const given = ["support-bundle", "--to", programs.folder, "--log", file];
  const { code, said } = await programs.command(given, { ...env, ...more });
  expect(code, said).toBe(0);
  const isNew = (name: string) => !before.has(name) && name.startsWith("akiba-support-");
  const name = readdirSync(programs.folder).find(isNew) ?? "";
  const text = readFileSync(join(programs.folder, name), "utf8");
  return { text, content: JSON.parse(text) as Record<string, Record<string, unknown>> };
}

/** Puts canaries into the first row of each table, into each column that takes one as text. */
async function plant(): Promise<number> {
  const list = canaries.map((canary) => `'${canary}'`).join(", ");
  await database.query("create table planted (place text)");
  await database.query(`do $plant$ declare one record; canary text; value text;
    begin
      set local session_replication_role = replica;
      for one in select c.table_name, c.column_name, c.data_type, c.ordinal_position as at
        from information_schema.columns c join information_schema.tables t using (table_name)
        where c.table_schema = 'public' and t.table_schema = 'public' and c.is_generated = 'NEVER'
          and t.table_type = 'BASE TABLE'
          and c.data_type in ('text', 'jsonb', 'ARRAY')
          and t.table_name not in ('planted', 'schema_migration')
      loop
        for turn in 0..${canaries.length - 1} loop
          canary := (array[${list}])[(one.at + turn) % ${canaries.length} + 1];
          value := case one.data_type when 'jsonb' then to_jsonb(canary)::text
            when 'ARRAY' then array[canary]::text else canary end;
          begin
            execute format('update %I set %I = %L where ctid = (select min(ctid) from %I)',
              one.table_name, one.column_name, value, one.table_name);
            if found then
              insert into planted values (one.table_name || '.' || one.column_name);
              exit;
            end if;
          exception when others then null;
          end;
        end loop;
      end loop;
    end $plant$`);
  const [count] = await database.query<{ n: number }>("select count(*)::int as n from planted");
  return count?.n ?? 0;
}

it("a support bundle names nobody, whatever tables, settings and log hold", async () => {
  // Alerts and jobs have their own rows, which the bundle reads.
  await database.query("insert into alert (kind) values ('books-disagree')");
  expect(await plant()).toBeGreaterThan(150);
  const secrets = {
    AKIBA_SECRET: `${canaries[7]}-and-more-of-it`,
    SMTP_URL: `smtp://zawadi:${canaries[6]}@mail.example`,
    EMAIL_FROM: canaries[5],
    AFRICASTALKING_API_KEY: canaries[7],
    PUBLIC_URL: "https://canary-sacco.example.ke",
    LIMIT_READ_BURST: "61",
  };
  const { text, content } = await bundle(secrets);
  for (const canary of canaries) expect(text).not.toContain(canary);
  expect(text).not.toMatch(/zawadi|canary|2547|0798/i);
  for (const name of Object.keys(secrets)) {
    const shown = name === "LIMIT_READ_BURST" ? "61" : "(set)";
    expect(content["settings"]?.[name]).toBe(shown);
  }
});

it("a support bundle has versions, checks, tasks, sizes, settings and log", async () => {
  const { content } = await bundle();
  expect(content["program"]).toMatchObject({ version: expect.stringMatching(/^\d/) });
  const { database: facts, doctor, log: lines } = content;
  expect(doctor).toContainEqual(expect.objectContaining({ check: "database server" }));
  expect(facts?.["migrations"]).toHaveLength(readdirSync("migrations").length);
  expect(facts?.["jobs"]).toContainEqual(expect.objectContaining({ name: "reconciler" }));
  expect(facts?.["tables"]).toContainEqual(expect.objectContaining({ name: "journal_line" }));
  expect(facts?.["settings"]).toContainEqual(expect.objectContaining({ name: "fsync" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ route: "/api/v1/savings/sumTotal", status: 200, ms: 12 }),
  );
});

it("a support bundle is made from a folder that cannot be written, with a log from a pipe", () => {
  const made = spawnSync(
    process.execPath,
    [resolve("dist/server/cli.js"), "support-bundle", "--log", "-"],
    // Nobody writes there, root included.
    { cwd: "/sys", env: { ...env, TMPDIR: programs.folder }, input: log[0], encoding: "utf8" },
  );
  expect(made.status, made.stderr).toBe(0);
  const [path = ""] = made.stdout.split("\n");
  expect(dirname(path)).toBe(programs.folder);
  const content = JSON.parse(readFileSync(path, "utf8")) as { log: unknown[] };
  expect(content.log).toEqual([expect.objectContaining({ route: "/api/v1/savings/sumTotal" })]);
});

it("a support bundle is made while the database is unreachable, without its address", async () => {
  const { text, content } = await bundle({
    DATABASE_URL: `postgres://zawadi:${canaries[6]}@127.0.0.1:1/canary`,
  });
  const reason = expect.stringContaining("cannot be reached");
  expect(content["database"]).toEqual({ failed: reason });
  expect(content["doctor"]).toContainEqual({
    check: "database version",
    state: "failed",
    text: reason,
  });
  expect(text).not.toMatch(/zawadi|canary/i);
});
