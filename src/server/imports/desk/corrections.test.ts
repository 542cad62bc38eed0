import { beforeAll, describe, expect, it } from "vitest";
import { asWritten } from "#server/kernel/platform/formula-cells.ts";
import { hostileTexts } from "#test/hostile-texts.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, documentBurst: 60 },
});
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const head = "member_no,full_name,joined_on,postal_address";
/** Ten members; the fourth and the seventh have an invalid day, and one row is blank. */
const members = [
  head,
  'P1,Achieng,2020-01-01,"Box 1,\nNairobi"',
  "P2,Baraka,2020-01-01,",
  "P3,Chebet,2020-13-01,",
  "",
  "P4,Duba,2020-01-01,",
  "P5,Esther,2020-01-01,",
  "P6,Farah,31/02/2020,",
  "P7,Gathoni,2020-01-01,",
].join("\n");

function send(detail: ImportDetail, step: string, text: string | Uint8Array, who = "clerk") {
  const file = detail.files[0]?.id ?? "";
  return society.send("POST", `/api/v1/imports/${detail.id}/files/${file}/${step}`, {
    token: tokens[who] ?? "",
    body: text,
    headers: { "content-type": "text/csv" },
  });
}

/** The file of errors as it is downloaded, with an office's corrections. */
async function faultsFile(detail: ImportDetail, change: (text: string) => string) {
  const path = `/${detail.id}/files/${detail.files[0]?.id}/faults.csv`;
  return change((await office.ask("clerk", "GET", path)).text);
}

const corrected = (text: string) =>
  text.replaceAll("2020-13-01", "2020-03-01").replaceAll("31/02/2020", "28/02/2020");

steps("step by step", () => {
  describe("rows that were downloaded, corrected and sent", () => {
    let detail: ImportDetail;

    beforeAll(async () => {
      detail = await office.bring({ members });
      expect(detail.findings).toBe(2);
    });

    it("are previewed before any change: the replaced rows and how many stay", async () => {
      const mended = await faultsFile(detail, corrected);
      const preview = await send(detail, "mending-preview", mended);
      expect(preview.status, preview.text).toBe(200);
      expect(preview.body).toEqual({
        byRow: true,
        replaced: [4, 8],
        replacedCount: 2,
        stays: 5,
        rows: 2,
      });
      expect(await office.read(detail.id)).toMatchObject({ rows: 7, findings: 2 });
    });

    it("with a number that is not in the file are rejected, and nothing is changed", async () => {
      const cases: [string, (text: string) => string, string][] = [
        ["a row that is not there", (text) => text.replace(/^8,/m, "80,"), "row.not-in-file"],
        ["the header", (text) => text.replace(/^8,/m, "1,"), "row.not-in-file"],
        ["a blank row", (text) => text.replace(/^8,/m, "5,"), "row.not-in-file"],
        ["no number", (text) => text.replace(/^8,/m, ","), "row.not-in-file"],
        ["a row twice", (text) => text.replace(/^8,/m, "4,"), "row.mended-twice"],
      ];
      for (const [name, change] of cases) {
        const mended = await faultsFile(detail, (text) => change(corrected(text)));
        for (const step of ["mending-preview", "mending"]) {
          const refused = await send(detail, step, mended);
          expect(refused.status, name).toBe(422);
          expect(refused.body).toMatchObject({
            reason: "file-faults",
            errors: [{ field: "row:3:" }],
          });
        }
      }
      expect(await office.read(detail.id)).toMatchObject({ rows: 7, findings: 2 });
    });

    it("of another file replace no row: they could only replace the whole", async () => {
      const other = "Row,What is wrong,member_no,full_name\n4,,P3,Chebet\n";
      expect((await send(detail, "mending-preview", other)).body).toMatchObject({
        byRow: false,
        replacedCount: 0,
        rows: 1,
      });
      expect((await send(detail, "mending", other)).status).toBe(422);
      expect((await send(detail, "mending", corrected(members))).status).toBe(422);
      expect(await office.read(detail.id)).toMatchObject({ rows: 7, findings: 2 });
    });

    it("replace the rows with their numbers, and every other row stays", async () => {
      const mended = await faultsFile(detail, corrected);
      const reply = await send(detail, "mending", mended);
      expect(reply.status, reply.text).toBe(201);
      const merged = reply.body as ImportDetail;
      expect(merged).toMatchObject({ rows: 7, findings: 0, isChecked: true });
      expect(merged.files).toMatchObject([{ name: "members.csv", mapping: "chosen" }]);
      expect(merged.steps.filter(({ step }) => step === "mended")).toMatchObject([{ detail: "2" }]);
      expect((await send(detail, "mending", mended)).status).toBe(404);
      await office.send(merged.id);
      await office.post(merged.id);
      const found = await society.owner.query(
        `select member_no, joined_on::text, postal_address from member
        where member_no like 'P%' order by 1`,
      );
      expect(found.rows).toHaveLength(7);
      expect(found.rows[0]).toMatchObject({ postal_address: "Box 1, Nairobi" });
      expect(found.rows.find((row) => row.member_no === "P3")).toMatchObject({
        joined_on: "2020-03-01",
      });
    });

    it("keep every text as it was sent, whatever a spreadsheet makes of it", async () => {
      const names = hostileTexts(30);
      const row = (name: string, n: number) =>
        [`H${n}`, name, "2020-13-01", `Box ${n},\n${name}`]
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join(",");
      const first = await office.bring({ members: [head, ...names.map(row)].join("\n") });
      const mended = await send(first, "mending", await faultsFile(first, corrected));
      const { id, findings } = mended.body as ImportDetail;
      expect(findings).toBe(0);
      await office.send(id);
      await office.post(id);
      const found = await society.owner.query<{ full_name: string; postal_address: string }>(
        `select full_name, postal_address from member where member_no ~ '^H[0-9]+$' order by id`,
      );
      // Reading a file removes one apostrophe before what would else be a formula.
      const read = names.map((name) => asWritten(name));
      expect(found.rows.map((one) => one.full_name)).toEqual(read);
      expect(found.rows.map((one) => one.postal_address)).toEqual(
        names.map((name, n) => `Box ${n}, ${name}`),
      );
    });

    it("keep their numbers, so that a second round of corrections finds its rows", async () => {
      const again = members.replaceAll(/^P/gm, "Q");
      const first = await office.bring({ members: again });
      const half = await faultsFile(first, (text) => text.replaceAll("2020-13-01", "2020-03-01"));
      const second = (await send(first, "mending", half)).body as ImportDetail;
      expect(second.findings).toBe(1);
      const rest = await faultsFile(second, corrected);
      expect(rest).toMatch(/^8,/m);
      const whole = (await send(second, "mending", rest)).body as ImportDetail;
      expect(whole).toMatchObject({ rows: 7, findings: 0 });
    });

    it("are rejected once the import is sent, and from anybody without permission", async () => {
      const sent = await office.bring({
        members: "member_no,full_name,joined_on\nR1,Rehema,2020-01-01\n",
      });
      const mended = "Row,member_no,full_name,joined_on\n2,R1,Rehema Ali,2020-01-01\n";
      expect((await send(sent, "mending", mended, "treasurer")).status).toBe(403);
      await office.send(sent.id);
      expect((await send(sent, "mending", mended)).body).toMatchObject({ reason: "import-state" });
    });
  });
});
