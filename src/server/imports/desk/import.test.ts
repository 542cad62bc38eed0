import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsOfEveryMember } from "#server/ledger/journal/chart-of-accounts.ts";
import { cents } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { verifyAuditChain } from "#server/oversight/audit/verify.ts";
import {
  closeTestSociety,
  openTestSociety,
  useTestSociety,
  type TestSociety,
} from "#test/test-society.ts";
import { importFiles, type ImportReport } from "#server/imports/engine/import-files.ts";
import { sourceAt } from "#server/imports/engine/read-file.ts";
import { findingLine, reportLines } from "#server/cli/import-report.ts";
import { steps } from "#test/steps.ts";

const sampleNames = [
  "members",
  "next-of-kin",
  "entries",
  "loans",
  "guarantees",
  "withdrawables",
  "control",
].map((name) => `${name}.csv`);
const sample = "samples/import";

type Files = Readonly<Record<string, string | Buffer>>;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-import-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bring(society: TestSociety, files: Files, commit = false): Promise<ImportReport> {
  const sources = Object.entries(files).map(([name, contents]) => {
    const path = join(folder, name);
    writeFileSync(path, contents);
    return sourceAt(name, path);
  });
  return importFiles(society.database, { actor: "test", sources, commit });
}

function bringSample(
  society: TestSociety,
  commit: boolean,
  folderOf = sample,
): Promise<ImportReport> {
  const sources = sampleNames.map((name) => sourceAt(name, join(folderOf, name)));
  return importFiles(society.database, { actor: "Halima", sources, commit });
}

const found = ({ findings }: ImportReport) => findings.map(findingLine);

/** The number of rows of everything an import may write. */
async function counted(society: TestSociety): Promise<unknown> {
  const { rows } = await society.owner.query(`select
    (select count(*)::int from member) as members,
    (select count(*)::int from next_of_kin) as kin,
    (select count(*)::int from journal_entry) as entries,
    (select count(*)::int from journal_line) as lines,
    (select count(*)::int from loan) as loans,
    (select count(*)::int from loan_instalment) as instalments,
    (select count(*)::int from guarantee) as guarantees,
    (select count(*)::int from ledger_account where member_id is not null) as accounts,
    (select count(*)::int from import_run) as runs,
    (select count(*)::int from audit_record) as audited`);
  return rows[0];
}

const nothing = {
  members: 0,
  kin: 0,
  entries: 0,
  lines: 0,
  loans: 0,
  instalments: 0,
  guarantees: 0,
  accounts: 0,
  runs: 0,
  audited: 0,
};

steps("step by step", () => {
  describe("the sample set", () => {
    const society = useTestSociety();

    it("has no errors, and a dry run changes nothing", async () => {
      const report = await bringSample(society, false);
      expect(found(report)).toEqual([]);
      expect(reportLines(report, false).at(-1)).toContain("nothing was changed");
      expect(await counted(society)).toEqual(nothing);
    });

    it("is imported whole, ties to the control file, and leaves its record", async () => {
      const report = await bringSample(society, true);
      expect(found(report)).toEqual([]);
      expect(await counted(society)).toEqual({
        members: 8,
        kin: 6,
        entries: 183,
        lines: 368,
        loans: 3,
        instalments: 45,
        guarantees: 4,
        accounts: 8 * accountsOfEveryMember.length + 5,
        runs: 1,
        audited: 1,
      });
      const { rows } = await society.owner.query(
        `select code, sum(balance_cents * normal_side)::bigint as total from ledger_account
        group by code having sum(balance_cents) <> 0`,
      );
      const totals = Object.fromEntries(
        rows.map(({ code, total }: { code: string; total: string }) => [
          code,
          cents(BigInt(total)),
        ]),
      );
      const { closing } = report.figures;
      expect(totals).toEqual(
        Object.fromEntries(Object.entries(closing).filter(([, c]) => c !== 0n)),
      );
      expect(totals["member-deposits"]).toBe(125_505_050n);
      expect(await reconcile(society.database)).toEqual([]);
      expect((await verifyAuditChain(society.database)).brokenAt).toBeNull();
      const run = await society.owner.query(
        `select r.actor, count(*)::int as files
        from import_run r join import_file on run_id = r.id group by r.id`,
      );
      expect(run.rows).toEqual([{ actor: "Halima", files: 6 }]);
    });

    it("keeps names, schedules and states as the files have them", async () => {
      const { rows } = await society.owner.query(
        `select m.full_name, l.loan_no, l.state, l.end_date::text as ends,
          (select sum(amount_cents)::int from loan_instalment i where i.loan_id = l.id) as due
        from loan l join member m on m.id = l.member_id order by loan_no`,
      );
      expect(rows).toEqual([
        {
          full_name: "Catherine Wanjikũ Ng'ang'a",
          loan_no: "LN-2210",
          state: "disbursed",
          ends: "2026-11-01",
          due: 33_600_000,
        },
        {
          full_name: "Brian Kiprotich Koech",
          loan_no: "LN-3001",
          state: "settled",
          ends: "2025-08-10",
          due: 2_090_000,
        },
        {
          full_name: "Esther Nyambura Mwangi",
          loan_no: "LN-3002",
          state: "settled",
          ends: "2025-09-03",
          due: 550_000,
        },
      ]);
    });

    it("is rejected a second time, with date and person, under any name", async () => {
      const contents = readFileSync(join(sample, "entries.csv"));
      const report = await bring(society, { "again.csv": contents }, true);
      expect(report.runId).toBeNull();
      expect(found(report)).toEqual([
        "again.csv: was imported before, as entries.csv: import 1, on 14 Apr 2026, 09:12 by Halima",
      ]);
    });

    it("is rejected by its rows, one by one, when the file was only saved again", async () => {
      const contents = `${readFileSync(join(sample, "members.csv"), "utf8")}\n`;
      const report = await bring(society, { "members.csv": contents }, true);
      expect(report.findingCount).toBe(9);
      expect(found(report)[0]).toBe(
        "members.csv: was imported before, as members.csv: import 1, " +
          "on 14 Apr 2026, 09:12 by Halima",
      );
      expect(found(report)[1]).toBe(
        "members.csv, row 2, member_no: UH2001 is already on the register",
      );
    });

    it("has a template of each file that is recognised by its header", async () => {
      const report = await bringSample(society, false, join(sample, "templates"));
      expect(report.files.map(({ name, format }) => `${format}.csv` === name)).not.toContain(false);
      expect(report.files).toHaveLength(7);
    });
  });

  describe("one import after another", () => {
    const society = useTestSociety();
    const members = "member_no,full_name,joined_on\nA1,Amina,2020-01-01\n";

    it("continues from the current books", async () => {
      const first = "member_no,date,kind,amount\nA1,2024-01-31,dividend,100\n";
      await bring(society, { "members.csv": members, "first.csv": first }, true);
      const tooMuch = "member_no,date,kind,amount\nA1,2024-02-29,dividend_paid,100.01\n";
      expect(found(await bring(society, { "second.csv": tooMuch }, true))).toEqual([
        "second.csv, row 2, amount: would take Dividend payable to −0.01",
      ]);
      const enough = "member_no,date,kind,amount\nA1,2024-02-29,dividend_paid,100\n";
      const report = await bring(society, { "second.csv": enough }, true);
      expect(report.runId).not.toBeNull();
      expect(report.figures.closing["dividend-payable"]).toBe(0n);
    });

    it("keeps the year of a dividend, as the row says or the one before its date", async () => {
      const header = "member_no,date,kind,amount,narration";
      const rows =
        "A1,2024-04-02,dividend,7,Dividend\nA1,2024-04-03,dividend,8,Dividend for 2021\n";
      await bring(society, { "years.csv": `${header}\n${rows}` }, true);
      const years = await society.owner.query(
        `select narration, dividend_year from journal_entry
        where value_date in ('2024-04-02', '2024-04-03') order by id`,
      );
      expect(years.rows).toEqual([
        { narration: "Dividend", dividend_year: 2023 },
        { narration: "Dividend for 2021", dividend_year: 2021 },
      ]);
    });

    it("treats a row that is in the books as a duplicate, by its reference", async () => {
      const header = "member_no,date,kind,amount,reference";
      await bring(society, { "a.csv": `${header}\nA1,2024-03-01,deposit,5,R1\n` }, true);
      const again = `${header}\nA1,2024-03-01,deposit,5.00,R1\nA1,2024-03-01,deposit,5,R2\n`;
      const report = await bring(society, { "b.csv": again }, true);
      expect(found(report)).toEqual([
        expect.stringMatching(/^b.csv, row 2, reference: is in the books already, as entry \d+$/),
      ]);
    });
  });

  describe("an import that fails at its last step", () => {
    it("leaves nothing", async () => {
      const society = await openTestSociety();
      try {
        await society.owner.query(
          `create function fail() returns trigger language plpgsql as
          $$ begin raise exception 'planted'; end $$;
        create trigger fail before insert on import_file execute function fail()`,
        );
        await expect(bringSample(society, true)).rejects.toThrow("planted");
        expect(await counted(society)).toEqual(nothing);
      } finally {
        await closeTestSociety(society);
      }
    });
  });
});
