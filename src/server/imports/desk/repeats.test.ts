import { beforeAll, describe, expect, it } from "vitest";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["RP1", "RP2"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const head = "member_no,date,kind,amount,reference";
const file = (...rows: readonly string[]) => `${[head, ...rows].join("\n")}\n`;

const mean = (detail: ImportDetail, count: number, who = "clerk") =>
  office.ask(who, "POST", `/${detail.id}/files/${detail.files[0]?.id}/repeats`, { count });

steps("step by step", () => {
  describe("a line of zero", () => {
    it("is left out with a mark, and the rest is posted", async () => {
      const rows = [
        "RP1,2024-01-31,deposit,0,",
        "RP1,2024-01-31,deposit,-,",
        "RP1,2024-02-29,deposit,70,Z1",
      ];
      const detail = await office.bring({ entries: file(...rows) });
      expect(detail.findings).toBe(0);
      expect(detail.files[0]?.reading.skipped).toEqual([
        { row: 2, why: "zero", text: "RP1 2024-01-31 deposit" },
        { row: 3, why: "zero", text: "RP1 2024-01-31 deposit" },
      ]);
      await office.send(detail.id);
      await office.post(detail.id);
      expect(await office.standing("member-deposits", "RP1")).toBe(70);
    });

    it("of opening balances is left out too, with the zeros of a missing loan", async () => {
      const loan = "loan_balance,principal,term_months,monthly_deduction";
      const columns = `member_no,as_of,deposits,share_capital,${loan}`;
      const rows = ["RP1,2024-01-31,0,0,0,0,0,0", "RP2,2024-01-31,100,50,0,0,0,0"];
      const detail = await office.bring({
        "opening-balances": `${[columns, ...rows].join("\n")}\n`,
      });
      expect(detail.findings).toBe(0);
      expect(detail.files[0]?.reading.skipped).toMatchObject([{ row: 2, why: "zero" }]);
    });
  });

  describe("a repeated line without a reference", () => {
    const twice = [
      "RP2,2024-03-31,deposit,500,",
      "RP1,2024-03-31,deposit,500,",
      "RP2,2024-03-31,deposit,500.00,",
    ];

    it("is neither posted twice nor dropped until somebody says both are intended", async () => {
      const detail = await office.bring({ entries: file(...twice) });
      expect(await office.findings(detail.id)).toMatchObject([
        { row: 4, reason: "books.repeated", given: { earlier: 2 } },
      ]);
      expect(detail.files[0]).toMatchObject({ repeats: 1, repeatsMeant: false });
      const sent = await office.ask("clerk", "POST", `/${detail.id}/sending`, {});
      expect(sent.body).toMatchObject({ reason: "import-faults" });
      expect((await mean(detail, 2)).body).toMatchObject({ findings: 1 });
      const meant = await mean(detail, 1);
      expect(meant.status, meant.text).toBe(201);
      expect(meant.body).toMatchObject({
        findings: 0,
        files: [{ repeats: 1, repeatsMeant: true }],
      });
      await office.send(detail.id);
      await office.post(detail.id);
      expect(await office.standing("member-deposits", "RP2")).toBe(1000);
    });

    it("is asked about again once its columns are mapped again", async () => {
      const rows = twice.map((row) => row.replace("2024-03-31", "2024-04-30"));
      const detail = await office.bring({ entries: file(...rows) });
      await mean(detail, 1);
      expect((await office.map(await office.read(detail.id))).body).toMatchObject({ findings: 1 });
    });

    it("makes a preparer of the person who says that it is intended", async () => {
      const rows = twice.map((row) => row.replace("2024-03-31", "2024-05-31"));
      const detail = await office.bring({ entries: file(...rows) });
      await mean(detail, 1, "administrator");
      await office.send(detail.id);
      expect((await office.posting("administrator", detail.id)).body).toMatchObject({
        reason: "import-two-people",
      });
    });
  });

  describe("titles above the headings and totals below", () => {
    it("are recognised in a file of entries, shown, and not posted", async () => {
      const rows = ["Savings of May,,,,", "", "RP1,2024-06-30,deposit,70,T1", "Total,,,70,"];
      const csv = `${[rows[0], rows[1], head, ...rows.slice(2)].join("\n")}\n`;
      const detail = await office.bring({ entries: csv });
      expect([detail.findings, detail.rows]).toEqual([0, 1]);
      const why = detail.files[0]?.reading.skipped.map((row) => row.why);
      expect(why).toEqual(expect.arrayContaining(["title", "total"]));
    });
  });
});
