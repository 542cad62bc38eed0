import { beforeAll, describe, expect, it } from "vitest";
import {
  approveRequest,
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  PASSWORD,
  signIn,
  signUpBody,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: {
    otpSendsPerIpPerHour: 1000,
    signInFailuresPerIp: 10_000,
    ...manyWrites,
  },
});
const tokens: Record<string, string> = {};
const staff = {
  ADMIN: "administrator",
  TREASURER: "treasurer",
  CLERK: "clerk",
  OFFICER: "loans-officer",
} as const;

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of Object.entries(staff)) await employ(society, staffNo, role);
  await goTo("2026-04-14T06:12:00Z");
});

/** Moves the clock. All staff sign in again, as their sessions have ended by then. */
async function goTo(moment: string): Promise<void> {
  society.clock.set(moment);
  for (const staffNo of Object.keys(staff)) tokens[staffNo] = await signIn(society, staffNo);
}

const send = (who: string, method: "GET" | "POST", path: string, body?: unknown) =>
  society.send(method, path, { token: tokens[who] ?? "", body });
const request = (who: string, memberNo: string) =>
  send(who, "POST", `/api/v1/codes/${memberNo}/opening`, { reason: "They called from the ward" });
const registerOtp = (memberNo: string) =>
  society.send("POST", "/api/v1/auth/registerOtp", { body: { memberNo } });

/** Closes the codes of a number as a stranger does: with the last of very many wrong guesses. */
async function close(memberNo: string): Promise<void> {
  await society.owner.query(
    `insert into otp_standing (member_no, day, consecutive_failures, decays_from)
      values ($1, '2026-04-01', 29, $2)`,
    [memberNo, society.clock.stillAt().toISOString()],
  );
  expect((await registerOtp(memberNo)).status).toBe(200);
  for (const otp of ["000000", "000001"]) {
    await society.send("POST", "/api/v1/auth/register", { body: signUpBody(memberNo, otp) });
  }
  expect((await registerOtp(memberNo)).body).toMatchObject({ reason: "otp-closed" });
}

const approvalOf = async (reply: { body: unknown; status: number; text: string }) => {
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { approvalId: string }).approvalId;
};

describe("closed codes", () => {
  it("are opened by two people, and the owner is notified", async () => {
    await enrolWithLogin(society, "OP1");
    await close("OP1");
    const approvalId = await approvalOf(await request("CLERK", "OP1"));
    expect((await registerOtp("OP1")).body).toMatchObject({ reason: "otp-closed" });
    await approveRequest(society, tokens["TREASURER"] ?? "", approvalId);
    expect((await society.messages())[0]).toMatchObject({
      to: "+254712000482",
      text: expect.stringContaining("codes for OP1 work again"),
    });
    const asked = await registerOtp("OP1");
    expect(asked.status, asked.text).toBe(200);
    const otp = /\b\d{6}\b/.exec((await society.messages())[0]?.text ?? "")?.[0];
    const body = { memberNo: "OP1", otp, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await society.send("PUT", "/api/v1/auth/changePassword", { body })).status).toBe(200);
  });

  it("cannot be opened alone, for oneself or without the right", async () => {
    await enrol(society, "OP2");
    await close("OP2");
    const approvalId = await approvalOf(await request("TREASURER", "OP2"));
    const path = `/api/v1/approvals/${approvalId}/approval`;
    const rows = async (who: string) =>
      ((await send(who, "GET", "/api/v1/approvals")).body as { rows: Record<string, string>[] })
        .rows;
    const digest = (await rows("TREASURER")).find(({ id }) => id === approvalId)?.["digest"];
    const approve = (who: string) => send(who, "POST", path, { digest });
    expect((await approve("TREASURER")).body).toMatchObject({ reason: "approval-two-people" });
    expect((await approve("CLERK")).body).toMatchObject({ reason: "staff-only" });
    expect((await request("OFFICER", "OP2")).body).toMatchObject({ reason: "staff-only" });
    // For an administrator who is that member, it is about themselves under either number.
    await society.owner.query("update staff set member_id = $1 where staff_no = 'ADMIN'", [
      await memberIdOf(society, "OP2"),
    ]);
    expect((await approve("ADMIN")).body).toMatchObject({ reason: "own-account" });
    expect((await request("ADMIN", "OP2")).body).toMatchObject({ reason: "own-account" });
    await society.owner.query("update staff set member_id = null where staff_no = 'ADMIN'");
    expect((await approve("ADMIN")).status).toBe(201);
  });

  it("of staff are opened the same way, and shown in the list of staff until then", async () => {
    await close("ADMIN");
    const inList = async () =>
      (
        (await send("ADMIN", "GET", "/api/v1/staff")).body as { rows: Record<string, string>[] }
      ).rows.find(({ staffNo }) => staffNo === "ADMIN");
    const now = society.clock.stillAt();
    const week = new Date(now.getTime() + 7 * 86_400_000);
    expect(await inList()).toMatchObject({
      codesClosedAt: now.toISOString(),
      codesClosedUntil: week.toISOString(),
    });
    expect((await request("ADMIN", "ADMIN")).body).toMatchObject({ reason: "own-account" });
    const approvalId = await approvalOf(await request("CLERK", "ADMIN"));
    await approveRequest(society, tokens["TREASURER"] ?? "", approvalId);
    expect(await inList()).toMatchObject({ codesClosedAt: "", codesClosedUntil: "" });
    expect((await registerOtp("ADMIN")).status).toBe(200);
  });

  it("are shown on the member's record until opened, even if closed only for a day", async () => {
    await enrol(society, "OP3");
    const login = async () =>
      ((await send("CLERK", "GET", "/api/v1/members/OP3/record")).body as Record<string, unknown>)[
        "login"
      ];
    expect(await login()).toMatchObject({ codesClosedAt: "", codesClosedUntil: "" });
    await registerOtp("OP3");
    for (let tries = 0; tries < 10; tries += 1) {
      await society.send("POST", "/api/v1/auth/register", { body: signUpBody("OP3", "000000") });
    }
    const closed = { codesClosedAt: society.clock.stillAt().toISOString() };
    expect(await login()).toMatchObject({
      ...closed,
      codesClosedUntil: "2026-04-14T21:00:00.000Z",
    });
    expect((await request("CLERK", "OP3")).status).toBe(201);
    await goTo("2026-04-14T21:00:01Z");
    expect(await login()).toMatchObject({ codesClosedAt: "", codesClosedUntil: "" });
    await goTo("2026-04-14T06:12:00Z");
  });

  it("are opened for a member whose codes of the day a stranger has used up", async () => {
    await enrol(society, "OP5");
    for (const wait of [60, 120, 240, 480, 960]) {
      expect((await registerOtp("OP5")).status).toBe(200);
      society.clock.advance(wait);
    }
    expect((await registerOtp("OP5")).body).toMatchObject({ reason: "otp-day-cap" });
    await goTo("2026-04-14T07:00:00Z");
    const approvalId = await approvalOf(await request("CLERK", "OP5"));
    await approveRequest(society, tokens["TREASURER"] ?? "", approvalId);
    expect((await registerOtp("OP5")).status).toBe(200);
    await goTo("2026-04-14T06:12:00Z");
  });

  it("cannot be opened when they are open, or when nobody has the number", async () => {
    await enrol(society, "OP4");
    expect((await request("CLERK", "OP4")).body).toMatchObject({ reason: "codes-open" });
    expect((await request("CLERK", "NOBODY-OP")).body).toMatchObject({ reason: "no-such-login" });
    await close("OP4");
    const approvalId = await approvalOf(await request("CLERK", "OP4"));
    expect((await request("TREASURER", "OP4")).body).toMatchObject({ reason: "approval-waits" });
    const found = (await send("TREASURER", "GET", "/api/v1/approvals")).body as {
      rows: { id: string; digest: string; facts: { name: string; value: string }[] }[];
    };
    const { digest, facts } = found.rows.find(({ id }) => id === approvalId) ?? {};
    const closed = facts?.filter(({ name }) => name.startsWith("closed"));
    // In wire format, so that the page can show them in the reader's language.
    const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/) as string;
    expect(closed?.map(({ value }) => value)).toEqual([moment, moment]);
    await goTo("2026-04-20T06:12:00Z");
    await society.owner.query(
      "update otp_standing set closed_until = '2026-04-15' where member_no = 'OP4'",
    );
    const path = `/api/v1/approvals/${approvalId}/approval`;
    expect((await send("TREASURER", "POST", path, { digest })).body).toMatchObject({
      reason: "approval-state",
    });
  });
});
