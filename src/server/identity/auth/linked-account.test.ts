import { beforeAll, expect, it } from "vitest";
import { employ, enrolWithLogin, foundSociety, PASSWORD, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { signInFailuresPerIp: 10_000, writeBurst: 1000 } });

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "SELFM");
  await enrolWithLogin(society, "ALONE");
  await employ(society, "SELFS", "clerk");
  await society.owner.query(
    `update staff set member_id = (select id from member where member_no = 'SELFM')
      where staff_no = 'SELFS'`,
  );
});

const change = (token: string, password: string) =>
  society.send("POST", "/api/v1/session/linked-account", { token, body: { password } });
const session = (token: string) => society.send("GET", "/api/v1/session", { token });

steps("a member who is also staff", () => {
  it("switches accounts with the other's password, which ends the session they leave", async () => {
    const desk = await signIn(society, "SELFS");
    expect((await session(desk)).body).toMatchObject({ linkedAccount: "SELFM" });
    const reply = await change(desk, PASSWORD);
    expect(reply.body).toMatchObject({ status: 0, memberNo: "SELFM" });
    const { token } = reply.body as { token: string };
    expect((await session(token)).body).toMatchObject({ kind: "member", linkedAccount: "SELFS" });
    expect((await session(desk)).status).toBe(401);
    const back = (await change(token, PASSWORD)).body as { token: string };
    expect((await session(back.token)).body).toMatchObject({ kind: "staff" });
    const told = await society.owner.query(
      "select actor, detail from audit_record where action = 'self-changed' order by seq",
    );
    expect(told.rows).toEqual([
      { actor: "staff:SELFS", detail: { to: "login:SELFM" } },
      { actor: "member:SELFM", detail: { to: "login:SELFS" } },
    ]);
  });

  it("keeps the current account on a wrong password, which counts as at sign-in", async () => {
    const token = await signIn(society, "SELFM");
    for (let tries = 0; tries < 5; tries += 1) {
      const reply = await change(token, "no");
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field: "password" }] });
    }
    expect((await change(token, PASSWORD)).status).toBe(429);
    expect((await session(token)).status).toBe(200);
    society.clock.advance(31);
  });

  it("gets an MFA-pending session at the desk if they have a second factor there", async () => {
    await society.owner.query(
      `insert into second_factor (login_id, sealed_secret, last_step)
        select id, '\\x00', 1 from login where login_no = 'SELFS'`,
    );
    const token = await signIn(society, "SELFM");
    const reply = await change(token, PASSWORD);
    expect(reply.body).toMatchObject({ status: 2, secondFactor: { step: "prove" } });
    expect((await session(token)).status).toBe(401);
  });

  it("is found only by the link, which admits no other and no suspended person", async () => {
    const alone = await signIn(society, "ALONE");
    expect((await session(alone)).body).toMatchObject({ linkedAccount: "" });
    expect((await change(alone, PASSWORD)).body).toMatchObject({ reason: "no-linked-account" });
    await society.owner.query(
      "update staff set suspended_at = now(), suspended_by = 'test' where staff_no = 'SELFS'",
    );
    const token = await signIn(society, "SELFM");
    expect((await session(token)).body).toMatchObject({ linkedAccount: "" });
    expect((await change(token, PASSWORD)).status).toBe(404);
  });
});
