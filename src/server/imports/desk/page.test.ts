import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { formatKept } from "#shared/messages/imports/reasons.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { type ImportDetail, importOffice } from "#test/imports.ts";
import { employ, enrol, enrolWithLogin, foundSociety, giveLogin, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);
const { ask, posting, upload, map, bring, read, send, post, undo } = office;
const { findings, standing, count } = office;

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator", "auditor", "loans-officer"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  for (const memberNo of ["MS1", "MS2"]) await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const head = "member_no,date,kind,amount,reference";
const savings = `Payroll,Posted,What,Sum,Ref,Shoe size
MS1,2024-01-31,deposit,"1,000.50",R1,41
MS2,31/01/2024,share capital,500,R2,
`;

steps("step by step", () => {
  describe("an import over the page", () => {
    let detail: ImportDetail;

    it("proposes the columns it can guess, and shows the first rows next to them", async () => {
      const reply = await upload("entries", savings, { fileName: "january.csv" });
      expect(reply.status, reply.text).toBe(201);
      detail = reply.body as ImportDetail;
      expect(detail).toMatchObject({ state: "draft", isChecked: false, rows: 2, own: true });
      const [file] = detail.files;
      expect(file).toMatchObject({ name: "january.csv", mapping: "guess", declares: "amount" });
      expect(file?.header).toEqual(["Payroll", "Posted", "What", "Sum", "Ref", "Shoe size"]);
      expect(file?.samples[0]).toEqual(["MS1", "2024-01-31", "deposit", "1,000.50", "R1", "41"]);
      const guessed = file?.columns.filter(({ place }) => place !== -1);
      expect(guessed).toMatchObject([{ name: "reference", needed: false, place: 4 }]);
    });

    it("names next to each column what is still to be chosen", async () => {
      const reply = await map(detail);
      expect(reply.status).toBe(422);
      const { errors } = reply.body as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).toEqual(["date", "kind", "amount"]);
      const places = { member_no: 0, date: 1, kind: 2, amount: 0, shoe: 5 };
      const path = `/${detail.id}/files/${detail.files[0]?.id}/mapping`;
      const wrong = await ask("clerk", "POST", path, { places });
      expect(wrong.text).toContain('"amount"');
      expect(wrong.text).toContain('"shoe"');
    });

    it("is checked once it is mapped, and must sum to its declared total", async () => {
      const places = { member_no: 0, date: 1, kind: 2, amount: 3, reference: 4 };
      const path = `/${detail.id}/files/${detail.files[0]?.id}/mapping`;
      const differs = await ask("clerk", "POST", path, {
        places,
        expectedRows: "3",
        expectedAmount: "1500",
      });
      expect(differs.body).toMatchObject({ isChecked: true, findings: 2 });
      expect(
        (await findings(detail.id)).map(({ reason, given }) => formatKept(reason, given, "en")),
      ).toEqual(["has 2 rows, not 3 as declared", "adds up to 1,500.50, not 1,500.00 as declared"]);
      expect((await ask("clerk", "POST", `/${detail.id}/sending`, {})).body).toMatchObject({
        reason: "import-faults",
      });
      const reply = await ask("clerk", "POST", path, {
        places,
        expectedRows: "2",
        expectedAmount: "1500.50",
      });
      expect(reply.body).toMatchObject({
        findings: 0,
        amount: 1500.5,
        kinds: [
          { kind: "deposit", rows: 1, amount: 1000.5 },
          { kind: "share_capital", rows: 1, amount: 500 },
        ],
        files: [{ mapping: "chosen", sums: [{ column: "amount", amount: 1500.5 }] }],
      });
      expect(await standing("member-deposits")).toBe(0);
    });

    it("is posted only by a second person, whole, and its history names everybody", async () => {
      const early = await posting("treasurer", detail.id);
      expect(early.body).toMatchObject({ reason: "import-state" });
      await send(detail.id);
      for (const who of ["clerk", "auditor", "loans-officer"]) {
        expect((await posting(who, detail.id)).status).toBe(403);
      }
      await post(detail.id);
      expect(await standing("member-deposits", "MS1")).toBe(1000.5);
      expect(await standing("share-capital", "MS2")).toBe(500);
      const posted = await read(detail.id, "auditor");
      expect(posted).toMatchObject({ state: "posted", preparedBy: "CLERK", postedBy: "TREASURER" });
      expect(posted.files[0]?.samples).toEqual([]);
      expect(posted.steps.map(({ step, by }) => `${step} ${by}`)).toEqual([
        "uploaded CLERK",
        "checked CLERK",
        "checked CLERK",
        "prepared CLERK",
        "posted TREASURER",
      ]);
      expect(await count("select from import_upload where content is not null")).toBe(0);
    });

    it("remembers the columns: all for the same header, by their names for another", async () => {
      const next = savings.replaceAll("R1", "R3").replaceAll("R2", "R4");
      const same = (await upload("entries", next)).body as ImportDetail;
      expect(same.files[0]).toMatchObject({ mapping: "same-header" });
      expect(same.files[0]?.columns.map(({ place }) => place)).toEqual([
        0, 1, 2, -1, 3, -1, 4, -1, -1, -1,
      ]);
      const other = "What,SUM,posted,Payroll\ndeposit,5,2024-02-01,MS1\n";
      const known = (await upload("entries", other)).body as ImportDetail;
      expect(known.files[0]).toMatchObject({ mapping: "known-names" });
      const { body } = await map(known);
      expect(body).toMatchObject({ findings: 0, amount: 5 });
      for (const { id } of [same, known]) {
        const gone = await ask("clerk", "POST", `/${id}/discarding`, { reason: "A try" });
        expect(gone.body).toEqual({ id, state: "discarded" });
      }
    });

    it("reports a file that comes twice, and rejects it until it is undone", async () => {
      const again = await upload("entries", savings, { fileName: "copy.csv" });
      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ reason: "import-known" });
      expect((again.body as { message: string }).message).toBe(
        "This same file was imported before, as january.csv: import 1, on 14 Apr 2026 by CLERK. " +
          "You can import it again only if that import is reversed or discarded.",
      );
    });

    it("is undone by a third person, entry by entry, and its file may come again", async () => {
      expect((await undo(detail.id, "treasurer")).body).toMatchObject({
        reason: "import-undo-own",
      });
      const undone = await undo(detail.id);
      expect(undone.body).toEqual({ id: detail.id, state: "undone" });
      const said =
        "select from journal_entry where kind = 'reversal' and narration !~ '^Reversed: '";
      expect(await count(said)).toBe(0);
      expect(await standing("member-deposits")).toBe(0);
      expect(await standing("share-capital")).toBe(0);
      const reversed = `select from journal_entry r join journal_entry e on e.id = r.reverses
      where e.import_run_id is not null and r.narration = 'Reversed: ' || e.narration`;
      expect(await count(reversed)).toBe(2);
      expect((await undo(detail.id)).body).toMatchObject({ reason: "import-state" });
      const again = await bring({ entries: savings });
      expect(again.findings).toBe(0);
      await send(again.id);
      await post(again.id);
      expect(await standing("member-deposits", "MS1")).toBe(1000.5);
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("a file with errors", () => {
    const faulty = `${head}\nMS1,2024-02-31,deposit,5,F1\nMS9,2024-02-01,deposit,=1+1,F2\n`;

    it("names them by row and column, and returns the rows to be corrected", async () => {
      const detail = await bring({ entries: faulty });
      expect(detail.findings).toBe(3);
      const found = await findings(detail.id);
      expect(found.map(({ row, column }) => `${row} ${column}`)).toEqual([
        "2 date",
        "3 amount",
        "3 member_no",
      ]);
      const file = detail.files[0]?.id ?? "";
      const csv = await ask("clerk", "GET", `/${detail.id}/files/${file}/faults.csv`);
      expect(csv.headers.get("content-disposition")).toContain("entries-to-correct.csv");
      const lines = csv.text.trimEnd().split("\r\n");
      expect(lines[0]?.replace("\uFEFF", "")).toBe(`Row,What is wrong,${head}`);
      expect(lines).toHaveLength(3);
      // Text that a spreadsheet would run as a formula is made harmless on its way back.
      expect(lines[2]).toContain(",'=1+1,");

      const mended = `${head}\nMS1,2024-02-28,deposit,5,F1\n`;
      const into = { into: detail.id, replaces: file };
      const replaced = (await upload("entries", mended, into)).body as ImportDetail;
      expect(replaced.files).toHaveLength(1);
      expect(replaced).toMatchObject({ findings: 0, isChecked: false });
      expect(replaced.files[0]).toMatchObject({ mapping: "same-header" });
      expect((await map(replaced)).body).toMatchObject({ findings: 0, isChecked: true });
      const back = await ask("clerk", "POST", `/${detail.id}/discarding`, { reason: "A try" });
      expect(back.status, back.text).toBe(201);
    });

    it("that no longer fits the books when it is posted is returned whole", async () => {
      const csv = `${head}\nMS1,2024-03-01,withdrawable_out,5,W1\n`.replace(
        "amount,reference\nMS1,2024-03-01,withdrawable_out,5",
        "amount,reference,account\nMS1,2024-03-01,withdrawable_out,5",
      );
      const accounts = "account_no,member_no,opened_on\nMS1-W,MS1,2021-01-01\n";
      const entries = `${head},account\nMS1,2024-02-01,withdrawable_in,5,W0,MS1-W\n`;
      const first = await bring({ withdrawables: accounts, entries });
      expect(first.findings).toBe(0);
      await send(first.id);
      await post(first.id);
      const out = await bring({ entries: csv.trimEnd() + ",MS1-W\n" });
      expect(out.findings, JSON.stringify(await findings(out.id))).toBe(0);
      await send(out.id);
      const undone = await undo(first.id);
      expect(undone.status, undone.text).toBe(201);
      const refused = await posting("treasurer", out.id);
      expect(refused.body).toMatchObject({ reason: "import-changed" });
      expect(await read(out.id)).toMatchObject({ state: "draft", findings: 1 });
      expect((await findings(out.id))[0]).toMatchObject({
        reason: "books.floor",
        given: { ledger: "withdrawable-deposits", standing: "−5.00" },
      });
      expect(await standing("withdrawable-deposits")).toBe(0);
    });

    it("is returned by the checker with a reason", async () => {
      const detail = await bring({ entries: `${head}\nMS1,2024-05-01,deposit,7,G1\n` });
      await send(detail.id);
      const back = await ask("treasurer", "POST", `/${detail.id}/return`, {
        reason: "Which month?",
      });
      expect(back.body).toEqual({ id: detail.id, state: "draft" });
      expect((await read(detail.id)).steps.at(-1)).toMatchObject({
        step: "returned",
        by: "TREASURER",
        detail: "Which month?",
      });
    });
  });

  const wholeImport = {
    members:
      "member_no,full_name,joined_on,id_no\n" +
      "N1,Nekesa Wafula,2020-01-01,111\nN2,Omar Ali,2020-01-01,222\n",
    "next-of-kin": "member_no,position,kin_name\nN1,1,Wafula\n",
    loans:
      "loan_no,member_no,category,principal,fee,monthly_deduction,term_months,start_date\n" +
      "NL-1,N1,Instant,5000,500,1833,3,2026-02-10\n",
    guarantees: "loan_no,guarantor,amount\nNL-1,N2,2500\n",
    entries:
      `${head},account\nN1,2026-01-31,deposit,3000,N-1,\n` +
      "N1,2026-02-10,loan_disbursed,5500,NL-1,NL-1\nN1,2026-03-31,loan_repaid,1833,N-2,NL-1\n",
  };

  describe("an import of members with their loans", () => {
    let id = "";

    it("is imported as one, though no file of it could be alone", async () => {
      const detail = await bring(wholeImport);
      expect(detail.findings, JSON.stringify(await findings(detail.id))).toBe(0);
      expect(detail.files.map(({ kind }) => kind)).toEqual(Object.keys(wholeImport));
      id = detail.id;
      await send(id);
      await post(id);
      expect(await standing("loan-receivable", "N1")).toBe(3667);
      expect(await count("select from guarantee where import_run_id is not null")).toBe(1);
    });

    it("is undone whole: the money reversed, loans and kin removed, members kept", async () => {
      const undone = await undo(id);
      expect(undone.status, undone.text).toBe(201);
      expect(await standing("loan-receivable", "N1")).toBe(0);
      expect(await standing("member-deposits", "N1")).toBe(0);
      for (const table of ["loan", "guarantee", "next_of_kin"]) {
        expect(await count(`select from ${table} where import_run_id is not null`), table).toBe(0);
      }
      expect(await count("select from member where member_no in ('N1', 'N2')")).toBe(2);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("is imported again corrected, and renews the members it had left", async () => {
      const corrected = {
        ...wholeImport,
        members: wholeImport.members.replace("Nekesa", "Nanjala"),
      };
      const detail = await bring(corrected);
      expect(detail.findings, JSON.stringify(await findings(detail.id))).toBe(0);
      await send(detail.id);
      await post(detail.id);
      id = detail.id;
      expect(await count("select from member where full_name = 'Nanjala Wafula'")).toBe(1);
      expect(await standing("loan-receivable", "N1")).toBe(3667);
      const found = "select from member_word where word = 'nanjala'";
      expect(await count(found)).toBe(1);
    });

    it("a file is removed from an import, and the others are checked without it", async () => {
      const { members, loans } = wholeImport;
      const alone = {
        members: members.replaceAll(/N(?=\d)/g, "O").replaceAll(/[12]{3}/g, ""),
        loans: loans.replaceAll("N1", "O1").replace("NL", "OL"),
      };
      const detail = await bring(alone);
      expect(
        (await findings(detail.id)).map(({ reason, given }) => formatKept(reason, given, "en")),
      ).toContain("no entry disburses it: loan_disbursed or loan_brought_forward");
      const path = `/${detail.id}/files/${detail.files[1]?.id}/removal`;
      const left = (await ask("clerk", "POST", path, {})).body as ImportDetail;
      expect(left).toMatchObject({ isChecked: true, findings: 0 });
      expect(left.files.map(({ kind }) => kind)).toEqual(["members"]);
      await ask("clerk", "POST", `/${detail.id}/discarding`, { reason: "A try" });
    });

    it("is not undone once something else depends on it, and says what", async () => {
      await enrolWithLogin(society, "MS3");
      const entries = `${head},account\nN1,2026-04-01,loan_repaid,100,N-9,NL-1\n`;
      const later = await bring({ entries });
      await send(later.id);
      await post(later.id);
      const refused = await undo(id);
      expect(refused.body).toMatchObject({ reason: "import-later" });
      expect(refused.text).toContain("that this import added: 1.");
      await undo(later.id);
      await giveLogin(society, "N2");
      expect((await undo(id)).body).toMatchObject({ reason: "import-logins" });
      expect(await standing("loan-receivable", "N1")).toBe(3667);
      await society.owner.query(
        "delete from login where member_id = (select id from member where member_no = 'N2')",
      );
      expect((await undo(id)).status).toBe(201);
    });

    it("is not undone if its money was used since", async () => {
      const dividend = await bring({ entries: `${head}\nMS2,2024-06-01,dividend,70,D1\n` });
      await send(dividend.id);
      await post(dividend.id);
      const paid = await bring({ entries: `${head}\nMS2,2024-06-02,dividend_paid,70,D2\n` });
      await send(paid.id);
      await post(paid.id);
      expect((await undo(dividend.id)).body).toMatchObject({ reason: "import-spent" });
      expect(await standing("dividend-payable", "MS2")).toBe(0);
    });
  });

  describe("the list and the samples", () => {
    it("show every import with its files, and the errors of each", async () => {
      const reply = await ask("auditor", "GET", "");
      const { rows } = reply.body as { rows: { id: string; state: string; files: unknown[] }[] };
      expect(rows.at(-1)).toMatchObject({
        id: "1",
        state: "undone",
        endedBy: "ADMINISTRATOR",
        files: [{ kind: "entries", name: "january.csv" }],
        amount: 1500.5,
      });
      expect((await ask("loans-officer", "GET", "")).status).toBe(403);
      expect((await ask("clerk", "GET", "/999")).status).toBe(404);
    });

    it.each(["members", "next-of-kin", "entries", "loans", "guarantees", "withdrawables"])(
      "has a sample of %s that is the template",
      async (kind) => {
        const token = tokens.clerk ?? "";
        const reply = await society.send("GET", `/api/v1/import-samples/${kind}`, { token });
        const template = readFileSync(`samples/import/templates/${kind}.csv`, "utf8");
        expect(reply.text.replace("\uFEFF", "").replaceAll("\r\n", "\n")).toBe(template);
      },
    );
  });
});
