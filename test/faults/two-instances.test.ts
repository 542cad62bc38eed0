import { beforeAll, describe, expect, it, vi } from "vitest";
import { signUpBody } from "../people.ts";
import { type Answer, type Ask, ask, signInBody } from "./load.ts";
import { databaseUrl, usePremises, PATIENT_MS } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const given = useSociety({ members: 3, newcomers: 6 });
const premises = usePremises();
const urls: string[] = [];

beforeAll(async () => {
  const env = { DATABASE_URL: databaseUrl(given.connection) };
  const servers = await Promise.all([premises.start(env), premises.start(env)]);
  urls.push(...servers.map(({ url }) => url));
});

/** The same request many times at once, to one instance and the other in turn. */
async function together(
  times: number,
  method: string,
  path: string,
  request: (at: number) => Ask,
): Promise<Answer[]> {
  const sent = Array.from({ length: times }, (_, at) =>
    ask(urls[at % urls.length] ?? "", method, path, request(at)),
  );
  return (await Promise.all(sent)).filter((answer) => answer !== null);
}

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

const askForCode = (memberNo: string, at = 0) =>
  ask(urls[at] ?? "", "POST", "/api/v1/auth/registerOtp", { body: { memberNo }, from: memberNo });

describe("two instances on one database", () => {
  it("compare five of 200 parallel guesses of a password", async () => {
    const { society } = given;
    const answers = await together(200, "POST", "/api/v1/auth/authenticate", (at) => ({
      body: signInBody("MS1", `a wrong guess ${at}`),
      from: `MS${100 + at}`,
    }));
    expect(answers).toHaveLength(200);
    expect(count(answers, 401)).toBeGreaterThan(0);
    expect(count(answers, 401) + count(answers, 429) + count(answers, 503)).toBe(200);
    expect(count(answers, 401), "guesses compared").toBeLessThanOrEqual(5);
    const failed = await society.rows("select from audit_record where action = 'sign-in-failed'");
    expect(failed.length).toBeLessThanOrEqual(5);
  });

  it("compare five of 200 parallel guesses of a code", async () => {
    const { society } = given;
    expect((await askForCode("NEW1"))?.status).toBe(200);
    const right = await society.codeOf("NEW1");
    const wrong = (at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, "0");
    const answers = await together(200, "POST", "/api/v1/auth/register", (at) => ({
      body: signUpBody("NEW1", wrong(at)),
      from: `NEW${1000 + at}`,
    }));
    expect(count(answers, 422) + count(answers, 503)).toBe(200);
    const tries = await society.rows("select tries from otp where member_no = 'NEW1'");
    expect(tries).toEqual([{ tries: 5 }]);
    const last = await ask(urls[1] ?? "", "POST", "/api/v1/auth/register", {
      body: signUpBody("NEW1", right),
      from: "NEW1",
    });
    expect(last?.status, "the right one after five wrong").toBe(422);
  });

  it("let one of 50 uses of a code through", async () => {
    const { society } = given;
    expect((await askForCode("NEW2", 1))?.status).toBe(200);
    const body = signUpBody("NEW2", await society.codeOf("NEW2"));
    const answers = await together(50, "POST", "/api/v1/auth/register", (at) => ({
      body,
      from: `NEW${2000 + at}`,
    }));
    expect(count(answers, 201)).toBe(1);
    expect(count(answers, 500)).toBe(0);
    expect(await society.rows("select from login where login_no = 'NEW2'")).toHaveLength(1);
  });

  it("send one code to 50 who ask at once, and no second one before the wait is over", async () => {
    const { society } = given;
    const answers = await together(50, "POST", "/api/v1/auth/registerOtp", (at) => ({
      body: { memberNo: "NEW3" },
      from: `NEW${3000 + at}`,
    }));
    expect(count(answers, 200)).toBe(1);
    expect(count(answers, 409) + count(answers, 503)).toBe(49);
    expect(await society.rows("select from otp where member_no = 'NEW3'")).toHaveLength(1);
    const texts = await society.rows(
      `select from outbox_message m join otp o on m.params ->> 'otpId' = o.id::text
        where o.member_no = 'NEW3'`,
    );
    expect(texts).toHaveLength(1);
  });

  it("answer a repeated request as the first of them did", async () => {
    const { society } = given;
    expect((await askForCode("NEW4"))?.status).toBe(200);
    const body = signUpBody("NEW4", await society.codeOf("NEW4"));
    const request = { body, key: "one-and-the-same", from: "NEW4" };
    const send = (at: number) => ask(urls[at] ?? "", "POST", "/api/v1/auth/register", request);
    const first = await send(0);
    const second = await send(1);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers.get("idempotency-replayed")).toBe("true");
  });

  it("never reject a repeat of a request that succeeded meanwhile", async () => {
    const { society } = given;
    expect((await askForCode("NEW5"))?.status).toBe(200);
    const body = signUpBody("NEW5", await society.codeOf("NEW5"));
    const request = { body, key: "the-same-thirty-times", from: "NEW5" };
    const answers = await together(30, "POST", "/api/v1/auth/register", () => request);
    const others = answers.filter(({ status }) => ![201, 409, 503].includes(status));
    expect(others.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
    expect(count(answers, 201)).toBeGreaterThan(0);
    expect(await society.rows("select from login where login_no = 'NEW5'")).toHaveLength(1);
  });
});
