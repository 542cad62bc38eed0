import { beforeAll, describe, expect, it } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { StaffRole } from "#shared/permissions.ts";
import {
  identityFindings,
  watchIdentities,
} from "#server/identity/employment/identity-findings.ts";
import { correctRegister } from "#server/members/membership/corrections.ts";
import { registerMember } from "#server/members/membership/register.ts";
import {
  approveRequest,
  employ,
  foundSociety,
  giveLogin,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { inviteByOperator } from "./commands.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ADM1", "administrator");
  await employ(society, "ADM2", "administrator");
  await employ(society, "CLERK", "clerk");
  for (const who of ["ADM1", "ADM2", "CLERK"]) tokens[who] = await signIn(society, who);
});

interface Person {
  readonly mobile?: string;
  readonly email?: string;
  readonly id?: string;
}

const register = (memberNo: string, { mobile = "", email = "", id = "" }: Person) =>
  society.database.unitOfWork("test", (work) =>
    registerMember(work, {
      memberNo: memberNo as MemberNo,
      fullName: `Member ${memberNo}`,
      mobileNumber: mobile as MobileNumber,
      email,
      nationalId: id,
    }),
  );

async function person(staffNo: string, { mobile = "", email = "", id = "" }: Person) {
  await society.owner.query(
    `insert into staff (staff_no, full_name, role, mobile_number, email, national_id)
      values ($1, $1, 'clerk', $2, $3, $4)`,
    [staffNo, mobile, email, id],
  );
}

async function memberOf(staffNo: string): Promise<string | null> {
  const found = await society.owner.query<{ member_no: string | null }>(
    `select m.member_no from staff s left join member m on m.id = s.member_id
      where s.staff_no = $1`,
    [staffNo],
  );
  return found.rows[0]?.member_no ?? null;
}

const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, `/api/v1/${path}`, {
    token: tokens[who] ?? "",
    ...(body !== undefined && { body }),
  });

steps("step by step", () => {
  describe("the member that a member of staff is", () => {
    it("is found by the ID, or by the mobile number if one of them has no ID", async () => {
      await register("ID1", { mobile: "+254712100001", id: "a100001" });
      await person("BYID", { mobile: "+254712199991", id: "A100001" });
      expect(await memberOf("BYID")).toBe("ID1");
      await register("TEL1", { mobile: "+254712100002" });
      await person("BYTEL", { mobile: "+254712100002", id: "A100002" });
      expect(await memberOf("BYTEL")).toBe("TEL1");
    });

    it("is found when the member joins later, is corrected or changes the number", async () => {
      await person("LATER", { mobile: "+254712100003", id: "A100003" });
      await register("NEW3", { mobile: "+254712199993", id: "A100003" });
      expect(await memberOf("LATER")).toBe("NEW3");
      await person("CORR", { id: "A100004" });
      await register("NEW4", { id: "A100014" });
      const id = await memberIdOf(society, "NEW4");
      await society.database.unitOfWork("test", (work) =>
        correctRegister(work, id, "national-id", "A100004"),
      );
      expect(await memberOf("CORR")).toBe("NEW4");
      await person("MOVE", { mobile: "+254712100005" });
      await register("NEW5", { mobile: "+254712199995" });
      const moved = "update member set mobile_number = '+254712100005' where member_no = 'NEW5'";
      await society.owner.query(moved);
      expect(await memberOf("MOVE")).toBe("NEW5");
    });

    it("stays linked when the member's details are changed to differ", async () => {
      await society.owner.query("update member set national_id = 'X1' where member_no = 'ID1'");
      expect(await memberOf("BYID")).toBe("ID1");
    });

    it("is not determined if two members match, which the nightly check reports", async () => {
      await society.owner.query(
        `insert into member (member_no, full_name, mobile_number, joined_on)
        values ('TWIN1', 'Twin', '+254712100006', '2020-01-01'),
          ('TWIN2', 'Twin', '+254712100006', '2020-01-01')`,
      );
      await society.owner.query("alter table staff disable trigger staff_details");
      await person("TWINS", { mobile: "+254712100006", id: "A100006" });
      await society.owner.query("alter table staff enable trigger staff_details");
      await society.owner.query(
        "update member set mobile_number = '' where member_no in ('TWIN1', 'TWIN2')",
      );
      await society.owner.query(
        "update member set mobile_number = '+254712100006' where member_no in ('TWIN1', 'TWIN2')",
      );
      expect(await memberOf("TWINS")).toBeNull();
      const found = await identityFindings(society.database.oneStatementSnapshot());
      expect(found.filter(({ staff_no: no }) => no === "TWINS")).toEqual([
        { staff_no: "TWINS", what: "like-member", detail: "mobile", other: "TWIN1" },
        { staff_no: "TWINS", what: "like-member", detail: "mobile", other: "TWIN2" },
      ]);
      expect(found).toContainEqual({ staff_no: "ADM1", what: "no-id", detail: "", other: "" });
    });

    it("raises an alert with the number of cases, and the list of staff names them", async () => {
      await watchIdentities(society.database);
      const open = await society.owner.query<{ count: number }>(
        "select count::int from alert where kind = 'staff-identity' and resolved_at is null",
      );
      const { body } = await send("ADM1", "GET", "staff");
      const { identity } = body as { identity: { staffNo: string; other: string }[] };
      expect(open.rows.map(({ count }) => count)).toEqual([identity.length]);
      const twins = { staffNo: "TWINS", what: "like-member", detail: "mobile", other: "TWIN2" };
      expect(identity).toContainEqual(twins);
    });

    it("is linked and unlinked by two people, never by or for oneself", async () => {
      await register("LINK1", { mobile: "+254712100007" });
      const body = { memberNo: "LINK1", reason: "Seen both cards" };
      expect((await send("ADM1", "PUT", "staff/ADM1/member", body)).body).toMatchObject({
        reason: "own-account",
      });
      const request = await send("ADM1", "PUT", "staff/CLERK/member", body);
      expect(await memberOf("CLERK")).toBeNull();
      const { approvalId } = request.body as { approvalId: string };
      await approveRequest(society, tokens["ADM2"] ?? "", approvalId);
      expect(await memberOf("CLERK")).toBe("LINK1");
      const away = await send("ADM2", "PUT", "staff/CLERK/member", { ...body, memberNo: "" });
      await approveRequest(
        society,
        tokens["ADM1"] ?? "",
        (away.body as { approvalId: string }).approvalId,
      );
      expect(await memberOf("CLERK")).toBeNull();
      await society.owner.query(
        "update member set email = 'a@b.example' where member_no = 'LINK1'",
      );
      expect(await memberOf("CLERK")).toBeNull();
    });

    it("is not unlinked while they share the member's ID or mobile number", async () => {
      const body = { memberNo: "", reason: "A mistake" };
      const reply = await send("ADM1", "PUT", "staff/BYTEL/member", body);
      expect(reply.body).toMatchObject({ errors: [{ field: "memberNo" }] });
    });
  });

  describe("a number, e-mail or ID of a member of staff", () => {
    const held = { mobile: "+254712200001", email: "Held@Example.com", id: "B200001" };

    it("is never given to another member, whatever writes to the register", async () => {
      await person("HELD", held);
      await register("MINE", { id: held.id });
      expect(await memberOf("HELD")).toBe("MINE");
      await register("OTHER", { mobile: "+254712200009", id: "B200009" });
      const tries: Person[] = [
        { mobile: held.mobile },
        { email: "held@example.COM" },
        { id: "b200001" },
      ];
      for (const [at, details] of tries.entries()) {
        const refused = { code: "details-taken" };
        await expect(register(`TRY${at}`, details)).rejects.toMatchObject(refused);
      }
      for (const change of ["mobile_number = $1", "email = lower($2)", "national_id = $3"]) {
        const values = [held.mobile, held.email, held.id];
        const used = change.replace(/\$\d/, (place) => `'${values[Number(place[1]) - 1]}'`);
        await expect(
          society.owner.query(`update member set ${used} where member_no = 'OTHER'`),
        ).rejects.toThrow("are those of HELD");
      }
      await society.owner.query(
        `update member set mobile_number = '${held.mobile}' where member_no = 'MINE'`,
      );
    });

    it("is never given to other staff, even if many try at once", async () => {
      const tries = Array.from({ length: 8 }, (_, at) =>
        society.database.unitOfWork("test", (work) =>
          work.run(
            `insert into staff (staff_no, full_name, role, mobile_number)
            values ($1, 'Same', 'clerk', '+254712200002')`,
            [`SAME${at}`],
          ),
        ),
      );
      const done = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
      expect(done).toHaveLength(1);
    });

    it("belongs to one person when a member and staff get it at once", async () => {
      const mobile = "+254712200003";
      const both = await Promise.allSettled([
        register("RACE1", { mobile, id: "B300001" }),
        society.database.unitOfWork("test", (work) =>
          work.run(
            `insert into staff (staff_no, full_name, role, mobile_number, national_id)
            values ('RACE2', 'Race', 'clerk', $1, 'B300002')`,
            [mobile],
          ),
        ),
      ]);
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("in an old duplicate row does not prevent other changes to that row", async () => {
      await society.owner.query("alter table staff disable trigger staff_details");
      await person("OLD", { mobile: "+254712200009", id: "B200010" });
      await society.owner.query("alter table staff enable trigger staff_details");
      await society.owner.query("update member set residence = 'Thika' where member_no = 'OTHER'");
      await society.owner.query(
        "update staff set email = 'old@example.com' where staff_no = 'OLD'",
      );
      const found = await identityFindings(society.database.oneStatementSnapshot());
      const line = { staff_no: "OLD", what: "like-member", detail: "mobile", other: "OTHER" };
      expect(found).toContainEqual(line);
    });
  });

  describe("new details of other staff", () => {
    it("are recorded by two people, and an open invitation is sent there instead", async () => {
      const invite = {
        staffNo: "NEWB",
        fullName: "Naliaka Wafula",
        role: "clerk",
        mobileNo: "0712 300 001",
        email: "",
        nationalId: "C300001",
        memberNo: "",
      };
      const approve = async (who: string, reply: { readonly body: unknown }) =>
        approveRequest(
          society,
          tokens[who] ?? "",
          (reply.body as { approvalId: string }).approvalId,
        );
      await approve("ADM2", await send("ADM1", "POST", "staff", invite));
      const details = { mobileNo: "0712 300 002", email: "", nationalId: "C300001" };
      const request = await send("ADM1", "PUT", "staff/NEWB/details", details);
      const codes = async () =>
        (await society.messages()).filter(({ text }) => / with \S+ at /.test(text));
      expect((await codes()).map(({ to }) => to)).toEqual(["+254712300001"]);
      await approve("ADM2", request);
      expect((await codes()).map(({ to }) => to)).toEqual(["+254712300002", "+254712300001"]);
      const taken = { ...details, mobileNo: "+254711000001" };
      const refused = await send("ADM1", "PUT", "staff/NEWB/details", taken);
      expect(refused.body).toMatchObject({ errors: [{ field: "mobileNo" }] });
    });

    it("and other requests are not carried out if the requester was suspended since", async () => {
      const request = await send("ADM1", "PUT", "staff/CLERK/role", { role: "treasurer" });
      const { approvalId } = request.body as { approvalId: string };
      await send("ADM2", "POST", "staff/ADM1/suspension", { reason: "Under review" });
      const { body } = await send("ADM2", "GET", "approvals");
      const { rows } = body as { rows: { id: string; digest: string }[] };
      const digest = rows.find(({ id }) => id === approvalId)?.digest;
      const reply = await send("ADM2", "POST", `approvals/${approvalId}/approval`, { digest });
      expect(reply.body).toMatchObject({ reason: "approval-suspended" });
    });
  });

  describe("the server's operator", () => {
    const invite = (staffNo: string, role: StaffRole, mobile: string) =>
      society.database.unitOfWork("operator", (work) =>
        inviteByOperator(
          work,
          {
            staffNo: staffNo as MemberNo,
            fullName: "Moraa Kerubo",
            role,
            mobileNo: mobile as MobileNumber,
            email: "",
            nationalId: "",
          },
          { limits: society.config.limits, notify: () => {} },
        ),
      );
    const approvers = (which: string) =>
      society.owner.query(`update staff set role = 'clerk'
      where role in ('administrator', 'treasurer', 'auditor') and ${which}`);

    it("invites until two people can approve, and re-invites those who did not join", async () => {
      await society.owner.query("update staff set suspended_at = null, suspended_by = null");
      await expect(invite("OP1", "auditor", "+254712400001")).rejects.toMatchObject({
        code: "staff-state",
      });
      await approvers("staff_no <> 'ADM1'");
      await invite("OP1", "auditor", "+254712400001");
      const told = (await society.messages()).filter(({ text }) =>
        text.includes("operator invited"),
      );
      expect(told.map(({ to }) => to)).toContain("+254711000001");
      society.clock.advance(1);
      await invite("OP1", "treasurer", "+254712400002");
      await expect(invite("OP2", "clerk", "+254711000001")).rejects.toMatchObject({
        code: "invalid",
      });
      await expect(invite("CLERK", "clerk", "+254712400003")).rejects.toMatchObject({
        code: "invalid",
      });
      await giveLogin(society, "OP1");
      await expect(invite("OP2", "clerk", "+254712400003")).rejects.toMatchObject({
        code: "staff-state",
      });
    });

    it("is named to an administrator if nobody can approve for them", async () => {
      tokens["ADM1"] = await signIn(society, "ADM1");
      const { body } = await send("ADM1", "GET", "staff");
      expect(body).toMatchObject({ secondPeople: 1 });
      await approvers("staff_no = 'OP1'");
      expect((await send("ADM1", "GET", "staff")).body).toMatchObject({ secondPeople: 0 });
    });
  });
});
