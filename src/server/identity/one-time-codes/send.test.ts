import { beforeAll, describe, expect, it } from "vitest";
import { codeFor, enrol, foundSociety } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { otpSendsPerIpPerHour: 1000, signInFailuresPerIp: 10_000, otpLifetimeSeconds: 240 },
});

const registerOtp = (memberNo: unknown) =>
  society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo } });
const rows = async (sql: string, values: unknown[] = []) =>
  (await society.owner.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(() => foundSociety(society));

steps("step by step", () => {
  describe("requesting a code", () => {
    it("answers the same for any number, and sends only to the registered mobile", async () => {
      await enrol(society, "OT1", { mobile: "+254712000101" });
      const known = await registerOtp("OT1");
      const unknown = await registerOtp("NOBODY-OT");
      expect(known.status).toBe(200);
      expect(known.body).toEqual({ code: 200, message: "Otp Sent Successful" });
      expect(unknown.text).toBe(known.text);
      expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
      const [latest] = await society.messages();
      expect(latest?.to).toBe("+254712000101");
      expect(latest?.text).toMatch(/^\d{6} is your code to create your Uzima Sacco account/);
    });

    it("gives the code's times to a page that asks, the same for unknown numbers", async () => {
      await enrol(society, "OT9");
      const ask = (memberNo: string) =>
        society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo, times: true } });
      const known = await ask("OT9");
      expect(known.body).toEqual({
        code: 200,
        message: "Otp Sent Successful",
        validSeconds: 240,
        againSeconds: 60,
      });
      expect((await ask("NOBODY-OT9")).text).toBe(known.text);
    });

    it("is rejected during the wait, which doubles, even for unknown numbers", async () => {
      await enrol(society, "OT2");
      for (const memberNo of ["OT2", "NOBODY-OT2"]) await registerOtp(memberNo);
      for (const wait of [60, 120, 240, 480]) {
        const known = await registerOtp("OT2");
        const unknown = await registerOtp("NOBODY-OT2");
        expect(known.status).toBe(409);
        expect(known.body).toMatchObject({ code: 409, message: expect.stringContaining("Wait") });
        expect(known.headers.get("retry-after")).toBe(String(wait));
        expect(unknown.text).toBe(known.text);
        society.clock.advance(wait);
        expect((await registerOtp("OT2")).status).toBe(200);
        expect((await registerOtp("NOBODY-OT2")).status).toBe(200);
      }
      society.clock.advance(3600);
      const capped = await registerOtp("OT2");
      expect(capped.status).toBe(409);
      expect(capped.body).toMatchObject({ message: expect.stringContaining("0709 000 210") });
      expect((await registerOtp("NOBODY-OT2")).text).toBe(capped.text);
      society.clock.advance(24 * 3600);
      expect((await registerOtp("OT2")).status).toBe(200);
    });

    it("is rejected with 409 while the gateway is down or the budget is spent", async () => {
      await enrol(society, "OT3");
      await society.owner.query("update rate_counter set count = 5000 where name = 'sms'");
      expect((await registerOtp("OT3")).status).toBe(409);
      expect((await registerOtp("NOBODY-OT3")).status).toBe(409);
      await society.owner.query("delete from rate_counter");
      const now = society.clock.stillAt().toISOString();
      await society.owner.query(
        `insert into outbox_message (channel, recipient, template, language, params, created_at,
          expires_at, next_attempt_at, attempts, last_failure)
        select 'sms', 'x', 'login-created', 'en', '{}', $1, $1, $1, 1, 'no answer'
        from generate_series(1, 3)`,
        [now],
      );
      expect((await registerOtp("OT3")).status).toBe(409);
      expect((await registerOtp("NOBODY-OT3")).status).toBe(409);
      await society.owner.query("delete from outbox_message where recipient = 'x'");
      expect((await registerOtp("OT3")).status).toBe(200);
    });

    it("leaves one code open, however many requests arrive at once", async () => {
      await enrol(society, "OT4");
      const replies = await Promise.all(Array.from({ length: 20 }, () => registerOtp("OT4")));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await rows("select 1 from otp where member_no = 'OT4'")).toHaveLength(1);
    });

    it("never stores the code itself", async () => {
      await enrol(society, "OT5");
      const code = await codeFor(society, "OT5");
      const kept = JSON.stringify([
        await rows("select * from otp"),
        await rows("select params from outbox_message"),
      ]);
      expect(kept).not.toContain(`"${code}"`);
    });
  });
});
