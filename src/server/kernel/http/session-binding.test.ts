import { beforeAll, describe, expect, it } from "vitest";
import { enrolWithLogin, PASSWORD } from "#test/people.ts";
import { type ServedSociety, useServedSociety } from "#test/served-society.ts";

const enforcing = useServedSociety({ config: { sessionBinding: "enforce" } });
const reporting = useServedSociety({ config: { sessionBinding: "report" } });

beforeAll(async () => {
  await enrolWithLogin(enforcing, "BI1");
  await enrolWithLogin(reporting, "BI1");
});

async function signInAt(society: ServedSociety, headers: Record<string, string>) {
  const body = { memberNo: "BI1", password: PASSWORD };
  const reply = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
  const { token } = reply.body as { token: string };
  return { token, cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const session = (society: ServedSociety, token: string, cookie?: string) =>
  society.send("GET", "/api/v1/session", { token, ...(cookie && { headers: { cookie } }) });

const fromPage = { "sec-fetch-site": "same-origin" };

describe("a session of our own page", () => {
  it("rejects a copied token that comes without its cookie, when enforced", async () => {
    const { token, cookie } = await signInAt(enforcing, fromPage);
    expect((await session(enforcing, token, cookie)).status).toBe(200);
    expect((await session(enforcing, token)).status).toBe(401);
    const other = await signInAt(enforcing, fromPage);
    expect((await session(enforcing, token, other.cookie)).status).toBe(401);
  });

  it("only reports a missing cookie in demo and test", async () => {
    const { token } = await signInAt(reporting, fromPage);
    expect((await session(reporting, token)).status).toBe(200);
  });

  it("is not opened by the cookie alone", async () => {
    const { cookie } = await signInAt(enforcing, fromPage);
    const reply = await enforcing.send("GET", "/api/v1/session", { headers: { cookie } });
    expect(reply.status).toBe(401);
  });
});

describe("a session of another client", () => {
  it("is bound to no browser and gets no cookie", async () => {
    const { token, cookie } = await signInAt(enforcing, {});
    expect(cookie).toBe("");
    expect((await session(enforcing, token)).status).toBe(200);
  });
});
