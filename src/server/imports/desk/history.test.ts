import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import {
  type MemberAccountCode,
  memberAccount,
  type SocietyAccountCode,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post } from "#server/ledger/journal/post.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { DEMO_ACTOR } from "#server/kernel/platform/database-mode.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { useTestSociety } from "#test/test-society.ts";
import { importFiles } from "#server/imports/engine/import-files.ts";
import { sourceAt } from "#server/imports/engine/read-file.ts";
import { findingLine } from "#server/cli/import-report.ts";

const society = useTestSociety();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-import-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each kind with its entry and its two accounts, written out here apart from the code's table. */
const kinds = {
  deposit: ["deposit-by-check-off", "check-off-clearing", "member-deposits"],
  deposit_mpesa: ["deposit-by-mpesa", "mobile-money", "member-deposits"],
  share_capital: ["share-capital-by-check-off", "check-off-clearing", "share-capital"],
  dividend: ["dividend-declared", "dividend-appropriation", "dividend-payable"],
  deposit_interest: ["dividend-declared", "interest-on-deposits", "dividend-payable"],
  dividend_paid: ["dividend-to-mobile", "dividend-payable", "payout-clearing"],
  withholding_tax: ["withholding-tax", "dividend-payable", "withholding-tax-payable"],
  dividend_to_shares: ["dividend-to-share-capital", "dividend-payable", "share-capital"],
  dividend_to_deposits: ["dividend-to-deposits", "dividend-payable", "member-deposits"],
  withdrawable_in: ["withdrawable-deposit", "mobile-money", "withdrawable-deposits"],
  withdrawable_out: ["withdrawable-withdrawal", "withdrawable-deposits", "payout-clearing"],
  deposits_brought_forward: ["deposits-brought-forward", "opening-balances", "member-deposits"],
} as const;
type Kind = keyof typeof kinds;

interface Event {
  readonly kind: Kind;
  readonly who: 0 | 1;
  readonly day: CalendarDate;
  readonly amount: Cents;
}

const anyEvent: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as Kind[])),
  who: fc.constantFrom(0, 1),
  day: fc.integer({ min: 0, max: 900 }).map((days) => addDays("2022-01-01" as CalendarDate, days)),
  amount: fc.bigInt({ min: 1n, max: 500_000n }).map(cents),
});

const memberCodes = /^(member-|share-capital|dividend-payable|withdrawable)/;
let round = 0;

/** Two members on the register, as the command that registers puts them there. */
async function registerPair(names: readonly string[]): Promise<bigint[]> {
  return society.database.unitOfWork("test", async (work) => {
    const ids: bigint[] = [];
    for (const memberNo of names) {
      const joinedOn = "2021-01-01" as CalendarDate;
      const member = { memberNo: memberNo as MemberNo, fullName: "Mwanachama", joinedOn };
      const id = await registerMember(work, member);
      await openAccounts(work, [memberAccount("withdrawable-deposits", id, `${memberNo}-W`)]);
      ids.push(id);
    }
    return ids;
  });
}

/** Posts an event as the demo posts its history, without payouts; false if it is rejected. */
async function isPosted(event: Event, id: bigint, memberNo: string): Promise<boolean> {
  const [kind, ...codes] = kinds[event.kind];
  const [from, to] = codes.map((code) =>
    memberCodes.test(code)
      ? memberAccount(
          code as MemberAccountCode,
          id,
          code === "withdrawable-deposits" ? `${memberNo}-W` : "",
        )
      : societyAccount(code as SocietyAccountCode),
  );
  if (from === undefined || to === undefined) throw new Error("an entry has two sides");
  const lines = [debit(from, event.amount), credit(to, event.amount)];
  const dividendYear = kind === "dividend-declared" ? 2022 : undefined;
  const about = { narration: event.kind, valueDate: event.day, dividendYear };
  const entry = { kind: kind as EntryKind, ...about, lines };
  try {
    await society.database.unitOfWork(DEMO_ACTOR, (work) => post(work, entry));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "not-enough") return false;
    throw error;
  }
}

function bring(files: Readonly<Record<string, readonly string[]>>, commit = true) {
  const sources = Object.entries(files).map(([name, lines]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join("\n")}\n`);
    return sourceAt(name, path);
  });
  return importFiles(society.database, { actor: "test", sources, commit });
}

function filesOf(names: readonly string[], events: readonly Event[]) {
  return {
    "members.csv": [
      "member_no,full_name,joined_on",
      ...names.map((name) => `${name},Mwanachama,2021-01-01`),
    ],
    "withdrawables.csv": [
      "account_no,member_no,opened_on",
      ...names.map((name) => `${name}-W,${name},2021-01-01`),
    ],
    "entries.csv": [
      "member_no,date,kind,account,amount,narration",
      ...events.map(({ kind, who, day, amount }) => {
        const name = names[who] ?? "";
        const account = kind.startsWith("withdrawable") ? `${name}-W` : "";
        return `${name},${day},${kind},${account},"${formatMoney(amount)}",${kind}`;
      }),
    ],
  };
}

/** Every line of two members as their statements show it, and the balances. */
async function booksOf(names: readonly string[]) {
  const { rows } = await society.owner.query(
    `select array_position($1, m.member_no) as who, a.code, a.balance_cents::text as balance,
        l.value_date::text as day, e.kind, e.narration, l.amount_cents::text as amount,
        sum(l.amount_cents) over (
          partition by a.id order by l.value_date, l.entry_id, l.line_no)::text as running
      from member m join ledger_account a on a.member_id = m.id
        left join journal_line l on l.account_id = a.id
        left join journal_entry e on e.id = l.entry_id
      where m.member_no = any ($1)
      order by who, a.code, l.value_date, l.entry_id, l.line_no`,
    [names],
  );
  return rows;
}

describe("a history that is imported", () => {
  it("is the same to the cent and to the row as one that was posted", async () => {
    const histories = fc.array(anyEvent, { minLength: 1, maxLength: 25, size: "max" });
    await fc.assert(
      fc.asyncProperty(histories, async (given) => {
        round += 1;
        const events = given.toSorted((one, other) => one.day.localeCompare(other.day));
        const posted = [`P${round}A`, `P${round}B`];
        const imported = [`I${round}A`, `I${round}B`];
        const ids = await registerPair(posted);
        const kept: Event[] = [];
        for (const event of events) {
          const done = await isPosted(event, ids[event.who] ?? 0n, posted[event.who] ?? "");
          if (done) kept.push(event);
        }
        if (kept.length < events.length) {
          const refused = await bring(filesOf(imported, events), false);
          expect(refused.findingCount).toBeGreaterThan(0);
        }
        const report = await bring(filesOf(imported, kept));
        expect(report.findings.map(findingLine)).toEqual([]);
        expect(await booksOf(imported)).toEqual(await booksOf(posted));
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

describe("a large history", () => {
  it("of 200,000 rows is read in bounded memory", async () => {
    const path = join(folder, "large.csv");
    const file = await open(path, "w");
    await file.write("member_no,date,kind,amount,narration,reference\n");
    const narration = "A narration as long as some core systems write them; ".repeat(3);
    for (let from = 0; from < 200_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => {
        return `BIG${index},2024-01-31,deposit,${from + index + 1},${narration},R${from}\n`;
      });
      await file.write(rows.join(""));
    }
    await file.close();
    const members = Array.from({ length: 1000 }, (_, index) => `BIG${index},Mkubwa,2020-01-01`);
    const register = join(folder, "big-members.csv");
    writeFileSync(register, ["member_no,full_name,joined_on", ...members].join("\n"));
    const before = process.memoryUsage().rss;
    let most = before;
    const report = await importFiles(society.database, {
      actor: "test",
      sources: [sourceAt("members.csv", register), sourceAt("large.csv", path)],
      commit: false,
      onProgress: () => (most = Math.max(most, process.memoryUsage().rss)),
    });
    expect(report.findingCount).toBe(0);
    expect(report.figures.kinds["deposit"]?.rows).toBe(200_000);
    // The file alone has 40 MB, and its rows as objects several times that.
    expect((most - before) / 1_048_576).toBeLessThan(128);
  });
});
