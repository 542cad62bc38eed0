import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { exportedLists, openLists } from "#shared/contract/statements/exports.ts";
import { documentStatements } from "#shared/contract/statements/member-statements.ts";
import { type Language, languages } from "#shared/language.ts";
import { type CodeKind, wordOfCode } from "#shared/messages/statements/exported-codes.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { employ, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety({ limits: { documentBurst: 5000 } });
let token = "";

beforeAll(async () => {
  const hasher = new PasswordHasher({ pepper: "p".repeat(32), queue: 256, waitMilliseconds: 5000 });
  const hash = (password: string) => hasher.hash(password);
  await seedDemo(society.database, { hash, createLogin, secret: "s" });
  await employ(society, "ST7001", "administrator");
  token = await signIn(society, "ST7001");
});

/** The addresses of an export in the demo, or why its words are not ours. */
const exportsOfTables: Readonly<Record<string, readonly string[] | string>> = {
  "exports.list": exportedLists.map((list) => `/exports/${list}`),
  ...Object.fromEntries(openLists.map((list) => [`exports.${list}`, [`/exports/${list}`]])),
  "books.trialBalanceFile": ["/books/trial-balance.csv"],
  "books.incomeStatementFile": ["/books/income-statement/csv"],
  "books.balanceSheetFile": ["/books/balance-sheet/csv"],
  "books.entriesFile": ["member-deposits", "loan-receivable", "bank"].map(
    (account) => `/books/accounts/${account}/entries.csv`,
  ),
  "chart.file": ["/books/chart.csv"],
  "treasury.file": ["waiting", "posted"].map((tab) => `/treasury/movements.csv?tab=${tab}`),
  "check-off.reviewFile": ["/check-off/{check_off_batch}/review.csv"],
  "advices.file": ["/check-off-advices/{check_off_advice}/file"],
  "check-off.varianceFile": ["/check-off/{check_off_batch}/variance.csv"],
  "instant-loans.export": ["running", "to-approve", "to-disburse"].map(
    (stage) => `/instant-loan-exports/csv?stage=${stage}`,
  ),
  "case-desk.export": ["waiting", "closed"].map((state) => `/case-exports/csv?state=${state}`),
  "dividends.file": ["withholding-tax", "hospital-bills", "exceptions"].map(
    (list) => `/dividends/{dividend}/lists/${list}`,
  ),
  "statements.document": documentStatements.map(
    (statement) => `/members/MS1001/statements/${statement}/documents`,
  ),
  "reconciliation.statementFile": ["bank", "mobile-money"].map(
    (account) => `/reconciliation/${account}/statement/csv`,
  ),
  "audit.file": "the page shows the same names of actions, and the chain is told by them",
  "payouts.file": "the provider of bulk payments prescribes its form",
  "payoutBank.download": "docs/eft-file.md prescribes its form",
  "imports.sample": "shows what an import reads",
  "imports.faultsFile": "gives back the words of the file that was sent",
};

it("every export of a table is listed here", () => {
  const isTable = (type: string) => type.startsWith("text/csv") || type === WORKBOOK_TYPE;
  const found = everyEndpoint.filter(({ files }) => files.some(isTable)).map(({ name }) => name);
  expect(found.toSorted()).toEqual(Object.keys(exportsOfTables).toSorted());
});

/** The test that reads a file back and compares it, or why nothing reads it. */
const readAgain: Readonly<Record<string, string>> = {
  "exports.list": "src/server/statements/exports/round-trip.test.ts, list by list",
  ...Object.fromEntries(openLists.map((list) => [`exports.${list}`, "the same test"])),
  "imports.sample": "src/server/imports/desk/page.test.ts",
  "imports.faultsFile": "src/server/imports/desk/corrections.test.ts",
  "payouts.file": "src/server/payouts/desk/file-again.test.ts",
  "payoutBank.download": "none: the bank reads it",
  "books.trialBalanceFile": "none: totals of the books",
  "books.incomeStatementFile": "none: totals of the books",
  "books.balanceSheetFile": "none: totals of the books",
  "reconciliation.statementFile": "none: totals of the books",
  "books.entriesFile": "none: one side of entries; imports take what happened, by its kind",
  "chart.file": "none: opened one by one here",
  "treasury.file": "none: entered and approved here",
  "check-off.reviewFile": "none: what was decided here of an employer's file",
  "advices.file": "none: made here for the employer",
  "check-off.varianceFile": "none: a report of an employer's file",
  "instant-loans.export": "none: the queue; the register of loans is exports.list",
  "case-desk.export": "none: written here by members",
  "dividends.file": "none: what was paid here",
  "statements.document": "none: issued to a member, with a code",
  "audit.file": "none: the log of this society",
};

it("every export of a table names what reads it back", () => {
  expect(Object.keys(readAgain).toSorted()).toEqual(Object.keys(exportsOfTables).toSorted());
});

/** The values in an address, by their table: the last of each, for dividends the last paid one. */
const lastOf: Readonly<Record<string, string>> = {
  check_off_advice: "select to_char(max(month), 'YYYY-MM') as id from check_off_advice",
  check_off_batch: "select max(id)::text as id from check_off_batch",
  dividend: "select max(year)::text as id from dividend where state in ('locked', 'paid')",
};

async function addressOf(pattern: string): Promise<string> {
  const table = /\{(\w+)\}/.exec(pattern)?.[1];
  if (table === undefined) return `/api/v1${pattern}`;
  const { rows } = await society.owner.query<{ id: string }>(lastOf[table] ?? "");
  return `/api/v1${pattern.replace(`{${table}}`, rows[0]?.id ?? "0")}`;
}

async function cellsOf(pattern: string, language: Language): Promise<string[]> {
  const isStatement = pattern.endsWith("/documents");
  const { status, text } = await society.send(
    isStatement ? "POST" : "GET",
    await addressOf(pattern),
    {
      token,
      headers: { "accept-language": language },
      ...(isStatement && { body: { format: "csv" } }),
    },
  );
  expect(status, text).toBe(isStatement ? 201 : 200);
  const rows: string[][] = parse(text, { bom: true, relax_column_count: true });
  // An account's key, by which an import names it too, is next to the account's name.
  const keyed = pattern.includes("trial-balance") ? 1 : 0;
  return rows.slice(1).flatMap((row) => row.slice(keyed));
}

const looksLikeCode = /^[a-z]+([-_:][a-z]+)*$|[a-z]_[a-z]|^(staff|member):/;
const readable = Object.values(exportsOfTables).flatMap((one) =>
  typeof one === "string" ? [] : one,
);

describe.each(languages)("in %s", (language) => {
  it.each(readable)("no cell of %s is a code", async (pattern) => {
    const cells = await cellsOf(pattern, language);
    expect(cells.filter((cell) => looksLikeCode.test(cell))).toEqual([]);
  });
});

/** The columns of the database whose codes are printed. */
const codedColumns: readonly (readonly [CodeKind, string, string])[] = [
  ["batchState", "check_off_batch", "state"],
  ["changeState", "contact_change_request", "state"],
  ["closeState", "month_close", "state"],
  ["dividendState", "dividend", "state"],
  ["exceptionReason", "dividend_exception", "reason"],
  ["exitState", "member_exit", "state"],
  ["guaranteeState", "guarantee", "state"],
  ["importOrigin", "import_batch", "origin"],
  ["importState", "import_batch", "state"],
  ["loanState", "loan", "state"],
  ["memberState", "member", "membership"],
  ["payoutState", "payout", "state"],
  ["privacyDetail", "privacy_request", "detail"],
  ["privacyKind", "privacy_request", "kind"],
  ["privacyState", "privacy_request", "state"],
  ["retained", "retention_rule", "what"],
  ["retentionUnit", "retention_rule", "unit"],
  ["sex", "member", "gender"],
  ["splitMode", "withholding_rate", "mode"],
  ["staffRole", "staff", "role"],
];

it.each(codedColumns)("every %s of the database has its words", async (kind, table, column) => {
  const { rows } = await society.owner.query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attname = $2
      where c.contype = 'c' and c.conrelid = $1::regclass and c.conkey = array[a.attnum]`,
    [table, column],
  );
  const lists = rows.filter(({ definition }) => definition.includes("ARRAY["));
  const codes = lists.flatMap(({ definition }) =>
    [...definition.matchAll(/'([^']+)'::text/g)].map(([, code = ""]) => code),
  );
  expect(codes.length).toBeGreaterThan(0);
  for (const language of languages) {
    for (const code of codes) expect(wordOfCode(kind, code, language), code).not.toBe(code);
  }
});
