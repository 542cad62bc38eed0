import { beforeAll, beforeEach, expect, it } from "vitest";
import type { AlertKind } from "#shared/alert-kinds.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { reconcile, reconcileNightly } from "#server/ledger/journal/reconcile.ts";
import { KeptLog } from "#test/outbox-society.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { raiseAlert, resolveAlert } from "./alert.ts";

const society = useServedSociety({ limits: { readBurst: 5000, readsPerMinute: 60_000 } });
const roles = Object.keys(rolePermissions) as StaffRole[];

beforeAll(async () => {
  await foundSociety(society);
  for (const role of roles) await employ(society, role.toUpperCase(), role);
  await employ(society, "LEFT", "administrator");
  await society.owner.query(`update staff set email = lower(staff_no) || '@uzima.example'`);
  await society.owner.query(
    "update staff set suspended_at = now(), suspended_by = 'test' where staff_no = 'LEFT'",
  );
});

beforeEach(async () => {
  await society.owner.query("delete from alert; delete from alert_notice");
  await society.owner.query("delete from outbox_message");
});

const raise = (kind: AlertKind, subject = "", count = 0) =>
  society.database.unitOfWork("test", (work) => raiseAlert(work, { kind, subject, count }));
const resolve = (kind: AlertKind, subject = "") =>
  society.database.unitOfWork("test", (work) => resolveAlert(work, { kind, subject }));

async function mobileOf(staffNo: string): Promise<string> {
  const found = await society.owner.query<{ mobile_number: string }>(
    "select mobile_number from staff where staff_no = $1",
    [staffNo],
  );
  return found.rows[0]?.mobile_number ?? "";
}

interface Sent {
  readonly channel: string;
  readonly recipient: string;
  readonly what: string;
}

/** The messages to the office that wait in the outbox, oldest first. */
async function sent(): Promise<Sent[]> {
  const found = await society.owner.query<Sent>(
    `select channel, recipient, params ->> 'finding' as what from outbox_message
      where template = 'office-alert' order by id`,
  );
  return found.rows;
}

async function openKinds(role: string): Promise<string[] | null> {
  const token = await signIn(society, role.toUpperCase());
  const reply = await society.send("GET", "/api/v1/alerts", { token });
  expect(reply.status, reply.text).toBe(200);
  const { open } = reply.body as { open: { kind: string }[] | null };
  return open && open.map(({ kind }) => kind);
}

it("a finding of the night reaches the administrators, the log and the office's page", async () => {
  const bank = "update ledger_account set balance_cents = balance_cents";
  await society.owner.query(`${bank} + 1 where code = 'bank'`);
  const log = new KeptLog();
  expect(await reconcileNightly(society.database, log)).toBe(true);
  const what = "The books do not agree. Findings: 3.";
  expect(await sent()).toEqual([
    { channel: "sms", recipient: await mobileOf("ADMINISTRATOR"), what },
    { channel: "email", recipient: "administrator@uzima.example", what },
  ]);
  expect(log.lines).toContainEqual({ message: "the books do not agree", fields: { count: 3 } });
  expect((await society.messages())[0]?.text).toBe(
    `Uzima Sacco: ${what} What to do: open Alerts in the portal.`,
  );
  expect(await openKinds("treasurer")).toEqual(["books-disagree"]);

  await society.owner.query(`${bank} - 1 where code = 'bank'`);
  await reconcile(society.database, { by: "staff:TREASURER" });
  expect(await openKinds("treasurer")).toEqual([]);
});

it("two instances that reconcile the books at once raise no alarm", async () => {
  const runs = await Promise.allSettled([
    reconcile(society.database, { by: "one" }),
    reconcile(society.database, { by: "other" }),
  ]);
  const refused = runs.filter(({ status }) => status === "rejected");
  for (const run of refused) expect(run).toMatchObject({ reason: { code: "in-progress" } });
  expect(await sent()).toEqual([]);
});

it("an alert that many instances raise at once is one alert, notified once", async () => {
  await Promise.all(Array.from({ length: 20 }, () => raise("audit-broken", "", 7)));
  expect(await sent()).toHaveLength(2);
  const { rows } = await society.owner.query("select kind, count::int from alert");
  expect(rows).toEqual([{ kind: "audit-broken", count: 7 }]);
});

const twoFailing =
  "An automatic task is failing: applying the retention rules. " +
  "An automatic task is failing: deleting expired data.";

it("a kind is notified once an hour at most, though it comes and goes", async () => {
  await raise("job-failed", "sweep");
  await resolve("job-failed", "sweep");
  await raise("job-failed", "retention");
  society.clock.advance(3599);
  await raise("job-failed", "sweep");
  expect(await sent()).toHaveLength(2);
  await raise("messages-wait", "", 3);
  expect(await sent(), "another kind has an hour of its own").toHaveLength(4);
  society.clock.advance(1);
  await raise("job-failed", "sweep");
  expect((await sent()).slice(4).map(({ what }) => what)).toEqual(
    Array.from({ length: 2 }, () => twoFailing),
  );
});

it("an alert that stays open is notified again each day, not each hour", async () => {
  await raise("payouts-wait", "", 1);
  for (let hour = 1; hour < 24; hour += 1) {
    society.clock.advance(3600);
    await raise("payouts-wait", "", hour);
  }
  expect(await sent()).toHaveLength(2);
  society.clock.advance(3600);
  await raise("payouts-wait", "", 30);
  expect((await sent()).map(({ what }) => what).at(-1)).toBe(
    "Payouts that have waited for more than a day: 30.",
  );
});

it("alerts are shown to the roles that may act on them, without personal data", async () => {
  await raise("audit-broken", "", 7);
  for (const role of roles) {
    const expected = roleMay(role, "alerts.read") ? ["audit-broken"] : null;
    expect(await openKinds(role), role).toEqual(expected);
  }
  await resolve("audit-broken");
  const token = await signIn(society, "AUDITOR");
  const { body } = await society.send("GET", "/api/v1/alerts", { token });
  expect(body).toMatchObject({ open: [], past: [{ kind: "audit-broken", subject: "", count: 7 }] });
});

it("raising and resolving an alert is in the audit log once each", async () => {
  const since = await society.owner.query("select max(seq) as seq from audit_record");
  for (const _ of [1, 2, 3]) await raise("job-failed", "sweep");
  for (const _ of [1, 2, 3]) await resolve("job-failed", "sweep");
  const { rows } = await society.owner.query(
    "select action, subject from audit_record where seq > $1 order by seq",
    [since.rows[0].seq],
  );
  expect(rows).toEqual([
    { action: "alert-raised", subject: "alert:job-failed/sweep" },
    { action: "alert-resolved", subject: "alert:job-failed/sweep" },
  ]);
});
