import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { writtenCode } from "#shared/written-code.ts";
import { hmacSha256 } from "#server/kernel/platform/random.ts";
import { PASSWORD, signUpBody } from "../../people.ts";
import { SECRET } from "../running-server.ts";
import { approveRequest, waitingFor } from "./approvals.ts";
import { staff, suspend } from "./staff-acts.ts";
import { expectWinners, type Kind, mixed, times, winnersOf } from "./kind.ts";
import { applied, apply, approve, loansOf, stateOf } from "./loan-actions.ts";
import { type Asked, type Storm, STORM_NOW } from "./storm.ts";

const auth = (path: string, from: string, body: object): Asked => ({
  path: `/api/v1/auth/${path}`,
  body,
  from,
});

/** Signs up with the code that was sent. */
async function signUp(storm: Storm, memberNo: string): Promise<Asked> {
  await storm.done(auth("registerOtp", memberNo, { memberNo }));
  const code = await storm.members.codeOf(memberNo);
  const mobileNo = `+254712${memberNo.slice(2).padStart(6, "0")}`;
  return auth("register", memberNo, signUpBody(memberNo, code, { mobileNo }));
}

const codes: readonly Kind[] = [
  {
    name: "a one-time code used ten times: one login",
    async run(storm) {
      const memberNo = await storm.member({ withLogin: false });
      const use = await signUp(storm, memberNo);
      expectWinners(await storm.race(times(10, use)), 1);
      expect(await storm.count("select from login where login_no = $1", [memberNo])).toBe(1);
    },
  },
  {
    name: "a password changed six times with one code: changed once, and every session ends",
    async run(storm) {
      const memberNo = await storm.member();
      await storm.done(auth("registerOtp", memberNo, { memberNo }));
      const otp = await storm.members.codeOf(memberNo);
      const race = Array.from({ length: 6 }, (_, at) => {
        const password = `kahawa-chungu-${at}`;
        const body = { memberNo, otp, password, password_confirmation: password };
        return { ...auth("changePassword", memberNo, body), method: "PUT" };
      });
      expectWinners(await storm.race(race), 1);
      const open = `select from session s join login l on l.id = s.login_id
        where l.login_no = $1 and s.ended_at is null`;
      expect(await storm.count(open, [memberNo])).toBe(0);
    },
  },
  {
    name: "a sign-out and an application in the same session: nothing is done after it",
    async run(storm) {
      const memberNo = await storm.member();
      const signOut = { who: memberNo, method: "DELETE", path: "/api/v1/session" };
      const answers = winnersOf(await storm.race([apply(memberNo), signOut, apply(memberNo)]));
      const made = answers.some(({ text }) => text.includes("Application Successful"));
      expect(await loansOf(storm, memberNo)).toBe(made ? 1 : 0);
      expectWinners(await storm.race([apply(memberNo)]), 0);
    },
  },
];

/** A clerk with an authenticator app and two sign-ins that wait for its code. */
async function pendingSignIn(storm: Storm) {
  const clerk = `CLERK-${storm.draw()}`;
  await storm.employ(clerk, "clerk");
  const path = "/api/v1/session/second-factor";
  const asked = { who: clerk, path: `${path}/enrolment`, body: {} };
  const { secret } = await storm.done<{ secret: string }>(asked);
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  const now = Date.parse(STORM_NOW);
  const body = { code: app.generate({ timestamp: now }) };
  const confirm = { who: clerk, path: `${path}/confirmation`, body };
  const { recoveryCodes } = await storm.done<{ recoveryCodes: string[] }>(confirm);
  const halves: string[] = [];
  for (const _ of [1, 2]) {
    const signIn = auth("authenticate", clerk, { memberNo: clerk, password: PASSWORD });
    const half = await storm.done<{ secondFactor: { token: string } }>(signIn);
    halves.push(half.secondFactor.token);
  }
  // The current code was used to enrol, so the next one is shown.
  return { halves, code: app.generate({ timestamp: now + 30_000 }), recoveryCodes };
}

/** Each waiting sign-in shows the same code three times. */
function shown(halves: readonly string[], code: string): Asked[] {
  const show = (token: string) => ({ ...auth("second-factor", "staff", { code }), token });
  return mixed(3, ...halves.map(show));
}

const secondFactors: readonly Kind[] = [
  {
    name: "one code of an authenticator app at two sign-ins: one of them is let in",
    async run(storm) {
      const { halves, code } = await pendingSignIn(storm);
      expectWinners(await storm.race(shown(halves, code)), 1);
    },
  },
  {
    name: "one recovery code at two sign-ins: one of them is let in",
    async run(storm) {
      const { halves, recoveryCodes } = await pendingSignIn(storm);
      expectWinners(await storm.race(shown(halves, recoveryCodes[0] ?? "")), 1);
    },
  },
  {
    name: "twelve sign-ins of a member: five sessions stay open",
    async run(storm) {
      const memberNo = await storm.member();
      const signIn = auth("authenticate", memberNo, { memberNo, password: PASSWORD });
      winnersOf(await storm.race(times(12, signIn)));
      const open = `select from session s join login l on l.id = s.login_id
        where l.login_no = $1 and s.ended_at is null`;
      expect(await storm.count(open, [memberNo])).toBeLessThanOrEqual(5);
    },
  },
];

const keys: readonly Kind[] = [
  {
    name: "one key, one application, twenty times: one loan",
    async run(storm) {
      const memberNo = await storm.member();
      const asked = { ...apply(memberNo), key: `storm-${storm.draw()}` };
      const answers = winnersOf(await storm.race(times(20, asked)));
      expect(answers.length).toBeGreaterThan(0);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await loansOf(storm, memberNo)).toBe(1);
    },
  },
  {
    name: "one key for two different applications: one loan, and the other is rejected",
    async run(storm) {
      const memberNo = await storm.member();
      const key = `storm-${storm.draw()}`;
      const race = mixed(5, { ...apply(memberNo), key }, { ...apply(memberNo, 9000), key });
      const answers = winnersOf(await storm.race(race));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await loansOf(storm, memberNo)).toBe(1);
    },
  },
];

/** Lets the administrators work again as they did before a race. */
async function restoreAdministrators(storm: Storm): Promise<void> {
  await storm.society.owner.query(
    `update staff set suspended_at = null, suspended_by = null, suspended_because = ''
      where role = 'administrator'`,
  );
  for (const staffNo of ["ADMIN-1", "ADMIN-2"]) await storm.signIn(staffNo);
}

/** Returns the code of the open invitation, as it reads on the phone. */
async function invitationCode(storm: Storm, staffNo: string): Promise<string> {
  const [open] = await storm.rows<{ id: string; salt: Buffer }>(
    `select i.id, i.salt from staff_invitation i join staff s on s.id = i.staff_id
      where s.staff_no = $1 and i.used_at is null and i.replaced_at is null`,
    [staffNo],
  );
  if (open === undefined) throw new Error(`${staffNo} has no invitation`);
  return writtenCode(hmacSha256(SECRET, "invitation", open.id, open.salt).subarray(0, 16));
}

/** Invites somebody as a clerk, which a second administrator approves. Returns their number. */
async function invited(storm: Storm): Promise<string> {
  const number = storm.draw();
  const staffNo = `NEW-${number}`;
  const mobileNo = `+254713${String(number).padStart(6, "0")}`;
  const who = { staffNo, fullName: "Naliaka Wafula", nationalId: `S${number}00`, memberNo: "" };
  const body = { ...who, role: "clerk", mobileNo, email: "" };
  await storm.done({ who: "ADMIN-1", path: "/api/v1/staff", body });
  const waiting = await waitingFor(storm, `staff:${staffNo}`, "ADMIN-2");
  await storm.done(approveRequest(waiting, "ADMIN-2"));
  return staffNo;
}

const office: readonly Kind[] = [
  {
    name: "the last two administrators suspend each other: one stays",
    async run(storm) {
      const race = mixed(2, suspend("ADMIN-2", "ADMIN-1"), suspend("ADMIN-1", "ADMIN-2"));
      expectWinners(await storm.race(race), 1);
      const active = "select from staff where role = 'administrator' and suspended_at is null";
      expect(await storm.count(active)).toBe(1);
      await restoreAdministrators(storm);
    },
  },
  {
    name: "an officer made a clerk and an approval by them: none is taken after it",
    async run(storm) {
      const officer = `OFFICER-${storm.draw()}`;
      await storm.employ(officer, "loans-officer");
      const [first, second] = [await applied(storm), await applied(storm)];
      const role = { method: "PUT", body: { role: "clerk" } } as const;
      await storm.done(staff(officer, "role", "ADMIN-1", role));
      const waiting = await waitingFor(storm, `staff:${officer}`, "ADMIN-2");
      const demote = approveRequest(waiting, "ADMIN-2");
      const race = [approve(first.loanNo, officer), demote, approve(first.loanNo, officer)];
      winnersOf(await storm.race(race));
      expectWinners(await storm.race([approve(second.loanNo, officer)]), 0);
      expect(await stateOf(storm, second.loanNo)).toBe("applied");
    },
  },
  {
    name: "an invitation accepted eight times: one login",
    async run(storm) {
      const staffNo = await invited(storm);
      const code = await invitationCode(storm, staffNo);
      const password = { password: PASSWORD, password_confirmation: PASSWORD };
      const accept = auth("invitation", staffNo, { staffNo, code, ...password });
      expectWinners(await storm.race(times(8, accept)), 1);
      expect(await storm.count("select from login where login_no = $1", [staffNo])).toBe(1);
    },
  },
];

export const identityKinds = [...codes, ...secondFactors, ...keys, ...office];
