import { afterEach, beforeEach, expect, it } from "vitest";
import { KeptLog } from "#test/outbox-society.ts";
import { closeTestSociety, openTestSociety, type TestSociety } from "#test/test-society.ts";
import { checkAuditNightly } from "./nightly-check.ts";

let society: TestSociety;
let log: KeptLog;

beforeEach(async () => {
  society = await openTestSociety();
  log = new KeptLog();
  await write(5);
});

afterEach(() => closeTestSociety(society));

async function write(records: number): Promise<void> {
  await society.database.unitOfWork("test", async (work) => {
    for (let n = 1; n <= records; n += 1)
      work.audit({ action: "holiday-added", subject: `step:${n}` });
  });
}

/** Runs the check of another night, and returns the open alerts. */
async function anotherNight(): Promise<string[]> {
  society.clock.advance(86_400);
  expect(await checkAuditNightly(society.database, log)).toBe(true);
  const found = await society.owner.query<{ alert: string }>(
    "select kind || ' ' || count as alert from alert where resolved_at is null",
  );
  return found.rows.map(({ alert }) => alert);
}

/** Changes the log as only its owner can. */
async function tamper(sql: string): Promise<void> {
  await society.owner.query("alter table audit_record disable trigger user");
  await society.owner.query(sql);
  await society.owner.query("alter table audit_record enable trigger user");
}

const standing = async () =>
  (await society.owner.query("select seq::int, again::int from audit_check")).rows[0];

it("verifies what was written since the night before, once a night", async () => {
  expect(await anotherNight()).toEqual([]);
  expect(await standing()).toEqual({ seq: 5, again: 0 });
  expect(await checkAuditNightly(society.database, log), "done tonight").toBe(false);
  await write(3);
  expect(await anotherNight()).toEqual([]);
  expect(await standing()).toEqual({ seq: 8, again: 0 });
  expect(log.lines).toEqual([]);
});

it("waits for two o'clock in Nairobi", async () => {
  society.clock.set("2026-04-14T22:59:00Z");
  expect(await checkAuditNightly(society.database, log)).toBe(false);
  society.clock.set("2026-04-14T23:00:00Z");
  expect(await checkAuditNightly(society.database, log)).toBe(true);
});

it.each([
  ["a new record that was changed", "update audit_record set subject = 'x' where seq = 7", 7],
  ["an old record that was changed", "update audit_record set subject = 'x' where seq = 2", 2],
  ["a record that is gone", "delete from audit_record where seq = 6", 7],
  [
    "the last followed record, rewritten with all after it",
    `update audit_record set hash = sha256('other') where seq = 5;
      update audit_record set previous_hash = sha256('other') where seq = 6`,
    5,
  ],
])("raises an alert and logs an error for %s, night after night", async (_, sql, at) => {
  expect(await anotherNight()).toEqual([]);
  await write(3);
  await tamper(sql);
  const broken = await anotherNight();
  expect(broken).toEqual([`audit-broken ${at}`]);
  expect(log.lines).toContainEqual({ message: "the audit log is broken", fields: { count: at } });
  expect(await anotherNight()).toEqual(broken);
});

it("lets two instances verify it at once", async () => {
  society.clock.advance(86_400);
  await Promise.all([1, 2].map(() => checkAuditNightly(society.database, log)));
  expect(await standing()).toEqual({ seq: 5, again: 0 });
  expect(log.lines).toEqual([]);
});
