import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { NIGHT_HOUR } from "#shared/jobs.ts";
import { findPort } from "../../scripts/lib/find-port.js";
import { useOwnServer } from "../programs.ts";
import { steps } from "../steps.ts";
import { expectKept } from "./acknowledged.ts";
import { CHECK_EVERY_MS, Haproxy, hasHaproxy } from "./haproxy.ts";
import { ask, Load, signInBody } from "./load.ts";
import { MoneyLoad, paybillSettings, settleBorrowers } from "./money-load.ts";
import {
  type Environment,
  PATIENT_MS,
  type RunningServer,
  until,
  usePremises,
} from "./running-server.ts";
import { SmsGateway } from "./sms-gateway.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: 3 * PATIENT_MS, hookTimeout: PATIENT_MS });

const INSTANCES = 3;
const BORROWERS = 60;
const MESSAGES = 600;
const counts = { members: 4, newcomers: 200 };
const faults = ["SIGKILL", "SIGTERM", "SIGKILL", "SIGTERM", "SIGKILL", "SIGTERM"] as const;

/** Nobody's work depends on this member, who is locked after the guesses. */
const GUESSED = `MS${counts.members + 1}`;

describe.skipIf(!hasHaproxy)("instances behind HAProxy (needs haproxy installed)", () => {
  steps("three instances on one database", () => {
    const premises = usePremises();
    const server = useOwnServer();
    const gateway = new SmsGateway();
    const running: RunningServer[] = [];
    const ports: string[] = [];
    let env: Environment;
    let society: Society;
    let proxy: Haproxy;

    beforeAll(async () => {
      const database = await server.database();
      society = new Society(database.connection);
      env = {
        ...paybillSettings,
        ...(await gateway.listen()),
        DATABASE_URL: database.url(),
        DATABASE_OWNER_URL: database.url(),
      };
      for (let n = 0; n < INSTANCES; n += 1) ports.push(await findPort());
      proxy = await new Haproxy(premises.folder, ports).start();
    });
    afterAll(async () => {
      await proxy.stop();
      gateway.close();
    });

    const through = (method: string, path: string, asked: Parameters<typeof ask>[3]) =>
      ask(proxy.url, method, path, asked);
    const isReady = async () => (await through("GET", "/health/ready", {}))?.status === 200;

    it("start at once on an empty database, migrate it once and run each job once", async () => {
      running.push(...(await Promise.all(ports.map((PORT) => premises.start({ ...env, PORT })))));
      await until("HAProxy reaches them", isReady);
      const twice = await society.rows(
        "select version from schema_migration group by version having count(*) <> 1",
      );
      expect(twice).toEqual([]);
      // The reconciler runs in the night, so that in the first hours of a day it is not due yet.
      const [{ isNight } = { isNight: false }] = await society.rows<{ isNight: boolean }>(
        `select extract(hour from now() at time zone 'Africa/Nairobi') >= ${NIGHT_HOUR}
          as "isNight"`,
      );
      const job = isNight ? "reconciler" : "standing-transfers";
      await until(`${job} has run`, async () => {
        const ran = await society.rows(
          `select from job where name = '${job}' and result = 'succeeded'`,
        );
        return ran.length === 1;
      });
      const runs = await society.rows("select from reconciliation");
      expect(runs, "runs").toHaveLength(isNight ? 1 : 0);
      expect(await society.rows("select from job where failures > 0")).toEqual([]);
      await society.settle({ ...counts, members: counts.members + 1 });
      await settleBorrowers(society, BORROWERS);
    });

    it("compare five of 150 parallel guesses of a password", async () => {
      const guess = (at: number) =>
        through("POST", "/api/v1/auth/authenticate", {
          body: signInBody(GUESSED, `a wrong guess ${at}`),
          from: `MS${100 + at}`,
        });
      const answers = await Promise.all(Array.from({ length: 150 }, (_, at) => guess(at)));
      const compared = answers.filter((answer) => answer?.status === 401).length;
      expect(compared).toBeGreaterThan(0);
      expect(compared, "guesses compared").toBeLessThanOrEqual(5);
    });

    it("know a session of any of them, until it ends at one", async () => {
      const body = signInBody("MS2");
      const signedIn = await through("POST", "/api/v1/auth/authenticate", { body, from: "MS2" });
      const { token } = JSON.parse(signedIn?.text ?? "{}") as { token: string };
      const read = () =>
        Promise.all(
          running.map(async ({ url }) => {
            const answer = await ask(url, "GET", "/api/v1/member/MS2", { token, from: "MS2" });
            return answer?.status;
          }),
        );
      expect(await read()).toEqual(running.map(() => 200));
      await through("DELETE", "/api/v1/session", { token, from: "MS2" });
      expect(await read()).toEqual(running.map(() => 401));
    });

    it("deliver each message once, also while one of them is drained", async () => {
      const before = gateway.sent.length;
      await society.rows(
        `insert into outbox_message (channel, recipient, template, language, params, expires_at)
          select 'sms', '+2547' || lpad(n::text, 8, '0'), 'loan-settled', 'en',
            '{"loan": "IL1", "society": "Uzima Sacco"}', akiba_now() + interval '1 hour'
          from generate_series(1, $1) n`,
        [MESSAGES],
      );
      await until("they are being sent", () => gateway.sent.length >= before + MESSAGES / 10);
      expect(await running[0]?.end("SIGTERM")).toBe(0);
      await until("no message waits", async () => {
        const waiting = await society.rows("select from outbox_message where state = 'waiting'");
        return waiting.length === 0;
      });
      running[0] = await premises.start({ ...env, PORT: ports[0] ?? "" });
      const sent = gateway.sent.slice(before).map(({ to }) => to);
      expect(new Set(sent).size, "messages that arrived").toBe(MESSAGES);
      expect(sent, "deliveries").toHaveLength(MESSAGES);
    });

    it("lose and duplicate nothing while one after the other is killed or drained", async () => {
      const load = new Load({ ...counts, society, url: () => proxy.url }).start();
      const money = new MoneyLoad(() => proxy.url, BORROWERS, {
        noticedMs: CHECK_EVERY_MS,
      }).start();
      for (const [turn, fault] of faults.entries()) {
        const wanted = [load.acknowledged + 10, money.acknowledged + 10] as const;
        await until("work is acknowledged", () => {
          return load.acknowledged >= wanted[0] && money.acknowledged >= wanted[1];
        });
        const at = turn % INSTANCES;
        // The proxy sends calls there until its checks fail, so it is away until it is back.
        await money.during(async () => {
          expect(await running[at]?.end(fault)).toBe(fault === "SIGTERM" ? 0 : null);
          running[at] = await premises.start({ ...env, PORT: ports[at] ?? "" });
        });
      }
      await load.stop();
      await money.stop();
      expect(load.count(500)).toBe(0);
      await expectKept(load, society);
      await money.expectKept(society);
    });
  });
});
