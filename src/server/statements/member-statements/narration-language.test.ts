import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import { importFiles } from "#server/imports/engine/import-files.ts";
import { sourceAt } from "#server/imports/engine/read-file.ts";
import { enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  limits: { documentsPerMinute: 6000, documentBurst: 600 },
  config: { publicUrl: "https://uzimasacco.example" },
});
let token = "";

/** Returns the text of an answer to the member, whose page is in a language. */
async function asked(language: string, path: string, body?: object): Promise<string> {
  const reply = await fetch(`${society.address}/api/v1/${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "accept-language": language,
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(reply.ok, path).toBe(true);
  return reply.text();
}

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "SL1", { fullName: "Member SL1" });
  token = await signIn(society, "SL1");
  await bringDeposit();
  const account = memberAccount("member-deposits", await memberIdOf(society, "SL1"));
  const lines = [
    debit(societyAccount("mobile-money"), shillings(900)),
    credit(account, shillings(900)),
  ];
  await society.database.unitOfWork("test", async (work) => {
    const kind = "deposit-by-mpesa";
    await post(work, { kind, narration: "Cash of Juma", lines });
    await post(work, { kind, narration: narrationOf("checkOff", { month: "Mar 2026" }), lines });
    await post(work, { kind, narration: narrationOf("paidInByMpesa"), lines });
  });
  await lend(society, "SL1", { loanNo: "LN-1" });
});

/** Imports a deposit of the past, which somebody described in our own words. */
async function bringDeposit(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akiba-narration-test-"));
  const path = join(folder, "entries.csv");
  writeFileSync(
    path,
    "member_no,date,kind,account,amount,narration\n" +
      'SL1,2026-04-14,deposit,,"500.00","Check-off, Feb 2026"\n',
  );
  const sources = [sourceAt("entries.csv", path)];
  const outcome = await importFiles(society.database, { actor: "test", sources, commit: true });
  rmSync(folder, { recursive: true, force: true });
  expect(outcome.findings).toEqual([]);
}

const statement = "members/SL1/statements/savings";

describe("a page in Kiswahili", () => {
  it("shows the standard narrations of a statement in Kiswahili, and others as typed", async () => {
    const text = await asked("sw-KE", statement);
    const { movements } = JSON.parse(text) as { movements: { narration: string }[] };
    expect(movements.map(({ narration }) => narration)).toEqual([
      "Check-off, Feb 2026",
      "Cash of Juma",
      "Makato, Mac 2026",
      "Malipo kwa M-Pesa",
    ]);
  });

  it("shows the words of an imported file as they are in the file", async () => {
    const text = await asked("sw-KE", statement);
    expect(text).toContain('"Check-off, Feb 2026"');
    expect(text).toContain('"Makato, Mac 2026"');
  });

  it("shows the last saving and the loan in Kiswahili", async () => {
    expect(await asked("sw-KE", "members/SL1/overview")).toContain('"Malipo kwa M-Pesa"');
    expect(await asked("sw-KE", "members/SL1/loans/LN-1")).toMatch(
      /"Mkopo LN-1 \([^)]+\) umetolewa"/,
    );
  });

  it("issues documents with the words of the page, and a search finds those words", async () => {
    const csv = await asked("sw-KE", `${statement}/documents`, { format: "csv", search: "makato" });
    expect(csv).toContain("Makato, Mac 2026");
    expect(csv).not.toContain("Cash of Juma");
    const sheet = await asked("sw-KE", `${statement}/documents`, { format: "print" });
    expect(sheet).toContain("Malipo kwa M-Pesa");
    expect(sheet).not.toContain("Paid in by M-Pesa");
  });
});

describe("in English", () => {
  it("the same answers have the words of the books", async () => {
    const texts = [await asked("en-KE", statement), await asked("fr", statement)];
    for (const text of texts) expect(text).toContain('"Check-off, Mar 2026"');
    expect(await asked("en-KE", "members/SL1/overview")).toContain('"Paid in by M-Pesa"');
  });

  it("are the narrations of the earlier client's calls, whatever its browser accepts", async () => {
    expect(await asked("sw-KE", "savings/SL1")).toContain('"Check-off, Mar 2026"');
  });
});
