import { beforeAll, describe, expect, it } from "vitest";
import {
  approveRequest,
  employ,
  enrolWithLogin,
  foundSociety,
  PASSWORD,
  signIn,
} from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    signInFailuresPerIp: 100_000,
    otpSendsPerIpPerHour: 1000,
    writeBurst: 1000,
    writesPerMinute: 60_000,
  },
});

const rows = async (sql: string, values: unknown[] = []) =>
  (await society.owner.query<Record<string, unknown>>(sql, values)).rows;

let admin = "";
let other = "";

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ADM1", "administrator");
  await employ(society, "ADM2", "administrator");
  await employ(society, "AUD1", "auditor");
  admin = await signIn(society, "ADM1");
  other = await signIn(society, "ADM2");
});

const newStaff = (staffNo: string, others: Record<string, unknown> = {}) => ({
  staffNo,
  fullName: "Naliaka Wafula",
  role: "clerk",
  mobileNo: "0712 555 010",
  email: `${staffNo.toLowerCase()}@example.com`,
  nationalId: `ID-${staffNo}`,
  memberNo: "",
  ...others,
});

const invite = (body: unknown, token = admin) =>
  society.send("POST", "/api/v1/staff", { token, body });
/** Approves as a second administrator what a call only requested. */
async function approved(reply: { readonly status: number; readonly body: unknown }) {
  expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status);
  const { approvalId } = reply.body as { approvalId: string };
  await approveRequest(society, await signIn(society, "ADM2"), approvalId);
}
const act = (method: string, path: string, body?: unknown, token = admin) =>
  society.send(method, `/api/v1/staff/${path}`, { token, ...(body !== undefined && { body }) });
const list = async (token = admin) => {
  const reply = await society.send("GET", "/api/v1/staff", { token });
  return (reply.body as { rows: Record<string, unknown>[] }).rows;
};
const one = async (staffNo: string) => (await list()).find((row) => row["staffNo"] === staffNo);

/** Returns the code of the last invitation sent to a number. */
async function invitedCode(mobile: string): Promise<string> {
  const sent = (await society.messages()).find(
    ({ to, text }) => to === mobile && /with/.test(text),
  );
  return /with (\S+) at/.exec(sent?.text ?? "")?.[1] ?? "";
}

const accept = (staffNo: string, code: string, password = "mtama-mwekundu-7") =>
  society.send("POST", "/api/v1/auth/invitation", {
    body: { staffNo, code, password, password_confirmation: password },
  });

const signInWith = (memberNo: string, password: string) =>
  society.send("POST", "/api/v1/auth/authenticate", { body: { memberNo, password } });

const actions = async (staffNo: string) =>
  (
    await rows("select action from audit_record where subject = $1 order by seq", [
      `staff:${staffNo}`,
    ])
  ).map(({ action }) => action);

steps("step by step", () => {
  describe("an invitation", () => {
    it("creates a member of staff, who sets a password with the code that was sent", async () => {
      const made = await invite(newStaff("INV1"));
      expect(made.status, made.text).toBe(201);
      expect(await invitedCode("+254712555010")).toBe("");
      await approved(made);
      expect(await one("INV1")).toMatchObject({ state: "invited", nationalId: "ID-INV1" });
      expect((await signInWith("INV1", "mtama-mwekundu-7")).status).toBe(401);
      const code = await invitedCode("+254712555010");
      const typed = code.toLowerCase().replaceAll("-", " ");
      const set = await accept("inv1", typed);
      expect(set.status, set.text).toBe(201);
      expect((await signInWith("INV1", "mtama-mwekundu-7")).status).toBe(200);
      expect(await one("INV1")).toMatchObject({ state: "active", openSessions: 1, isSelf: false });
      const asked = ["approval-requested", "approval-approved", "staff-invited"];
      expect(await actions("INV1")).toEqual(asked);
    });

    it("notifies the office, without the code in any e-mail or row", async () => {
      await approved(await invite(newStaff("INV2", { mobileNo: "0712555020", role: "treasurer" })));
      const told = (await society.messages()).filter(({ text }) =>
        text.includes("INV2 as treasurer"),
      );
      const office = ["+254711000001", "+254711000002", "+254711000003", "+254712555010"];
      expect(told.map(({ to }) => to).toSorted()).toEqual(office.flatMap((to) => [to, to]));
      expect(told[0]?.text).toContain(
        "Staff ADM2 approved the request of Staff ADM1 to invite INV2",
      );
      const code = await invitedCode("+254712555020");
      const kept = JSON.stringify([
        await rows("select * from outbox_message"),
        await rows("select * from staff_invitation"),
      ]);
      expect(code).toHaveLength(14);
      expect(kept).not.toContain(code);
      expect(await rows("select 1 from outbox_message where channel = 'email'")).not.toEqual([]);
    });

    it("is valid once, however many use it at once", async () => {
      await approved(await invite(newStaff("INV3", { mobileNo: "0712555030" })));
      const code = await invitedCode("+254712555030");
      const replies = await Promise.all(Array.from({ length: 20 }, () => accept("INV3", code)));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect((await accept("INV3", code)).body).toMatchObject({ reason: "invitation-refused" });
      expect((await act("POST", "INV3/invitation")).status).toBe(409);
    });

    it("ends after three days, or when the next one is sent", async () => {
      await approved(await invite(newStaff("INV4", { mobileNo: "0712555040" })));
      const first = await invitedCode("+254712555040");
      society.clock.advance(1);
      expect((await act("POST", "INV4/invitation")).status).toBe(201);
      const second = await invitedCode("+254712555040");
      expect((await accept("INV4", first)).status).toBe(422);
      society.clock.advance(72 * 3600 + 1);
      admin = await signIn(society, "ADM1");
      expect(await one("INV4")).toMatchObject({ state: "lapsed" });
      expect((await accept("INV4", second)).status).toBe(422);
      expect((await act("POST", "INV4/invitation")).status).toBe(201);
      expect((await accept("INV4", await invitedCode("+254712555040"))).status).toBe(201);
    });

    it("answers a wrong code and an unknown number the same, and limits the guesses", async () => {
      await approved(await invite(newStaff("INV5", { mobileNo: "0712555050" })));
      const right = await invitedCode("+254712555050");
      const wrong = await accept("INV5", "AAAA-BBBB-CCCC");
      const nobody = await accept("NOBODY5", "AAAA-BBBB-CCCC");
      expect(wrong.status).toBe(422);
      expect(nobody.text).toBe(wrong.text);
      const plant = `update staff_invitation set tries = 999999 where staff_id =
      (select id from staff where staff_no = 'INV5')`;
      await society.owner.query(plant);
      await accept("INV5", "AAAA-BBBB-CCCC");
      expect((await accept("INV5", right)).status).toBe(422);
    });

    it("stays valid however often a stranger guesses at it", async () => {
      await approved(await invite(newStaff("INV5B", { mobileNo: "0712555051" })));
      const right = await invitedCode("+254712555051");
      for (let tries = 0; tries < 30; tries += 1) await accept("INV5B", "AAAA-BBBB-CCCC");
      expect((await accept("INV5B", right)).status).toBe(201);
    });

    it("rejects a password made of publicly known facts", async () => {
      await approved(await invite(newStaff("INV6", { mobileNo: "0712555060" })));
      const code = await invitedCode("+254712555060");
      const poor = await accept("INV6", code, "naliaka-wafula1");
      expect(poor.body).toMatchObject({ errors: [{ field: "password" }] });
      expect((await accept("INV6", code)).status).toBe(201);
    });

    it("rejects the number of a member or other staff, and a member already linked", async () => {
      await enrolWithLogin(society, "MEM1");
      const mobileNo = "0712555070";
      const errors = async (body: unknown) => {
        const reply = await invite(body);
        expect(reply.status).toBe(422);
        return (reply.body as { errors: { field: string }[] }).errors.map(({ field }) => field);
      };
      expect(await errors(newStaff("MEM1", { mobileNo }))).toEqual(["staffNo"]);
      expect(await errors(newStaff("ADM2", { mobileNo }))).toEqual(["staffNo"]);
      expect(await errors(newStaff("INV7", { mobileNo, memberNo: "NOBODY" }))).toEqual([
        "memberNo",
      ]);
      await approved(await invite(newStaff("INV7", { mobileNo, memberNo: "MEM1" })));
      const another = { mobileNo: "0712555080", memberNo: "MEM1" };
      expect(await errors(newStaff("INV8", another))).toEqual(["memberNo"]);
      expect(await errors({ ...newStaff("INV9"), role: "king", mobileNo: "1" })).toEqual([
        "role",
        "mobileNo",
      ]);
    });

    it("returns the error of each field", async () => {
      const wrong = { ...newStaff("INV 10"), fullName: "Q", nationalId: "?" };
      Object.assign(wrong, { email: "nobody", memberNo: "??" });
      const reply = await invite(wrong);
      const said = (reply.body as { errors: { field: string; message: string }[] }).errors;
      expect(Object.fromEntries(said.map(({ field, message }) => [field, message]))).toEqual({
        staffNo: expect.stringContaining("for example ST9001") as string,
        fullName: expect.stringContaining("2 to 100") as string,
        email: expect.stringContaining("email address") as string,
        nationalId: expect.stringContaining("ID card or passport") as string,
        memberNo: expect.stringContaining("member number") as string,
      });
      const nobody = await invite(newStaff("INV10", { memberNo: "NOBODY" }));
      expect(nobody.body).toMatchObject({
        errors: [{ field: "memberNo", message: "There is no member with that number." }],
      });
    });
  });

  describe("a suspension", () => {
    it("ends every session at once, and nobody can sign in until it is lifted", async () => {
      await employ(society, "SUS1", "clerk");
      const token = await signIn(society, "SUS1");
      const reply = await act("POST", "SUS1/suspension", { reason: "on leave" });
      expect(reply.body).toMatchObject({ state: "suspended", reason: "on leave", openSessions: 0 });
      expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
      const refused = await signInWith("SUS1", PASSWORD);
      expect(refused.status).toBe(401);
      expect(refused.text).toBe((await signInWith("NOBODY", PASSWORD)).text);
      expect((await act("POST", "SUS1/suspension", { reason: "again" })).status).toBe(409);
      const request = await act("DELETE", "SUS1/suspension");
      const { approvalId } = request.body as { approvalId: string };
      await approveRequest(society, await signIn(society, "ADM2"), approvalId);
      expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
      await signIn(society, "SUS1");
      expect(await actions("SUS1")).toEqual([
        "staff-suspended",
        "approval-requested",
        "approval-approved",
        "staff-resumed",
      ]);
    });

    it("also ends the sessions of a simultaneous sign-in", async () => {
      await employ(society, "SUS2", "clerk");
      const signingIn = Array.from({ length: 4 }, () => signInWith("SUS2", PASSWORD));
      const suspended = act("POST", "SUS2/suspension", { reason: "race" });
      const replies = await Promise.all(signingIn);
      expect((await suspended).status).toBe(200);
      for (const { body } of replies) {
        const { token } = body as { token: string | null };
        if (token === null) continue;
        expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
      }
    });

    it("of oneself is rejected, by the call and by the database", async () => {
      expect((await act("POST", "ADM1/suspension", { reason: "me" })).status).toBe(403);
      const byThemselves = society.owner.query(
        `update staff set suspended_at = now(), suspended_by = 'staff:ADM1'
          where staff_no = 'ADM1'`,
      );
      await expect(byThemselves).rejects.toThrow(/staff_suspended_by_another/);
    });
  });

  describe("the last administrator", () => {
    it("remains when two suspend each other at once", async () => {
      const both = await Promise.all([
        act("POST", "ADM2/suspension", { reason: "race" }, admin),
        act("POST", "ADM1/suspension", { reason: "race" }, other),
      ]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      await society.owner.query(
        `update staff set suspended_at = null, suspended_by = null
        where staff_no in ('ADM1', 'ADM2')`,
      );
      admin = await signIn(society, "ADM1");
      other = await signIn(society, "ADM2");
    });

    it("is kept by the database itself, whatever writes to it", async () => {
      await society.owner.query("begin");
      const demote = (staffNo: string) =>
        society.owner.query("update staff set role = 'clerk' where staff_no = $1", [staffNo]);
      await demote("ADM2");
      await expect(demote("ADM1")).rejects.toThrow(/last administrator/);
      await society.owner.query("rollback");
    });

    it("cannot demote themself", async () => {
      const reply = await act("PUT", "ADM1/role", { role: "auditor" });
      expect(reply.body).toMatchObject({ reason: "own-account" });
    });
  });

  describe("a role", () => {
    it("changes from the next call once two people agree, and the office is notified", async () => {
      await employ(society, "ROL1", "clerk");
      const token = await signIn(society, "ROL1");
      const reply = await act("PUT", "ROL1/role", { role: "auditor" });
      expect((await society.send("GET", "/api/v1/staff", { token })).status).toBe(403);
      await approved(reply);
      expect((await society.send("GET", "/api/v1/staff", { token })).status).toBe(200);
      const told = (await society.messages()).filter(({ text }) =>
        text.includes("make ROL1 auditor"),
      );
      expect(told.map(({ to }) => to)).toContain("+254711000001");
      const own = await rows("select mobile_number as to from staff where staff_no = 'ROL1'");
      expect(told.map(({ to }) => to)).toContain(own[0]?.["to"]);
      expect((await act("PUT", "ROL1/role", { role: "auditor" })).status).toBe(409);
      expect((await act("PUT", "NOBODY/role", { role: "auditor" })).status).toBe(404);
    });
  });

  describe("sessions and second factors of other staff", () => {
    it("are ended and reset by another administrator, audited and notified", async () => {
      await employ(society, "RES1", "clerk");
      const token = await signIn(society, "RES1");
      expect((await act("DELETE", "RES1/sessions")).body).toEqual({ ended: 1 });
      expect((await society.send("GET", "/api/v1/session", { token })).status).toBe(401);
      const reset = (staffNo: string) =>
        act("POST", `${staffNo}/second-factor-reset`, { reason: "phone lost" });
      expect((await reset("RES1")).status).toBe(409);
      await society.owner.query(
        `insert into second_factor (login_id, sealed_secret, last_step, failures)
        select id, '\\x00', 1, 100 from login where login_no = 'RES1'`,
      );
      await approved(await reset("RES1"));
      expect(await one("RES1")).toMatchObject({ hasSecondFactor: false });
      expect((await reset("ADM1")).body).toMatchObject({ reason: "own-account" });
      expect(await actions("RES1")).toEqual([
        "staff-sessions-ended",
        "approval-requested",
        "approval-approved",
        "second-factor-reset",
      ]);
      const [detail] = await rows(
        "select detail from audit_record where action = 'second-factor-reset'",
      );
      expect(detail).toEqual({ detail: { reason: "phone lost" } });
    });

    it("can be read by the auditor, who changes nothing", async () => {
      const auditor = await signIn(society, "AUD1");
      expect((await list(auditor)).length).toBeGreaterThan(3);
      const refused = await act("PUT", "RES1/role", { role: "clerk" }, auditor);
      expect(refused.body).toMatchObject({ reason: "staff-only" });
    });
  });

  describe("the names of staff", () => {
    it("are shown to every role by staff number, including suspended staff", async () => {
      await employ(society, "CLK9", "clerk");
      await employ(society, "OLD9", "clerk");
      const token = await signIn(society, "CLK9");
      await society.owner.query(
        `update staff set suspended_at = akiba_now(), suspended_by = 'test',
        suspended_because = 'Left' where staff_no = 'OLD9'`,
      );
      const { status, body } = await society.send("GET", "/api/v1/staff-names", { token });
      expect(status).toBe(200);
      const names = (body as { rows: { staffNo: string; fullName: string }[] }).rows;
      expect(names).toContainEqual({ staffNo: "OLD9", fullName: "Staff OLD9" });
      expect(names).toContainEqual({ staffNo: "ADM1", fullName: "Staff ADM1" });
    });
  });
});
