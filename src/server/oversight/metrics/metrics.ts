import type { Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/kernel/platform/database.ts";
import { hashesWaiting } from "#server/kernel/platform/password-hash.ts";
import { longestStatements } from "#server/kernel/platform/statement-times.ts";
import { findFigures, type SocietyFigure } from "./society-figures.ts";

/** The number of statements whose time is given. */
const STATEMENTS = 20;
/** In seconds: a read takes milliseconds, a posted dividend tens of seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.3, 1, 5, 30];

/**
 * The label and the meaning of each figure of the society. No label is called job or instance:
 * Prometheus sets these to what it reads from, and renames ours.
 */
const described: Readonly<Record<SocietyFigure["name"], readonly [label: string, help: string]>> = {
  akiba_messages_waiting: ["channel", "Messages that are due and not delivered."],
  akiba_messages_oldest_seconds: ["channel", "Age of the oldest message that is due."],
  akiba_messages_expired_hour: ["", "Messages that expired undelivered in the last hour."],
  akiba_sms_spend_month_shillings: ["", "Cost of SMS in this month."],
  akiba_sms_budget_month_shillings: ["", "Budget of SMS for this month; absent without one."],
  akiba_payouts_open: ["tab", "Payouts without a result, by the tab of the office's list."],
  akiba_payouts_oldest_seconds: ["tab", "Time since the oldest of them was due or changed."],
  akiba_approvals_waiting: ["", "Requests that wait for a second person."],
  akiba_sessions_open: ["", "Sessions in use."],
  akiba_alerts_open: ["kind", "Open alerts, as at the office."],
  akiba_reconciler_last_run_timestamp_seconds: ["", "Time of the reconciler's last run."],
  akiba_reconciler_findings: ["", "Differences that the reconciler's last run found."],
  akiba_audit_check_timestamp_seconds: ["", "Time of the last check of the audit log."],
  akiba_job_failures: ["task", "Failures of an automatic task since its last success."],
  akiba_job_last_run_timestamp_seconds: ["task", "End of the task's last run, in any instance."],
  akiba_job_last_run_seconds: ["task", "Duration of that run."],
};

/**
 * The figures of one process for Prometheus. Every label has a bounded set of values: the patterns
 * of routes, classes of status, declared statements, and kinds that the product knows.
 */
export class Metrics {
  readonly #database: Database;
  readonly #registry: Registry;
  readonly #answers: Histogram<"route" | "method" | "status">;
  readonly #society: ReadonlyMap<SocietyFigure["name"], Gauge>;
  readonly #databaseIsUp: Gauge;

  private constructor(client: typeof import("prom-client"), database: Database) {
    const registry = new client.Registry();
    const gauge = (name: string, help: string, labels: readonly string[] = []) =>
      new client.Gauge({ name, help, labelNames: [...labels], registers: [registry] });
    this.#database = database;
    this.#registry = registry;
    this.#answers = new client.Histogram({
      name: "akiba_http_request_duration_seconds",
      help: "Time from a request to the end of its answer.",
      labelNames: ["route", "method", "status"],
      buckets: BUCKETS,
      registers: [registry],
    });
    this.#society = new Map(
      Object.entries(described).map(([name, [label, help]]) => [
        name as SocietyFigure["name"],
        gauge(name, help, label === "" ? [] : [label]),
      ]),
    );
    this.#databaseIsUp = gauge("akiba_database_up", "1 if the database answered this reading.");
    client.collectDefaultMetrics({ register: registry });
    addProcessFigures(client, registry, database);
  }

  /** Loads the library only now, since most instances start without metrics. */
  static async open(database: Database): Promise<Metrics> {
    return new Metrics(await import("prom-client"), database);
  }

  /** Counts an answered request. A request to an unknown address may have any method. */
  readonly answered = (route: string, method: string, status: number, ms: number): void => {
    const known = route === "unknown" ? "other" : method;
    const kind = `${Math.trunc(status / 100)}xx`;
    this.#answers.observe({ route, method: known, status: kind }, ms / 1000);
  };

  /**
   * The figures in Prometheus's text format; without the society's while its database is
   * unreachable.
   */
  async text(): Promise<string> {
    for (const gauge of this.#society.values()) empty(gauge);
    await this.#readSociety();
    return this.#registry.metrics();
  }

  async #readSociety(): Promise<void> {
    try {
      for (const { name, label, value } of await this.#database.one(findFigures)) {
        const [labelName] = described[name];
        const gauge = this.#society.get(name);
        if (labelName === "") gauge?.set(value);
        else gauge?.set({ [labelName]: label }, value);
      }
      this.#databaseIsUp.set(1);
    } catch {
      this.#databaseIsUp.set(0);
    }
  }
}

/** Figures that are read only when requested, so that requests do not pay for them. */
function addProcessFigures(
  client: typeof import("prom-client"),
  registry: Registry,
  database: Database,
): void {
  const add = (name: string, help: string, labelNames: string[], collect: Collect): unknown =>
    new client.Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        collect(this);
      },
    });
  const connections = "Connections of this process: open, idle, and callers that wait for one.";
  add("akiba_database_connections", connections, ["state"], (gauge) => {
    for (const [state, count] of Object.entries(database.connections)) gauge.set({ state }, count);
  });
  const reads = "Reads that may go to the replica, by who answered or why the primary had to.";
  add("akiba_replica_reads", reads, ["outcome"], (gauge) => {
    for (const [outcome, count] of database.replica?.figures.outcomes ?? []) {
      gauge.set({ outcome }, count);
    }
  });
  const waited = "Time that reads waited for the replica in all, since the start.";
  add("akiba_replica_wait_seconds", waited, [], (gauge) => {
    if (database.replica === null) return;
    gauge.set(database.replica.figures.waitedMilliseconds / 1000);
  });
  add("akiba_replica_up", "1 if the replica answers reads; absent without one.", [], (gauge) => {
    if (database.replica !== null) gauge.set(database.replica.trouble === null ? 1 : 0);
  });
  add("akiba_hashes_waiting", "Sign-ins that wait for a turn to hash a password.", [], (gauge) =>
    gauge.set(hashesWaiting()),
  );
  const seconds = `Time of the ${STATEMENTS} statements that took the most, since the start.`;
  add("akiba_statement_seconds", seconds, ["statement"], (gauge) => {
    for (const { name: statement, milliseconds } of longestStatements(STATEMENTS)) {
      gauge.set({ statement }, milliseconds / 1000);
    }
  });
  const runs = "How often these statements ran, since the start.";
  add("akiba_statement_runs", runs, ["statement"], (gauge) => {
    for (const { name: statement, runs: count } of longestStatements(STATEMENTS)) {
      gauge.set({ statement }, count);
    }
  });
}

/** Removes every value: a gauge without a label that was only reset would be reported as 0. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

type Collect = (gauge: Gauge<string>) => void;
