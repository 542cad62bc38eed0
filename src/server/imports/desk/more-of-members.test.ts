import { beforeAll, describe, expect, it } from "vitest";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import { replaceNextOfKin } from "#server/members/membership/next-of-kin.ts";
import { importOffice } from "#test/imports.ts";
import { employ, foundSociety, giveLogin, signIn } from "#test/people.ts";
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
});

const members =
  "Member No,Surname,First Names,Date Joined,Payroll No,KRA PIN,Sex\n" +
  "K1,Kamau,Wanjiru Njeri,2020-01-01,KNH/2041,a012345678z,F\n" +
  "K2,Otieno,Baraka,2020-01-01,,,me\n";
const kin =
  "member_no,position,kin_name,relation,share\n" +
  "K1,1,Peter Kamau,Brother,60%\nK1,2,Faith Njeri,Daughter,40\nK2,1,Grace Achieng,,\n";

async function said(files: Readonly<Record<string, string>>): Promise<string[]> {
  const detail = await office.bring(files);
  const found = await office.findings(detail.id);
  await office.ask("clerk", "POST", `/${detail.id}/discarding`, { reason: "A try" });
  return found.map(
    ({ row, column, reason, given }) => `${row} ${column}: ${formatKept(reason, given, "en")}`,
  );
}

const head = "member_no,full_name,surname,first_names,joined_on,payroll_no,kra_pin,sex";

steps("step by step", () => {
  describe("more details of a member", () => {
    it.each([
      ["M1,,,,2020-01-01,,,", "full_name: is empty"],
      ["M1,,Kamau,,2020-01-01,,,", "first_names: is empty"],
      ["M1,A B,,,2020-01-01,KNH 1,,", "payroll_no: “KNH 1” is not a payroll number"],
      ["M1,A B,,,2020-01-01,,A12345678Z,", "kra_pin: “A12345678Z” is not a KRA PIN"],
      ["M1,A B,,,2020-01-01,,,x", "sex: “x” is not female, male or other"],
    ])("are checked on import: %s", async (row, wanted) => {
      expect((await said({ members: `${head}\n${row}\n` })).join("\n")).toContain(`2 ${wanted}`);
    });

    it("have a payroll number that no other row has", async () => {
      const rows = "M1,A B,,,2020-01-01,PF1,,\nM2,C D,,,2020-01-01,pf1,,\n";
      expect(await said({ members: `${head}\n${rows}` })).toEqual([
        "3 payroll_no: is in row 2 already",
      ]);
    });

    it.each([
      ["K1,1,Peter,,60\nK1,2,Faith,,30\n", "add up to 90 %, not 100 %"],
      ["K1,1,Peter,,60\nK1,2,Faith,,\n", "add up to 60 %, not 100 %"],
      ["K1,1,Peter,,60\nK1,2,Faith,,50\n", "add up to 110 %, not 100 %"],
    ])("have next of kin whose shares sum to the whole", async (rows, wanted) => {
      const files = {
        members,
        "next-of-kin": `member_no,position,kin_name,relation,share\n${rows}`,
      };
      expect((await said(files)).join("\n")).toContain(
        `share: the shares of the next of kin of K1 ${wanted}`,
      );
    });

    it("are stored, and shown to the desk and to the member", async () => {
      const detail = await office.bring({ members, "next-of-kin": kin });
      expect(detail.findings, JSON.stringify(await office.findings(detail.id))).toBe(0);
      await office.send(detail.id);
      await office.post(detail.id);
      const record = await society.send("GET", "/api/v1/members/K1/record", {
        token: tokens["clerk"] ?? "",
      });
      expect(record.body).toMatchObject({
        name: "Wanjiru Njeri Kamau",
        payrollNo: "KNH/2041",
        kraPin: "A012345678Z",
        gender: "female",
        nextOfKin: [
          { name: "Peter Kamau", relation: "Brother", share: 60 },
          { name: "Faith Njeri", relation: "Daughter", share: 40 },
        ],
      });
      await giveLogin(society, "K1");
      const token = await signIn(society, "K1");
      const own = await society.send("GET", "/api/v1/member/K1", { token });
      expect(own.body).toMatchObject({
        payrollNo: "KNH/2041",
        kraPin: "A012345678Z",
        nok1: "Peter Kamau",
        nok1Details: "Brother, 60 %",
        nok2Details: "Daughter, 40 %",
      });
    });

    it("have a payroll number that the database allows one present member only", async () => {
      const row = "M1,A B,,,2020-01-01,knh/2041,,";
      expect(await said({ members: `${head}\n${row}\n` })).toEqual([
        "2 payroll_no: is the payroll number of K1 already",
      ]);
      const taken = society.owner.query(
        "update member set payroll_no = 'KNH/2041' where member_no = 'K2'",
      );
      await expect(taken).rejects.toThrow("member_payroll_no_once");
      await society.owner.query("update member set membership = 'left' where member_no = 'K1'");
      expect(await said({ members: `${head}\n${row}\n` })).toEqual([]);
      await society.owner.query("update member set membership = 'active' where member_no = 'K1'");
    });
  });

  describe("next of kin who are replaced", () => {
    const kinOf = async () =>
      (
        await society.owner.query(
          `select full_name, relation, share_bp from next_of_kin
          where member_id = (select id from member where member_no = 'K1') order by position`,
        )
      ).rows;
    const replace = (names: string[]) =>
      society.database.unitOfWork("test", async (work) => {
        const found = await society.owner.query("select id from member where member_no = 'K1'");
        const { id } = found.rows[0] as { id: string };
        const kin = names.map((fullName) => ({ fullName }));
        await replaceNextOfKin(work, BigInt(id), kin);
      });

    it("keep relationship and share if the shares sum to the whole", async () => {
      await replace(["Faith Njeri", "Peter Kamau"]);
      expect(await kinOf()).toMatchObject([
        { relation: "Daughter", share_bp: 4000 },
        { relation: "Brother", share_bp: 6000 },
      ]);
      await replace(["Faith Njeri", "Joseph Kamau"]);
      expect(await kinOf()).toMatchObject([
        { relation: "Daughter", share_bp: null },
        { relation: "", share_bp: null },
      ]);
    });

    it("never have shares in the database that do not sum to the whole", async () => {
      const half = society.owner.query(
        `update next_of_kin set share_bp = 5000 where position = 1
        and member_id = (select id from member where member_no = 'K1')`,
      );
      await expect(half).rejects.toThrow("are not the whole");
    });
  });

  describe("a name", () => {
    it("loses its parts once it is corrected as a whole", async () => {
      await society.owner.query("update member set full_name = 'W. Kamau' where member_no = 'K1'");
      const { rows } = await society.owner.query(
        "select surname, first_names from member where member_no = 'K1'",
      );
      expect(rows).toEqual([{ surname: "", first_names: "" }]);
    });
  });
});
