import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import * as z from "zod/mini";
import { openJournalImport } from "#server/ledger/journal/import-journal.ts";
import { openMemberImport } from "#server/members/membership/import-members.ts";
import { useTestSociety } from "#test/test-society.ts";
import { ImportFindings } from "./findings.ts";
import { openImportFile, sourceAt, stageImportFile } from "./read-file.ts";

const society = useTestSociety();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-import-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stages one file and returns the staged rows, with the findings. */
async function staged(contents: string | Buffer, columns: string) {
  const path = join(folder, "file.csv");
  const source = sourceAt("file.csv", path);
  writeFileSync(path, contents);
  const findings = new ImportFindings();
  const rows = await society.database.unitOfWork("test", async (work) => {
    await openJournalImport(work);
    await openMemberImport(work);
    const header = await openImportFile(source, findings);
    if (header === null) return [];
    const day = "2026-04-14" as CalendarDate;
    const file = { ...source, number: 0, header };
    await stageImportFile(work, file, findings, day, () => {});
    const found = await work.rows({ text: `select ${columns}`, row: anyRow });
    return found;
  });
  return { rows, findings: findings.inOrder(["file.csv"]) };
}

const anyRow = z.record(z.string(), z.unknown());

const member = "row, member_no, full_name, postal_address from staged_member order by row";
const entry = "member_no, value_date, kind, account, amount_cents, narration from staged_entry";

describe("a file of members", () => {
  const plain = [
    { row: 2, member_no: "A1", full_name: 'Achieng\' "Ach" Odhiambo', postal_address: "" },
    { row: 3, member_no: "A2", full_name: "Wanjikũ, Ng'ang'a", postal_address: "Box 1 Nairobi" },
  ];
  const lines = [
    "Member No.,full name,joined_on,postal_address",
    'a1,"Achieng\' ""Ach"" Odhiambo",2020-01-01,',
    'A2,"Wanjikũ, Ng\'ang\'a",2020-01-01,"Box 1\nNairobi"',
  ];
  const spellings: readonly (readonly [string, string])[] = [
    ["as it is", lines.join("\n")],
    ["with a byte-order mark", `\ufeff${lines.join("\n")}\n`],
    ["with the line ends of Windows", `${lines.join("\r\n")}\r\n`],
    ["with blank lines at the end", `${lines.join("\n")}\n\n,,,\n  \n`],
    ["with blanks around cells", lines.join("\n").replace("a1,", " a1 ,")],
    ["with the names of another system", lines.join("\n").replace("Member No.", "accNo")],
  ];

  it.each(spellings)("is read %s", async (_, contents) => {
    const { rows, findings } = await staged(contents, member);
    expect(findings).toEqual([]);
    expect(rows).toEqual(plain);
  });

  it("is read with its columns in another order", async () => {
    const turned = "TEL1,Joined_On,holdersName,ACCNO\n0712 000 482,2020-01-31,Amina,a1\n";
    const { rows } = await staged(turned, "member_no, mobile_number, joined_on from staged_member");
    expect(rows).toEqual([
      { member_no: "A1", mobile_number: "+254712000482", joined_on: "2020-01-31" },
    ]);
  });

  it("keeps a backslash and counts rows as a spreadsheet does", async () => {
    const text = "member_no,full_name,joined_on\n\nA1,Back\\slash\\N,2020-01-01\n,,2020-01-01\n";
    const { rows, findings } = await staged(text, member);
    expect(rows[0]).toMatchObject({ row: 3, full_name: "Back\\slash\\N" });
    expect(findings.map(({ row, column }) => [row, column])).toEqual([
      [4, "member_no"],
      [4, "full_name"],
    ]);
  });
});

describe("a file of entries", () => {
  it("is read with a signed amount, currency and grouping", async () => {
    const text = [
      "member_no,date,kind,loan_no,amount",
      'A1,31/01/2024,Deposit,,"KES 1,000.00"',
      "A1,2024-02-01 10:15:00,loan repaid,l-1,-250/=",
      'A1,1-3-2024,WITHDRAWABLE-OUT,w1,"(1,000.50)"',
    ].join("\n");
    const { rows, findings } = await staged(text, entry);
    expect(findings).toEqual([]);
    expect(rows).toEqual([
      told("2024-01-31", "deposit", null, 100_000n, "Deposit"),
      told("2024-02-01", "loan_repaid", "L-1", 25_000n, "Loan repaid"),
      told("2024-03-01", "withdrawable_out", "W1", 100_050n, "Withdrawable out"),
    ]);
  });

  it("is read with debit and credit, as the member's account has them", async () => {
    const text = [
      "member_no,date,kind,account,debit,credit",
      "A1,2024-01-31,deposit,,0.00,500",
      "A1,2024-02-01,loan_disbursed,L1,5500,",
      "A1,2024-02-02,deposit,,500,",
      "A1,2024-02-02,deposit,,500,500",
    ].join("\n");
    const { rows, findings } = await staged(text, entry);
    expect(rows.slice(0, 2)).toEqual([
      told("2024-01-31", "deposit", null, 50_000n, "Deposit"),
      told("2024-02-01", "loan_disbursed", "L1", 550_000n, "Loan disbursed"),
    ]);
    expect(findings.map(({ row, column }) => [row, column])).toEqual([
      [4, "debit"],
      [5, "amount"],
    ]);
  });

  function told(
    value_date: string,
    kind: string,
    account: string | null,
    amount_cents: bigint,
    narration: string,
  ) {
    return { member_no: "A1", value_date, kind, account, amount_cents, narration };
  }
});
