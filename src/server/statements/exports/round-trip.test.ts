import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExportedList, OpenList } from "#shared/contract/statements/exports.ts";
import type { ImportKind } from "#shared/contract/imports/desk.ts";
import { type Language, languages } from "#shared/language.ts";
import { shillings } from "#shared/money.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { hostileTexts } from "#test/hostile-texts.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { deposit, employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, type ServedSociety, useServedSociety } from "#test/served-society.ts";

/** The import that reads each exported list, or the reason why there is none. */
const importOf: Readonly<Record<ExportedList | OpenList, ImportKind | `none: ${string}`>> = {
  members: "members",
  "next-of-kin": "next-of-kin",
  loans: "loans",
  guarantees: "guarantees",
  "check-off": "none: totals of files; the employer's own file is imported instead",
  payouts: "none: payments made here; the provider's results are matched by reference",
  "contact-changes": "none: each is approved by two people here",
  closes: "none: each close holds the audit log of this society",
  reconciliations: "none: runs over the books of this society",
  cheques: "none: each is of a payment made here",
  "contribution-changes": "none: each is made here by its member",
  exits: "none: each is approved by two people here",
  "privacy-requests": "none: answered here",
  staff: "none: staff are invited, one by one",
  imports: "none: imports made here",
  notices: "none: written here",
  holidays: "none: entered here",
  dividends: "none: a dividend is prepared and approved here; its entries are imported as history",
  "loan-policies": "none: each is set here",
  blacklist: "none: each is added here with its reason",
  "withholding-rates": "none: each is set here",
  "retention-rules": "none: each is set here",
};

const many = { ...manyWrites, documentBurst: 500 };
const from = useServedSociety({ limits: many });
const into = { en: useServedSociety({ limits: many }), sw: useServedSociety({ limits: many }) };

interface Office {
  readonly society: ServedSociety;
  readonly tokens: Record<string, string>;
}

async function openOffice(society: ServedSociety): Promise<Office> {
  await foundSociety(society);
  const tokens: Record<string, string> = {};
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  return { society, tokens };
}

const MEMBERS = 36;
const texts = hostileTexts(MEMBERS * 7);
const textAt = (kind: number, n: number) => texts[kind * MEMBERS + n] ?? "";
const numbers = Array.from({ length: MEMBERS }, (_, n) => n);
const memberNo = (n: number) => (n % 2 === 0 ? `00${n + 10}` : `RT/${n}-${n}`);

async function plantMember(n: number): Promise<void> {
  await enrol(from, memberNo(n), { fullName: textAt(0, n) });
  const isSplit = n % 3 === 0;
  await from.owner.query(
    `update member set mobile_number = $2, national_id = $3, payroll_no = $4, kra_pin = $5,
        gender = $6, surname = $7, first_names = $8, joined_on = '2020-01-01'
      where member_no = $1`,
    [
      memberNo(n),
      `+2547120${String(n).padStart(5, "0")}`,
      `00${3_000_000 + n}`,
      n % 4 === 0 ? `00${n}/P-1` : "",
      n % 4 === 1 ? `A${String(n).padStart(9, "0")}Z` : "",
      ["", "female", "male", "other"][n % 4],
      isSplit ? textAt(1, n).slice(0, 90).trim() : "",
      isSplit ? textAt(2, n).slice(0, 90).trim() : "",
    ],
  );
  await deposit(from, memberNo(n), 1000 + n);
  await plantKin(n);
}

/** Two next of kin for every second member, with shares for every fourth. */
async function plantKin(n: number): Promise<void> {
  if (n % 2 === 1) return;
  const shares = n % 4 === 0 ? [3333, 6667] : [null, null];
  await from.owner.query(
    `insert into next_of_kin (member_id, position, full_name, relation, share_bp)
      select m.id, k.* from member m,
        unnest(array[1, 2], $2::text[], $3::text[], $4::int[]) as k
      where m.member_no = $1
      on conflict (member_id, position) do update
        set full_name = excluded.full_name, relation = excluded.relation,
          share_bp = excluded.share_bp`,
    [memberNo(n), [textAt(5, n), textAt(5, n + 1)], [textAt(6, n).slice(0, 60).trim(), ""], shares],
  );
}

async function plantLoan(n: number): Promise<void> {
  const loanNo = `00${n}-L/1`;
  const words = { category: textAt(3, n).slice(0, 60).trim(), purpose: textAt(4, n) };
  await lend(from, memberNo(n), { loanNo, principal: 5000 + n, months: 3, ...words });
  const memberId = await memberIdOf(from, memberNo(n));
  const repaid = {
    memberId,
    loanNo,
    amount: shillings(500 + n),
    narration: "Repaid",
    referenceNo: loanNo,
  };
  await from.database.unitOfWork("test", (work) =>
    recordRepayments(work, [{ ...repaid, kind: "loan-repaid-by-check-off" }]),
  );
  await from.owner.query(
    `insert into guarantee (loan_id, guarantor_id, amount_cents, level, given_on, released_on,
        state)
      select l.id, m.id, 12345, $3, '2026-03-01', $4::date, $5
      from loan l, member m where l.loan_no = $1 and m.member_no = $2`,
    n % 2 === 0
      ? [loanNo, memberNo(n + 1), "Principal", null, "accepted"]
      : [loanNo, memberNo(n + 1), "Secondary", "2026-03-20", "released"],
  );
}

/** Returns a list as exported: its rows, by the position of the headings. */
async function exported({ society, tokens }: Office, list: ExportedList, language: Language) {
  const { status, text } = await society.send("GET", `/api/v1/exports/${list}`, {
    token: tokens["administrator"] ?? "",
    headers: { "accept-language": language },
  });
  expect(status, text).toBe(200);
  const rows: string[][] = parse(text, { bom: true });
  return { text, rows: rows.slice(1) };
}

type Files = Partial<Record<ImportKind, string | Uint8Array>>;

/** Imports files together, each with its proposed mapping, and posts them. */
async function bring({ society, tokens }: Office, files: Files, more = {}) {
  const office = importOffice(society, tokens);
  let detail: ImportDetail | undefined;
  for (const [kind, file] of Object.entries(files)) {
    const reply = await office.upload(kind, file, detail === undefined ? {} : { into: detail.id });
    expect(reply.status, reply.text).toBe(201);
    const mapped = await office.map(reply.body as ImportDetail, more);
    expect(mapped.status, mapped.text).toBe(201);
    detail = mapped.body as ImportDetail;
  }
  const { id = "", findings } = detail ?? {};
  expect(findings, JSON.stringify(await office.findings(id))).toBe(0);
  await office.send(id);
  await office.post(id);
}

/** Positions of columns that are assigned here and cannot be imported. */
const ownColumns: Readonly<Record<string, readonly number[]>> = {
  // The day of the application: an imported loan has no application here.
  loans: [6],
  // The number of the guarantee.
  guarantees: [0],
};

const without = (list: string, rows: readonly string[][]) =>
  rows
    .map((row) => row.map((cell, at) => (ownColumns[list]?.includes(at) === true ? "" : cell)))
    .toSorted((one, other) => one.join("\n").localeCompare(other.join("\n")));

/** The register as stored: two names may be printed alike in a file and still differ. */
async function registerOf({ society }: Office): Promise<unknown[]> {
  const { rows } = await society.owner.query<object>(
    `select m.member_no, m.full_name, m.surname, m.first_names, m.mobile_number, m.payroll_no,
        m.gender, array_agg(l.category || l.purpose order by l.loan_no) as loans
      from member m left join loan l on l.member_id = m.id group by m.id order by m.member_no`,
  );
  return rows;
}

let origin: Office;
const lists: readonly ExportedList[] = ["members", "next-of-kin", "loans", "guarantees"];

beforeAll(async () => {
  origin = await openOffice(from);
  for (const n of numbers) await plantMember(n);
  for (const n of numbers.slice(0, -1)) if (n % 3 !== 2) await plantLoan(n);
});

it("every list that an import reads is tested here", () => {
  const read = Object.entries(importOf).filter(([, kind]) => !kind.startsWith("none: "));
  expect(read.map(([list]) => list)).toEqual(lists);
});

describe.each(languages)("a society exported in %s", (language) => {
  /**
   * Members' balances, under the headings of the list; a file is imported only once, as one kind.
   */
  const holdingsOf = ({ text }: { readonly text: string }) => {
    const rows: string[][] = parse(text, { bom: true });
    return drawCsvRows(rows.map((row) => [row[0] ?? "", ...row.slice(-5, -2)]));
  };
  /** The balance of each loan, which is posted as entries. */
  const balancesOf = ({ rows }: { readonly rows: readonly string[][] }) =>
    drawCsvRows([
      ["member_no", "date", "kind", "account", "amount"],
      ...rows.map((row) => {
        const [loanNo = "", borrower = ""] = row;
        return [borrower, "2026-04-14", "loan_brought_forward", loanNo, row.at(-1) ?? ""];
      }),
    ]);

  it("is the same after an empty society has imported it", async () => {
    const target = await openOffice(into[language]);
    const [members, kin, loans, guarantees] = await Promise.all([
      exported(origin, "members", language),
      exported(origin, "next-of-kin", language),
      exported(origin, "loans", language),
      exported(origin, "guarantees", language),
    ]);
    expect(members.rows).toHaveLength(MEMBERS);
    expect(kin.rows.length).toBeGreaterThanOrEqual(MEMBERS);
    await bring(target, { members: members.text, "next-of-kin": kin.text });
    await bring(target, { "opening-balances": holdingsOf(members) }, { asOf: "2026-04-14" });
    const entries = balancesOf(loans);
    await bring(target, { loans: loans.text, entries, guarantees: guarantees.text });
    for (const [list, { rows }] of Object.entries({
      members,
      "next-of-kin": kin,
      loans,
      guarantees,
    })) {
      const again = await exported(target, list as ExportedList, language);
      expect(without(list, again.rows), list).toEqual(without(list, rows));
    }
    expect(await registerOf(target)).toEqual(await registerOf(origin));
  });

  it("has no cell that a spreadsheet runs, and phone numbers as people write them", async () => {
    for (const list of lists) {
      const { rows } = await exported(origin, list, language);
      expect(
        rows.flat().filter((cell) => /^'*[=+\-@＝＋－＠]/.test(cell) && cell[0] !== "'"),
      ).toEqual([]);
    }
    const { rows } = await exported(origin, "members", language);
    for (const row of rows) expect(row[2]).toMatch(/^07\d\d \d{3} \d{3}$/);
  });
});
