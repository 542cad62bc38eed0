import { beforeAll, describe, expect, it } from "vitest";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { identityFindings } from "#server/identity/employment/identity-findings.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await enrol(society, "MS1");
});

const members = (no: string) => `member_no,full_name,joined_on\n${no},Amina Juma,2020-01-01\n`;
const register = (memberNo: string) =>
  society.database.unitOfWork("test", (work) =>
    registerMember(work, { memberNo: memberNo as MemberNo, fullName: "Amina Juma" }),
  );

steps("step by step", () => {
  describe("one number", () => {
    it("of a staff member is not given to a member by an import, which names the row", async () => {
      const detail = await office.bring({ members: members("treasurer") });
      const found = await office.findings(detail.id);
      expect(
        found.map(
          ({ row, column, reason, given }) =>
            `${row} ${column}: ${formatKept(reason, given, "en")}`,
        ),
      ).toEqual(["2 member_no: TREASURER is the number of a member of staff"]);
    });

    it("of a staff member is not given to a member at registration", async () => {
      const refused = await register("CLERK").catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Problem);
      expect((refused as Problem).code).toBe("already-registered");
    });

    it("of a staff member hired while a file waited keeps the file out of the books", async () => {
      const detail = await office.bring({ members: members("LATER") });
      expect(detail.findings).toBe(0);
      await office.send(detail.id);
      await employ(society, "LATER", "auditor");
      const refused = await office.posting("treasurer", detail.id);
      expect(refused.body).toMatchObject({ reason: "import-changed" });
      expect(await office.count("select from member where member_no = 'LATER'")).toBe(0);
    });

    it("is protected by the database, whoever writes and however many at once", async () => {
      const taken = society.owner.query(
        "update staff set staff_no = 'MS1' where staff_no = 'CLERK'",
      );
      await expect(taken).rejects.toThrow("person_number_pkey");
      const both = await Promise.allSettled([
        ...Array.from({ length: 10 }, () => register("RACE1")),
        ...Array.from({ length: 10 }, () => employ(society, "RACE1", "clerk")),
      ]);
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { rows } = await society.owner.query(
        "select * from person_number where number = 'RACE1'",
      );
      expect(rows).toHaveLength(1);
    });

    it("that both had from before is reported by the nightly check of the staff", async () => {
      await society.owner.query("delete from person_number where number = 'MS1'");
      await society.owner.query("alter table staff disable trigger staff_number_once");
      await society.owner.query(
        `insert into staff (staff_no, full_name, role, national_id)
        values ('MS1', 'X', 'clerk', '9')`,
      );
      await society.owner.query("alter table staff enable trigger staff_number_once");
      const found = await society.database.snapshot(identityFindings);
      expect(found).toContainEqual({
        staff_no: "MS1",
        what: "same-number",
        detail: "",
        other: "MS1",
      });
    });
  });
});
