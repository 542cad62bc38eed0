import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import {
  accountsOfEveryMember,
  chartOfAccounts,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post, postAll, reverse } from "#server/ledger/journal/post.ts";
import { reconcile, reconcileNightly } from "#server/ledger/journal/reconcile.ts";
import { deposit, employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { silentLog } from "#test/silent-log.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { readBurst: 5000, documentBurst: 500 } });
const tokens = { treasurer: "", auditor: "", clerk: "", loansOfficer: "" };

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST5", "treasurer");
  await employ(society, "ST6", "auditor");
  await employ(society, "ST1", "clerk");
  await employ(society, "ST2", "loans-officer");
  tokens.treasurer = await signIn(society, "ST5");
  tokens.auditor = await signIn(society, "ST6");
  tokens.clerk = await signIn(society, "ST1");
  tokens.loansOfficer = await signIn(society, "ST2");
  await enrol(society, "MS1", { fullName: "=Wanjiru, Njeri" });
  await enrol(society, "MS2");
  await contribute("MS1", [
    ["2026-01-31", 100],
    ["2026-02-28", 200],
    ["2026-03-31", 300],
  ]);
  await contribute("MS2", [["2026-03-31", 50]]);
  await deposit(society, "MS2", 1000);
  await lend(society, "MS1", { loanNo: "LN-1" });
});

async function contribute(memberNo: string, months: readonly (readonly [string, number])[]) {
  const memberId = await memberIdOf(society, memberNo);
  const entries = months.map(([day, amount]): Entry => ({
    kind: "deposit-by-check-off",
    valueDate: day as CalendarDate,
    narration: `Check-off ${day}`,
    referenceNo: `CO-${day.slice(0, 7)}`,
    lines: [
      debit(societyAccount("check-off-clearing"), shillings(amount)),
      credit(memberAccount("member-deposits", memberId), shillings(amount)),
    ],
  }));
  await society.database.unitOfWork("staff:ST5", (work) => postAll(work, entries));
}

interface Row {
  readonly code: string;
  readonly debit: number;
  readonly credit: number;
}

interface Page {
  readonly opening: number;
  readonly rows: readonly {
    readonly entry: string;
    readonly balance: number;
    readonly narration: string;
  }[];
  readonly next: string;
  readonly lookedTo: string;
}

async function read<T>(path: string, token = tokens.auditor): Promise<T> {
  const reply = await society.send("GET", `/api/v1/books/${path}`, { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
}

const trial = (day = "") =>
  read<{ rows: Row[]; debit: number; credit: number }>(`trial-balance${day && `?day=${day}`}`);

async function balanceBySql(code: string, day: string): Promise<number> {
  const found = await society.owner.query<{ cents: string }>(
    `select coalesce(sum(l.amount_cents), 0) as cents from journal_line l
      join ledger_account a on a.id = l.account_id where a.code = $1 and l.value_date <= $2`,
    [code, day],
  );
  return Number(found.rows[0]?.cents) / 100;
}

steps("step by step", () => {
  describe("the trial balance", () => {
    it.each(["2025-12-31", "2026-01-31", "2026-03-30", "2026-03-31", "2026-04-14"])(
      "as at %s is the sum of the lines to that day, with equal debits and credits",
      async (day) => {
        const { rows, debit: debits, credit: credits } = await trial(day);
        expect(debits).toBe(credits);
        for (const code of Object.keys(chartOfAccounts)) {
          const row = rows.find((one) => one.code === code);
          const shown = (row?.debit ?? 0) - (row?.credit ?? 0);
          expect(shown, code).toBe(await balanceBySql(code, day));
        }
      },
    );

    it("exports the same figures as CSV", async () => {
      const path = "/api/v1/books/trial-balance.csv?day=2026-03-31";
      const { text, status } = await society.send("GET", path, { token: tokens.treasurer });
      expect(status).toBe(200);
      expect(text).toContain("member-deposits,Deposits,0.00,650.00\r\n");
      expect(text).toContain("Total,,650.00,650.00\r\n");
    });

    it("is open to those who keep or audit the books, and logs each access", async () => {
      const refused = await society.send("GET", "/api/v1/books/trial-balance", {
        token: tokens.loansOfficer,
      });
      expect(refused.status).toBe(403);
      const looks = await society.owner.query(
        "select from audit_record where action = 'looked' and subject = 'books.trialBalance'",
      );
      expect(looks.rowCount).toBeGreaterThan(0);
    });

    it("keeps the daily totals right while many entries are posted at once", async () => {
      const memberId = await memberIdOf(society, "MS2");
      const one = () =>
        society.database.unitOfWork("test", (work) =>
          post(work, {
            kind: "deposit-by-mpesa",
            narration: "Contribution",
            lines: [
              debit(societyAccount("mobile-money"), shillings(1)),
              credit(memberAccount("member-deposits", memberId), shillings(1)),
            ],
          }),
        );
      await Promise.all(Array.from({ length: 30 }, one));
      const { rows } = await trial();
      expect(rows.find(({ code }) => code === "mobile-money")).toMatchObject({ debit: 30 });
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("the entries of an account", () => {
    it("run from the balance brought forward to the closing balance", async () => {
      const page = await read<Page>(
        "accounts/member-deposits/entries?from=2026-02-01&to=2026-03-31",
      );
      expect(page.opening).toBe(100);
      expect(page.rows.map(({ balance }) => balance)).toEqual([300, 600, 650]);
      expect(page.next).toBe("");
      const own = await read<Page>("accounts/member-deposits/entries?member=MS1&from=2026-03-01");
      expect(own.opening).toBe(300);
      expect(own.rows.map(({ balance }) => balance)).toEqual([600]);
    });

    it("can be searched by narration, reference, member, amount and number", async () => {
      const find = async (search: string) =>
        (await read<Page>(`accounts/member-deposits/entries?search=${search}`)).rows;
      expect(await find("check-off 2026-02")).toHaveLength(1);
      expect(await find("co-2026-03")).toHaveLength(2);
      expect(await find("300")).toHaveLength(1);
      expect((await find("ms2")).length).toBeGreaterThan(1);
      const [first] = await find("co-2026-01");
      const byNumber = await find(first?.entry ?? "");
      expect(byNumber.map(({ entry }) => entry)).toContain(first?.entry);
      expect(await find("nothing of the kind")).toEqual([]);
    });

    it("are paged without gaps or repeats while others post", async () => {
      const seen: string[] = [];
      let after = "";
      const memberId = await memberIdOf(society, "MS1");
      const many = Array.from({ length: 250 }, (_, n): Entry => ({
        kind: "share-capital-by-mpesa",
        narration: `Share ${n}`,
        lines: [
          debit(societyAccount("mobile-money"), shillings(2)),
          credit(memberAccount("share-capital", memberId), shillings(2)),
        ],
      }));
      await society.database.unitOfWork("test", (work) => postAll(work, many));
      do {
        const query = after && `?after=${after}`;
        const page = await read<Page>(`accounts/share-capital/entries${query}`);
        seen.push(...page.rows.map(({ entry }) => entry));
        after = page.next;
        await society.database.unitOfWork("test", (work) => postAll(work, many.slice(0, 2)));
      } while (after !== "" && seen.length < 2000);
      expect(new Set(seen).size).toBe(seen.length);
      const all = await society.owner.query<{ id: string }>(
        `select e.id from journal_entry e where exists (select from journal_line l
        join ledger_account a on a.id = l.account_id
        where l.entry_id = e.id and a.code = 'share-capital') order by e.id`,
      );
      expect(all.rows.slice(0, seen.length).map(({ id }) => id)).toEqual(seen);
    });

    it("export everything listed as CSV, with formula cells made harmless", async () => {
      const path = "/api/v1/books/accounts/member-deposits/entries.csv?to=2026-03-31";
      const { text } = await society.send("GET", path, { token: tokens.auditor });
      const lines = text.trim().split("\r\n");
      expect(lines).toHaveLength(5);
      expect(lines[1]).toContain('"\'=Wanjiru, Njeri"');
      expect(lines[4]).toMatch(/,650\.00$/);
    });

    it("open to show all lines, who posted them, and the reversal", async () => {
      const found = await society.owner.query<{ id: string }>(
        "select id from journal_entry where reference_no = 'CO-2026-02'",
      );
      const id = BigInt(found.rows[0]?.id ?? 0);
      const back = await society.database.unitOfWork("staff:ST5", (work) => reverse(work, id));
      const entry = await read<Record<string, unknown>>(`entries/${id}`);
      expect(entry).toMatchObject({ by: "staff:ST5", reversedBy: String(back), reverses: "" });
      expect(entry["lines"]).toMatchObject([
        { code: "check-off-clearing", debit: 200, credit: 0, memberNo: "" },
        { code: "member-deposits", debit: 0, credit: 200, memberNo: "MS1" },
      ]);
      expect(await read(`entries/${back}`)).toMatchObject({ reverses: String(id) });
      const listed = await read<{ rows: { reversed: boolean }[] }>(
        "accounts/member-deposits/entries?search=co-2026-02",
      );
      expect(listed.rows.map(({ reversed }) => reversed)).toEqual([true, false]);
    });

    it.each(["accounts/petty-cash/entries", "entries/999999"])("%s is not found", async (path) => {
      const reply = await society.send("GET", `/api/v1/books/${path}`, { token: tokens.auditor });
      expect(reply.status).toBe(404);
    });
  });

  describe("the check of the books", () => {
    it("shows each control account as the sum of the members', with zero difference", async () => {
      const rows = await read<{ code: string; difference: number; control: number }[]>("controls");
      expect(rows.every(({ difference }) => difference === 0)).toBe(true);
      expect(rows.find(({ code }) => code === "loan-receivable")?.control).toBeGreaterThan(0);
    });

    it("ties every total a member sees to the journal", async () => {
      const { rows } = await read<{ rows: { shown: number; journal: number; code: string }[] }>(
        "ties/MS1",
      );
      expect(rows.map(({ code }) => code)).toEqual([...accountsOfEveryMember, "loan-receivable"]);
      for (const { shown, journal } of rows) expect(shown).toBe(journal);
      const missing = await society.send("GET", "/api/v1/books/ties/MS9", {
        token: tokens.auditor,
      });
      expect(missing.status).toBe(404);
    });

    it("names the member account whose balance is not the sum of its lines", async () => {
      const change = (cents: number) =>
        society.owner.query(
          `update ledger_account set balance_cents = balance_cents + $1 where code = 'share-capital'
          and member_id = (select id from member where member_no = 'MS1')`,
          [cents],
        );
      await change(-5);
      try {
        const body = {};
        const path = "/api/v1/books/reconciliations";
        const made = await society.send("POST", path, { token: tokens.treasurer, body });
        expect(made.status, made.text).toBe(201);
        const rows =
          await read<{ code: string; difference: number; offenders: unknown[] }[]>("controls");
        const shares = rows.find(({ code }) => code === "share-capital");
        expect(shares).toMatchObject({
          difference: 0.05,
          offenders: [{ subject: "share-capital of member MS1" }],
        });
        const { rows: ties } = await read<{ rows: { shown: number; journal: number }[] }>(
          "ties/MS1",
        );
        expect(ties.filter(({ shown, journal }) => shown !== journal)).toHaveLength(1);
      } finally {
        await change(5);
      }
    });

    it("records each run with who ran it, how long it took and what it found", async () => {
      const body = {};
      const path = "/api/v1/books/reconciliations";
      const refused = await society.send("POST", path, { token: tokens.auditor, body });
      expect(refused.status).toBe(403);
      const made = await society.send("POST", path, { token: tokens.treasurer, body });
      expect(made.body).toMatchObject({ by: "staff:ST5", found: 0, findings: [] });
      const { rows } = await read<{ rows: { by: string; found: number }[] }>("reconciliations");
      expect(rows[0]).toMatchObject({ by: "staff:ST5", found: 0 });
      expect(rows[1]).toMatchObject({ by: "staff:ST5" });
      expect(rows[1]?.found).toBeGreaterThan(0);
    });

    it("checks the books automatically once a night", async () => {
      expect(await reconcileNightly(society.database, silentLog)).toBe(true);
      expect(await reconcileNightly(society.database, silentLog)).toBe(false);
    });
  });
});
