import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { migrate } from "#server/kernel/platform/migrate.ts";

const server = inject("testServer").connection;
const all = join(import.meta.dirname, "../../../../migrations");

async function asAdministrator(statement: string): Promise<void> {
  const administrator = new Client({ ...server, database: "postgres" });
  await administrator.connect();
  await administrator.query(statement);
  await administrator.end();
}

it("an upgrade keeps a number shared by a member and staff, and accepts no more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "akiba-numbers-"));
  const database = `numbers_${process.pid}_${randomBytes(6).toString("hex")}`;
  await asAdministrator(`create database ${database}`);
  const client = new Client({ ...server, database });
  await client.connect();
  try {
    const names = readdirSync(all).toSorted();
    const added = names.find((name) => name.endsWith("-one-series-of-numbers.sql")) ?? "";
    for (const name of names.filter((one) => one < added)) {
      cpSync(join(all, name), join(folder, name));
    }
    await migrate({ ...server, database }, folder);
    await client.query(`
      insert into member (member_no, full_name, joined_on) values
        ('BOTH', 'Both', '2020-01-01'), ('ONLY', 'Only', '2020-01-01');
      insert into staff (staff_no, full_name, role) values
        ('BOTH', 'Other', 'clerk'), ('DESK', 'Desk', 'auditor')`);
    cpSync(join(all, added), join(folder, added));
    await migrate({ ...server, database }, folder);
    const { rows } = await client.query("select * from person_number order by number");
    expect(rows).toEqual([
      { number: "BOTH", holder: "member" },
      { number: "DESK", holder: "staff" },
      { number: "ONLY", holder: "member" },
    ]);
    await client.query("update staff set full_name = 'Another' where staff_no = 'BOTH'");
    const third = "insert into staff (staff_no, full_name, role) values ('ONLY', 'X', 'clerk')";
    await expect(client.query(third)).rejects.toThrow("person_number_pkey");
  } finally {
    await client.end();
    await asAdministrator(`drop database ${database} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
});
