import { beforeAll, beforeEach, expect, it } from "vitest";
import { periodicJobs } from "#server/periodic-jobs.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { silentLog } from "#test/silent-log.ts";
import { WriteProbe } from "#server/kernel/platform/write-probe.ts";
import { CatchingChannel } from "#test/outbox-society.ts";
import { payToPhones } from "#test/payouts.ts";
import { foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { watchWaiting } from "./waiting-too-long.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();
const MINUTES = limitDefaults.messageWaitMinutes;

beforeAll(() => foundSociety(society));

beforeEach(async () => {
  await society.owner.query("delete from alert; delete from outbox_message");
});

/** A message that was queued some minutes ago. */
async function plant(minutes: number, columns: Readonly<Record<string, unknown>> = {}) {
  const row = { channel: "sms", state: "waiting", attempts: 1, heldMinutes: 0, ...columns };
  const at = new Date((society.clock.stillAt()?.getTime() ?? 0) - minutes * 60_000);
  await society.owner.query(
    `insert into outbox_message (channel, recipient, template, language, params, created_at,
        expires_at, next_attempt_at, state, attempts, finished_at)
      values ($1, '+254711000009', 'loan-approved', 'en', '{}', $2,
        $2::timestamptz + interval '2 days', $2::timestamptz + make_interval(mins => $6), $3, $4,
        $5)`,
    [
      row.channel,
      at,
      row.state,
      row.attempts,
      row.state === "waiting" ? null : at,
      row.heldMinutes,
    ],
  );
}

async function open(): Promise<string[]> {
  await watchWaiting(society.database, limitDefaults);
  const found = await society.owner.query<{ alert: string }>(
    "select kind || ' ' || count as alert from alert where resolved_at is null order by id",
  );
  return found.rows.map(({ alert }) => alert);
}

steps("step by step", () => {
  it("messages that wait for 15 minutes raise an alert until they are sent", async () => {
    await plant(MINUTES);
    expect(await open()).toEqual([]);
    await plant(MINUTES + 1);
    await plant(MINUTES + 1, { attempts: 0, channel: "email" });
    await plant(MINUTES + 1, { attempts: 0, heldMinutes: 10 });
    expect(await open()).toEqual(["messages-wait 2"]);
    await society.owner.query("update outbox_message set state = 'delivered', finished_at = now()");
    expect(await open()).toEqual([]);
  });

  it("messages queued while a server was away may be sent before an alert is raised", async () => {
    await plant(MINUTES + 1);
    const { database } = society;
    const jobs = periodicJobs({
      database,
      limits: limitDefaults,
      log: silentLog,
      probe: new WriteProbe(database),
      channels: { sms: new CatchingChannel(), email: new CatchingChannel() },
      backups: null,
      notify: () => {},
    });
    for (const job of jobs) if (job.atStart === true) await job.run();
    const raised = "select from alert where kind = 'messages-wait'";
    expect((await society.owner.query(raised)).rowCount).toBe(0);
    await jobs.find(({ name }) => name === "watch")?.run();
    expect((await society.owner.query(raised)).rowCount).toBe(1);
  });

  it("codes that expired unsent raise it too, although they no longer wait", async () => {
    await plant(MINUTES - 1, { state: "expired" });
    expect(await open()).toEqual(["messages-wait 1"]);
  });

  it("messages that wait for the next month's budget raise nothing", async () => {
    await plant(MINUTES + 1, { attempts: 0 });
    expect(await open()).toEqual(["messages-wait 1"]);
    await society.owner.query("update sms_budget set month_cents = 100");
    await society.owner.query(
      `insert into sms_spend (day, template, messages, parts, cost)
      values ('2026-04-14', 'x', 9, 9, 9)`,
    );
    expect(await open()).toEqual([]);
    await society.owner.query("update sms_budget set month_cents = null");
  });

  it("payouts that wait for a day raise an alert, but not those held on purpose", async () => {
    const phones = { deposits: 10_000 };
    await payToPhones(society, {
      MS1: { ...phones, mobile: "+254711000101" },
      MS2: { ...phones, mobile: "+254711000102" },
    });
    await society.owner.query("delete from outbox_message");
    expect(await open()).toEqual([]);
    society.clock.advance(limitDefaults.payoutWaitHours * 3600 + 60);
    expect(await open()).toEqual(["payouts-wait 2"]);
    await society.owner.query(
      `insert into contact_change_request (member_id, mobile_number, state, asked_by, approved_by,
        approved_at, held_until)
      select id, '+254711000999', 'approved', 'staff:A', 'staff:B', now(), now() + interval '3 days'
      from member where member_no = 'MS1'`,
    );
    expect(await open()).toEqual(["payouts-wait 1"]);
  });
});
