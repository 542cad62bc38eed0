import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { PASSWORD } from "../people.ts";
import { findPort } from "../../scripts/lib/find-port.js";
import { databaseUrl, PATIENT_MS, until, usePremises } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS, hookTimeout: PATIENT_MS });

const root = resolve(import.meta.dirname, "../..");
const HOST = "portal.example.co.ke";
const FAILURES = 3;

const given = useSociety({ members: 1, newcomers: 0 });
const premises = usePremises();
const running: ChildProcess[] = [];

/** Where a proxy under test listens, and the portal's address. */
interface Setting {
  readonly folder: string;
  readonly tls: string;
  readonly plain: string;
  readonly upstream: string;
}

interface Proxy {
  readonly name: string;
  readonly example: string;
  /** Changes what an operator changes in the example, and returns the command that starts it. */
  readonly start: (text: string, setting: Setting) => readonly string[];
}

const proxies: readonly Proxy[] = [
  {
    name: "nginx",
    example: "ops/nginx/akiba.conf",
    start: (text, { folder, tls, plain, upstream }) => {
      const site = text
        .replaceAll(/listen (\[::\]:)?(80|443)/g, (_, six = "", port) => {
          return `listen ${six || "127.0.0.1:"}${port === "443" ? tls : plain}`;
        })
        .replaceAll("/etc/ssl/akiba", folder)
        .replaceAll("/var/log/nginx", folder)
        .replace("127.0.0.1:3000", upstream);
      writeFileSync(join(folder, "akiba.conf"), site);
      const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const whole = `daemon off; user root; pid ${folder}/pid; error_log ${folder}/log;
        events {} http { ${places.join(" ")} include ${folder}/akiba.conf; }`;
      writeFileSync(join(folder, "nginx.conf"), whole);
      return ["nginx", "-c", join(folder, "nginx.conf")];
    },
  },
  {
    name: "caddy",
    example: "ops/caddy/Caddyfile",
    start: (text, { folder, tls, plain, upstream }) => {
      const pair = `tls ${folder}/fullchain.pem ${folder}/privkey.pem`;
      const site = text
        .replace("{$AKIBA_DOMAIN} {", `https://${HOST}:${tls} {\n${pair}`)
        .replace("{$AKIBA_UPSTREAM:127.0.0.1:3000}", upstream)
        .replace("\tservers {", `\tadmin off\n\thttp_port ${plain}\n\tservers {`);
      writeFileSync(join(folder, "Caddyfile"), site);
      return ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    },
  },
  {
    name: "haproxy",
    example: "ops/haproxy/haproxy.cfg",
    start: (text, { folder, tls, plain, upstream }) => {
      const site = text
        .replace("bind :80", `bind 127.0.0.1:${plain}`)
        .replace("bind :443", `bind 127.0.0.1:${tls}`)
        .replace("/etc/ssl/akiba", folder)
        .replace("\tlog /dev/log local0\n", "")
        .replace("127.0.0.1:3000", upstream)
        .replace(/\tserver two .*\n/, "");
      writeFileSync(join(folder, "haproxy.cfg"), site);
      return ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")];
    },
  },
];

const isThere = (name: string): boolean => spawnSync("which", [name]).status === 0;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

describe.each(proxies)("$name in front (needs root and $name)", ({ name, example, start }) => {
  // As root, for the temporary files of nginx; on Debian: apt install nginx-light caddy haproxy.
  const isAbsent = process.getuid?.() !== 0 || !isThere(name) || !isThere("openssl");
  const text = readFileSync(join(root, example), "utf8");
  let setting: Setting;
  let ca = "";

  beforeAll(async () => {
    if (isAbsent) return;
    const port = await findPort();
    const upstream = `127.0.0.1:${port}`;
    premises.launch({
      DATABASE_URL: databaseUrl(given.connection),
      PUBLIC_URL: `https://${HOST}`,
      TRUST_PROXY: "127.0.0.1",
      PORT: port,
      LIMIT_SIGN_IN_FAILURES_PER_IP: String(FAILURES),
    });
    const folder = join(premises.folder, name);
    mkdirSync(folder);
    ca = makeCertificate(folder);
    const [tls, plain] = [await findPort(), await findPort()];
    setting = { folder, tls, plain, upstream };
    const [command = "", ...rest] = start(text, setting);
    const child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
    running.push(child);
    let said = "";
    child.stdout.on("data", (part) => (said += part));
    child.stderr.on("data", (part) => (said += part));
    await until(`${name} serves`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
      return (await ask("GET", "/health/ready").catch(() => null))?.status === 200;
    });
  });

  /** Asks over TLS, as a caller at `from`, whose certificate must be that of our authority. */
  function ask(
    method: string,
    path: string,
    { from = "127.0.0.1", headers = {}, body = "" }: Asked = {},
  ): Promise<Answer> {
    return new Promise((settle, fail) => {
      const own = { host: HOST, ...headers, "content-length": Buffer.byteLength(body) };
      const to = { host: "127.0.0.1", port: setting.tls, servername: HOST, ca };
      const sent = request({ ...to, localAddress: from, method, path, headers: own }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const all = Buffer.concat(parts).toString();
          settle({ status: answer.statusCode ?? 0, headers: answer.headers, text: all });
        });
      });
      sent.once("error", fail);
      sent.end(body);
    });
  }

  const signIn = (password: string, asked: Asked = {}) =>
    ask("POST", "/api/v1/auth/authenticate", {
      ...asked,
      headers: {
        "content-type": "application/json",
        origin: `https://${HOST}`,
        ...asked.headers,
      },
      body: JSON.stringify({ memberNo: "MS1", password }),
    });

  it.skipIf(isAbsent)("serves a member over TLS, with one HSTS header", async () => {
    const answer = await signIn(PASSWORD, { from: "127.0.0.8" });
    expect(answer.status, answer.text).toBe(200);
    const hsts = answer.headers["strict-transport-security"];
    expect(hsts).toBe("max-age=63072000; includeSubDomains");
  });

  it.skipIf(isAbsent)("lets no caller choose the name of a request", async () => {
    const chosen = "0712345678-chosen-by-a-caller";
    const asked = { headers: { "x-request-id": chosen } };
    const given = async () => (await ask("GET", "/api/v1/society", asked)).headers["x-request-id"];
    await expect.poll(given).toMatch(/^[0-9a-f-]{32,36}$/);
  });

  it.skipIf(isAbsent)("leaves compression and caching to the portal", async () => {
    const page = await ask("GET", "/", { headers: { "accept-encoding": "br, gzip" } });
    expect(page.status).toBe(200);
    expect(page.headers["content-encoding"]).toBe("br");
    expect(page.headers["cache-control"]).toBe("no-cache");
    const plain = await ask("GET", "/", { headers: { "accept-encoding": "identity" } });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.text).toContain("<!doctype html>");
  });

  it.skipIf(isAbsent)("counts callers by their true address, whatever they claim", async () => {
    const attacker = (n: number): Asked => ({
      from: "127.0.0.5",
      headers: { "x-forwarded-for": `10.0.0.${n}`, forwarded: `for=10.0.0.${n}` },
    });
    for (let n = 1; n <= FAILURES; n += 1) await signIn("Not-the-password-1", attacker(n));
    const another = await signIn("Not-the-password-1", attacker(99));
    expect(another.status, another.text).toBe(429);
    const honest = await signIn(PASSWORD, { from: "127.0.0.6" });
    expect(honest.status, honest.text).toBe(200);
  });

  it("has room for a file of the office, and for not much more", () => {
    const [, size = "", unit = ""] =
      /(?:client_max_body_size|max_size|add\(0\) gt) +(\d+)(m|MB)?/.exec(text) ?? [];
    const bytes = Number(size) * (unit === "" ? 1 : 1_000_000);
    expect(bytes).toBeGreaterThan(limitDefaults.uploadBytes);
    expect(bytes).toBeLessThan(limitDefaults.uploadBytes * 2);
  });

  it.skipIf(isAbsent)("rejects a larger body", async () => {
    const body = "x".repeat(8 * 1024 * 1024);
    const headers = { "content-type": "application/json" };
    const path = "/api/v1/auth/authenticate";
    const answer = await ask("POST", path, { headers, body }).catch(() => null);
    // The proxy may close the connection before its answer is read.
    expect([413, undefined]).toContain(answer?.status);
  });

  it.skipIf(isAbsent)(
    "passes on how the portal rejects a body within the proxy's room",
    async () => {
      const body = "x".repeat(2 * 1024 * 1024);
      const headers = { "content-type": "application/json" };
      const path = "/api/v1/auth/authenticate";
      for (let times = 0; times < 10; times += 1) {
        expect((await ask("POST", path, { headers, body })).status).toBe(413);
      }
    },
  );

  it.skipIf(isAbsent)("sends a caller without TLS to the address with it", async () => {
    expect(await firstLine(setting.plain)).toMatch(/^HTTP\/1\.1 30[128] /);
  });

  it("waits longer than the portal, which then answers in its own words", () => {
    const longest = limitDefaults.requestMilliseconds / 1000;
    const waits = /(?:read_timeout|response_header_timeout|timeout server) +(\d+)s/.exec(text);
    expect(Number(waits?.[1])).toBeGreaterThan(longest);
    const reads = /(?:client_body_timeout|read_body|timeout client) +(\d+)s/.exec(text);
    expect(Number(reads?.[1])).toBeGreaterThan(longest);
  });
});

interface Asked {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
});

/** A certificate of a local authority, which is returned. */
function makeCertificate(folder: string): string {
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Local");
  openssl("req", ...key, "-keyout", "privkey.pem", "-out", "site.csr", "-subj", `/CN=${HOST}`);
  writeFileSync(join(folder, "names"), `subjectAltName=DNS:${HOST}`);
  const sign = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
  openssl("x509", "-req", "-in", "site.csr", ...sign, "-out", "fullchain.pem");
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  writeFileSync(join(folder, "portal.pem"), `${read("fullchain.pem")}${read("privkey.pem")}`);
  return read("ca.pem");
}

/** The first line of the answer to a request without TLS. */
async function firstLine(port: string): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  socket.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
  const [part] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return part.toString().split("\r\n")[0] ?? "";
}
