import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { useCommandSociety } from "#test/command-society.ts";
import { textRow, workbookOf } from "#test/workbooks.ts";
import { runImport } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "akiba-import-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = useCommandSociety();

/** Writes files and imports them with these words; returns the exit code and the output. */
async function bring(files: Readonly<Record<string, string | Buffer>>, ...words: string[]) {
  command.said = [];
  const paths = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const code = await runImport(command.society.database, [...paths, ...words]);
  return { code, text: command.said.join("\n") };
}

async function members() {
  const { rows } = await command.society.owner.query(
    "select member_no, full_name, joined_on::text from member order by member_no",
  );
  return rows;
}

const wanjiku = { member_no: "MS1", full_name: "Wanjirũ Kamau", joined_on: "2024-03-13" };

describe("the command line recognises, as the page does,", () => {
  const semicolons =
    "Uzima Sacco\n\nMember No;Full Name;Date Joined\nMS1;Wanjirũ Kamau;13/3/2024\n";
  const sheets = {
    Members: [
      textRow(1, ["Member No", "Full Name", "Date Joined"]),
      textRow(2, ["MS1", "Wanjirũ Kamau", "13/03/2024"]),
    ].join(""),
  };
  it.each([
    ["a separator below a title", semicolons, "utf-8, separator semicolon, headings in row 3"],
    [
      "UTF-16",
      Buffer.from(`\uFEFF${semicolons}`, "utf16le"),
      "utf-16le, separator semicolon, headings in row 3",
    ],
    ["a workbook", workbookOf({ sheets }), "Excel, sheet Members, headings in row 1"],
  ])("%s, and prints it", async (_, content, recognised) => {
    const { code, text } = await bring({ "members.csv": content }, "--commit");
    expect(code, text).toBe(0);
    expect(text).toContain(`members.csv: ${recognised}, dates of joined_on day-first`);
    expect(await members()).toEqual([wanjiku]);
    const again = await bring({ "members.csv": content }, "--commit");
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining("Found wrong") });
  });

  it("month first, when one date of the column shows it", async () => {
    const file = "member_no,full_name,joined_on\nMS1,A One,03/13/2024\nMS2,B Two,03/04/2024\n";
    expect((await bring({ "members.csv": file }, "--commit")).code).toBe(0);
    expect(await members()).toMatchObject([
      { joined_on: "2024-03-13" },
      { joined_on: "2024-03-04" },
    ]);
  });
});

it("the sample society comes in without a question", async () => {
  const names = ["members", "next-of-kin", "entries", "loans", "guarantees", "withdrawables"];
  const paths = [...names, "control"].map((name) => `samples/import/${name}.csv`);
  const code = await runImport(command.society.database, paths);
  expect(code, command.said.join("\n")).toBe(0);
  expect(command.said.join("\n")).toContain("Nothing is wrong, and nothing was changed.");
});

describe("the command line asks, and imports nothing,", () => {
  it("which day a column of ambiguous dates means", async () => {
    const file = { "members.csv": "member_no,full_name,joined_on\nMS1,A One,05/03/2024\n" };
    const asked = await bring(file, "--commit");
    expect(asked.code).toBe(1);
    expect(asked.text).toContain(
      "members.csv, row 2, joined_on: is “05/03/2024” 5 Mar 2024 or 3 May 2024? " +
        'Say --dates "members.csv:joined_on=day-first" or ' +
        '--dates "members.csv:joined_on=month-first".',
    );
    expect(await members()).toEqual([]);
    const answer = ["--dates", "members.csv:joined_on=month-first"];
    expect((await bring(file, "--commit", ...answer)).code).toBe(0);
    expect(await members()).toMatchObject([{ joined_on: "2024-05-03" }]);
  });

  it("from which year serial dates count", async () => {
    const file = { "members.csv": "member_no,full_name,joined_on\nMS1,A One,45382\n" };
    const asked = await bring(file, "--commit");
    expect(asked).toMatchObject({
      code: 1,
      text: expect.stringContaining("is “45382” 31 Mar 2024 or 1 Apr 2028?"),
    });
    const answer = ["--dates", "members.csv:joined_on=1900"];
    expect((await bring(file, "--commit", ...answer)).code).toBe(0);
    expect(await members()).toMatchObject([{ joined_on: "2024-03-31" }]);
  });

  it("whether Latin letters were recognised correctly", async () => {
    const text = "member_no,full_name,joined_on\nMS1,Zoé One,2024-03-13\n";
    const file = { "members.csv": Buffer.from(text, "latin1") };
    const asked = await bring(file, "--commit");
    expect(asked.code).toBe(1);
    expect(asked.text).toContain('--encoding "members.csv=windows-1252"');
    expect(await members()).toEqual([]);
    const answer = ["--encoding", "members.csv=windows-1252"];
    expect((await bring(file, "--commit", ...answer)).code).toBe(0);
    expect(await members()).toMatchObject([{ full_name: "Zoé One" }]);
  });

  it("which sheet of a workbook it is", async () => {
    const row = (no: string) =>
      textRow(1, ["member_no", "full_name", "joined_on"]) + textRow(2, [no, "A One", "2024-03-13"]);
    const file = { "book.xlsx": workbookOf({ sheets: { Old: row("MS1"), New: row("MS2") } }) };
    const asked = await bring(file, "--commit");
    expect(asked).toMatchObject({ code: 1, text: expect.stringContaining("one of: Old, New.") });
    expect((await bring(file, "--commit", "--sheet", "book.xlsx=New")).code).toBe(0);
    expect(await members()).toMatchObject([{ member_no: "MS2" }]);
  });

  it("which column an unknown heading is", async () => {
    const file = {
      "members.csv": "member_no,Client,joined_on,Remarks\nMS1,A One,2024-03-13,good\n",
    };
    const asked = await bring(file, "--commit");
    expect(asked.code).toBe(1);
    expect(asked.text).toContain("members.csv, Client:");
    expect(asked.text).toContain('--column "members.csv:COLUMN=HEADING"');
    expect(await members()).toEqual([]);
    const answers = ["--column", "members.csv:full_name=Client"];
    const left = ["--leave-out", "members.csv=Remarks"];
    const { code, text } = await bring(file, "--commit", ...answers, ...left);
    expect(code, text).toBe(0);
    expect(await members()).toMatchObject([{ full_name: "A One" }]);
  });
});

describe("an answer on the command line", () => {
  const file = { "members.csv": "member_no,full_name,joined_on\nMS1,A One,2024-03-13\n" };
  it.each([
    ["--dates", "members.csv:joined_on=some-way"],
    ["--dates", "members.csv=day-first"],
    ["--encoding", "members.csv=latin"],
    ["--separator", "others.csv=comma"],
    ["--repeats", "members.csv=many"],
  ])("that is not understood changes nothing: %s %s", async (option, value) => {
    const { code, text } = await bring(file, "--commit", option, value);
    expect(code).toBe(2);
    expect(text).toContain(`${option} ${value} is not understood.`);
    expect(await members()).toEqual([]);
  });
});
