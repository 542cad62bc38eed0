import { beforeAll, expect, it } from "vitest";
import { useTestSociety } from "#test/test-society.ts";
import { verifyAuditChain } from "./verify.ts";
import { steps } from "#test/steps.ts";

const society = useTestSociety();

beforeAll(async () => {
  for (let n = 1; n <= 5; n += 1) {
    await society.database.unitOfWork("test", async (work) => {
      work.audit({ action: "holiday-added", subject: `step:${n}`, detail: { n } });
      work.audit({ action: "holiday-added", subject: `step:${n}b` });
    });
  }
});

/** Changes the audit log as only its owner could, checks, and restores everything. */
async function tampered(...changes: string[]) {
  await society.owner.query("alter table audit_record disable trigger user");
  await society.owner.query("create table kept as select * from audit_record");
  try {
    for (const change of changes) await society.owner.query(change);
    return await verifyAuditChain(society.database);
  } finally {
    await society.owner.query("delete from audit_record");
    await society.owner.query("insert into audit_record select * from kept");
    await society.owner.query("drop table kept");
    await society.owner.query("alter table audit_record enable trigger user");
  }
}

steps("the chain of the audit log", () => {
  it("holds one record for each step, each following from the one before", async () => {
    expect(await verifyAuditChain(society.database)).toMatchObject({ length: 10n, brokenAt: null });
  });

  it("stays whole and in order under parallel writers", async () => {
    const writers = Array.from({ length: 40 }, (_, n) =>
      society.database.unitOfWork("test", async (work) => {
        work.audit({ action: "holiday-removed", subject: `step:${n}` });
      }),
    );
    await Promise.all(writers);
    expect(await verifyAuditChain(society.database)).toMatchObject({ length: 50n, brokenAt: null });
  });

  it.each([
    ["a changed record", "update audit_record set subject = 'else' where seq = 4", 4n],
    ["a changed time", "update audit_record set at = at - interval '1 day' where seq = 7", 7n],
    ["a removed record", "delete from audit_record where seq = 6", 7n],
    ["a removed end", "delete from audit_record where seq > 48", 50n],
  ])("shows %s", async (_, change, brokenAt) => {
    expect((await tampered(change)).brokenAt).toBe(brokenAt);
  });

  it("can be neither changed nor cut by the application or its owner", async () => {
    for (const change of [
      "update audit_record set actor = 'else'",
      "delete from audit_record",
      "truncate audit_record",
    ]) {
      await expect(society.owner.query(change)).rejects.toThrow("append-only");
      await expect(society.database.unitOfWork("test", (work) => work.run(change))).rejects.toThrow(
        /append-only|permission denied/,
      );
    }
    await expect(
      society.database.unitOfWork("test", (work) =>
        work.run("insert into audit_record values (99, now(), 'a', 'b', 'c', '{}', '', '')"),
      ),
    ).rejects.toThrow("permission denied");
  });
});
