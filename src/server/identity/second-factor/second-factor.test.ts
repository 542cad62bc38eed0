import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { employ, enrolWithLogin, foundSociety, PASSWORD, signIn } from "#test/people.ts";
import { type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: { staffTotp: "required" },
  limits: { signInFailuresPerIp: 100_000, writeBurst: 1000, writesPerMinute: 60_000 },
});

const rows = async (sql: string, values: unknown[] = []) =>
  (await society.owner.query<Record<string, unknown>>(sql, values)).rows;

const post = (path: string, token: string, body?: unknown) =>
  society.send("POST", path, { token, ...(body !== undefined && { body }) });

interface PendingSignIn {
  readonly token: string;
  readonly seconds: number;
  readonly step: string;
}

async function pendingSignIn(staffNo: string): Promise<PendingSignIn> {
  const body = { memberNo: staffNo, password: PASSWORD };
  const reply = await society.send("POST", "/api/v1/auth/authenticate", { body });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { secondFactor: PendingSignIn }).secondFactor;
}

/**
 * Signs in this often with the password, one after another: at once they would pause each other.
 */
async function pendingTimes(staffNo: string, times: number): Promise<PendingSignIn[]> {
  const pendings: PendingSignIn[] = [];
  while (pendings.length < times) pendings.push(await pendingSignIn(staffNo));
  return pendings;
}

/** Returns the code an app on a phone would show, some steps from now. */
function codeOf(secret: string, stepsAway = 0): string {
  const at = society.clock.stillAt().getTime() + stepsAway * 30_000;
  const base32 = Secret.fromBase32(secret.replaceAll(" ", ""));
  return new TOTP({ secret: base32 }).generate({ timestamp: at });
}

const prove = (pending: string, code: string) =>
  post("/api/v1/auth/second-factor", pending, { code });

interface Enrolled {
  readonly secret: string;
  readonly codes: string[];
  readonly token: string;
}

/** Employs somebody, who enrols at their first sign-in; the step they used has passed by then. */
async function enrolled(staffNo: string, role = "clerk"): Promise<Enrolled> {
  await employ(society, staffNo, role);
  const { token: pending } = await pendingSignIn(staffNo);
  const offer = await post("/api/v1/auth/second-factor/enrolment", pending);
  const { secret } = offer.body as { secret: string };
  const reply = await post("/api/v1/auth/second-factor/confirmation", pending, {
    code: codeOf(secret),
  });
  expect(reply.status, reply.text).toBe(200);
  const { token, recoveryCodes: codes } = reply.body as { token: string; recoveryCodes: string[] };
  society.clock.advance(60);
  return { secret, codes, token };
}

const statusesOf = async (replies: Promise<Reply>[]) =>
  (await Promise.all(replies)).map(({ status }) => status);

const successes = (statuses: number[]) => statuses.filter((status) => status === 200).length;

beforeAll(() => foundSociety(society));

describe("a staff sign-in", () => {
  it("is MFA-pending after the password, which the earlier client reads as a failure", async () => {
    await enrolled("HALF1");
    const body = { memberNo: "HALF1", password: PASSWORD };
    const headers = { "accept-language": "sw" };
    const reply = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 2,
      code: 200,
      message: expect.stringContaining("programu"),
      errors: [expect.any(String)],
      token: null,
      memberNo: null,
      secondFactor: { token: expect.stringMatching(/^[\w-]{43}$/), seconds: 300, step: "prove" },
    });
  });

  it("answers a wrong password with the same bytes for staff, members and others", async () => {
    await enrolled("HALF2");
    await enrolWithLogin(society, "HALFM");
    const wrong = (memberNo: string) =>
      society.send("POST", "/api/v1/auth/authenticate", { body: { memberNo, password: "no" } });
    const [staff, member, nobody] = await Promise.all(["HALF2", "HALFM", "NONE"].map(wrong));
    expect(staff?.status).toBe(401);
    expect(staff?.text).toBe(member?.text);
    expect(staff?.text).toBe(nobody?.text);
    expect([...(staff?.headers.keys() ?? [])]).toEqual([...(nobody?.headers.keys() ?? [])]);
  });

  it("is complete with a code of the app, and idle for ten minutes at most", async () => {
    const { secret } = await enrolled("WHOLE1");
    const pending = await pendingSignIn("WHOLE1");
    const reply = await prove(pending.token, codeOf(secret));
    expect(reply.body).toMatchObject({ memberNo: "WHOLE1", recoveryCodesLeft: 10 });
    const { token } = reply.body as { token: string };
    const session = await society.send("GET", "/api/v1/session", { token });
    expect(session.body).toMatchObject({ kind: "staff", idleSeconds: 600 });
    expect((await prove(pending.token, codeOf(secret, 1))).status).toBe(401);
  });

  it("while MFA-pending only opens the second factor, and ends after five minutes", async () => {
    const { secret } = await enrolled("HALF3", "administrator");
    const { token } = await pendingSignIn("HALF3");
    const others = everyEndpoint.filter(
      ({ audience }) => !["anyone", "mfa-pending"].includes(audience.kind),
    );
    for (const { method, path, name } of others) {
      const address = path.replace(/:\w+/g, "1");
      const reply = await society.send(method, address, { token });
      expect(reply.status, name).toBe(401);
      expect(reply.body, name).toMatchObject({ reason: "session-ended" });
    }
    society.clock.advance(301);
    expect((await prove(token, codeOf(secret))).status).toBe(401);
  });

  it("that is complete cannot be used where an MFA-pending one is required", async () => {
    const { token, secret } = await enrolled("WHOLE2");
    expect((await prove(token, codeOf(secret))).status).toBe(401);
    expect((await post("/api/v1/auth/second-factor/enrolment", token)).status).toBe(401);
  });

  it("is bound to the browser that sent the password", async () => {
    const { secret } = await enrolled("BOUND1");
    const body = { memberNo: "BOUND1", password: PASSWORD };
    const headers = { "sec-fetch-site": "same-origin" };
    const first = await society.send("POST", "/api/v1/auth/authenticate", { body, headers });
    const [halfBinding, ...others] = first.headers.getSetCookie();
    expect(halfBinding).toMatch(/^akiba-binding=.*Max-Age=300$/);
    expect(others).toEqual([]);
    const { token } = (first.body as { secondFactor: PendingSignIn }).secondFactor;
    const second = await society.send("POST", "/api/v1/auth/second-factor", {
      token,
      headers,
      body: { code: codeOf(secret) },
    });
    const [binding, device] = second.headers.getSetCookie();
    expect(binding).toMatch(/^akiba-binding=.*Max-Age=28800$/);
    expect(binding?.split(";")[0]).not.toBe(halfBinding?.split(";")[0]);
    expect(device).toMatch(/^akiba-device=/);
  });
});

describe("a code of the app", () => {
  it.each([-1, 0, 1])("%i steps from the server's clock is accepted", async (away) => {
    const { secret } = await enrolled(`DRIFT${away + 1}`);
    const { token } = await pendingSignIn(`DRIFT${away + 1}`);
    expect((await prove(token, codeOf(secret, away))).status).toBe(200);
  });

  it.each([-2, 2])("%i steps away is rejected", async (away) => {
    const { secret } = await enrolled(`FAR${away + 2}`);
    const { token } = await pendingSignIn(`FAR${away + 2}`);
    const reply = await prove(token, codeOf(secret, away));
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ field: "code" }] });
  });

  it("that was used is void, and so are earlier ones", async () => {
    const { secret } = await enrolled("REPLAY1");
    const code = codeOf(secret);
    expect((await prove((await pendingSignIn("REPLAY1")).token, code)).status).toBe(200);
    expect((await prove((await pendingSignIn("REPLAY1")).token, code)).status).toBe(422);
    expect((await prove((await pendingSignIn("REPLAY1")).token, codeOf(secret, -1))).status).toBe(
      422,
    );
    society.clock.advance(30);
    expect((await prove((await pendingSignIn("REPLAY1")).token, codeOf(secret))).status).toBe(200);
  });

  it("opens one session, however many requests send it at once", async () => {
    const { secret } = await enrolled("REPLAY2");
    const pendings = await pendingTimes("REPLAY2", 5);
    const code = codeOf(secret);
    const sent = Array.from({ length: 4 }, () => pendings).flat();
    const statuses = await statusesOf(sent.map(({ token }) => prove(token, code)));
    expect(successes(statuses)).toBe(1);
  });

  it("is compared at most five times of two hundred at once", async () => {
    const { secret } = await enrolled("FLOOD1");
    const { token } = await pendingSignIn("FLOOD1");
    const right = codeOf(secret);
    const wrong = [...Array(200).keys()]
      .map((n) => String(n).padStart(6, "0"))
      .filter((guess) => ![-1, 0, 1].some((away) => codeOf(secret, away) === guess));
    const statuses = await statusesOf(wrong.map((guess) => prove(token, guess)));
    expect(new Set([422, 429, 503, ...statuses]).size).toBe(3);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    const paused = await prove(token, right);
    expect(paused.status).toBe(429);
    expect(paused.headers.get("retry-after")).toBe("30");
    society.clock.advance(31);
    expect((await prove(token, codeOf(secret))).status).toBe(200);
  });

  it("keeps its count of wrong guesses whatever happens to the password meanwhile", async () => {
    const { secret } = await enrolled("COUNT1");
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await prove((await pendingSignIn("COUNT1")).token, "000000")).status).toBe(422);
    }
    expect((await prove((await pendingSignIn("COUNT1")).token, codeOf(secret))).status).toBe(429);
    await society.owner.query(
      `update second_factor set failures = 100, paused_until = null where login_id =
        (select id from login where login_no = 'COUNT1')`,
    );
    const closed = await prove((await pendingSignIn("COUNT1")).token, codeOf(secret));
    expect(closed.status).toBe(429);
    expect(closed.body).toMatchObject({ reason: "second-factor-disabled" });
  });
});

describe("a recovery code", () => {
  it("opens one session of fifty at once, is then void, and its owner is notified", async () => {
    const { codes } = await enrolled("REC1");
    const code = codes[0] ?? "";
    const pendings = await pendingTimes("REC1", 5);
    const sent = Array.from({ length: 10 }, () => pendings).flat();
    const statuses = await statusesOf(sent.map(({ token }) => prove(token, code)));
    expect(successes(statuses)).toBe(1);
    const [latest] = await society.messages();
    expect(latest?.text).toContain("REC1 logged in with a recovery code; 9 are left");
    society.clock.advance(1801);
    expect((await prove((await pendingSignIn("REC1")).token, code)).status).toBe(422);
    society.clock.advance(1801);
    const typed = (codes[1] ?? "").toLowerCase().replaceAll("-", " ");
    expect((await prove((await pendingSignIn("REC1")).token, typed)).status).toBe(200);
  });

  it("is renewed with the nine others by a code, and the old ones are void", async () => {
    const { codes, secret, token } = await enrolled("REC2");
    const renew = (code: string) =>
      post("/api/v1/session/second-factor/recovery-codes", token, { code });
    expect((await renew("000000")).status).toBe(422);
    const renewed = await renew(codeOf(secret));
    const { recoveryCodes } = renewed.body as { recoveryCodes: string[] };
    expect(new Set([...recoveryCodes, ...codes]).size).toBe(20);
    expect((await prove((await pendingSignIn("REC2")).token, codes[0] ?? "")).status).toBe(422);
    const used = await prove((await pendingSignIn("REC2")).token, recoveryCodes[0] ?? "");
    expect(used.body).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it("is stored as a digest, the secret encrypted; no record or message shows them", async () => {
    const { codes, secret } = await enrolled("REC3");
    const kept = JSON.stringify([
      await rows("select * from recovery_code"),
      await rows("select *, encode(sealed_secret, 'escape') as text from second_factor"),
      await rows("select * from audit_record"),
      await rows("select * from outbox_message"),
    ]);
    for (const told of [secret, secret.replaceAll(" ", ""), ...codes]) {
      expect(kept).not.toContain(told);
    }
  });
});

describe("an enrolment", () => {
  it("returns the secret as text and as a picture, with the society's name", async () => {
    await employ(society, "ENR1", "clerk");
    const pending = await pendingSignIn("ENR1");
    expect(pending.step).toBe("enrol");
    const offer = (await post("/api/v1/auth/second-factor/enrolment", pending.token)).body as {
      secret: string;
      address: string;
      qr: { size: number; bars: unknown[] };
    };
    expect(offer.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(offer.address).toContain(`secret=${offer.secret.replaceAll(" ", "")}`);
    expect(decodeURIComponent(offer.address)).toContain("otpauth://totp/Uzima Sacco:ENR1");
    expect(offer.qr.size).toBeGreaterThan(20);
    expect(offer.qr.bars.length).toBeGreaterThan(100);
  });

  it("is confirmed only by a right code, once, for the latest enrolment", async () => {
    await employ(society, "ENR2", "clerk");
    const { token } = await pendingSignIn("ENR2");
    const begin = async () => {
      const reply = await post("/api/v1/auth/second-factor/enrolment", token);
      return (reply.body as { secret: string }).secret;
    };
    const confirm = (code: string) =>
      post("/api/v1/auth/second-factor/confirmation", token, { code });
    expect((await confirm("123456")).body).toMatchObject({ reason: "enrolment-none" });
    const first = await begin();
    const second = await begin();
    expect((await confirm(codeOf(first))).status).toBe(422);
    const statuses = await statusesOf(Array.from({ length: 10 }, () => confirm(codeOf(second))));
    expect(successes(statuses)).toBe(1);
    const used = await prove((await pendingSignIn("ENR2")).token, codeOf(second));
    expect(used.status).toBe(422);
    const [latest] = await society.messages();
    expect(latest?.text).toContain("an authenticator app was set up for ENR2");
  });

  it("never replaces a second factor for a person who knows only the password", async () => {
    await employ(society, "ENR3", "clerk");
    const before = await pendingSignIn("ENR3");
    const offer = await post("/api/v1/auth/second-factor/enrolment", before.token);
    const thief = (offer.body as { secret: string }).secret;
    await society.owner.query(
      `insert into second_factor (login_id, sealed_secret, last_step)
        select id, '\\x00', 1 from login where login_no = 'ENR3'`,
    );
    const late = await post("/api/v1/auth/second-factor/confirmation", before.token, {
      code: codeOf(thief),
    });
    expect(late.body).toMatchObject({ reason: "second-factor-there" });
    const pending = await pendingSignIn("ENR3");
    const again = await post("/api/v1/auth/second-factor/enrolment", pending.token);
    expect(again.body).toMatchObject({ reason: "second-factor-there" });
  });

  it("that moves to another phone cannot be confirmed with only the password", async () => {
    const { secret, token } = await enrolled("MOVE2");
    const begin = "/api/v1/session/second-factor/enrolment";
    const offer = await post(begin, token, { code: codeOf(secret) });
    const moved = (offer.body as { secret: string }).secret;
    const pending = await pendingSignIn("MOVE2");
    const guessed = { code: codeOf(moved) };
    const thief = await post("/api/v1/auth/second-factor/confirmation", pending.token, guessed);
    expect(thief.body).toMatchObject({ reason: "second-factor-there" });
    const owner = await post("/api/v1/session/second-factor/confirmation", token, guessed);
    expect(owner.status).toBe(200);
  });

  it("moves to another phone by a code of the old one; other sessions end", async () => {
    const { secret, token } = await enrolled("MOVE1");
    const { token: other } = (await prove((await pendingSignIn("MOVE1")).token, codeOf(secret)))
      .body as {
      token: string;
    };
    const begin = (body: unknown) => post("/api/v1/session/second-factor/enrolment", other, body);
    expect((await begin({})).body).toMatchObject({ reason: "second-factor-there" });
    expect((await begin({ code: codeOf(secret) })).status).toBe(422);
    society.clock.advance(30);
    const offer = await begin({ code: codeOf(secret) });
    const moved = (offer.body as { secret: string }).secret;
    const path = "/api/v1/session/second-factor/confirmation";
    expect((await post(path, other, { code: codeOf(moved) })).status).toBe(200);
    expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
    expect((await society.send("GET", "/api/v1/session", { token: other })).status).toBe(200);
    society.clock.advance(60);
    expect((await prove((await pendingSignIn("MOVE1")).token, codeOf(secret))).status).toBe(422);
    expect((await prove((await pendingSignIn("MOVE1")).token, codeOf(moved))).status).toBe(200);
  });

  it("shows its owner since when it exists, the codes left and if it is required", async () => {
    const { token } = await enrolled("TOLD1");
    const reply = await society.send("GET", "/api/v1/session/second-factor", { token });
    expect(reply.body).toMatchObject({ recoveryCodesLeft: 10, required: true });
    await enrolWithLogin(society, "TOLD2");
    const member = { token: await signIn(society, "TOLD2") };
    const refused = await society.send("GET", "/api/v1/session/second-factor", member);
    expect(refused.body).toMatchObject({ reason: "staff-only" });
  });
});
