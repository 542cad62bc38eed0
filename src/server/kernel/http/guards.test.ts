import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { enrolWithLogin, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const publicUrl = "https://portal.example";
const society = useServedSociety({ config: { publicUrl, trustProxy: true } });
let token = "";

beforeAll(async () => {
  await enrolWithLogin(society, "MS1");
  token = await signIn(society, "MS1");
});

/** Sends raw bytes and returns everything the server sent until it closed the connection. */
async function raw(lines: readonly string[]): Promise<string> {
  const { port, hostname } = new URL(society.address);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe("a body that is not JSON", () => {
  const taking = everyEndpoint.filter(
    ({ method, takes }) => method !== "GET" && takes === "application/json",
  );

  it.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))(
    "is a 415 at %s",
    async (_, { method, path, errors }) => {
      const at = path.replace(/:\w+/g, "1");
      const types = ["text/plain", "text/csv", "image/png", "application/x-www-form-urlencoded"];
      for (const type of types) {
        const headers = { "content-type": type };
        const reply = await society.send(method, at, { token, body: '{"a":1}', headers });
        expect(reply.status, `${type} ${reply.text}`).toBe(415);
        expect(reply.body).toMatchObject({ code: 415 });
        if (errors === "problem") expect(reply.body).toMatchObject({ reason: "not-json-type" });
      }
    },
  );
});

describe("a request that may change something", () => {
  const suggest = (headers: Record<string, string>) =>
    society.send("POST", "/suggestions", { token, headers, body: { suggestion: "Open later" } });

  it.each([
    "https://elsewhere.example",
    "null",
    "https://portal.example.net",
    "portal.example",
    "",
  ])("is a 403 when it comes from %j", async (origin) => {
    const reply = await suggest({ origin });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ reason: "foreign-origin" });
  });

  it("is a 403 at an unknown address too, and at sign-in in the shape of sign-in", async () => {
    const headers = { origin: "https://elsewhere.example" };
    const body = { memberNo: "MS1", password: "korosho-tamu-41" };
    const reply = await society.send("POST", "/api/v1/auth/authenticate", { headers, body });
    expect(reply.body).toMatchObject({ status: 1, code: 403, token: null });
    expect((await society.send("POST", "/api/v1/nothing", { headers })).status).toBe(403);
  });

  it("passes from the public address, its own host, and without an origin", async () => {
    const forwarded = { origin: "https://office.example", "x-forwarded-host": "office.example" };
    for (const headers of [{ origin: publicUrl }, { origin: society.address }, forwarded, {}]) {
      expect((await suggest(headers)).status, JSON.stringify(headers)).toBe(201);
    }
  });

  it("is distinguished from a read, which passes from anywhere", async () => {
    const headers = { origin: "https://elsewhere.example" };
    expect((await society.send("GET", "/api/v1/session", { token, headers })).status).toBe(200);
  });
});

describe("a request header", () => {
  it("is a 400 with two Authorization headers", async () => {
    const reply = await raw([
      "GET /api/v1/session HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${token}`,
      `authorization: Bearer ${"A".repeat(43)}`,
      "Connection: close",
    ]);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"reason":"headers-twice"');
  });

  it("is a 431 in our format, with our headers, at 20 KiB", async () => {
    const cookie = `Cookie: a=${"x".repeat(20_480)}`;
    const reply = await raw(["GET /api/v1/session HTTP/1.1", "Host: x", cookie]);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).toContain("application/problem+json");
    expect(reply).toContain('"code":431');
    expect(reply).toContain("x-content-type-options: nosniff");
    expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(200);
  });
});
