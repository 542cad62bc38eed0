import fc from "fast-check";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { IssuedRecord } from "#shared/issued-record.ts";
import { cents, formatMoney } from "#shared/money.ts";
import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { checkFile, type Verdict } from "#web/file-check/check-file.ts";
import { openSealed } from "#web/public/sealed-rows.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { replaced } from "#test/redrawn.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { documentsPerMinute: 6000, documentBurst: 600 } });
const tokens: Record<string, string> = {};
let member = 0n;

const day = (text: string) => text as CalendarDate;

async function ask(loanNo: string, who = "MS1", as = who, language = "en") {
  return fetch(`${society.address}/api/v1/members/${who}/loans/${loanNo}/documents`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": language,
      authorization: `Bearer ${tokens[as]}`,
    },
    body: "{}",
  });
}

async function download(loanNo: string, as = "MS1"): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await ask(loanNo, "MS1", as);
  expect(reply.status).toBe(201);
  return new Uint8Array(await reply.arrayBuffer());
}

async function check(file: Uint8Array<ArrayBuffer>): Promise<Verdict> {
  const { publicKey } = new DocumentSigner(society.config.secret);
  return checkFile(file, { keys: [publicKey], withdrawn: [] });
}

/** Returns what a statement says, from the signed record in its file. */
async function recordOf(loanNo: string, as = "MS1"): Promise<IssuedRecord> {
  const verdict = await check(await download(loanNo, as));
  expect(verdict.state).toBe("as-issued");
  return (verdict as { record: IssuedRecord }).record;
}

async function codesOn(file: Uint8Array): Promise<readonly [code: string, key: string]> {
  const { text } = await extractText(await getDocumentProxy(file.slice()), { mergePages: true });
  const [code = "", key = ""] = new Set(text.match(/\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g));
  return [code, key];
}

const factsOf = ({ facts }: IssuedRecord): Record<string, string> => Object.fromEntries(facts);

interface Paid {
  readonly amount: bigint;
  readonly on: string;
}

async function repay(loanNo: string, paid: readonly Paid[]): Promise<void> {
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(
      work,
      paid.map(({ amount, on }) => ({
        kind: "loan-repaid-by-check-off" as const,
        memberId: member,
        narration: "Check-off",
        loanNo,
        amount: cents(amount),
        valueDate: day(on),
      })),
    ),
  );
}

async function bringForward(loanNo: string, amount: bigint): Promise<void> {
  await society.owner.query(
    `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, state, start_date, end_date)
    values ($1, $2, 'Development', 'Roof', 6000000, 0, 6000000, 500000, 12, 'disbursed',
      '2025-06-30', '2026-06-30')`,
    [loanNo, member],
  );
  await society.owner.query(
    `insert into loan_instalment (loan_id, number, due_on, amount_cents)
    select id, n, ('2025-06-30'::date + make_interval(months => n))::date, 500000
    from loan cross join generate_series(1, 12) n where loan_no = $1`,
    [loanNo],
  );
  await society.owner.query(
    `insert into ledger_account (code, member_id, reference, normal_side, opened_on)
    values ('loan-receivable', $1, $2, 1, '2026-01-01') on conflict do nothing`,
    [member, loanNo],
  );
  const account = memberAccount("loan-receivable", member, loanNo);
  await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "loan-brought-forward",
      narration: "Loan brought forward",
      valueDate: day("2026-01-01"),
      lines: [
        debit(account, cents(amount)),
        credit(societyAccount("opening-balances"), cents(amount)),
      ],
    }),
  );
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MS1", "MS2"]) {
    await enrolWithLogin(society, memberNo, { fullName: "Wanjirũ Njeri Kamaũ" });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  await employ(society, "ST1", "clerk");
  tokens["ST1"] = await signIn(society, "ST1");
  member = await memberIdOf(society, "MS1");
  const startDate = day("2026-01-31");
  await lend(society, "MS1", {
    loanNo: "LN-A",
    months: 4,
    startDate,
    firstDueOn: day("2026-02-28"),
  });
  await repay("LN-A", [
    { amount: 182_405n, on: "2026-02-28" },
    { amount: 50_000n, on: "2026-03-28" },
  ]);
});

describe("the statement of a loan", () => {
  it("shows the amounts lent and repaid, the settlement today, and what is due next", async () => {
    const record = await recordOf("LN-A");
    const facts = factsOf(record);
    expect(record.title).toBe("Loan Statement LN-A");
    expect(facts).toMatchObject({
      Name: "Wanjirũ Njeri Kamaũ",
      "Member No": "MS1",
      "Loan number": "LN-A",
      Product: "Instant",
      Purpose: "School fees",
      "Paid out on": "31 Jan 2026",
      Principal: "6,600.00",
      State: "Being repaid, overdue",
    });
    expect(record.rows[0]).toEqual([
      "31 Jan 2026",
      "Instant loan LN-A paid out",
      "LN-A",
      "6,600.00",
      facts["Fee"],
      "",
      facts["Total to repay"],
    ]);
    expect(record.rows.map((row) => row[5])).toEqual(["", "1,824.05", "500.00"]);
    expect(facts["Owed on 14 Apr 2026"]).toBe(record.total.at(-1));
    expect(facts["To settle it on 14 Apr 2026"]).toBe(record.total.at(-1));
    expect(record.further?.title).toBe("Instalments still to be paid");
    expect(record.further?.total.at(-1)).toBe(record.total.at(-1));
    expect(record.further?.rows.at(-1)?.[0]).toBe("28 May 2026");
  });

  it("is drawn whole, in the member's language too", async () => {
    const reply = await ask("LN-A", "MS1", "MS1", "sw-KE");
    const file = new Uint8Array(await reply.arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(file), { mergePages: true });
    const title = "Taarifa ya Mkopo LN-A";
    for (const words of [title, "Wa papo", "Awamu ambazo bado hazijalipwa", "28 Mei 2026"]) {
      expect(text).toContain(words);
    }
    expect(reply.headers.get("content-disposition")).toContain(
      '"MS1-loan-statement-LN-A-2026-04-14.pdf"',
    );
  });

  it("says of a settled loan when it was, and of one paid over what the society owes", async () => {
    for (const [loanNo, over] of [
      ["LN-S", 0n],
      ["LN-O", 12_345n],
    ] as const) {
      await lend(society, "MS1", { loanNo, months: 1, startDate: day("2026-02-01") });
      const { rows } = await society.owner.query(
        "select total_cents from loan where loan_no = $1",
        [loanNo],
      );
      await repay(loanNo, [{ amount: BigInt(rows[0].total_cents) + over, on: "2026-03-02" }]);
    }
    const settled = await recordOf("LN-S");
    expect(factsOf(settled)).toMatchObject({
      State: "Settled on 2 Mar 2026",
      "Owed on 14 Apr 2026": "0.00",
    });
    expect(settled.notes.join(" ")).toContain("Nothing is owed on this loan.");
    expect(settled.further).toBeUndefined();
    const over = await recordOf("LN-O");
    expect(factsOf(over)).toMatchObject({
      State: "Settled, paid over",
      "Owed on 14 Apr 2026": "−123.45",
      "To settle it on 14 Apr 2026": "0.00",
    });
    expect(over.notes.join(" ")).toContain("paid Ksh 123.45 more than was owed");
  });

  it("says where the books of a loan from before the portal begin", async () => {
    await bringForward("OLD-7", 2_250_050n);
    const record = await recordOf("OLD-7");
    expect(record.rows).toHaveLength(1);
    expect(record.rows[0]?.slice(3)).toEqual(["22,500.50", "", "", "22,500.50"]);
    expect(record.notes.join(" ")).toContain(
      "came into these books on 1 Jan 2026 with 22,500.50 brought forward",
    );
  });

  it("is downloaded by staff for a member, with the access and the issue audited", async () => {
    const [code] = await codesOn(await download("LN-A", "ST1"));
    const { rows } = await society.owner.query(
      `select action, actor, detail ->> 'loan' as loan from audit_record
      where subject = 'member:MS1' and actor = 'staff:ST1' order by seq`,
    );
    expect(rows).toEqual([
      expect.objectContaining({ actor: "staff:ST1" }),
      { action: "statement-issued", actor: "staff:ST1", loan: "LN-A" },
    ]);
    expect(code).not.toBe("");
  });
});

describe("a loan statement is not issued", () => {
  it("of another member's loan, or through one's own number", async () => {
    expect((await ask("LN-A", "MS1", "MS2")).status).toBe(403);
    const reply = await ask("LN-A", "MS2");
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ reason: "no-such-loan" });
  });

  it.each(["applied", "approved", "declined", "withdrawn"])(
    "of an application %s",
    async (state) => {
      const loanNo = `AP-${state.toUpperCase()}`;
      await society.owner.query(
        `insert into loan (loan_no, member_id, category, purpose, principal_cents, fee_cents,
        total_cents, monthly_deduction_cents, term_months, state)
      values ($1, $2, 'Instant', 'Rent', 700000, 31500, 731500, 365800, 2, $3)`,
        [loanNo, member, state],
      );
      const reply = await ask(loanNo);
      expect(reply.status).toBe(409);
      expect(await reply.json()).toMatchObject({ reason: "loan-not-lent" });
    },
  );

  it("under a code for a loan of another member, whatever the program says", async () => {
    const insert = society.owner.query(
      `insert into issued_statement (code, member_id, statement, period_to, closing_cents,
        row_count, issued_by, loan_no)
      values ('AAAA-BBBB-CCCC', $1, 'loan-statement', '2026-04-14', 0, 0, 'test', 'LN-A')`,
      [await memberIdOf(society, "MS2")],
    );
    await expect(insert).rejects.toMatchObject({ constraint: "issued_statement_loan" });
  });
});

describe("whoever has the paper", () => {
  it("finds the loan and what was owed by its code, and every row by its key", async () => {
    const file = await download("LN-A");
    const [code, key] = await codesOn(file);
    const found = await society.send("GET", `/api/v1/verification/${code}`);
    const { rows } = await society.owner.query(
      "select balance_cents from ledger_account where reference = 'LN-A'",
    );
    expect(found.body).toMatchObject({
      statement: "loan-statement",
      loanNo: "LN-A",
      holder: "Wanjirũ N. K****",
      closing: Number(rows[0].balance_cents) / 100,
    });
    const reply = await society.send("GET", `/api/v1/verification/${code}/rows`);
    const record = await openSealed((reply.body as { sealed: string }).sealed, code, key);
    expect(record).toEqual(((await check(file)) as { record: IssuedRecord }).record);
  });

  it("finds a changed repayment and a changed instalment by the file itself", async () => {
    const file = await download("LN-A");
    const changed = async (one: string, other: string) => {
      const verdict = await check(await replaced(file, one, other));
      expect(verdict.state).toBe("changed");
      return (verdict as Extract<Verdict, { state: "changed" }>).differences;
    };
    const repayment = await changed("500.00", "1,824.05");
    expect([[...repayment.rows], [...(repayment.further?.rows ?? [])]]).toEqual([[2], []]);
    const instalment = await changed("28 Apr 2026", "28 May 2026");
    expect(instalment.rows.size).toBe(0);
    expect([...(instalment.further?.rows ?? [])]).toEqual([1]);
  });
});

/** Adds up a loan's lines once more, without the product's queries. */
async function reAdded(loanNo: string) {
  const { rows } = await society.owner.query(
    `select l.amount_cents as moved, coalesce((select -f.amount_cents from journal_line f
        join ledger_account x on x.id = f.account_id and x.code = 'fee-income'
        where f.entry_id = l.entry_id), 0) as fee
    from journal_line l join ledger_account a on a.id = l.account_id
    where a.code = 'loan-receivable' and a.reference = $1
    order by l.value_date, l.entry_id`,
    [loanNo],
  );
  let owed = 0n;
  return rows.map((row: { moved: string; fee: string }) => {
    const moved = BigInt(row.moved);
    owed += moved;
    return { moved, fee: BigInt(row.fee), owed };
  });
}

const written = (amount: bigint) => formatMoney(cents(amount));
const fromText = (text: string) => BigInt(text.replaceAll(/[,.]/g, "").replace("−", "-") || "0");

describe("to the cent against the ledger, for any loan", () => {
  const repayments = fc.array(fc.bigInt({ min: 1n, max: 300_000n }), { maxLength: 6 });
  const loan = fc.record({
    principal: fc.integer({ min: 500, max: 9000 }),
    months: fc.integer({ min: 1, max: 6 }),
    repayments,
    reversed: fc.option(fc.nat(5), { nil: null }),
  });

  it("adds up by column and by row, and what is left of the instalments is owed", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(loan, async ({ principal, months, repayments: paid, reversed }) => {
        const loanNo = `RA-${++count}`;
        await lend(society, "MS1", { loanNo, principal, months, startDate: day("2025-10-31") });
        const on = (index: number) => `2025-12-${String(index + 10)}`;
        await repay(
          loanNo,
          paid.map((amount, index) => ({ amount, on: on(index) })),
        );
        await takeBack(loanNo, reversed);
        const lines = await reAdded(loanNo);
        const record = await recordOf(loanNo);
        expect(record.rows.map((row) => row.at(-1))).toEqual(
          lines.map(({ owed }) => written(owed)),
        );
        for (const [index, row] of record.rows.entries()) {
          const [lent, fee, repaid] = row.slice(3, 6).map(fromText) as [bigint, bigint, bigint];
          expect(lent + fee - repaid).toBe(lines[index]?.moved);
          expect(fee).toBe(lines[index]?.fee);
        }
        const owed = lines.at(-1)?.owed ?? 0n;
        expect(record.total.at(-1)).toBe(written(owed));
        const left = record.further?.total.at(-1) ?? "0.00";
        expect(left).toBe(written(owed > 0n ? owed : 0n));
      }),
      { numRuns: 12 },
    );
  });
});

/** Reverses the repayment at an index, if there is one. */
async function takeBack(loanNo: string, index: number | null): Promise<void> {
  if (index === null) return;
  const { rows } = await society.owner.query(
    `select l.entry_id from journal_line l join ledger_account a on a.id = l.account_id
    where a.reference = $1 and l.amount_cents < 0 order by l.entry_id offset $2 limit 1`,
    [loanNo, index],
  );
  const [first] = rows as { entry_id: string }[];
  if (first === undefined) return;
  await society.database.unitOfWork("test", (work) => reverse(work, BigInt(first.entry_id)));
}
