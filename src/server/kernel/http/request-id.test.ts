import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LogFields } from "#server/kernel/platform/log.ts";
import { reportSlowStatements } from "#server/kernel/platform/statement-times.ts";
import { enrolWithLogin, PASSWORD, signIn } from "#test/people.ts";
import { useServedSociety, type ServedSociety } from "#test/served-society.ts";
import { silentLog } from "#test/silent-log.ts";

type Line = LogFields & { readonly message: string };

const lines: Line[] = [];
const keep = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields });
const log = { ...silentLog, info: keep, warn: keep };

const open = useServedSociety({ log });
const proxied = useServedSociety({ log, config: { trustProxy: ["127.0.0.1"] } });

const given = "7F000001:8296_deployment-4.1";
const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const made = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fromProxy = { "x-forwarded-for": "203.0.113.7" };

beforeEach(() => void lines.splice(0));

/** Asks as any client does, and returns what the answer says of its request. */
async function ask(society: ServedSociety, path: string, init: RequestInit = {}) {
  const answer = await fetch(society.address + path, init);
  const body = (await answer.json().catch(() => ({}))) as { requestId?: string };
  return { header: answer.headers.get("x-request-id"), named: body.requestId };
}

/** Sends raw bytes and returns everything the server sent until it closed the connection. */
async function raw(society: ServedSociety, request: string): Promise<string> {
  const { port, hostname } = new URL(society.address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(request);
  return text(socket);
}

const withId = (id: string, more = {}) => ({ headers: { "x-request-id": id, ...more } });

describe("the identifier of a request", () => {
  it("is made, and the same in the header, in the error and in the log", async () => {
    const one = await ask(open, "/api/v1/member");
    const other = await ask(open, "/api/v1/member");
    expect(one.header).toMatch(made);
    expect(one.named).toBe(one.header);
    expect(other.header).not.toBe(one.header);
    expect(lines.map(({ requestId }) => requestId)).toEqual([one.header, other.header]);
  });

  it.each([
    ["a call that is not signed in", "/api/v1/member", {}],
    ["a sign-in", "/api/v1/auth/authenticate", { method: "POST", body: "{}" }],
    ["an unknown address", "/api/v1/nothing-here", {}],
    ["another method", "/api/v1/member", { method: "DELETE" }],
    ["an address that cannot be decoded", "/%ff", {}],
    ["a page of another site", "/suggestions", { method: "POST", origin: "https://a.example" }],
    ["a body that is not JSON", "/api/v1/auth/authenticate", { method: "POST", body: "{" }],
  ])("is in the answer to %s", async (_, path, { origin, ...init }: Record<string, string>) => {
    const type = { "content-type": "application/json" };
    const headers = { ...(init["body"] && type), ...(origin && { origin }) };
    const { header, named } = await ask(open, path, { ...init, headers });
    expect(header).toMatch(made);
    expect(named).toBe(header);
  });

  it("is in the answer to input that is not HTTP, and in the log", async () => {
    const answer = await raw(open, "not http at all\r\n\r\n");
    const id = /"requestId":"([^"]+)"/.exec(answer)?.[1];
    expect(answer).toContain(`x-request-id: ${id}`);
    expect(lines).toMatchObject([{ requestId: id, status: 400 }]);
  });

  it("comes from a trusted proxy, in every answer", async () => {
    const { header, named } = await ask(proxied, "/api/v1/member", withId(given, fromProxy));
    expect([header, named, lines[0]?.requestId]).toEqual([given, given, given]);
  });

  it("never comes from a client, nor from one that forwards where nobody is trusted", async () => {
    expect((await ask(open, "/api/v1/member", withId(given))).header).toMatch(made);
    expect((await ask(open, "/api/v1/member", withId(given, fromProxy))).header).toMatch(made);
    expect((await ask(proxied, "/api/v1/member", withId(given))).header).toMatch(made);
  });

  it.each([
    "short",
    "x".repeat(65),
    "two words here",
    "semi;colon=1",
    '"quoted-id"',
    "é".repeat(9),
  ])("is made where a proxy sends %j", async (id) => {
    const headers = { "x-request-id": Buffer.from(id).toString("latin1"), ...fromProxy };
    expect((await ask(proxied, "/api/v1/member", { headers })).header).toMatch(made);
  });

  it("is made where a proxy sends two", async () => {
    const twice = `x-request-id: ${given}\r\nx-request-id: ${given}\r\n`;
    const head = `GET /api/v1/member HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.7\r\n`;
    const answer = await raw(proxied, `${head}${twice}connection: close\r\n\r\n`);
    expect(answer).not.toContain(given);
  });
});

describe("the log of a request", () => {
  let token = "";

  beforeAll(async () => {
    await enrolWithLogin(open, "LG1");
    token = await signIn(open, "LG1");
  });

  it("is one line with method, route, status and duration, and no value of the query", async () => {
    const { header } = await ask(open, "/loandetails/LG1/secret-7781?who=0712345678", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(lines).toHaveLength(1);
    const [line] = lines;
    const fields = ["message", "method", "ms", "requestId", "route", "status"];
    expect(Object.keys(line ?? {}).toSorted()).toEqual(fields);
    expect(line).toMatchObject({ message: "answered", method: "GET", requestId: header });
    for (const told of ["LG1", "7781", "0712345678", token]) {
      expect(JSON.stringify(line)).not.toContain(told);
    }
  });

  it("has the trace context of W3C, if it is well formed", async () => {
    await ask(open, "/api/v1/member", { headers: { traceparent: trace } });
    expect(lines).toMatchObject([{ traceparent: trace }]);
  });

  it.each([
    trace.toUpperCase(),
    trace.replace(/^00/, "ff"),
    trace.replace("4bf92f3577b34da6a3ce929d0e0e4736", "0".repeat(32)),
    trace.replace("00f067aa0ba902b7", "0".repeat(16)),
    `${trace}-0712345678`,
    "0712345678",
  ])("has no trace context %s", async (traceparent) => {
    await ask(open, "/api/v1/member", { headers: { traceparent } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty("traceparent");
  });

  it("has no probe of a load balancer", async () => {
    await ask(open, "/health/live");
    await ask(open, "/health/ready/");
    expect(lines).toEqual([]);
  });
});

describe("a slow statement", () => {
  const found: { name: string; requestId: string | undefined }[] = [];
  let stop = () => {};

  beforeEach(() => {
    found.splice(0);
    stop = reportSlowStatements(0, ({ name, requestId }) => found.push({ name, requestId }));
  });

  afterEach(() => stop());

  it("is reported by its name with the request, even without a declared name", async () => {
    const { header } = await ask(open, "/api/v1/auth/authenticate", {
      method: "POST",
      body: JSON.stringify({ memberNo: "LG1", password: PASSWORD }),
      headers: { "content-type": "application/json" },
    });
    expect(new Set(found.map(({ requestId }) => requestId))).toEqual(new Set([header]));
    expect(found.map(({ name }) => name)).toContain("select audit_append");
    expect(JSON.stringify(found)).not.toContain("LG1");
  });

  it("is reported when it fails, and without a request where it has none", async () => {
    const fails = open.database.unitOfWork("test", (work) => work.run("delete from member"));
    await expect(fails).rejects.toThrow(/permission denied/);
    expect(found).toEqual([{ name: "delete from member", requestId: undefined }]);
  });
});
