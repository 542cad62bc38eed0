import { beforeAll, describe, expect, it } from "vitest";
import { extractText, getDocumentProxy } from "unpdf";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { IssuedRecord } from "#shared/issued-record.ts";
import { cents } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { DocumentSigner } from "#server/kernel/documents/document-signer.ts";
import { compareDrawn, linesOf } from "#web/file-check/compare-drawn.ts";
import { drawnTexts, objectsOf } from "#web/file-check/pdf-text.ts";
import { checkFile, type SignatureKeys, type Verdict } from "#web/file-check/check-file.ts";
import { openSealed } from "#web/public/sealed-rows.ts";
import { bytesOf, latin, redrawn, replaced } from "#test/redrawn.ts";
import { enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: { documentsPerMinute: 6000, documentBurst: 600 } });
let issued: Uint8Array<ArrayBuffer>;
let ofAnother: Uint8Array<ArrayBuffer>;
let keys: SignatureKeys = { keys: [], withdrawn: [] };

async function download(memberNo: string): Promise<Uint8Array<ArrayBuffer>> {
  const token = await signIn(society, memberNo);
  const path = `/api/v1/members/${memberNo}/statements/savings/documents`;
  const reply = await fetch(society.address + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ format: "pdf" }),
  });
  expect(reply.status).toBe(201);
  return new Uint8Array(await reply.arrayBuffer());
}

beforeAll(async () => {
  await foundSociety(society);
  for (const [memberNo, fullName] of [
    ["MS4217", "Wanjirũ Njeri Kamaũ"],
    ["MS4218", "Amina Hassan"],
  ] as const) {
    await enrolWithLogin(society, memberNo, { fullName });
    const account = memberAccount("member-deposits", await memberIdOf(society, memberNo));
    await society.database.unitOfWork("test", (work) =>
      postAll(
        work,
        ["01", "02", "03"].map((month) => ({
          kind: "deposit-by-mpesa" as const,
          narration: `Salary deduction ${month}`,
          referenceNo: `PCO-26${month}`,
          valueDate: `2026-${month}-28` as CalendarDate,
          lines: [
            debit(societyAccount("mobile-money"), cents(500_000n + BigInt(month))),
            credit(account, cents(500_000n + BigInt(month))),
          ],
        })),
      ),
    );
  }
  issued = await download("MS4217");
  ofAnother = await download("MS4218");
  keys = { keys: [new DocumentSigner(society.config.secret).publicKey], withdrawn: [] };
});

type Changed = Extract<Verdict, { state: "changed" }>;

async function found(file: Uint8Array<ArrayBuffer>): Promise<Changed> {
  const verdict = await checkFile(file, keys);
  expect(verdict.state).toBe("changed");
  return verdict as Changed;
}

describe("the file of a coded document", () => {
  it("is as issued when nothing was changed, and shows what it says", async () => {
    const verdict = await checkFile(issued, keys);
    expect(verdict).toMatchObject({
      state: "as-issued",
      record: {
        society: "Uzima Hospital Staff Sacco",
        rows: [
          ["28 Jan 2026", "Salary deduction 01", "PCO-2601", "5,000.01", "5,000.01"],
          ["28 Feb 2026", "Salary deduction 02", "PCO-2602", "5,000.02", "10,000.03"],
          ["28 Mar 2026", "Salary deduction 03", "PCO-2603", "5,000.03", "15,000.06"],
        ],
      },
    });
  });

  it("names its member, so that one of another is not taken for theirs", async () => {
    const verdict = await checkFile(ofAnother, keys);
    const record = (verdict as { record: IssuedRecord }).record;
    expect(record.facts.map(([, value]) => value)).toContain("Amina Hassan");
  });

  it("with a changed row between true totals is found, with the row", async () => {
    const { differences } = await found(await replaced(issued, "5,000.02", "10,000.03"));
    expect([...differences.rows]).toEqual([1]);
    expect(differences.total).toBe(false);
  });

  it("with a changed total is found", async () => {
    const forged = await replaced(issued, "Total Amount", "5,000.03");
    expect((await found(forged)).differences.total).toBe(true);
  });

  it("with another title, society, code, note or name is found, with the line", async () => {
    const record = (await found(bytesOf(`${latin(issued)}\n`))).record;
    const name = record.facts.findIndex(([, value]) => value === "Wanjirũ Njeri Kamaũ");
    const lines = linesOf(record);
    expect(lines.length).toBeGreaterThan(3);
    for (const [index, line] of lines.entries()) {
      const { differences } = await found(await replaced(issued, line, "5,000.02"));
      expect([...differences.lines], line).toEqual([index]);
    }
    const { differences } = await found(await replaced(issued, "Wanjirũ Njeri Kamaũ", "Narration"));
    expect([...differences.facts]).toEqual([name]);
  });

  it("with a longer name, figure or title is found, though it begins as issued", async () => {
    const { record } = (await checkFile(issued, keys)) as Changed;
    const drawn = await drawnTexts(objectsOf(issued));
    const longer = (text: string) =>
      compareDrawn(
        record,
        drawn.map((one) => (one === text ? `${one}9` : one)),
      );
    expect(longer("Wanjirũ Njeri Kamaũ").facts.size).toBe(1);
    expect(longer("5,000.02").rows.size).toBe(1);
    expect(longer(record.title).lines.size).toBe(1);
  });

  it("has no difference marked when another program only saved it again", async () => {
    const { differences } = await found(bytesOf(`${latin(issued)}\n`));
    const { lines, facts, rows, total, added } = differences;
    expect([...lines, ...facts, ...rows, ...added, total]).toEqual([false]);
  });

  it("with a changed font is found, though its text reads as issued", async () => {
    // Swaps two glyphs of the font itself, so that every program still extracts the true text.
    const text = latin(issued);
    const font = /\/FontFile2 (\d+) 0 R/.exec(text)?.[1] ?? "";
    const at = text.indexOf("stream\n", text.indexOf(`\n${font} 0 obj`)) + 200;
    const forged = issued.slice();
    forged[at] = (forged[at] ?? 0) ^ 1;
    const { differences } = await found(forged);
    expect([...differences.rows]).toEqual([]);
  });

  it("with something drawn over a row is found", async () => {
    const over = redrawn(issued, (drawn) => `${drawn}\n1 g 40 300 500 20 re f`);
    await found(over);
  });

  it("with an update appended, as editors save, is found", async () => {
    await found(bytesOf(`${latin(issued)}\n1 0 obj\n<</Type /Catalog>>\nendobj\n%%EOF\n`));
    await found(bytesOf(latin(issued).replace(/%AkibaSignature [^\n]+\n$/, "")));
  });

  it("with the record of another member in it does not pass", async () => {
    const own = /\d+ 0 obj\n<<\n\/Type \/AkibaRecord[^]*?endobj/.exec(latin(issued))?.[0] ?? "";
    const other =
      /\d+ 0 obj\n<<\n\/Type \/AkibaRecord[^]*?endobj/.exec(latin(ofAnother))?.[0] ?? "";
    expect(own).not.toBe("");
    const { record, differences } = await found(bytesOf(latin(issued).replace(own, () => other)));
    expect(record.facts.map(([, value]) => value)).toContain("Amina Hassan");
    expect(differences.facts.size).toBeGreaterThan(0);
  });

  it("with the signature of another file does not pass", async () => {
    const line = /%AkibaSignature [^\n]+\n$/;
    const [signature = ""] = line.exec(latin(ofAnother)) ?? [];
    await found(bytesOf(latin(issued).replace(line, () => signature)));
  });

  it("with a record that the forger signed is unknown", async () => {
    const forger = new DocumentSigner("a secret of the forger's own");
    const unsigned = bytesOf(latin(issued).replace(/\/Signature \([^)]+\)/, "/Signature (AAAA)"));
    const file = new Uint8Array(forger.signFile(unsigned));
    expect((await checkFile(file, keys)).state).toBe("unknown");
  });

  it("that is signed with a withdrawn key does not pass, whatever its content", async () => {
    const withdrawn = { keys: [], withdrawn: keys.keys };
    expect(await checkFile(issued, withdrawn)).toEqual({ state: "withdrawn" });
  });

  it("that is not a PDF is unknown", async () => {
    expect((await checkFile(bytesOf("GIF89a"), keys)).state).toBe("unknown");
    expect((await checkFile(new Uint8Array(), keys)).state).toBe("unknown");
  });
});

describe("the entries of a paper", () => {
  const onPaper = async () => {
    const { text } = await extractText(await getDocumentProxy(issued.slice()), {
      mergePages: true,
    });
    return [...text.matchAll(/\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g)].map(([one]) => one);
  };

  it("open with the key on it, as they were issued", async () => {
    const [code = "", key = ""] = await onPaper();
    const reply = await society.send("GET", `/api/v1/verification/${code}/rows`);
    const { sealed } = reply.body as { sealed: string };
    const record = await openSealed(sealed, code, key);
    expect(record?.rows[1]).toEqual([
      "28 Feb 2026",
      "Salary deduction 02",
      "PCO-2602",
      "5,000.02",
      "10,000.03",
    ]);
  });

  it("stay closed to another key, and the database holds no text of them", async () => {
    const [code = ""] = await onPaper();
    const { rows } = await society.owner.query(
      "select sealed_record from issued_statement where code = $1",
      [code],
    );
    const sealed = rows[0].sealed_record as Buffer;
    expect(sealed.includes("Salary")).toBe(false);
    expect(await openSealed(sealed.toString("base64"), code, "AAAA-BBBB-CCCC")).toBeNull();
  });

  it("of no document are not there", async () => {
    const reply = await society.send("GET", "/api/v1/verification/AAAA-AAAA-AAAA/rows");
    expect(reply.status).toBe(404);
  });
});
