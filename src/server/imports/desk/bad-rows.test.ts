import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestSociety } from "#test/test-society.ts";
import { importFiles } from "#server/imports/engine/import-files.ts";
import { sourceAt } from "#server/imports/engine/read-file.ts";
import { findingLine } from "#server/cli/import-report.ts";

const society = useTestSociety();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-import-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good = {
  members: [
    "member_no,full_name,joined_on,mobile,email,id_no",
    "A1,Amina Juma,2020-01-01,0712000482,amina@example.com,111",
    "A2,Baraka Otieno,2020-01-01,,,222",
  ],
  entries: [
    "member_no,date,kind,account,amount,narration,reference",
    "A1,2024-01-31,deposit,,500,Check-off,R1",
    "A1,2024-02-10,loan_disbursed,L1,5500,Paid out,L1",
    "A1,2024-02-11,withdrawable_in,W1,70,In,W-1",
  ],
  loans: [
    "loan_no,member_no,category,principal,total,monthly_deduction,term_months,start_date,end_date",
    "L1,A1,Instant,5000,5500,1833,3,2024-02-10,2024-05-10",
  ],
  guarantees: ["loan_no,guarantor,amount,given_on,released_on", "L1,A2,5500,2024-02-10,"],
  withdrawables: ["account_no,member_no,opened_on", "W1,A1,2024-02-01"],
  kin: ["member_no,position,kin_name", "A1,1,Juma"],
  control: ["what,of,rows,total", "kind,deposit,1,500"],
};
type FileName = keyof typeof good;

/** Imports the good files with rows added to one of them, or other contents in its place. */
async function bring(name: FileName, change: readonly string[] | string | Buffer) {
  const sources = (Object.keys(good) as FileName[]).map((file) => {
    const path = join(folder, `${file}.csv`);
    const added = Array.isArray(change) && file === name ? change : [];
    const text = `${[...good[file], ...added].join("\n")}\n`;
    writeFileSync(path, file === name && !Array.isArray(change) ? String(change) : text);
    if (file === name && Buffer.isBuffer(change)) writeFileSync(path, change);
    return sourceAt(file, path);
  });
  const report = await importFiles(society.database, { actor: "test", sources, commit: true });
  return { ...report, lines: report.findings.map(findingLine) };
}

async function isEmpty(): Promise<boolean> {
  const { rows } = await society.owner.query(
    "select (select count(*) from member) + (select count(*) from journal_entry) = 0 as empty",
  );
  return (rows as { empty: boolean }[])[0]?.empty ?? false;
}

const bad: readonly (readonly [FileName, string, string])[] = [
  ["members", "A1,Again,2020-01-01,,,", "row 4, member_no: is in row 2 already"],
  ["members", "A3,Chege,2020-01-01,,,111", "row 4, id_no: is in row 2 already"],
  ["members", "A 3,Chege,2020-01-01,,,", "row 4, member_no: “A 3” is not a member number"],
  ["members", "A3,,2020-01-01,,,", "row 4, full_name: is empty"],
  ["members", "A3,Chege,31/02/2020,,,", "row 4, joined_on: “31/02/2020” is not a date"],
  ["members", "A3,Chege,2026-04-15,,,", "row 4, joined_on: “2026-04-15” is in the future"],
  ["members", "A3,Chege,2020-01-01,0812000482,,", "row 4, mobile: “0812000482” is not a Kenyan"],
  ["members", "A3,Chege,2020-01-01,,amina@,", "row 4, email: “amina@” is not an email"],
  ["members", "A3,Chege,2020-01-01,,,,more", "row 4: has a value in cell 7"],
  ["kin", "A9,1,Nobody", "row 3, member_no: there is no member A9"],
  ["kin", "A1,4,Fourth", "row 3, position: “4” is not a whole number from 1 to 3"],
  ["kin", "A1,1,Other", "row 3, position: is in row 2 already"],
  ["entries", "A9,2024-03-01,deposit,,5,x,", "row 5, member_no: there is no member A9"],
  ["entries", ",2024-03-01,deposit,,5,x,", "row 5, member_no: is empty, and deposit belongs"],
  ["entries", "A1,2024-03-01,mpesa_banked,,5,x,", "row 5, member_no: mpesa_banked is the society"],
  ["entries", "A1,2023-02-29,deposit,,5,x,", "row 5, date: “2023-02-29” is not a date"],
  ["entries", "A1,2026-04-15,deposit,,5,x,", "row 5, date: “2026-04-15” is in the future"],
  ["entries", "A1,2019-12-31,deposit,,5,x,", "row 5, date: is before the member joined"],
  ["entries", "A1,2024-03-01,gift,,5,x,", "row 5, kind: “gift” is not a kind of entry"],
  ["entries", "A1,2024-03-01,deposit,,5.005,x,", "row 5, amount: “5.005” is not an amount"],
  ["entries", 'A1,2024-03-01,deposit,,"1.000,00",x,', "row 5, amount: “1.000,00” is not an"],
  ["entries", "A1,2024-03-01,deposit,,USD 5,x,", "row 5, amount: “USD 5” is not an amount"],
  ["entries", "A1,2024-03-01,deposit,,,x,", "row 5, amount: is empty"],
  ["entries", "A1,2024-03-01,deposit,,-5,x,", "row 5, amount: deposit is below zero"],
  ["entries", "A1,2024-01-31,deposit,,500.00,y,R1", "row 5, reference: is in row 2 already"],
  ["entries", "A1,2024-03-01,loan_repaid,,5,x,", "row 5, account: is empty, and loan_repaid"],
  ["entries", "A2,2024-03-01,loan_repaid,L1,5,x,", "row 5, account: there is no loan L1 of A2"],
  ["entries", "A1,2024-03-01,loan_disbursed,L1,5500,x,", "row 5, account: is in row 3 already"],
  ["entries", "A1,2024-01-01,loan_repaid,L1,5,x,", "row 5, date: the loan started on 10 Feb 2024"],
  ["entries", "A1,2024-03-01,withdrawable_out,W2,5,x,", "row 5, account: there is no withdrawable"],
  [
    "entries",
    "A1,2024-03-01,withdrawable_out,W1,70.01,x,",
    "row 5, amount: would take Withdrawable",
  ],
  [
    "entries",
    "A1,2024-03-01,dividend_paid,,1,x,",
    "row 5, amount: would take Dividend payable to −1",
  ],
  ["loans", "L1,A1,Instant,1,1,1,1,2024-02-10,", "row 3, loan_no: is in row 2 already"],
  ["loans", "L2,A9,Instant,1,1,1,1,2024-02-10,", "row 3, member_no: there is no member A9"],
  ["loans", "L2,A1,Instant,100,90,30,3,2024-02-10,", "row 3, total: is less than the principal"],
  ["loans", "L2,A1,Instant,90,90,50,3,2024-02-10,", "row 3, monthly_deduction: 3 monthly"],
  ["loans", "L2,A1,Instant,90,90,30,3,2024-02-10,2025-05-10", "row 3, end_date: the schedule"],
  ["loans", "L2,A1,Instant,90,90,30,3,2024-02-10,", "row 3, loan_no: no entry disburses it"],
  ["guarantees", "L9,A2,1,,", "row 3, loan_no: there is no loan L9"],
  ["guarantees", "L1,A9,1,,", "row 3, guarantor: there is no member A9"],
  ["guarantees", "L1,A1,1,,", "row 3, guarantor: a member cannot guarantee their own loan"],
  ["guarantees", "L1,A2,1,,", "row 3, guarantor: is in row 2 already"],
  ["guarantees", "L1,A2,5500.01,,", "row 3, amount: is more than the loan"],
  ["guarantees", "L1,A2,1,2024-03-01,2024-02-01", "row 3, released_on: 2024-02-01 is before"],
  ["withdrawables", "W1,A2,2024-02-01", "row 3, account_no: is in row 2 already"],
  ["withdrawables", "W2,A9,2024-02-01", "row 3, member_no: there is no member A9"],
  ["control", "kind,deposit,2,", "row 3, rows: kind deposit has 1, not 2"],
  ["control", "kind,deposit,,500.01", "row 3, total: kind deposit adds up to 500.00, not 500.01"],
  [
    "control",
    "account,member-deposits,,499",
    "row 3, total: account member-deposits adds up to 500",
  ],
  ["control", "file,members,3,", "row 3, rows: file members has 2, not 3"],
  ["control", "kind,gift,1,", "row 3, of: there is no kind gift"],
];

describe("a bad row is reported by file, row, column and reason, and nothing is changed", () => {
  it.each(bad)("%s: %s", async (file, row, wanted) => {
    const { lines, runId } = await bring(file, [row]);
    const place = wanted.startsWith("row") && `${file}, ${wanted}`;
    expect(
      lines.some((line) => line.startsWith(String(place))),
      lines.join("\n"),
    ).toBe(true);
    expect(runId).toBeNull();
    expect(await isEmpty()).toBe(true);
  });
});

describe("a file in the wrong form", () => {
  const [header = "", ...rows] = good.members;
  const text = `${good.members.join("\n")}\n`;
  const cases: readonly (readonly [string, string | Buffer, string])[] = [
    ["a missing column", text.replace("joined_on", ""), "members, row 1, joined_on: is missing"],
    [
      "an unknown column",
      text.replace("id_no", "shoe"),
      "members, row 1, shoe: is not a column of",
    ],
    ["a column twice", text.replace("email", "tel1"), "members, row 1, tel1: appears twice"],
    ["no header we know", "a,b\n1,2\n", "members, row 1, a: this header matches no known kind"],
    ["nothing in it", "", "members: is empty"],
    ["a quote left open", `${header}\nA1,"Amina,2020-01-01,,,\n${rows.join("\n")}`, "never closed"],
    ["another encoding", Buffer.from(text.replace("Juma", "Ju\u00e9"), "latin1"), "is not UTF-8"],
  ];

  it.each(cases)("is rejected with an explanation: %s", async (_, contents, wanted) => {
    const { lines, runId } = await bring("members", contents);
    expect(lines.join("\n")).toContain(wanted);
    expect(runId).toBeNull();
    expect(await isEmpty()).toBe(true);
  });

  it("shows a thousand findings and counts them all", async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `A1,2024-01-01,gift,,5,${index},`);
    const report = await bring("entries", rows);
    expect(report.findingCount).toBe(1500);
    expect(report.findings).toHaveLength(1000);
  });

  it("that cannot be read is reported, and the others are still checked", async () => {
    const sources = [sourceAt("gone.csv", join(folder, "gone.csv"))];
    const report = await importFiles(society.database, { actor: "test", sources, commit: true });
    expect(report.findings.map(findingLine)).toEqual(["gone.csv: cannot be read"]);
  });
});
