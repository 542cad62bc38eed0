import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  PASSWORD,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { runUser } from "./user.ts";

const society = useServedSociety({
  limits: { signInFailuresPerIp: 10_000, ...manyWrites },
});

let said: string[] = [];

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ADMIN", "administrator");
  await employ(society, "TREASURER", "treasurer");
  await employ(society, "CLERK", "clerk");
  await employ(society, "OFFICER", "loans-officer");
  await employ(society, "SECOND", "administrator");
  await employ(society, "APP", "clerk");
});

beforeEach(() => {
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
});
afterEach(() => void vi.restoreAllMocks());

/** Runs the command as people do who type these answers at the terminal. */
function run(words: string, ...answers: string[]) {
  const given = words.split(" ").map((word) => word.replaceAll("_", " "));
  return runUser(society.database, given, society.config, async () => answers.shift() ?? "");
}

/** Enrols a member whose codes a stranger has closed. */
async function closed(memberNo: string): Promise<void> {
  await enrol(society, memberNo);
  await close(memberNo);
}

async function close(number: string): Promise<void> {
  await society.owner.query(
    `insert into otp_standing (member_no, day, consecutive_failures, decays_from, closed_at,
      closed_until) values ($1, akiba_today(), 30, akiba_now(), akiba_now(),
      akiba_now() + interval '3 days')`,
    [number],
  );
}

async function isClosed(number: string): Promise<boolean> {
  const sql = "select from otp_standing where member_no = $1 and closed_until > akiba_now()";
  return (await society.owner.query(sql, [number])).rowCount === 1;
}

const unlock = (number: string, as: string) =>
  run(`unlock ${number} --as ${as} --reason They_called`, PASSWORD);

/** Requests it as the clerk and returns the number of the request. */
async function requested(number: string): Promise<string> {
  expect(await unlock(number, "CLERK"), said.join("\n")).toBe(0);
  return /Requested as (\d+)/.exec(said.join("\n"))?.[1] ?? "";
}

const approve = (request: string, as: string, yes = "yes") =>
  run(`approve ${request} --as ${as}`, PASSWORD, yes);

describe("akiba user unlock", () => {
  it("opens codes once a second person has read the request", async () => {
    await closed("US1");
    const request = await requested("US1");
    expect(await isClosed("US1")).toBe(true);
    expect(await approve(request, "TREASURER", "no")).toBe(1);
    expect(await isClosed("US1")).toBe(true);
    expect(await approve(request, "TREASURER")).toBe(0);
    expect(said.join("\n")).toContain("memberNo: US1");
    expect(said.join("\n")).toContain("reason: They called");
    expect(await isClosed("US1")).toBe(false);
  });

  it("leaves the acts of both people in the audit log, and no session", async () => {
    await closed("US2");
    await approve(await requested("US2"), "ADMIN");
    const { rows } = await society.owner.query(
      `select actor, action from audit_record where subject = 'login:US2' order by seq`,
    );
    expect(rows).toEqual([
      { actor: "staff:CLERK", action: "approval-requested" },
      { actor: "staff:ADMIN", action: "approval-approved" },
      { actor: "staff:ADMIN", action: "codes-opened" },
    ]);
    const open = await society.owner.query(
      `select from session s join login l on l.id = s.login_id
        where s.ended_at is null and l.login_no in ('CLERK', 'ADMIN')`,
    );
    expect(open.rowCount).toBe(0);
  });

  it("cannot be done by one person alone", async () => {
    await closed("US3");
    expect(await unlock("US3", "TREASURER")).toBe(0);
    const request = /Requested as (\d+)/.exec(said.join("\n"))?.[1] ?? "";
    expect(await approve(request, "TREASURER")).toBe(1);
    expect(said.at(-1)).toContain("a different person must decide it");
    expect(await isClosed("US3")).toBe(true);
  });

  it("cannot be done for oneself, under either of one's numbers", async () => {
    await close("CLERK");
    expect(await unlock("CLERK", "CLERK")).toBe(1);
    await closed("US4");
    await society.owner.query("update staff set member_id = $1 where staff_no = 'TREASURER'", [
      await memberIdOf(society, "US4"),
    ]);
    expect(await unlock("US4", "TREASURER")).toBe(1);
    expect(await approve(await requested("US4"), "TREASURER")).toBe(1);
    await society.owner.query("update staff set member_id = null where staff_no = 'TREASURER'");
    expect([await isClosed("CLERK"), await isClosed("US4")]).toEqual([true, true]);
  });

  it("requires the same rights as the office's page", async () => {
    await closed("US5");
    expect(await unlock("US5", "OFFICER")).toBe(1);
    await enrolWithLogin(society, "US6", { mobile: "+254712000777" });
    expect(await unlock("US5", "US6")).toBe(1);
    expect(await approve(await requested("US5"), "OFFICER")).toBe(1);
    expect(await isClosed("US5")).toBe(true);
  });

  it("is not for somebody who was suspended or has the wrong password", async () => {
    await closed("US7");
    expect(await run("unlock US7 --as CLERK --reason They_called", "a wrong password")).toBe(1);
    const request = await requested("US7");
    await society.owner.query(
      `update staff set suspended_at = akiba_now(), suspended_by = 'test'
        where staff_no = 'SECOND'`,
    );
    expect(await approve(request, "SECOND")).toBe(1);
    await society.owner.query(
      "update staff set suspended_at = null, suspended_by = null where staff_no = 'SECOND'",
    );
    expect(await isClosed("US7")).toBe(true);
  });

  it("takes the code of the app of somebody who has one", async () => {
    await closed("US8");
    const { secret } = await enrolApp("APP");
    const words = "unlock US8 --as APP --reason They_called";
    expect(await run(words, PASSWORD, "000000")).toBe(1);
    society.clock.advance(60);
    expect(await run(words, PASSWORD, codeOf(secret)), said.join("\n")).toBe(0);
  });

  it("does not decide on requests of another kind", async () => {
    const token = await signIn(society, "SECOND");
    const body = { role: "clerk" };
    const reply = await society.send("PUT", "/api/v1/staff/OFFICER/role", { token, body });
    expect(reply.status, reply.text).toBeLessThan(300);
    const { approvalId } = reply.body as { approvalId: string };
    expect(await approve(approvalId, "TREASURER")).toBe(1);
    expect(said.at(-1)).toContain("/app/Approvals");
  });

  it("says how it is used, and needs a terminal", async () => {
    expect(await run("unlock US1 --as CLERK", PASSWORD)).toBe(2);
    expect(await run("lock US1 --as CLERK --reason x", PASSWORD)).toBe(2);
    expect(said.at(-1)).toContain("npm run akiba user approve REQUEST -- --as ST002");
    const given = ["unlock", "US1", "--as", "CLERK", "--reason", "x"];
    expect(await runUser(society.database, given, society.config, null)).toBe(2);
    expect(said.at(-1)).toContain("at a terminal");
  });
});

function codeOf(secret: string): string {
  const base32 = Secret.fromBase32(secret.replaceAll(" ", ""));
  return new TOTP({ secret: base32 }).generate({ timestamp: society.clock.stillAt().getTime() });
}

/** Sets up the authenticator app of somebody at their own page. */
async function enrolApp(staffNo: string): Promise<{ secret: string }> {
  const token = await signIn(society, staffNo);
  const path = "/api/v1/session/second-factor";
  const offer = await society.send("POST", `${path}/enrolment`, { token, body: {} });
  const { secret } = offer.body as { secret: string };
  const body = { code: codeOf(secret) };
  const reply = await society.send("POST", `${path}/confirmation`, { token, body });
  expect(reply.status, reply.text).toBe(200);
  society.clock.advance(60);
  return { secret };
}

describe("akiba user list", () => {
  it("shows the staff without their contact details, and is in the audit log", async () => {
    expect(await run("list")).toBe(0);
    const text = said.join("\n");
    expect(text).toMatch(/^ADMIN +Staff ADMIN +administrator +active +no +open/m);
    expect(text).toMatch(/^CLERK .* closed until /m);
    expect(text).toContain("3 people can approve.");
    expect(text).not.toContain("+2547");
    const { rows } = await society.owner.query(
      "select actor from audit_record where action = 'staff-listed'",
    );
    expect(rows).toEqual([{ actor: "operator" }]);
  });

  it("warns while fewer than two people can approve", async () => {
    await society.owner.query(
      "update staff set role = 'clerk' where staff_no in ('TREASURER', 'SECOND')",
    );
    expect(await run("list --json")).toBe(1);
    expect(JSON.parse(said.join("\n"))).toMatchObject({ approvers: 1 });
  });
});
