import { beforeAll, describe, expect, it } from "vitest";
import {
  codeFor,
  enrol,
  enrolWithLogin,
  foundSociety,
  PASSWORD,
  signIn,
  signUpBody,
} from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { otpSendsPerIpPerHour: 1000 } });

beforeAll(() => foundSociety(society));

const choose = (token: string, language: string) =>
  society.send("PUT", "/api/v1/language", { token, body: { language } });
const authenticate = async (memberNo: string) =>
  (
    await society.send("POST", "/api/v1/auth/authenticate", {
      body: { memberNo, password: PASSWORD },
    })
  ).body as { language?: string };

describe("the language that a member chooses", () => {
  it("is the language of sign-in and of messages from then on", async () => {
    await enrolWithLogin(society, "LG1");
    expect(await authenticate("LG1")).not.toHaveProperty("language");
    const reply = await choose(await signIn(society, "LG1"), "sw");
    expect(reply.body).toEqual({ language: "sw" });
    expect(await authenticate("LG1")).toMatchObject({ language: "sw" });
    await society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo: "LG1" } });
    expect((await society.messages())[0]?.text).toMatch(/msimbo/i);
  });

  it("is written to the audit log once, however often it is chosen", async () => {
    await enrolWithLogin(society, "LG2");
    const token = await signIn(society, "LG2");
    for (const language of ["en", "en", "en"]) await choose(token, language);
    const { rows } = await society.owner.query(
      "select 1 from audit_record where action = 'language-chosen' and subject = 'member:LG2'",
    );
    expect(rows).toHaveLength(1);
  });

  it("is one of the portal's languages", async () => {
    await enrolWithLogin(society, "LG3");
    const reply = await choose(await signIn(society, "LG3"), "fr");
    expect(reply.status).toBe(422);
  });

  it("is the language of the page on which they signed up", async () => {
    await enrol(society, "LG4");
    const body = signUpBody("LG4", await codeFor(society, "LG4"));
    const headers = { "sec-fetch-site": "same-origin", "accept-language": "sw-KE" };
    const reply = await society.send("POST", "/api/v1/auth/register", { body, headers });
    expect(reply.status, reply.text).toBe(201);
    expect(await authenticate("LG4")).toMatchObject({ language: "sw" });
  });
});
