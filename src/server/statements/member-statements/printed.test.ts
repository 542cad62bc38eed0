import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { documentStatements } from "#shared/contract/statements/member-statements.ts";
import {
  type PrintedDocument,
  printedDocument,
} from "#shared/contract/statements/printed-document.ts";
import type { IssuedRecord } from "#shared/issued-record.ts";
import { cents, shillings } from "#shared/money.ts";
import { qrCode } from "#server/kernel/documents/qr.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import { openSealed } from "#web/public/sealed-rows.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { documentsPerMinute: 6000, documentBurst: 600, verificationsPerMinute: 6000 },
  config: { publicUrl: "https://uzimasacco.example" },
});
const tokens: Record<string, string> = {};

async function issue(part: string, body: object, as = "MS4217"): Promise<Response> {
  return fetch(`${society.address}/api/v1/members/MS4217/${part}/documents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[as]}` },
    body: JSON.stringify(body),
  });
}

async function printed(part: string, body: object = {}, as = "MS4217"): Promise<PrintedDocument> {
  const reply = await issue(part, { format: "print", ...body }, as);
  expect(reply.status).toBe(201);
  expect(reply.headers.get("content-type")).toBe("application/json");
  return printedDocument.parse(await reply.json());
}

/** Returns what was sealed under a code, as the public page opens it. */
async function sealedUnder(code: string, key: string): Promise<IssuedRecord> {
  const reply = await society.send("GET", `/api/v1/verification/${code}/rows`);
  const record = await openSealed((reply.body as { sealed: string }).sealed, code, key);
  if (record === null) throw new Error(`the key ${key} does not open ${code}`);
  return record;
}

async function sealedOfPdf(part: string, body: object = {}): Promise<IssuedRecord> {
  const reply = await issue(part, { format: "pdf", ...body });
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  const [code = "", key = ""] = new Set(text.match(/\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g));
  return sealedUnder(code, key);
}

async function countOfIssued(): Promise<number> {
  const { rows } = await society.owner.query("select count(*)::int as count from issued_statement");
  return (rows as { count: number }[])[0]?.count ?? Number.NaN;
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS4217", "MS4218"]) {
    await enrolWithLogin(society, memberNo, { fullName: "Wanjirũ Njeri Kamaũ" });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const [number, role] of [
    ["ST1", "clerk"],
    ["ST2", "teller"],
  ] as const) {
    await employ(society, number, role);
    tokens[number] = await signIn(society, number);
  }
  const account = memberAccount("member-deposits", await memberIdOf(society, "MS4217"));
  const deposit = (month: string): Entry => ({
    kind: "deposit-by-mpesa",
    narration: `Salary deduction ${month}`,
    referenceNo: `PCO-26${month}`,
    valueDate: `2026-${month}-28` as CalendarDate,
    lines: [
      debit(societyAccount("mobile-money"), cents(500_000n + BigInt(month))),
      credit(account, cents(500_000n + BigInt(month))),
    ],
  });
  await society.database.unitOfWork("test", (work) =>
    postAll(work, ["01", "02", "03"].map(deposit)),
  );
  await lend(society, "MS4217", { loanNo: "LN-1" });
  await lend(society, "MS4218", { loanNo: "LN-2" });
  await society.database.unitOfWork("test", async (work) =>
    recordGuarantee(work, {
      loanNo: "LN-2",
      amount: shillings(3000),
      guarantorId: await memberIdOf(society, "MS4217"),
    }),
  );
});

describe("what is printed from a page", () => {
  it.each([
    ...documentStatements.map((statement): [string, object] => [`statements/${statement}`, {}]),
    ["statements/savings", { from: "2026-02-01", to: "2026-03-31", search: "deduction 03" }],
    ["loans/LN-1", {}],
  ])(
    "of %s %o has the rows, facts and totals of the PDF, under its own code",
    async (part, body) => {
      const { record, verification } = await printed(part, body);
      const sealed = await sealedUnder(record.code, verification.rowsKey);
      expect(record).toEqual(sealed);
      const ofPdf = await sealedOfPdf(part, body);
      expect(sealed.code).not.toBe(ofPdf.code);
      expect({ ...sealed, code: "" }).toEqual({ ...ofPdf, code: "" });
    },
  );

  it("is found by the public check, and a row changed on the paper differs there", async () => {
    const { record, verification } = await printed("statements/savings");
    const reply = await society.send("GET", `/api/v1/verification/${record.code}`);
    expect(reply.body).toMatchObject({ holder: "Wanjirũ N. K****", closing: 15_000.06 });
    const paper = record.rows.map((row) => row.map((cell) => cell.replace("5,000.02", "9,000.02")));
    const sealed = await sealedUnder(record.code, verification.rowsKey);
    expect(sealed.total).toEqual(record.total);
    const changed = sealed.rows.flatMap((row, at) =>
      row.join() === paper[at]?.join() ? [] : [at],
    );
    expect(changed).toEqual([1]);
  });

  it("leads to the check with its code and key by the QR code", async () => {
    const { record, verification } = await printed("statements/savings");
    const { picture, rowsKey } = verification;
    const address = `https://uzimasacco.example/Verify/${record.code}`;
    expect(picture.alt).toContain(address);
    const { size, bars } = qrCode(`${address}#${rowsKey}`);
    const squares = [...picture.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)];
    expect(picture.size).toBe(size);
    expect(squares.map(([, ...drawn]) => drawn.map(Number))).toEqual(bars);
  });

  it("names the society, and says where its total comes from", async () => {
    const { letterhead, proof, record, tied } = await printed("loans/LN-1");
    expect(letterhead.name).toBe("Uzima Hospital Staff Sacco");
    expect(record.notes).toContain(proof);
    expect(tied).toEqual([record.heads.length - 1, (record.further?.heads.length ?? 0) - 1]);
  });

  it("is audited under its code, and so is the access of staff", async () => {
    const { record } = await printed("statements/savings", {}, "ST1");
    const { rows } = await society.owner.query(
      `select issued_by, row_count, (select jsonb_build_object('actor', actor, 'subject', subject,
        'format', detail ->> 'format') from audit_record where detail ->> 'code' = code) as audited
      from issued_statement where code = $1`,
      [record.code],
    );
    const audited = { actor: "staff:ST1", subject: "member:MS4217", format: "print" };
    expect(rows).toEqual([{ issued_by: "staff:ST1", row_count: 3, audited }]);
    const accesses = await society.owner.query(
      `select 1 from audit_record where actor = 'staff:ST1' and subject = 'member:MS4217'
        and action <> 'statement-issued'`,
    );
    expect(accesses.rowCount).toBe(1);
  });

  it.each([
    ["another member", "MS4218", "statements/savings"],
    ["another member", "MS4218", "loans/LN-1"],
    ["staff who may not read the member", "ST2", "statements/savings"],
    ["staff who may not read the member", "ST2", "loans/LN-1"],
  ])("is not issued to %s (%s, %s), and nothing is recorded of it", async (_, who, part) => {
    const before = await countOfIssued();
    const reply = await issue(part, { format: "print" }, who);
    expect(reply.status).toBe(403);
    expect(await countOfIssued()).toBe(before);
  });

  it("is a PDF or JSON to print where a loan is meant, and nothing else", async () => {
    expect((await issue("loans/LN-1", { format: "csv" })).status).toBe(422);
    expect((await issue("loans/LN-1", {})).headers.get("content-type")).toBe("application/pdf");
  });

  it("is described to programs, field by field", async () => {
    const { body } = await society.send("GET", "/api/openapi.json");
    const { paths } = body as { paths: Record<string, Record<string, object>> };
    const path = "/api/v1/members/{memberNo}/statements/{statement}/documents";
    const schema = { properties: { record: {}, verification: {} } };
    expect(paths[path]?.["post"]).toMatchObject({
      responses: { 201: { content: { "application/json": { schema }, "application/pdf": {} } } },
    });
  });
});
