import { beforeAll, describe, expect, it, vi } from "vitest";
import { signUpBody } from "../people.ts";
import { ask, signInBody } from "./load.ts";
import { bytesOf, type RawAnswer, type RawRequest, sendRaw } from "./raw-request.ts";
import { databaseUrl, PATIENT_MS, type RunningServer, usePremises } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const given = useSociety({ members: 2, newcomers: 3 });
const premises = usePremises();
let server: RunningServer;
let token = "";

beforeAll(async () => {
  server = await premises.start({ DATABASE_URL: databaseUrl(given.connection) });
  const body = signInBody("MS1");
  const answer = await ask(server.url, "POST", "/api/v1/auth/authenticate", { body, from: "MS1" });
  token = (JSON.parse(answer?.text ?? "") as { token: string }).token;
});

const send = (request: RawRequest) => sendRaw(server.url, bytesOf(request));

const json = "Content-Type: application/json";

const post = (body: string | Buffer, headers: readonly string[] = [json], path = "registerOtp") =>
  send({ method: "POST", path: `/api/v1/auth/${path}`, headers, body });

/**
 * The rules for every answer to any request: no defect, no internal detail, all our headers.
 * Node.js itself rejects some requests without a body, where headers have nothing to protect.
 */
function expectCalm(answer: RawAnswer | null, most = 499): void {
  expect(answer).not.toBeNull();
  const { status = 0, head = "", body = "" } = answer ?? {};
  expect(status, body.slice(0, 300)).toBeLessThanOrEqual(most);
  expect(status).toBeGreaterThanOrEqual(200);
  const bare = /^(0\r\n\r\n)?$/.test(body) && (status === 400 || status === 417);
  if (!bare) expect(head).toMatch(/content-security-policy: default-src 'none'/i);
  if (!bare) expect(head).toMatch(/x-content-type-options: nosniff/i);
  expect(body).not.toMatch(/node_modules|at Object|FST_ERR|syntax error|sqlstate/i);
}

/** The same, and rejected. */
function expectRejected(answer: RawAnswer | null): void {
  expectCalm(answer);
  expect(answer?.status, answer?.body).toBeGreaterThanOrEqual(400);
}

describe("input that is not HTTP", () => {
  it.each([
    ["noise", "\x00\x01\x02\xff\r\n\r\n"],
    ["a TLS hello", Buffer.from("16030100ff010000fb0303", "hex")],
    ["a method of its own", bytesOf({ method: "STEAL" })],
    ["another version", "GET / HTTP/7.3\r\nHost: a\r\n\r\n"],
    ["NUL in a header", bytesOf({ headers: ["X-A: a\0b"] })],
    ["a header without a colon", bytesOf({ headers: ["nonsense"] })],
    ["two lengths", bytesOf({ method: "POST", headers: ["Content-Length: 3"], body: "{}" })],
    [
      "a length and chunks",
      bytesOf({ headers: ["Transfer-Encoding: chunked"], body: "0\r\n\r\n" }),
    ],
    ["a length below nought", bytesOf({ method: "POST", headers: ["Content-Length: -1"] })],
    ["20 KB of one header", bytesOf({ headers: [`X-A: ${"a".repeat(20_000)}`] })],
    ["3,000 headers", bytesOf({ headers: Array.from({ length: 3000 }, (_, n) => `X-${n}: a`) })],
    ["20 KB of path", bytesOf({ path: `/${"a".repeat(20_000)}` })],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ])("%s is rejected with our headers", async (_, bytes) => {
    expectRejected(await sendRaw(server.url, bytes));
  });
});

describe("a body that is wrong", () => {
  const deep = (open: string, close: string) => open.repeat(4000) + close.repeat(4000);

  it.each([
    ["deep lists", deep("[", "]")],
    ["deep objects", deep('{"memberNo":', "}")],
    ["a byte over 16 KiB", JSON.stringify({ memberNo: "a".repeat(16_385 - 15) })],
    ["NUL in text", '{"memberNo":"MS1\\u0000"}'],
    ["a lone surrogate", '{"memberNo":"MS1\\ud800"}'],
    ["bytes that are not UTF-8", Buffer.from('{"memberNo":"MS\xff\xfe"}', "latin1")],
    ["a byte-order mark", '\ufeff{"memberNo":"MS1"}'],
    ["a prototype and no more", '{"__proto__":{"memberNo":"NEW1"}}'],
    ["a constructor and no more", '{"constructor":{"prototype":{"memberNo":"NEW1"}}}'],
    ["a very long number", JSON.stringify({ memberNo: "M".repeat(10_000) })],
    ["a huge number", '{"memberNo":1e999}'],
    ["a list of numbers", '{"memberNo":["NEW1"]}'],
    ["SQL", '{"memberNo":"\'; drop table member; --"}'],
    ["half of it", '{"memberNo":"NE'],
  ])("%s is rejected", async (_, body) => {
    expectRejected(await post(body));
  });

  it.each([
    ["text/plain"],
    ["application/xml"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=a"],
    ["application/json-patch+json"],
    ["nonsense"],
    [""],
  ])("one of type %s is rejected", async (type) => {
    expectRejected(await post('{"memberNo":"NEW1"}', [`Content-Type: ${type}`]));
  });

  it("takes the last of two fields of one name", async () => {
    const answer = await post('{"memberNo":"NEW1","memberNo":"not a number"}');
    expect(answer?.status).toBe(422);
  });

  it.each([
    ["email", "a\0b@example.com"],
    ["email", "a\ud800b@example.com"],
    ["email", `${"a".repeat(300)}@example.com`],
    ["mobileNo", "0712\u0000000482"],
    ["memberNo", "NEW2\0"],
    ["otp", "12345\0"],
  ])("with %s of %j is rejected although the code is right", async (field, value) => {
    const { society } = given;
    await society.rows("delete from otp_standing");
    const asked = { body: { memberNo: "NEW2" }, from: "NEW2" };
    expect((await ask(server.url, "POST", "/api/v1/auth/registerOtp", asked))?.status).toBe(200);
    const body = signUpBody("NEW2", await society.codeOf("NEW2"), { [field]: value });
    expectRejected(await post(JSON.stringify(body), [json], "register"));
    expect(await society.rows("select from login where login_no = 'NEW2'")).toEqual([]);
  });

  it("with a password of any characters is judged as a password", async () => {
    for (const password of ["\0".repeat(12), "\ud800".repeat(12), "a\0\ufffe\u202e9 korosho"]) {
      const sent = signInBody("MS2", password);
      expectRejected(await post(JSON.stringify(sent), [json], "authenticate"));
      const signUp = signUpBody("NEW3", "123456", { password, password_confirmation: password });
      expectRejected(await post(JSON.stringify(signUp), [json], "register"));
    }
  });
});

describe("an odd address", () => {
  const authorised = () => [`Authorization: Bearer ${token}`];

  it.each([
    ["/api/v1/member/MS1%2f.."],
    ["/api/v1/member/%00"],
    ["/api/v1/member/MS1%00"],
    ["/api/v1/member/%zz"],
    ["/api/v1/member/%"],
    ["/api/v1/member/%ff%fe"],
    ["/api/v1/member/..%2fMS2"],
    ["/api/v1/member/MS2"],
    ["/api/v1/member/ms2"],
    ["/api/v1/member/MS1/MS2"],
    [`/api/v1/member/${"M".repeat(199)}`],
    [`/api/v1/member/${"M".repeat(5000)}`],
    ["/api/v1/member/__proto__"],
    ["/api/v1/member/constructor"],
    ["/api/v1/../../etc/passwd"],
    ["//api/v1/member/MS2"],
    ["/api//v1/member/MS2"],
  ])("%s reveals nobody's record and breaks nothing", async (path) => {
    const answer = await send({ path, headers: authorised() });
    expectCalm(answer);
    expect(answer?.body).not.toContain('"accNo"');
    expect(answer?.body).not.toContain("root:");
  });

  it.each([
    ["/api/v1/member/MS1/"],
    ["/api/v1/member/ms1"],
    ["/api/v1/member/%4DS1"],
    ["/api/v1/member/MS1?memberNo=MS2&__proto__=1"],
    ["/api/v1/member/MS1;memberNo=MS2"],
  ])("%s is the member's own record or none", async (path) => {
    const answer = await send({ path, headers: authorised() });
    expectCalm(answer);
    if (answer?.status === 200) expect(answer.body).toContain('"MS1"');
  });

  it.each([
    ["/../../package.json"],
    ["/..%2f..%2fpackage.json"],
    ["/%2e%2e/%2e%2e/package.json"],
    ["/assets/..%2f..%2f..%2fpackage.json"],
    ["/assets/%2e%2e%2f%2e%2e%2fserver%2fmain.js"],
    ["/assets/..\\..\\package.json"],
    ["/assets/%00"],
    ["/index.html%00.js"],
    ["/.built-from"],
    ["/.env"],
    ["/api/v1/header/%00"],
    ["/api/v1/header/1e9"],
    ["/%"],
    ["/%zz"],
    ["*"],
    ["http://elsewhere.example/"],
  ])("%s opens no file of ours", async (path) => {
    const answer = await send({ path });
    expectCalm(answer);
    expect(answer?.body).not.toMatch(/"dependencies"|startEmbeddedPostgres|[0-9a-f]{64}/);
  });
});

describe("another method", () => {
  const paths = ["/", "/api/v1/session", "/api/v1/auth/authenticate", "/nowhere", "/health/live"];
  const methods = ["HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "PROPFIND", "QUERY"];

  it.each(methods)("%s is answered calmly everywhere, and echoes nothing", async (method) => {
    for (const path of paths) {
      const answer = await send({ method, path, headers: ["X-Mine: a-secret-of-mine"] });
      expectCalm(answer);
      expect(`${answer?.head} ${answer?.body}`).not.toContain("a-secret-of-mine");
      if (method === "HEAD") expect(answer?.body).toBe("");
    }
  });

  it.each([
    ["an upgrade", ["Connection: upgrade", "Upgrade: websocket"]],
    ["an expectation", ["Expect: the-impossible"]],
    ["an impossible range", ["Range: bytes=999999-1,5-,-"]],
    ["an odd language", [`Accept-Language: ${"sw,".repeat(2000)}`]],
    ["a garbled token", ["Authorization: Bearer \xff\xfe"]],
    ["two tokens", ["Authorization: Bearer a", "Authorization: Bearer b"]],
    ["odd cookies", ["Cookie: akiba-binding==;;;=%00;__proto__=1"]],
    ["a long address", [`X-Forwarded-For: ${"a".repeat(9000)}`]],
  ])("%s breaks nothing", async (_, headers) => {
    expectCalm(await send({ path: "/api/v1/session", headers }));
    expectCalm(await send({ path: "/", headers }));
  });

  it.each([
    ["empty", ""],
    ["long", "a".repeat(200)],
    ["of other letters", "\xe9\xff"],
    ["two of them", "a\r\nIdempotency-Key: b"],
  ])("an idempotency key that is %s breaks nothing", async (_, key) => {
    const headers = [json, `Idempotency-Key: ${key}`];
    expectCalm(await post('{"memberNo":"NOBODY1"}', headers));
  });

  it("from an invalid address is still counted", async () => {
    const headers = [json, `X-Forwarded-For: ${randomText(9000)}`];
    const body = JSON.stringify(signInBody("NOBODY2"));
    expectRejected(await post(body, headers, "authenticate"));
  });
});

/** Text that does not compress, as an index would do. */
function randomText(length: number): string {
  let text = "";
  for (let n = 0; text.length < length; n += 1) text += Math.imul(n, 2_654_435_761).toString(36);
  return text.slice(0, length);
}

describe("after all of it", () => {
  it("the server still serves and has reported no defect", async () => {
    expect(server.lives).toBe(true);
    expect((await ask(server.url, "GET", "/health/ready"))?.status).toBe(200);
    expect(server.said).not.toContain('"level":50');
    await given.society.isInOrder();
  });
});
