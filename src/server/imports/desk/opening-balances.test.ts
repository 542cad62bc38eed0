import { beforeAll, expect, it } from "vitest";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
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
  for (const memberNo of ["MS1", "MS2", "MS3"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const head =
  "Member No.,Deposits,Share capital,Withdrawable,Loan balance,Loan no,Principal,Rate," +
  "Term months,Start date";
const rows = [
  'MS1,"120,000.00",20000,1500,3667,LN-1,5000,10%,3,2026-02-10',
  "MS2,45000,5000,,0,,,,,",
  "MS3,0,0,,,,,,,",
];
const file = (...changed: string[]) =>
  `${[head, ...(changed.length > 0 ? changed : rows)].join("\n")}\n`;

async function begin(text: string, asOf?: string): Promise<ImportDetail> {
  const reply = await office.upload("opening-balances", text);
  expect(reply.status, reply.text).toBe(201);
  const more = asOf === undefined ? {} : { asOf };
  const mapped = await office.map(reply.body as ImportDetail, more);
  expect(mapped.status, mapped.text).toBe(201);
  return mapped.body as ImportDetail;
}

async function said(detail: ImportDetail): Promise<string[]> {
  const found = await office.findings(detail.id);
  return found.map(
    ({ row, column, reason, given }) => `${row} ${column}: ${formatKept(reason, given, "en")}`,
  );
}

async function setAside({ id }: ImportDetail): Promise<void> {
  await office.ask("clerk", "POST", `/${id}/discarding`, { reason: "A try" });
}

steps("a file of opening balances", () => {
  let detail: ImportDetail;

  it("is recognised by its headings, and needs the day of its balances", async () => {
    detail = await begin(file());
    expect(detail.files[0]).toMatchObject({ asOf: "", declares: "deposits" });
    expect(await said(detail)).toEqual([
      "0 as_of: the file does not give the date of its balances: enter the date",
    ]);
    const dated = await office.map(detail, { asOf: "2026-03-31", expectedAmount: "165000" });
    expect(dated.body).toMatchObject({ findings: 0, files: [{ asOf: "2026-03-31" }] });
    expect((dated.body as ImportDetail).files[0]?.sums).toEqual(
      expect.arrayContaining([
        { column: "deposits", amount: 165_000 },
        { column: "share_capital", amount: 25_000 },
        { column: "withdrawable", amount: 1500 },
        { column: "loan_balance", amount: 3667 },
      ]),
    );
  });

  it("is posted as entries dated that day, with a loan that runs", async () => {
    await office.send(detail.id);
    await office.post(detail.id);
    expect(await office.standing("member-deposits", "MS1")).toBe(120_000);
    expect(await office.standing("share-capital", "MS2")).toBe(5000);
    expect(await office.standing("withdrawable-deposits", "MS1")).toBe(1500);
    expect(await office.standing("loan-receivable", "MS1")).toBe(3667);
    const { rows: entries } = await society.owner.query(
      `select distinct value_date::text as day from journal_entry
        where import_run_id = (select run_id from import_batch where id = $1)`,
      [detail.id],
    );
    expect(entries).toEqual([{ day: "2026-03-31" }]);
    const { rows: loans } = await society.owner.query(
      `select l.state, l.principal_cents, l.total_cents, l.term_months, l.start_date::text,
          (select count(*)::int from loan_instalment i where i.loan_id = l.id) as instalments
        from loan l where loan_no = 'LN-1'`,
    );
    expect(loans).toMatchObject([
      { state: "disbursed", start_date: "2026-02-10", term_months: 3, instalments: 3 },
    ]);
    expect(loans[0]).toMatchObject({ principal_cents: "500000", total_cents: "550000" });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is not posted twice for one member, however the second file differs", async () => {
    const again = await begin(file("MS2,1,1,,,,,,,"), "2026-03-31");
    expect(await said(again)).toEqual([
      "2 member_no: MS2 has a balance brought forward already, of 31 Mar 2026",
    ]);
    await setAside(again);
  });

  it.each([
    ["MS3,1,1,,500,LN-9,,10,3,2026-02-10", "loan_balance: a loan with a balance needs principal"],
    [
      "MS3,1,1,,500,,,,,",
      "loan_balance: a loan with a balance needs loan_no, principal, rate, term_months, start_date",
    ],
    ["MS3,1,1,,,LN-9,5000,10,3,2026-02-10", "loan_balance: is empty, and the row has a loan"],
    ["MS3,1,1,,9000,LN-9,5000,10,3,2026-02-10", "amount: is more than the loan, 5,500.00"],
    ["MS3,1,1,,500,LN-9,5000,110,3,2026-02-10", "rate: “110” is not a rate in percent"],
    ["MS3,1,1,,500,LN-9,5000,10,3,2026-04-10", "date: the loan started on 10 Apr 2026"],
    ["MS3,,1,,,,,,,", "deposits: is empty"],
    ["MS9,1,1,,,,,,,", "member_no: there is no member MS9"],
  ])("names what is missing or wrong: %s", async (row, wanted) => {
    const faulty = await begin(file(row), "2026-03-31");
    expect((await said(faulty)).join("\n")).toContain(`2 ${wanted}`);
    await setAside(faulty);
  });

  it("is not dated into a closed month", async () => {
    await society.owner.query("update books_closed set until = '2026-02-28'");
    const closed = await begin(file("MS3,1,1,,,,,,,"), "2026-02-28");
    expect(await said(closed)).toContain(
      "2 date: is in a month that is closed: the books are closed up to 28 Feb 2026",
    );
    const open = await office.map(closed, { asOf: "2026-03-01" });
    expect(open.body).toMatchObject({ findings: 0 });
    await setAside(closed);
    await society.owner.query("update books_closed set until = null");
  });

  it("leaves nothing once it is undone, and may then be imported again", async () => {
    expect((await office.undo(detail.id)).status).toBe(201);
    expect(await office.standing("member-deposits", "MS1")).toBe(0);
    expect(await office.count("select from loan where loan_no = 'LN-1'")).toBe(0);
    const again = await begin(file(), "2026-03-31");
    expect(await said(again)).toEqual([]);
    await office.send(again.id);
    await office.post(again.id);
    expect(await office.standing("withdrawable-deposits", "MS1")).toBe(1500);
    expect(await reconcile(society.database)).toEqual([]);
  });
});
