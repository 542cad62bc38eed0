import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Database } from "#server/kernel/platform/database.ts";
import { raiseAlert } from "#server/oversight/alerts/alert.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { Metrics } from "./metrics.ts";
import { listenForMetrics } from "./metrics-listener.ts";

let metrics: Metrics;
const society = useServedSociety({
  onAnswered: (...answer) => metrics.answered(...answer),
});

beforeAll(async () => {
  metrics = await Metrics.open(society.database);
  await foundSociety(society);
  await employ(society, "AD1", "administrator");
});

beforeEach(async () => {
  metrics = await Metrics.open(society.database);
  await society.owner.query("delete from alert; delete from outbox_message; delete from session");
});

/** The samples of a metric, each as the rest of its line. */
async function samplesOf(name: string, from = metrics): Promise<string[]> {
  const lines = (await from.text()).split("\n");
  return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

it("reports how long the oldest message has been due", async () => {
  await society.owner.query(
    `insert into outbox_message (channel, recipient, template, language, params, created_at,
        expires_at, next_attempt_at)
      select 'sms', '+254712345678', 'one-time-code', 'en', '{}', due, due + interval '1 hour', due
      from (select $1::timestamptz - interval '90 seconds' as due) as d`,
    [society.clock.stillAt()],
  );
  expect(await samplesOf("akiba_messages_waiting")).toContain(
    'akiba_messages_waiting{channel="sms"} 1',
  );
  const [sample = ""] = await samplesOf("akiba_messages_oldest_seconds");
  expect(sample).toBe('akiba_messages_oldest_seconds{channel="sms"} 90');
});

it("reports which alerts are open, and no longer those that were resolved", async () => {
  const raise = () =>
    society.database.unitOfWork("test", (work) => raiseAlert(work, { kind: "books-disagree" }));
  await raise();
  expect(await samplesOf("akiba_alerts_open")).toEqual([
    'akiba_alerts_open{kind="books-disagree"} 1',
  ]);
  await society.owner.query("update alert set resolved_at = now()");
  expect(await samplesOf("akiba_alerts_open")).toEqual([]);
});

it("reports no figure for things that do not exist", async () => {
  await society.owner.query("update sms_budget set month_cents = null");
  expect(await samplesOf("akiba_sms_budget_month_shillings")).toEqual([]);
  expect(await samplesOf("akiba_audit_check_timestamp_seconds")).toEqual([]);
});

it("reports when each automatic task last ran, for how long, and its failures", async () => {
  await society.owner.query(
    `update job set result = 'failed', failures = 2, ended_at = $1,
        started_at = $1::timestamptz - interval '3 seconds' where name = 'reconciler'`,
    [society.clock.stillAt()],
  );
  const failures = await samplesOf("akiba_job_failures");
  expect(failures).toContain('akiba_job_failures{task="reconciler"} 2');
  expect(failures).toContain('akiba_job_failures{task="sweep"} 0');
  expect(await samplesOf("akiba_job_last_run_seconds")).toEqual([
    'akiba_job_last_run_seconds{task="reconciler"} 3',
  ]);
  expect(await samplesOf("akiba_job_last_run_timestamp_seconds")).toHaveLength(1);
});

it("uses no label that Prometheus sets itself and would rename", async () => {
  await society.send("GET", "/health/live");
  const labels = (await metrics.text()).matchAll(/[{,](\w+)="/g);
  const names = new Set([...labels].map(([, name]) => name));
  expect(names).toContain("task");
  for (const reserved of ["job", "instance"]) expect(names).not.toContain(reserved);
});

it("counts the sessions in use", async () => {
  await signIn(society, "AD1");
  expect(await samplesOf("akiba_sessions_open")).toEqual(["akiba_sessions_open 1"]);
});

it("counts answers by the pattern of their route, however many addresses are tried", async () => {
  for (let number = 0; number < 40; number += 1) {
    await society.send("GET", `/api/v1/no-such-thing/${number}`);
    await society.send("GET", `/api/v1/cases/${number}`);
    await society.send(["PUT", "DELETE", "PATCH"][number % 3] ?? "", `/x${number}`);
  }
  const counts = await samplesOf("akiba_http_request_duration_seconds_count");
  const labels = counts.map((line) => line.replace(/^[^{]*\{(.*)\}.*$/, "$1")).toSorted();
  expect(labels).toEqual([
    'route="/api/v1/cases/:caseNo",method="GET",status="4xx"',
    'route="unknown",method="other",status="4xx"',
  ]);
});

it("says that the database is unreachable, and still gives the process's figures", async () => {
  const away = new Database({
    connection: { ...society.connection, port: 1, host: "127.0.0.1" },
    poolSize: 1,
  });
  const blind = await Metrics.open(away);
  expect(await samplesOf("akiba_database_up", blind)).toEqual(["akiba_database_up 0"]);
  expect(await samplesOf("akiba_messages_waiting", blind)).toEqual([]);
  expect(await samplesOf("akiba_sessions_open", blind)).toEqual([]);
  expect(await samplesOf("nodejs_eventloop_lag_seconds", blind)).toHaveLength(1);
  await away.close();
});

it("names no person", async () => {
  await signIn(society, "AD1");
  const found = await society.owner.query<{ full_name: string; mobile_number: string }>(
    "select full_name, mobile_number from staff",
  );
  const text = await metrics.text();
  for (const { full_name: name, mobile_number: number } of found.rows) {
    expect(text).not.toContain(name);
    expect(text).not.toContain(number);
  }
});

it("is served at one address of a separate listener", async () => {
  const { port, stop } = await listenForMetrics(metrics, { host: "127.0.0.1", port: 0 });
  const at = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${at}/metrics`);
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  expect(await answer.text()).toContain("akiba_database_up 1");
  expect((await fetch(`${at}/metrics`, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${at}/api/v1/member`)).status).toBe(404);
  expect((await society.send("GET", "/metrics")).text).not.toContain("akiba_database_up");
  await stop();
});

it.each(["ops/prometheus/akiba-rules.yml", "ops/grafana/akiba.json"])(
  "gives every metric that %s asks for",
  async (file) => {
    await society.send("GET", "/health/live");
    const given = await metrics.text();
    const asked = readFileSync(file, "utf8").match(/\b(?:akiba|process|nodejs)_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(5);
    const missing = new Set(asked.filter((name) => !given.includes(`# TYPE ${baseOf(name)} `)));
    expect([...missing]).toEqual([]);
  },
);

it("has a panel of the dashboard for each metric of its own", async () => {
  await society.send("GET", "/health/live");
  const given = [...(await metrics.text()).matchAll(/^# TYPE (akiba_\w+) /gm)];
  const shown = readFileSync("ops/grafana/akiba.json", "utf8");
  const names = given.map(([, name = ""]) => name).filter((name) => !shown.includes(name));
  expect(given.length).toBeGreaterThan(20);
  expect(names).toEqual([]);
});

/** The metric that a name of one of its samples belongs to. */
const baseOf = (name: string) => name.replace(/_duration_seconds_\w+$/, "_duration_seconds");

afterAll(() => society.owner.query("delete from alert"));
