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
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    otpSendsPerIpPerHour: 1000,
    signInFailuresPerIp: 10_000,
    otpSocietyBudgetPerDay: 60,
    otpSignedInBudgetPerDay: 10,
  },
});

const registerOtp = (memberNo: string) =>
  society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo } });
const register = (memberNo: string, otp = "000000") =>
  society.send("POST", "/api/v1/auth/register", { body: signUpBody(memberNo, otp) });
const reset = (memberNo: string, otp = "000000") =>
  society.send("PUT", "/api/v1/auth/changePassword", {
    body: { memberNo, otp, password: PASSWORD, password_confirmation: PASSWORD },
  });
const rows = async (sql: string, values: unknown[] = []) =>
  (await society.owner.query<Record<string, unknown>>(sql, values)).rows;

const DAY = 86_400;

/** Guesses wrong until the day's guesses are used up, as anybody who knows the number can. */
async function spendTheDay(memberNo: string): Promise<void> {
  await registerOtp(memberNo);
  for (let tries = 0; tries < 12; tries += 1) await register(memberNo);
}

/** Inserts failures in a row, the first of them now. */
async function plantFailures(memberNo: string, count: number): Promise<void> {
  await society.owner.query(
    `insert into otp_standing (member_no, day, consecutive_failures, decays_from)
      values ($1, '2026-04-01', $2, $3)`,
    [memberNo, count, society.clock.stillAt().toISOString()],
  );
}

beforeAll(() => foundSociety(society));

steps("step by step", () => {
  describe("wrong guesses of a stranger", () => {
    it("do not close codes forever: after a week they are open again", async () => {
      await enrolWithLogin(society, "CL1");
      for (const memberNo of ["CL1", "NOBODY-CL1"]) {
        for (let day = 1; day <= 3; day += 1) {
          await spendTheDay(memberNo);
          society.clock.advance(DAY);
        }
        const closed = await registerOtp(memberNo);
        expect(closed.status).toBe(409);
        expect(closed.body).toMatchObject({ reason: "otp-closed" });
        // Ten of the thirty expire a week after the first.
        society.clock.advance(4 * DAY);
        expect((await registerOtp(memberNo)).status).toBe(200);
      }
      society.clock.advance(61);
      expect((await reset("CL1", await codeFor(society, "CL1"))).status).toBe(200);
      expect(
        await rows("select consecutive_failures from otp_standing where member_no = 'CL1'"),
      ).toEqual([{ consecutive_failures: 0 }]);
    });

    it("get the same answer for any number, with the time and the office's phone", async () => {
      await enrolWithLogin(society, "CL2");
      await plantFailures("CL2", 30);
      await plantFailures("NOBODY-CL2", 30);
      const known = await registerOtp("CL2");
      const unknown = await registerOtp("NOBODY-CL2");
      expect(known.body).toMatchObject({ code: 409 });
      expect(known.text).toMatch(/until \d+ \w{3} 2026 \d\d:\d\d\. .* 0709 000 210/);
      expect(unknown.text).toBe(known.text);
      expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    });

    it("expire at ten a week, and the next ten close the codes again", async () => {
      await enrol(society, "CL3");
      await plantFailures("CL3", 30);
      society.clock.advance(7 * DAY);
      await spendTheDay("CL3");
      expect(
        await rows("select consecutive_failures from otp_standing where member_no = 'CL3'"),
      ).toEqual([{ consecutive_failures: 30 }]);
      society.clock.advance(DAY);
      expect((await registerOtp("CL3")).body).toMatchObject({ reason: "otp-closed" });
      society.clock.advance(6 * DAY);
      expect((await registerOtp("CL3")).status).toBe(200);
    });

    it("notify the owner by one SMS when the codes close, however many come at once", async () => {
      await enrol(society, "CL4");
      for (const memberNo of ["CL4", "NOBODY-CL4"]) {
        await plantFailures(memberNo, 27);
        await registerOtp(memberNo);
        await Promise.all(Array.from({ length: 20 }, () => register(memberNo)));
        for (let tries = 0; tries < 3; tries += 1) await register(memberNo);
      }
      const told = await rows(
        `select recipient, state from outbox_message where template = 'codes-closed'
        and params ->> 'memberNo' like '%CL4' order by id`,
      );
      expect(told).toEqual([
        { recipient: "+254712000482", state: "waiting" },
        { recipient: "", state: "waiting" },
      ]);
      const [latest] = await society.messages();
      expect(latest?.text).toMatch(/wrong codes were entered for CL4. No new codes until/);
      expect(latest?.text).toContain("0709 000 210");
    });

    it("count the same for every purpose, so that no count reveals a login", async () => {
      await enrolWithLogin(society, "CL5");
      for (const memberNo of ["CL5", "NOBODY-CL5"]) {
        await registerOtp(memberNo);
        for (let tries = 0; tries < 6; tries += 1) await register(memberNo);
        for (let tries = 0; tries < 6; tries += 1) await reset(memberNo);
        expect((await registerOtp(memberNo)).body).toMatchObject({ reason: "otp-day-cap" });
      }
    });
  });

  describe("a code requested by its owner", () => {
    const token = async (memberNo: string) => ({ token: await signIn(society, memberNo) });
    const ask = (as: { token: string }) =>
      society.send("POST", "/api/v1/mobile-confirmation/code", { ...as, body: {} });
    const confirm = (as: { token: string }, otp: string) =>
      society.send("POST", "/api/v1/mobile-confirmation", { ...as, body: { otp } });
    const latestCode = async () =>
      /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0] ?? "";

    it("is valid although a stranger requests another", async () => {
      await enrolWithLogin(society, "OW1");
      const own = await codeFor(society, "OW1");
      society.clock.advance(61);
      expect((await registerOtp("OW1")).status).toBe(200);
      expect((await reset("OW1", own)).status).toBe(200);
    });

    it("ends the other open code when it is used", async () => {
      await enrolWithLogin(society, "OW2");
      const first = await codeFor(society, "OW2");
      society.clock.advance(61);
      const second = await codeFor(society, "OW2");
      expect((await reset("OW2", second)).status).toBe(200);
      expect((await reset("OW2", first)).status).toBe(422);
    });

    it("is compared five times at most, as well as another open one", async () => {
      await enrol(society, "OW3");
      await registerOtp("OW3");
      for (let tries = 0; tries < 3; tries += 1) await register("OW3");
      society.clock.advance(61);
      await registerOtp("OW3");
      await Promise.all(Array.from({ length: 20 }, () => register("OW3")));
      const tries = await rows("select tries from otp where member_no = 'OW3' order by issued_at");
      expect(tries).toEqual([{ tries: 5 }, { tries: 5 }]);
    });

    it("is sent and compared although strangers used up their requests and guesses", async () => {
      await enrolWithLogin(society, "OW4");
      const as = await token("OW4");
      await ask(as);
      const own = await latestCode();
      await spendTheDay("OW4");
      expect((await registerOtp("OW4")).status).toBe(409);
      expect((await confirm(as, own)).status).toBe(201);
      society.clock.advance(61);
      const asked = await ask(as);
      expect(asked.status, asked.text).toBe(201);
      expect((await confirm(as, await latestCode())).status).toBe(201);
    });

    it("is sent although strangers spent the day's budget, and vice versa", async () => {
      await enrolWithLogin(society, "OW5");
      await enrolWithLogin(society, "OW6");
      const [one, other] = [await token("OW5"), await token("OW6")];
      await society.owner.query("update rate_counter set count = 60 where key = 'society'");
      expect((await registerOtp("OW5")).body).toMatchObject({ reason: "otp-unavailable" });
      expect((await ask(one)).status).toBe(201);
      await society.owner.query("update rate_counter set count = 10 where key = 'signed-in'");
      await society.owner.query("update rate_counter set count = 0 where key = 'society'");
      expect((await ask(other)).body).toMatchObject({ reason: "otp-unavailable" });
      expect((await registerOtp("OW6")).status).toBe(200);
    });
  });

  describe("the society's daily budget", () => {
    it("is not spent by unknown numbers, which get the same answer once it is spent", async () => {
      await enrol(society, "BU1");
      await society.owner.query("delete from rate_counter where name = 'sms'");
      for (let count = 0; count < 70; count += 1) {
        expect((await registerOtp(`NOBODY-BU${count}`)).status).toBe(200);
      }
      const spent = async () =>
        (await rows("select count from rate_counter where key = 'society'"))[0];
      expect(await spent()).toEqual({ count: 0 });
      expect((await registerOtp("BU1")).status).toBe(200);
      expect(await spent()).toEqual({ count: 1 });
      await society.owner.query("update rate_counter set count = 60 where key = 'society'");
      society.clock.advance(61);
      const known = await registerOtp("BU1");
      const unknown = await registerOtp("NOBODY-BU");
      expect(known.status).toBe(409);
      expect(unknown.text).toBe(known.text);
    });
  });
});
