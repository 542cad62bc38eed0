import { beforeAll, describe, expect, it } from "vitest";
import { useServedWorld } from "#test/served-world.ts";
import {
  codeFor,
  employ,
  enrol,
  enrolWithLogin,
  PASSWORD,
  signIn,
  signUpBody,
} from "#test/people.ts";

const world = useServedWorld({
  limits: { otpSendsPerIpPerHour: 1000, signInFailuresPerIp: 10_000 },
});

const authenticate = (memberNo: unknown, password: unknown, headers = {}) =>
  world.send("POST", "/api/v1/auth/authenticate", { body: { memberNo, password }, headers });
const registerOtp = (memberNo: unknown) =>
  world.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo } });
const register = (body: unknown, headers = {}) =>
  world.send("POST", "/api/v1/auth/register", { body, headers });
const changePassword = (body: unknown) =>
  world.send("PUT", "/api/v1/auth/changePassword", { body });

const rows = async (sql: string, values: unknown[] = []) =>
  (await world.owner.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  await world.owner.query(
    `insert into society values (1, 'Uzima Hospital Staff Sacco', 'Uzima Sacco', 'Uzima', 'Box 1',
      '0709 000 210', 'help@uzimasacco.example', '8 to 4', 'Block C')`,
  );
});

describe("signing in", () => {
  beforeAll(() => enrolWithLogin(world, "IN1"));

  it("answers the contract's success to the letter", async () => {
    const reply = await authenticate("IN1", PASSWORD);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 0,
      code: 200,
      message: "login Successful",
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      memberNo: "IN1",
    });
  });

  it("takes the number in either case, and as a JSON number", async () => {
    await enrolWithLogin(world, "4217");
    expect((await authenticate("in1", PASSWORD)).status).toBe(200);
    expect((await authenticate(4217, PASSWORD)).body).toMatchObject({ memberNo: "4217" });
  });

  it("answers an unknown number, a wrong password and no login yet with the same bytes", async () => {
    await enrol(world, "IN2");
    const wrong = await authenticate("IN1", "not the password");
    const unknown = await authenticate("NOBODY1", "not the password");
    const noLogin = await authenticate("IN2", "not the password");
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      status: 1,
      code: 401,
      message: expect.any(String),
      errors: [expect.any(String)],
      token: null,
      memberNo: null,
    });
    for (const reply of [unknown, noLogin]) {
      expect(reply.status).toBe(401);
      expect(reply.text).toBe(wrong.text);
      expect([...reply.headers.keys()]).toEqual([...wrong.headers.keys()]);
    }
  });

  it("answers in Kiswahili to whoever asks for it", async () => {
    const reply = await authenticate("IN1", "si hii", { "accept-language": "sw-KE,en;q=0.5" });
    expect(reply.body).toMatchObject({ message: expect.stringContaining("nywila") });
  });

  it("keeps the token and the binding as digests only", async () => {
    const reply = await authenticate("IN1", PASSWORD, { "sec-fetch-site": "same-origin" });
    const { token } = reply.body as { token: string };
    expect(reply.headers.get("set-cookie")).toMatch(
      /^akiba-binding=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    const stored = JSON.stringify(await rows("select * from session"));
    expect(stored).not.toContain(token);
  });

  it("pauses after five wrong tries, longer each time, for real numbers and others alike", async () => {
    await enrolWithLogin(world, "IN3");
    for (const memberNo of ["IN3", "NOBODY3"]) {
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await authenticate(memberNo, "wrong")).status).toBe(401);
      }
      const paused = await authenticate(memberNo, PASSWORD);
      expect(paused.status).toBe(429);
      expect(paused.headers.get("retry-after")).toBe("30");
    }
    world.clock.advance(31);
    expect((await authenticate("IN3", "wrong")).status).toBe(401);
    expect((await authenticate("IN3", PASSWORD)).headers.get("retry-after")).toBe("60");
    world.clock.advance(61);
    expect((await authenticate("IN3", PASSWORD)).status).toBe(200);
    expect(await rows("select * from sign_in_standing where login_no = 'IN3'")).toEqual([]);
  });

  it("compares at most five of two hundred parallel guesses", async () => {
    await enrolWithLogin(world, "IN4");
    const guesses = Array.from({ length: 200 }, (_, n) => authenticate("IN4", `guess ${n}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
  });

  it("closes a password after a hundred wrong tries until a code has reset it", async () => {
    await enrolWithLogin(world, "IN5", { mobile: "+254712000555" });
    await world.owner.query(
      `insert into sign_in_standing (login_no, failures, last_failure_at) values ('IN5', 100, now())`,
    );
    expect((await authenticate("IN5", PASSWORD)).status).toBe(429);
    const otp = await codeFor(world, "IN5");
    const password = "kesho-ni-siku-mpya";
    const body = { memberNo: "IN5", otp, password, password_confirmation: password };
    expect((await changePassword(body)).status).toBe(200);
    expect((await authenticate("IN5", password)).status).toBe(200);
  });

  it("holds one address to its failures, and counts no success", async () => {
    await world.owner.query(`update rate_counter set count = 9999 where name = 'guesses'`);
    expect((await authenticate("IN1", PASSWORD)).status).toBe(200);
    expect((await authenticate("IN1", PASSWORD)).status).toBe(200);
    expect((await authenticate("IN1", "wrong")).status).toBe(401);
    expect((await authenticate("IN1", PASSWORD)).status).toBe(429);
    await world.owner.query("delete from rate_counter");
  });
});

describe("a session", () => {
  beforeAll(() => enrolWithLogin(world, "SE1"));
  const session = (token: string) => world.send("GET", "/api/v1/session", { token });

  it("ends after fifteen idle minutes, and activity keeps it", async () => {
    const token = await signIn(world, "SE1");
    world.clock.advance(14 * 60);
    expect((await session(token)).status).toBe(200);
    world.clock.advance(14 * 60);
    expect((await session(token)).status).toBe(200);
    world.clock.advance(15 * 60 + 1);
    expect((await session(token)).status).toBe(401);
  });

  it("ends after eight hours however active", async () => {
    const token = await signIn(world, "SE1");
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      world.clock.advance(600);
      expect((await session(token)).status).toBe(200);
    }
    world.clock.advance(601);
    expect((await session(token)).status).toBe(401);
  });

  it("ends at sign-out, and says who is signed in until then", async () => {
    const token = await signIn(world, "SE1");
    expect((await session(token)).body).toEqual({
      memberNo: "SE1",
      kind: "member",
      role: "",
      fullName: "Member SE1",
      idleSeconds: 900,
      remainingSeconds: 28_800,
    });
    expect((await world.send("DELETE", "/api/v1/session", { token })).status).toBe(200);
    expect((await session(token)).status).toBe(401);
  });

  it("is one of five at most, the oldest dropped, however many sign in at once", async () => {
    const first = await signIn(world, "SE1");
    world.clock.advance(1);
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => signIn(world, "SE1")));
    }
    const open = await rows(
      `select 1 from session s join login l on l.id = s.login_id
        where l.login_no = 'SE1' and ended_at is null`,
    );
    expect(open).toHaveLength(5);
    expect((await session(first)).status).toBe(401);
  });

  it("of staff ends after ten idle minutes", async () => {
    await employ(world, "SE9", "clerk");
    const token = await signIn(world, "SE9");
    expect((await session(token)).body).toMatchObject({ kind: "staff", role: "clerk" });
    world.clock.advance(601);
    expect((await session(token)).status).toBe(401);
  });
});

describe("asking for a code", () => {
  it("answers alike for known and unknown numbers, and sends to the register's mobile only", async () => {
    await enrol(world, "OT1", { mobile: "+254712000101" });
    const known = await registerOtp("OT1");
    const unknown = await registerOtp("NOBODY-OT");
    expect(known.status).toBe(200);
    expect(known.body).toEqual({ code: 200, message: "Otp Sent Successful" });
    expect(unknown.text).toBe(known.text);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    const [latest] = await world.messages();
    expect(latest?.to).toBe("+254712000101");
    expect(latest?.text).toMatch(/^\d{6} is your code to create your Uzima Sacco account/);
  });

  it("is refused within the wait, which doubles, alike for numbers nobody has", async () => {
    await enrol(world, "OT2");
    for (const memberNo of ["OT2", "NOBODY-OT2"]) await registerOtp(memberNo);
    for (const wait of [60, 120, 240, 480]) {
      const known = await registerOtp("OT2");
      const unknown = await registerOtp("NOBODY-OT2");
      expect(known.status).toBe(409);
      expect(known.body).toMatchObject({ code: 409, message: expect.stringContaining("Wait") });
      expect(known.headers.get("retry-after")).toBe(String(wait));
      expect(unknown.text).toBe(known.text);
      world.clock.advance(wait);
      expect((await registerOtp("OT2")).status).toBe(200);
      expect((await registerOtp("NOBODY-OT2")).status).toBe(200);
    }
    world.clock.advance(3600);
    const capped = await registerOtp("OT2");
    expect(capped.status).toBe(409);
    expect(capped.body).toMatchObject({ message: expect.stringContaining("0709 000 210") });
    expect((await registerOtp("NOBODY-OT2")).text).toBe(capped.text);
    world.clock.advance(24 * 3600);
    expect((await registerOtp("OT2")).status).toBe(200);
  });

  it("is refused with 409 while the gateway is down or the budget is spent", async () => {
    await enrol(world, "OT3");
    await world.owner.query("update rate_counter set count = 5000 where name = 'sms'");
    expect((await registerOtp("OT3")).status).toBe(409);
    expect((await registerOtp("NOBODY-OT3")).status).toBe(409);
    await world.owner.query("delete from rate_counter");
    const now = world.clock.stillAt().toISOString();
    await world.owner.query(
      `insert into outbox_message (channel, recipient, template, language, params, created_at,
          expires_at, next_attempt_at, attempts)
        select 'sms', 'x', 'login-created', 'en', '{}', $1, $1, $1, 1 from generate_series(1, 3)`,
      [now],
    );
    expect((await registerOtp("OT3")).status).toBe(409);
    expect((await registerOtp("NOBODY-OT3")).status).toBe(409);
    await world.owner.query("delete from outbox_message where recipient = 'x'");
    expect((await registerOtp("OT3")).status).toBe(200);
  });

  it("leaves one code open, however many ask at once", async () => {
    await enrol(world, "OT4");
    const replies = await Promise.all(Array.from({ length: 20 }, () => registerOtp("OT4")));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows("select 1 from otp where member_no = 'OT4'")).toHaveLength(1);
  });

  it("never keeps the code itself", async () => {
    await enrol(world, "OT5");
    const code = await codeFor(world, "OT5");
    const kept = JSON.stringify([
      await rows("select * from otp"),
      await rows("select params from outbox_message"),
    ]);
    expect(kept).not.toContain(`"${code}"`);
  });
});

describe("creating an account", () => {
  it("makes a login that can sign in, and confirms the mobile", async () => {
    await enrol(world, "UP1");
    const otp = await codeFor(world, "UP1");
    const reply = await register(signUpBody("up1", otp));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ code: 201, message: "Registration Successful" });
    await signIn(world, "UP1");
    const [member] = await rows("select mobile_confirmed_at from member where member_no = 'UP1'");
    expect(member?.["mobile_confirmed_at"]).not.toBeNull();
    expect((await world.messages())[0]?.text).toContain("account was created");
  });

  it("succeeds once for fifty uses of one code", async () => {
    await enrol(world, "UP2");
    const otp = await codeFor(world, "UP2");
    const tries = Array.from({ length: 50 }, () => register(signUpBody("UP2", otp)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(49);
    expect(await rows("select 1 from login where login_no = 'UP2'")).toHaveLength(1);
  });

  it("compares at most five of two hundred parallel guesses of a code", async () => {
    await enrol(world, "UP3");
    const otp = await codeFor(world, "UP3");
    const guesses = Array.from({ length: 200 }, (_, n) =>
      String((Number(otp) + n + 1) % 1_000_000).padStart(6, "0"),
    );
    await Promise.all(guesses.map((guess) => register(signUpBody("UP3", guess))));
    expect(await rows("select tries from otp where member_no = 'UP3'")).toEqual([{ tries: 5 }]);
    expect((await register(signUpBody("UP3", otp))).status).toBe(422);
    expect(await rows("select 1 from login where login_no = 'UP3'")).toEqual([]);
  });

  it("counts wrong codes over re-issues: ten a day, thirty in a row ever", async () => {
    await enrol(world, "UP4");
    const guess = () => register(signUpBody("UP4", "000000"));
    const standing = async () =>
      (
        await rows(
          "select failures, consecutive_failures from otp_standing where member_no = 'UP4'",
        )
      )[0];
    for (let day = 1; day <= 3; day += 1) {
      await registerOtp("UP4");
      for (let tries = 0; tries < 12; tries += 1) await guess();
      expect(await standing()).toEqual({ failures: 10, consecutive_failures: day * 10 });
      world.clock.advance(3600);
      expect((await registerOtp("UP4")).status).toBe(409);
      world.clock.advance(24 * 3600);
    }
    expect((await registerOtp("UP4")).status).toBe(409);
  });

  it("refuses an expired code, another purpose's, another member's and a replaced one alike", async () => {
    await enrol(world, "UP5");
    await enrol(world, "UP6");
    const expired = await codeFor(world, "UP5");
    world.clock.advance(301);
    const refusals = [await register(signUpBody("UP5", expired))];
    const replaced = await codeFor(world, "UP5");
    world.clock.advance(121);
    const current = await codeFor(world, "UP5");
    if (replaced !== current) refusals.push(await register(signUpBody("UP5", replaced)));
    refusals.push(await register(signUpBody("UP6", current)));
    refusals.push(await register(signUpBody("NOBODY-UP", current)));
    const reset = {
      memberNo: "UP5",
      otp: current,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    refusals.push(await changePassword(reset));
    for (const reply of refusals) {
      expect(reply.status).toBe(422);
      expect(reply.text).toBe(refusals[0]?.text);
      expect(reply.body).toMatchObject({ code: 422, errors: [{ field: "otp" }] });
    }
    expect((await register(signUpBody("UP5", current))).status).toBe(201);
  });

  it("leaves the register's mobile and asks staff about another one", async () => {
    await enrol(world, "UP7", { mobile: "+254712000777" });
    const otp = await codeFor(world, "UP7");
    const reply = await register(signUpBody("UP7", otp, { mobileNo: "0799 999 999" }));
    expect(reply.status).toBe(201);
    expect(await rows("select mobile_number from member where member_no = 'UP7'")).toEqual([
      { mobile_number: "+254712000777" },
    ]);
    const asked = await rows(
      `select r.mobile_number from contact_change_request r join member m on m.id = r.member_id
        where m.member_no = 'UP7'`,
    );
    expect(asked).toEqual([{ mobile_number: "+254799999999" }]);
  });

  it("names every field that is wrong, in words, and spends no try of the code", async () => {
    await enrol(world, "UP8");
    const otp = await codeFor(world, "UP8");
    const bad = [
      [{ mobileNo: "12" }, "mobileNo"],
      [{ email: "not an address" }, "email"],
      [{ otp: "12345" }, "otp"],
      [{ password_confirmation: "another one" }, "password_confirmation"],
      [{ password: "short", password_confirmation: "short" }, "password"],
      [{ password: "password123", password_confirmation: "password123" }, "password"],
      [{ password: "uzima2026!", password_confirmation: "uzima2026!" }, "password"],
      [{ password: "0712000482", password_confirmation: "0712000482" }, "password"],
    ] as const;
    for (const [change, field] of bad) {
      const reply = await register(signUpBody("UP8", otp, change));
      expect(reply.status, JSON.stringify(change)).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field, message: expect.any(String) }] });
    }
    const nothing = (await register({})).body as { errors: { field: string }[] };
    expect(nothing.errors.map(({ field }) => field)).toEqual([
      "memberNo",
      "mobileNo",
      "email",
      "password",
      "password_confirmation",
      "otp",
    ]);
    expect(await rows("select tries from otp where member_no = 'UP8'")).toEqual([{ tries: 0 }]);
    expect((await register(signUpBody("UP8", otp))).status).toBe(201);
  });

  it("refuses one's own name only once the code was right, and keeps the code", async () => {
    await enrol(world, "UP9", { fullName: "Wanjiru Njeri Kamau" });
    const otp = await codeFor(world, "UP9");
    const named = { password: "wanjirunjeri1", password_confirmation: "wanjirunjeri1" };
    const wrong = otp === "111111" ? "222222" : "111111";
    const blind = await register(signUpBody("UP9", wrong, named));
    expect(blind.body).toMatchObject({ errors: [{ field: "otp" }] });
    const told = await register(signUpBody("UP9", otp, named));
    expect(told.body).toMatchObject({ errors: [{ field: "password" }] });
    expect((await register(signUpBody("UP9", otp))).status).toBe(201);
  });

  it("ignores unknown keys, as older clients send them", async () => {
    await enrol(world, "UP10");
    const otp = await codeFor(world, "UP10");
    const reply = await register(signUpBody("UP10", otp, { extra: { deep: [1] }, role: "clerk" }));
    expect(reply.status).toBe(201);
  });

  it("answers a repeated key as the first time, another body with 422", async () => {
    await enrol(world, "UP11");
    const otp = await codeFor(world, "UP11");
    const headers = { "idempotency-key": "0b6f" };
    const first = await register(signUpBody("UP11", otp), headers);
    const again = await register(signUpBody("UP11", otp), headers);
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await register(signUpBody("UP11", otp, { email: "b@example.com" }), headers);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ reason: "idempotency-mismatch" });
  });

  it("does its effect once when one key comes many times at once", async () => {
    await enrol(world, "UP12");
    const otp = await codeFor(world, "UP12");
    const headers = { "idempotency-key": "at-once" };
    const tries = Array.from({ length: 20 }, () => register(signUpBody("UP12", otp), headers));
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
    expect(statuses).toContain(201);
    for (const status of statuses) expect([201, 409, 422]).toContain(status);
    expect((await register(signUpBody("UP12", otp), headers)).status).toBe(201);
    expect(await rows("select 1 from login where login_no = 'UP12'")).toHaveLength(1);
  });
});

describe("changing a password", () => {
  const PASSWORD_2 = "samaki-wa-ziwa-9";
  const change = (memberNo: string, otp: string, others = {}) =>
    changePassword({
      memberNo,
      otp,
      password: PASSWORD_2,
      password_confirmation: PASSWORD_2,
      ...others,
    });

  it("ends every session, and only the new password opens", async () => {
    await enrolWithLogin(world, "CH1");
    const token = await signIn(world, "CH1");
    const otp = await codeFor(world, "CH1");
    const reply = await change("CH1", otp);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ code: 200, message: "Password Changed Successful" });
    expect((await world.send("GET", "/api/v1/session", { token })).status).toBe(401);
    expect((await authenticate("CH1", PASSWORD)).status).toBe(401);
    expect((await authenticate("CH1", PASSWORD_2)).status).toBe(200);
    expect((await world.messages())[0]?.text).toContain("password was changed");
  });

  it("compares the confirmation, as the older client does not", async () => {
    await enrolWithLogin(world, "CH2");
    const otp = await codeFor(world, "CH2");
    const reply = await change("CH2", otp, { password_confirmation: "something else" });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      errors: [{ field: "password_confirmation", message: "Passwords don't match." }],
    });
    expect((await authenticate("CH2", PASSWORD)).status).toBe(200);
  });
});

describe("the audit trail", () => {
  it("holds a row for each step and its chain verifies", async () => {
    const actions = await rows("select distinct action from audit_record order by action");
    const names = actions.map(({ action }) => action);
    for (const step of [
      "code-sent",
      "login-created",
      "password-changed",
      "sign-in-failed",
      "signed-in",
    ]) {
      expect(names).toContain(step);
    }
    const broken = await rows(
      `select seq from (select *, lag(hash, 1, sha256('akiba')) over (order by seq) as before
        from audit_record) r
      where previous_hash <> before
        or hash <> audit_hash(previous_hash, seq, at, actor, action, subject, detail)`,
    );
    expect(broken).toEqual([]);
  });

  it("holds no password, code or token", async () => {
    const trail = JSON.stringify(await rows("select * from audit_record"));
    expect(trail).not.toContain(PASSWORD);
    expect(trail).not.toMatch(/\+2547/);
  });
});
