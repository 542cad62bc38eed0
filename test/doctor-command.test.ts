import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { beforeAll, expect, it, vi } from "vitest";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import type { Diagnosis } from "#server/cli/diagnosis.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { useOwnServer, usePrograms } from "./programs.ts";
import { accessTo, twinWith } from "./twin-payouts.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();

let env: Readonly<Record<string, string>>;
let backups = "";

async function ownSociety() {
  const owner = await server.role("in role akiba_app");
  const portal = await server.role("in role akiba_app");
  const made = await server.database(`owner ${owner}`);
  const urls = { DATABASE_URL: made.url(portal), DATABASE_OWNER_URL: made.url(owner) };
  return { database: made, env: { AKIBA_MODE: "test", ...urls } };
}

beforeAll(async () => {
  const society = await ownSociety();
  backups = join(programs.folder, "backups");
  mkdirSync(backups);
  writeFileSync(join(backups, "akiba-20261125T020000Z.backup"), "");
  env = { ...society.env, AKIBA_BACKUP_DIR: backups };
  expect((await programs.command(["migrate"], env)).code).toBe(0);
});

/** The doctor's exit code and what each of its checks found, by name. */
async function examined(more: Readonly<Record<string, string>> = {}) {
  const { code, said } = await programs.command(["doctor", "--json"], { ...env, ...more });
  const { checks } = JSON.parse(said) as { checks: Diagnosis[] };
  return { code, said, found: new Map(checks.map((one) => [one.check, one])) };
}

it("finds no failure beside a portal that serves", async () => {
  const own = {
    AKIBA_MODE: "test",
    AKIBA_BACKUP_DIR: backups,
    DATA_DIR: join(programs.folder, "own"),
  };
  const portal = await programs.serve(own);
  const { code, said } = await programs.command(["doctor"], own);
  await portal.stop();
  expect(said).toMatch(/^ok +configuration +usable, for a test society$/m);
  expect(said).toMatch(/^ok +database server +PostgreSQL \d+/m);
  expect(said).toMatch(/^0 failed, \d+ warnings?\.$/m);
  expect(code).toBe(0);
});

it("rejects what it does not know", async () => {
  expect(await programs.command(["doctor", "--everything"], env)).toMatchObject({ code: 2 });
});

it("fails over a server that may lose what it acknowledged", async () => {
  // The server of the tests runs without fsync.
  const { code, found } = await examined();
  const failed = [...found.values()].filter(({ state }) => state === "failed");
  expect(failed.map(({ check }) => check)).toEqual(["database server"]);
  expect(found.get("database rights")?.state).toBe("ok");
  expect(found.get("reconciler")).toMatchObject({ state: "warning", text: "it has not run yet" });
  expect(code).toBe(1);
});

it("reports the age of each secret, for a program too", async () => {
  const { found, said } = await examined({ AKIBA_SECRET: "fresh-secret-0123456789-abcdefghij" });
  const { state, details } = found.get("secrets") ?? {};
  expect(state).toBe("ok");
  const secret = { name: "AKIBA_SECRET", renewal: "after-a-leak", since: null, days: null };
  expect(details).toContainEqual({ ...secret, isExact: false, isDue: false });
  expect(said).not.toContain("fresh-secret");
});

it("names every problem of a configuration, and no secret", async () => {
  const { code, said, found } = await examined({ AKIBA_SECRET: "too short to be", PORT: "x" });
  expect(code).toBe(1);
  expect(found.get("configuration")?.text).toMatch(
    /AKIBA_SECRET[\s\S]*PORT|PORT[\s\S]*AKIBA_SECRET/,
  );
  expect(said).not.toContain("too short to be");
});

it("says what to do about a database that is unreachable or not up to date", async () => {
  const away = await examined({ DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none" });
  expect(away.found.get("database version")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("cannot be reached"),
  });
  const fresh = await ownSociety();
  const old = await examined(fresh.env);
  expect(old).toMatchObject({ code: 1 });
  expect(old.found.get("database version")?.text).toContain("npm run akiba migrate");
  expect(old.found.get("reconciler")).toBeUndefined();
});

it("fails while the books disagree, and warns of open alerts", async () => {
  const society = await ownSociety();
  await programs.command(["migrate"], society.env);
  const owner = new Client(society.database.connection);
  owner.on("error", () => {});
  await owner.connect();
  await owner.query(
    `insert into reconciliation (findings, ran_by, took_ms) values ('[{}]', 'nightly', 1);
     insert into alert (kind) values ('books-disagree');
     update job set result = 'failed', failures = 1, started_at = now(), ended_at = now()
       where name = 'sweep'`,
  );
  await owner.end();
  const { code, found } = await examined(society.env);
  expect(code).toBe(1);
  expect(found.get("reconciler")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("last run: 1;"),
  });
  expect(found.get("tasks")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("sweep (failed)"),
  });
  expect(found.get("alerts")).toMatchObject({
    state: "warning",
    text: expect.stringContaining("books-disagree (1)"),
  });
});

it("fails when the newest backup is older than 26 hours, or there is none", async () => {
  const older = join(programs.folder, "older");
  mkdirSync(older);
  const none = await examined({ AKIBA_BACKUP_DIR: older });
  expect(none.found.get("backup")).toMatchObject({ state: "failed" });
  mkdirSync(join(older, "nightly"));
  const file = join(older, "nightly", "akiba-20261101T020000Z.backup");
  writeFileSync(file, "");
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(file, twoDaysAgo, twoDaysAgo);
  const old = await examined({ AKIBA_BACKUP_DIR: older });
  expect(old.found.get("backup")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("48 hours old"),
  });
});

it("asks the SMS gateway whether it knows the account, and sends nothing", async () => {
  const asked: string[] = [];
  const gateway = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(headers["apikey"] === "right" ? 200 : 401).end("{}");
  });
  gateway.listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const account = {
    SMS_CHANNEL: "africastalking",
    AFRICASTALKING_USERNAME: "uzima",
    AFRICASTALKING_BASE_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
  };
  const right = await examined({ ...account, AFRICASTALKING_API_KEY: "right" });
  const wrong = await examined({ ...account, AFRICASTALKING_API_KEY: "wrong" });
  gateway.close();
  expect(right.found.get("SMS")?.state).toBe("ok");
  expect(wrong.found.get("SMS")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("answered 401"),
  });
  expect(new Set(asked)).toEqual(new Set(["GET /version1/user?username=uzima"]));
});

it("signs in to the mail server, and sends nothing", async () => {
  let letters = 0;
  const mail = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _, done) =>
      password === "right" ? done(null, { user: "akiba" }) : done(new Error("no")),
    onData: (stream, _, done) => {
      letters += 1;
      stream.resume();
      done();
    },
  });
  mail.listen(0, "127.0.0.1");
  await once(mail.server, "listening");
  const { port } = mail.server.address() as AddressInfo;
  const at = (password: string) => ({
    EMAIL_CHANNEL: "smtp",
    EMAIL_FROM: "office@uzima.example",
    SMTP_URL: `smtp://akiba:${password}@127.0.0.1:${port}`,
  });
  const right = await examined(at("right"));
  const wrong = await examined(at("wrong"));
  mail.close();
  expect(right.found.get("e-mail")?.state).toBe("ok");
  expect(wrong.found.get("e-mail")?.state).toBe("failed");
  expect(wrong.said).not.toContain("akiba:wrong");
  expect(letters).toBe(0);
});

it("asks M-Pesa for a token, and moves nothing", async () => {
  const twin = twinWith(1000, []);
  const access = accessTo(await twin.open(), "https://sacco.example.ke");
  const account = {
    PUBLIC_URL: "https://127.0.0.1:9",
    PAYOUT_CHANNEL: "daraja",
    DARAJA_CONSUMER_KEY: access.consumerKey,
    DARAJA_INITIATOR_NAME: access.initiatorName,
    DARAJA_SECURITY_CREDENTIAL: access.securityCredential,
    DARAJA_SHORT_CODE: access.shortCode,
    DARAJA_BASE_URL: access.baseUrl,
    DARAJA_CALLBACK_SECRET: access.callbackSecret,
    DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
  };
  const right = await examined({ ...account, DARAJA_CONSUMER_SECRET: access.consumerSecret });
  const wrong = await examined({ ...account, DARAJA_CONSUMER_SECRET: "not this one" });
  twin.close();
  const away = await examined({ ...account, DARAJA_CONSUMER_SECRET: access.consumerSecret });
  expect(right.found.get("M-Pesa"), right.said).toMatchObject({ state: "ok" });
  expect(wrong.found.get("M-Pesa")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("check the consumer key"),
  });
  expect(away.found.get("M-Pesa")).toMatchObject({ state: "failed" });
  expect(wrong.said).not.toContain("not this one");
});

/** Makes a local authority and a certificate of it for localhost, valid for some days. */
function certificateFor(days: number) {
  const folder = join(programs.folder, `certificate-${days}`);
  mkdirSync(folder);
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "rsa:2048", "-nodes"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Local");
  openssl("req", ...key, "-keyout", "site.key", "-out", "site.csr", "-subj", "/CN=localhost");
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:localhost");
  const sign = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
  const valid = ["-days", String(days)];
  openssl("x509", "-req", "-in", "site.csr", ...sign, ...valid, "-out", "site.pem");
  return {
    key: readFileSync(join(folder, "site.key")),
    cert: readFileSync(join(folder, "site.pem")),
    authority: join(folder, "ca.pem"),
  };
}

/** The doctor's finding about a certificate that a server at PUBLIC_URL shows. */
async function findingOf(days: number, isTrusted = true) {
  const { authority, ...shown } = certificateFor(days);
  const server = createTlsServer(shown, (socket) => socket.on("error", () => {}).end());
  server.on("tlsClientError", () => {});
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const trust = isTrusted ? { NODE_EXTRA_CA_CERTS: authority } : {};
  const { found } = await examined({ PUBLIC_URL: `https://localhost:${port}`, ...trust });
  server.close();
  return found.get("certificate");
}

it("reads the certificate of PUBLIC_URL, and warns three weeks before its end", async () => {
  expect(await findingOf(90)).toMatchObject({ state: "ok" });
  expect(await findingOf(10)).toMatchObject({
    state: "warning",
    text: expect.stringMatching(/is valid for (9|10) days/),
  });
});

it("fails over a certificate that browsers reject, and one that nobody shows", async () => {
  expect(await findingOf(60, false)).toMatchObject({ state: "failed" });
  expect(await findingOf(-1)).toMatchObject({
    state: "failed",
    text: expect.stringContaining("expired"),
  });
  const { found } = await examined({ PUBLIC_URL: "https://127.0.0.1:9" });
  expect(found.get("certificate")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("ECONNREFUSED"),
  });
});
