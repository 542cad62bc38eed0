import { beforeAll, describe, expect, it } from "vitest";
import { enrolWithLogin, PASSWORD } from "#test/people.ts";
import { type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: { trustProxy: true },
  limits: { hashQueue: 20 },
  passwordsCost: true,
});

const members = ["MS1", "MS2", "MS3", "MS4", "MS5"];
const devices: Record<string, string> = {};

/** Signs in from its own address, as one of our pages does when it says so. */
function signIn(memberNo: string, from: number, more: Record<string, string> = {}): Promise<Reply> {
  const address = `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}`;
  const headers = { "x-forwarded-for": address, ...more };
  const body = { memberNo, password: PASSWORD };
  return society.send("POST", "/api/v1/auth/authenticate", { body, headers });
}

const ofPage = { "sec-fetch-site": "same-origin" };

function deviceOf({ headers }: Reply): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("akiba-device="));
  return cookie?.split(";")[0] ?? "";
}

beforeAll(async () => {
  for (const [at, memberNo] of members.entries()) {
    await enrolWithLogin(society, memberNo);
    const reply = await signIn(memberNo, at, ofPage);
    devices[memberNo] = deviceOf(reply);
  }
});

describe("while attackers flood the sign-in from many addresses", () => {
  it("everybody who signed in from their device before can still sign in", async () => {
    const flood = { sent: 0, turnedAway: 0, isOver: false };
    const keepAsking = async () => {
      while (!flood.isOver) {
        flood.sent += 1;
        const { status } = await signIn(`NOBODY${flood.sent % 900}`, 1000 + flood.sent);
        if (status === 503) flood.turnedAway += 1;
      }
    };
    const strangers = Array.from({ length: 80 }, keepAsking);
    await expect.poll(() => flood.turnedAway, { timeout: 20_000 }).toBeGreaterThan(20);
    const known = members.map((memberNo, at) =>
      signIn(memberNo, at, { ...ofPage, cookie: devices[memberNo] ?? "" }),
    );
    const replies = await Promise.all(known);
    flood.isOver = true;
    await Promise.all(strangers);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe("the device cookie", () => {
  it("is set only on success, and only for our own pages", async () => {
    const wrong = { memberNo: "MS1", password: "not the one" };
    const address = "/api/v1/auth/authenticate";
    const failed = await society.send("POST", address, { body: wrong, headers: ofPage });
    expect(failed.headers.getSetCookie()).toEqual([]);
    expect((await signIn("MS1", 1)).headers.getSetCookie()).toEqual([]);
    expect(deviceOf(await signIn("MS1", 1, ofPage))).not.toBe("");
  });

  it("gives no access alone", async () => {
    const headers = { cookie: devices["MS1"] ?? "", ...ofPage };
    expect((await society.send("GET", "/api/v1/session", { headers })).status).toBe(401);
    const body = { memberNo: "MS1", password: "not the one" };
    const reply = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
    expect(reply.status).toBe(401);
  });

  it("does not reveal who is a member: answers are the same with and without it", async () => {
    const cookie = devices["MS1"] ?? "";
    const answers = [];
    for (const memberNo of ["MS2", "NOBODY"]) {
      for (const more of [{}, { cookie }]) {
        const body = { memberNo, password: "not the one" };
        const headers = { ...ofPage, ...more };
        const reply = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
        const differs = new Set(["date", "x-request-id"]);
        const others = [...reply.headers].filter(([name]) => !differs.has(name));
        answers.push(JSON.stringify([reply.status, reply.text, others]));
      }
    }
    expect(new Set(answers).size).toBe(1);
  });
});
