import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { StillClock } from "#test/still-clock.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";

/** A Tuesday morning in Nairobi, 9.12; every test society begins then. */
export const TEST_CLOCK_STARTS = "2026-04-14T06:12:00Z";

/** Tests prove what happens, not how fast: with the defaults a loaded machine answers "busy". */
export const patientLimits = {
  ...limitDefaults,
  statementMilliseconds: 25_000,
  lockMilliseconds: 20_000,
  poolAcquireMilliseconds: 20_000,
};

/** The fixture of a test file: a migrated database, a stopped clock, and the owner's connection. */
export interface TestSociety {
  readonly database: Database;
  readonly clock: StillClock;
  /** How to reach the database as its owner, for a second pool or a server of the test's own. */
  readonly connection: pg.ClientConfig;
  /** The owner's connection, to plant data that the application may not write. */
  readonly owner: pg.Client;
}

interface TestSocietyOptions {
  /** False if a test corrupts the books on purpose. */
  readonly booksReconcile?: boolean;
}

/**
 * Gives a test file its test society, from before its first test until after its last, when the
 * books are reconciled: a finding fails the file.
 */
export function useTestSociety(options: TestSocietyOptions = {}): TestSociety {
  const society = {} as { -readonly [Name in keyof TestSociety]: TestSociety[Name] };
  beforeAll(async () => {
    Object.assign(society, await openTestSociety());
  });
  afterAll(async () => {
    if (society.database === undefined) return;
    try {
      if (options.booksReconcile !== false) {
        expect(await reconcile(society.database), "the books reconcile").toEqual([]);
      }
    } finally {
      await closeTestSociety(society);
    }
  });
  return society;
}

/** Copies a database from the template; the caller closes the test society. */
export async function openTestSociety(): Promise<TestSociety> {
  const { connection: server, template } = inject("testServer");
  const name = `akiba_test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const connection = { ...server, database: name };
  const clock = new StillClock(TEST_CLOCK_STARTS);
  const database = new Database({ connection, poolSize: 10, clock, limits: patientLimits });
  const owner = new pg.Client(connection);
  owner.on("error", () => {});
  await owner.connect();
  return { database, clock, connection, owner };
}

/** Closes a test society and drops its database. */
export async function closeTestSociety(society: TestSociety): Promise<void> {
  await society.database.close();
  await society.owner.end();
  await onServer(`drop database ${society.connection.database} with (force)`);
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject("testServer").connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
