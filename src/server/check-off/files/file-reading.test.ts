import { beforeAll, describe, expect, it } from "vitest";
import { WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { officeProblemsEn } from "#shared/messages/kernel/office-problems-en.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { textRow, workbookOf } from "#test/workbooks.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { upload, take, read, ask, lines, count } = checkOffOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS1", "MS2", "MS3"]) await enrol(society, memberNo);
  for (const role of ["clerk", "treasurer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const look = (content: string | Uint8Array, query = "", type = "text/csv", who = "clerk") =>
  society.send("POST", `/api/v1/check-off/reading${query}`, {
    token: tokens[who] ?? "",
    body: content,
    headers: { "content-type": type },
  });

interface Looked {
  readonly columns: readonly { readonly name: string; readonly place: number }[];
}

const placesIn = (reply: { body: unknown }) =>
  (reply.body as Looked).columns.map(({ name, place }) => `${name}:${place}`);

/** As a payroll office sends it: a title, its own headings, a zero line and the totals. */
const payroll = [
  "KENYATTA HOSPITAL - SACCO DEDUCTIONS;;;",
  ";;;",
  "P/No;Names;Amount (KES);Remarks",
  "MS1;Achieng;1,500.00;deposits",
  "MS2;Baraka;0.00;",
  "MS3;Chebet;-;",
  "MS2;Baraka;250.50;deposits",
  "TOTAL;;1,750.50;",
].join("\n");

steps("step by step", () => {
  describe("a check-off file as payroll offices make it", () => {
    it("is previewed first: how it would be read, and which column is which", async () => {
      const seen = await look(payroll);
      expect(seen.status, seen.text).toBe(200);
      expect(seen.body).toMatchObject({
        reading: { separator: "semicolon", headerRow: 3, isCertain: true },
        header: ["P/No", "Names", "Amount (KES)", "Remarks"],
        isRemembered: false,
      });
      expect(placesIn(seen)).toEqual(["member_no:0", "amount:2", "note:3"]);
      expect(await count("select from check_off_batch")).toBe(0);
      expect((await look(payroll, "", "text/csv", "treasurer")).status).toBe(403);
      expect((await look(payroll, "?separator=dash")).status).toBe(422);
      expect((await look(payroll, "", "image/png")).status).toBe(415);
    });

    it("needs its columns to be chosen if the headings are not known", async () => {
      const refused = await upload(payroll, "1750.50");
      expect(refused.body).toMatchObject({ errors: [{ field: "row:3:" }] });
      const half = await upload(payroll, "1750.50", { more: { columns: "member_no:0" } });
      expect(half.status).toBe(422);
      for (const columns of ["member_no:0,amount:9", "member_no:0,amount:0"]) {
        const wrong = await upload(payroll, "1750.50", { more: { columns } });
        expect(wrong.body, columns).toMatchObject({ errors: [{ field: "row:3:" }] });
      }
    });

    it("is imported with the chosen columns, which are remembered", async () => {
      const more = { columns: "member_no:0,amount:2,note:3" };
      const { id } = await take(payroll, "1750.50", { more });
      const found = await read(id);
      expect(found).toMatchObject({ lines: 2, amount: 1750.5, toDeposits: 1750.5 });
      expect(found.reading?.skipped.map(({ row, why }) => [row, why])).toEqual([
        [1, "title"],
        [5, "zero"],
        [6, "zero"],
        [8, "total"],
      ]);
      expect((await lines(id, "matched")).map(({ row }) => row)).toEqual([4, 7]);
      const next = await look(payroll.replace("Remarks", "REMARKS ").replace("1,500.00", "9.00"));
      expect(next.body).toMatchObject({ isRemembered: true });
      expect(placesIn(next)).toEqual(["member_no:0", "amount:2", "note:3"]);
    });

    it("may be a workbook, read at the sheet that was chosen", async () => {
      const sheets = {
        Cover: textRow(1, ["For", "May"]) + textRow(2, ["x", "y"]),
        May: textRow(1, ["M/No", "Amount"]) + textRow(2, ["MS1", "77.00"]),
      };
      const book = workbookOf({ sheets });
      const headers = { "content-type": WORKBOOK_TYPE };
      const unsure = await upload(book, "77", { headers, fileName: "may.xlsx" });
      expect(unsure.status).toBe(422);
      const more = { sheet: "May" };
      const taken = await upload(book, "77", { headers, fileName: "may.xlsx", more });
      expect(taken.body).toMatchObject({ lines: 1, reading: { format: "xlsx", sheet: "May" } });
    });

    it("asks a question if it may be read in two ways", async () => {
      const latin = Buffer.from("member_no,amount,note\nMS1,5,caf\u00e9\n", "latin1");
      const refused = await upload(latin, "5");
      expect(refused.body).toMatchObject({
        errors: [{ message: officeProblemsEn["file.unsure"] }],
      });
      const taken = await upload(latin, "5", { more: { encoding: "windows-1252" } });
      expect(taken.status, taken.text).toBe(201);
    });

    it("is rejected as empty if all its lines are zero", async () => {
      const refused = await upload("member_no,amount\nMS1,0\n", "1");
      expect(refused.body).toMatchObject({ errors: [{ message: officeProblemsEn["file.empty"] }] });
    });
  });

  describe("a repeated line", () => {
    const twice = "member_no,amount,note\nMS1,300,\nMS2,300,\nMS1,300.00,\nMS1,300,deposits\n";

    it("is reported and not imported until somebody confirms how many there are", async () => {
      const refused = await upload(twice, "1200");
      expect(refused.body).toMatchObject({
        reason: "lines-repeated",
        errors: [
          { field: "row:4:", message: officeProblemsEn["row.repeated"].replace("{first}", "2") },
        ],
      });
      const wrong = await upload(twice, "1200", { more: { repeats: "2" } });
      expect(wrong.body).toMatchObject({ reason: "lines-repeated" });
      expect((await upload(twice, "900")).body).toMatchObject({ reason: "declared-differs" });
    });

    it("is marked for the person who posts the file, and neither dropped nor doubled", async () => {
      const { id } = await take(twice, "1200", { more: { repeats: "1" } });
      const all = (
        await Promise.all(["matched", "unmatched"].map((state) => lines(id, state)))
      ).flat();
      const marked = all
        .map(({ row, repeats }) => [row, repeats])
        .toSorted(([one = 0], [other = 0]) => one - other);
      expect(marked).toEqual([
        [2, 0],
        [3, 0],
        [4, 2],
        [5, 0],
      ]);
      expect((await ask("clerk", "GET", `/${id}`)).body).toMatchObject({ amount: 1200, lines: 4 });
    });
  });
});
