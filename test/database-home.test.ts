import { execFileSync } from "node:child_process";
import { realpathSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENT_MS, until } from "./faults/running-server.ts";
import { lastWill } from "./last-will.ts";
import { type OwnDatabase, useOwnServer, usePrograms } from "./programs.ts";
import { steps } from "#test/steps.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
const sent: string[] = [];
let gateway: Server;
let address = "";

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const to = new URLSearchParams(body).get("to") ?? "";
      sent.push(to);
      const Recipients = [{ statusCode: 101, number: to, status: "Success", messageId: "A1" }];
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ SMSMessageData: { Message: "Sent", Recipients } }));
    });
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});

afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

const bySms = () => ({
  SMS_CHANNEL: "africastalking",
  AFRICASTALKING_USERNAME: "akiba",
  AFRICASTALKING_API_KEY: "a-key",
  AFRICASTALKING_BASE_URL: address,
});

const settings = () => ({
  ...bySms(),
  AKIBA_MODE: "test",
  AKIBA_SECRET: "a secret of the tests, 32 characters and more",
  AKIBA_PASSWORD_PEPPER: "a pepper of the tests, 32 characters and more",
});

const at = (database: OwnDatabase) => ({
  ...settings(),
  DATABASE_URL: database.url(),
  DATABASE_OWNER_URL: database.url(),
});

async function heldAt(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/health/ready`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as unknown;
}

/** Whether a server that starts this way is held, and whether its output says so. */
async function isHeldWith(env: Readonly<Record<string, string>>): Promise<boolean> {
  const serving = await programs.serve(env);
  const { held } = (await heldAt(serving.url)) as { held: boolean };
  expect(serving.said().includes("npm run akiba release")).toBe(held);
  await serving.stop();
  return held;
}

const message = (to: string) =>
  `insert into outbox_message (channel, recipient, template, language, params, expires_at)
    values ('sms', '${to}', 'login-created', 'en', '{}', now() + interval '1 day')`;

const waiting = (database: OwnDatabase) =>
  database.query("select recipient, state, attempts from outbox_message order by id");

const found = () => server.migrated();

/** The same server by another spelling of its address, as a standby has another one. */
const otherAddress = (database: OwnDatabase) => database.url().replace("@%2F", "@%2F%2F");

const copyOf = (database: OwnDatabase) => server.database(`template ${database.name}`);

steps("step by step", () => {
  describe("a restored database", () => {
    it("sends nothing until akiba release, which a running portal notices", async () => {
      const original = await found();
      await (await programs.serve(at(original))).stop();
      await original.query(message("+254712000777"));
      const copy = await copyOf(original);
      const serving = await programs.serve(at(copy));
      expect(await heldAt(serving.url)).toEqual({ status: "up", held: true });
      // Messages of a portal at home show that the held one had time to send.
      const home = await programs.serve(at(original));
      await until("the original sent its own", () => sent.length > 0);
      expect(await waiting(copy)).toEqual([
        { recipient: "+254712000777", state: "waiting", attempts: 0 },
      ]);
      const released = await programs.command(["release"], at(copy));
      expect(released).toMatchObject({ code: 0, said: expect.stringContaining("Released at ") });
      await until("the copy sends", () => sent.length === 2);
      expect(await heldAt(serving.url)).toEqual({ status: "up", held: false });
      await serving.stop();
      await home.stop();
      expect(await isHeldWith(at(copy))).toBe(false);
      expect(await programs.command(["release"], at(copy))).toMatchObject({
        code: 0,
        said: "This database is not held.\n",
      });
      const audited = "select actor, action from audit_record where action = 'database-released'";
      expect(await copy.query(audited)).toEqual([
        { actor: "operator", action: "database-released" },
      ]);
    });

    it("gives up what its original sent if the release says that it ran on", async () => {
      const original = await found();
      await (await programs.serve(at(original))).stop();
      await original.query(message("+254712000778"));
      const copy = await copyOf(original);
      expect(await programs.command(["release", "--again"], at(copy))).toMatchObject({ code: 2 });
      expect(await programs.command(["release", "--restored"], at(copy))).toMatchObject({
        code: 0,
        said: expect.stringContaining("1 messages that waited are given up"),
      });
      expect(await waiting(copy)).toMatchObject([{ state: "expired", attempts: 0 }]);
    });

    it("is held in another cluster, in another database and at another address", async () => {
      const database = await found();
      expect(await isHeldWith(at(database))).toBe(false);
      expect(await isHeldWith(at(await copyOf(database)))).toBe(true);
      expect(await isHeldWith({ ...at(database), DATABASE_URL: otherAddress(database) })).toBe(
        true,
      );
      await database.query(
        `insert into database_home (seq, cluster_id, database_id, place, decided_by)
        select seq + 1, '7000000000000000001', database_id, place, 'test' from database_home`,
      );
      expect(await isHeldWith(at(database))).toBe(true);
    });

    it("is not held after a failover to a standby that takes over its place", async () => {
      const database = await found();
      const named = { ...at(database), DATABASE_PLACE: "uzima-live" };
      expect(await isHeldWith(named)).toBe(false);
      expect(await isHeldWith({ ...named, DATABASE_URL: otherAddress(database) })).toBe(false);
      expect(await isHeldWith({ ...named, DATABASE_PLACE: "uzima-drill" })).toBe(true);
    });
  });

  describe("an embedded database", () => {
    const folder = () => join(programs.folder, "original");
    const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);
    const env = (dataDir: string) => ({ ...settings(), DATA_DIR: dataDir });

    beforeAll(async () => {
      lastWill(realpathSync(programs.folder));
      expect(await isHeldWith(env(folder()))).toBe(false);
    });

    it("is at home in its first place, start after start", async () => {
      expect(await isHeldWith(env(folder()))).toBe(false);
    });

    it("is held as a copy, and the original is not", async () => {
      copy(folder(), join(programs.folder, "copy"));
      expect(await isHeldWith(env(join(programs.folder, "copy")))).toBe(true);
      expect(await isHeldWith(env(folder()))).toBe(false);
    });

    it("is held after a restore from a backup, and at home once released", async () => {
      copy(folder(), join(programs.folder, "backup"));
      rmSync(folder(), { recursive: true });
      copy(join(programs.folder, "backup"), folder());
      expect(await isHeldWith(env(folder()))).toBe(true);
      expect((await programs.command(["release"], env(folder()))).code).toBe(0);
      expect(await isHeldWith(env(folder()))).toBe(false);
    });

    it("is held where it was moved to", async () => {
      renameSync(folder(), join(programs.folder, "moved"));
      expect(await isHeldWith(env(join(programs.folder, "moved")))).toBe(true);
    });
  });
});
