import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { demoApplications } from "#server/demo/applications.ts";
import { demoMembers } from "#server/demo/cast.ts";
import { demoHistory } from "#server/demo/history.ts";
import { demoLoans } from "#server/demo/loans.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { watchIdentities } from "#server/identity/employment/identity-findings.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { specifiedPrice } from "./loan-price.ts";
import {
  closeTestSociety,
  openTestSociety,
  patientLimits,
  useTestSociety,
  type TestSociety,
} from "./test-society.ts";
import { steps } from "#test/steps.ts";

const society = useTestSociety();
const hasher = new PasswordHasher({ pepper: "p".repeat(32), queue: 256, waitMilliseconds: 5000 });
const logins = { hash: (password: string) => hasher.hash(password), createLogin, secret: "s" };

async function count(of: TestSociety, table: string): Promise<number> {
  const found = await of.owner.query(`select count(*)::int as count from ${table}`);
  return (found.rows[0] as { count: number }).count;
}

/** Everything in the books that a person can see, without the ids. */
async function booksOf(of: TestSociety): Promise<unknown[]> {
  const found = await of.owner.query(
    `select e.kind, e.value_date::text, e.booked_at,
        regexp_replace(e.narration, 'WD-[0-9]+', 'WD') as narration,
        regexp_replace(e.reference_no, '^(CO|WD)-.*', '\\1') as reference_no, e.receipt_no,
        a.code, a.reference, m.member_no, l.amount_cents
      from journal_line l join journal_entry e on e.id = l.entry_id
        join ledger_account a on a.id = l.account_id left join member m on m.id = a.member_id
      order by e.id, l.line_no`,
  );
  return found.rows;
}

steps("step by step", () => {
  describe("docs/demo.md", () => {
    it("lists the cast as it is", () => {
      const rows = [...readFileSync("docs/demo.md", "utf8").matchAll(/^\| (MS10\d\d) \| (.+)$/gm)];
      const shown = rows.map(([, memberNo, cells = ""]) => {
        const [fullName, months, deposits = ""] = cells.split(" | ");
        return [
          memberNo,
          fullName,
          Number(months),
          Number(deposits.split(" ")[0]?.replace(",", "")),
        ];
      });
      expect(shown).toEqual(
        demoMembers.map(({ memberNo, fullName, joinedMonthsAgo, deposit }) => {
          return [memberNo, fullName, joinedMonthsAgo, deposit];
        }),
      );
    });
  });

  describe("the loans in docs/demo.md", () => {
    it("are the demo's", () => {
      const page = readFileSync("docs/demo.md", "utf8");
      const rows = [...page.matchAll(/^\| ([DI]L\d{4}) \| (.+?) \|$/gm)];
      const shown = rows.map(([, loanNo, cells = ""]) => [
        loanNo,
        ...cells
          .split(/ ?\| ?/)
          .map((cell) => cell.trim())
          .slice(0, 6),
      ]);
      expect(shown).toEqual(
        demoLoans.map((loan) => [
          loan.loanNo,
          loan.memberNo,
          loan.purpose,
          loan.principal.toLocaleString("en-KE"),
          String(loan.months),
          String(loan.startedMonthsAgo),
          loan.guarantors.map(({ memberNo }) => memberNo).join(", "),
        ]),
      );
    });
  });

  describe("the demo society", () => {
    it("is set up whole or not at all, and once by two servers that start together", async () => {
      const failing = {
        ...logins,
        createLogin: async () => Promise.reject(new Error("the power went")),
      };
      await expect(seedDemo(society.database, failing)).rejects.toThrow("the power went");
      for (const table of ["society", "member", "journal_entry", "audit_record"]) {
        expect(await count(society, table)).toBe(0);
      }
      const another = new Database({
        connection: society.connection,
        poolSize: 2,
        clock: society.clock,
        limits: patientLimits,
      });
      const seeded = [seedDemo(society.database, logins), seedDemo(another, logins)];
      expect((await Promise.all(seeded)).filter(Boolean)).toHaveLength(1);
      expect(await seedDemo(another, logins)).toBe(false);
      await another.close();
      expect(await count(society, "member")).toBe(12);
      expect(await count(society, "notice")).toBe(5);
    });

    it("lets nine members and four of staff sign in with the passwords it prints", async () => {
      const found = await society.owner.query(
        "select login_no, password_phc from login order by login_no",
      );
      const rows = found.rows as { login_no: string; password_phc: string }[];
      expect(rows.map(({ login_no }) => login_no)).toEqual([
        ...Array.from({ length: 9 }, (_, index) => `MS100${index + 1}`),
        "ST9001",
        "ST9002",
        "ST9003",
        "ST9004",
        "ST9005",
        "ST9006",
        "ST9008",
      ]);
      const phcOf = (number: string) => rows.find((row) => row.login_no === number)?.password_phc;
      expect(await hasher.verify(phcOf("MS1001") ?? null, "Demo-2026-mwanachama")).toBe(true);
      expect(await hasher.verify(phcOf("ST9002") ?? null, "Demo-2026-mfanyakazi")).toBe(true);
    });

    it("has an alert that is closed, and one that stays open with its cause", async () => {
      const alerts = async () => {
        const { rows } = await society.owner.query(
          `select kind, count::int, notified_at is not null as told, resolved_at is null as open
          from alert order by id`,
        );
        return rows;
      };
      const expected = [
        { kind: "messages-wait", count: 4, told: true, open: false },
        { kind: "staff-identity", count: 1, told: true, open: true },
      ];
      expect(await alerts()).toEqual(expected);
      await watchIdentities(society.database);
      expect(await alerts()).toEqual(expected);
      const sent = await society.owner.query(
        "select from outbox_message where template = 'office-alert'",
      );
      expect(sent.rowCount).toBe(0);
    });

    it("has loans in every state, and a member with none who guarantees none", async () => {
      const found = await society.owner.query(
        `select l.loan_no, l.state, sign(a.balance_cents)::int as sign
        from loan l join ledger_account a on a.reference = l.loan_no order by l.loan_no`,
      );
      const owed = (loanNo: string) => ({ loan_no: loanNo, state: "disbursed", sign: 1 });
      const settled = (loanNo: string, sign: number) => ({
        loan_no: loanNo,
        state: "settled",
        sign,
      });
      expect(found.rows).toEqual([
        ...["DL0251", "DL0318", "DL0327", "DL0335"].map(owed),
        settled("IL1850", 0),
        settled("IL1904", -1),
        ...["IL1987", "IL2041"].map(owed),
        { ...owed(""), loan_no: expect.stringMatching(/^INS-/) },
      ]);
      const none = await society.owner.query(
        `select from member m where m.member_no = 'MS1012'
        and not exists (select from loan l where l.member_id = m.id)
        and not exists (select from guarantee g where g.guarantor_id = m.id)
        and not exists (select from ledger_account a where a.member_id = m.id
          and a.code = 'withdrawable-deposits')`,
      );
      expect(none.rowCount).toBe(1);
    });

    it("has applications in every state of the desk, of earlier days", async () => {
      const found = await society.owner.query(
        `select l.loan_no, m.member_no, l.state, akiba_today() - l.applied_at::date as days,
          (select taken_by from loan_step s where s.loan_id = l.id order by s.id desc limit 1) as by
        from loan l join member m on m.id = l.member_id
        where l.policy_id is not null order by l.id`,
      );
      const rows = found.rows as { state: string; by: string }[];
      expect(rows.map(({ state, by }) => [state, by])).toEqual([
        ["declined", "staff:ST9002"],
        ["disbursed", "staff:ST9003"],
        ["approved", "staff:ST9002"],
        ["approved", "staff:ST9002"],
        ["applied", "member:MS1004"],
        ["applied", "member:MS1009"],
        ["applied", "member:MS1008"],
      ]);
      const page = readFileSync("docs/demo.md", "utf8");
      const line = /^\| (\w+) \| (MS10\d\d) \| ([\d,]+) \| (\d) \| (\d) \|$/gm;
      expect([...page.matchAll(line)].map(([, ...cells]) => cells)).toEqual(
        demoApplications.map(({ outcome, memberNo, principal, months, appliedDaysAgo }) => {
          const counts = [months, appliedDaysAgo].map(String);
          return [outcome, memberNo, principal.toLocaleString("en-KE"), ...counts];
        }),
      );
      const waiting = await society.owner.query(
        "select from outbox_message where state = 'waiting' and expires_at > $1",
        [society.clock.stillAt()],
      );
      expect(waiting.rowCount).toBe(0);
    });

    it("has a change of an application that waits for its member", async () => {
      const found = await society.owner.query(
        `select m.member_no, a.principal_cents, a.proposed_by, l.state
        from loan_amendment a join loan l on l.id = a.loan_id join member m on m.id = l.member_id
        where a.state = 'waiting' and a.expires_at > $1`,
        [society.clock.stillAt()],
      );
      expect(found.rows).toEqual([
        {
          member_no: "MS1008",
          principal_cents: "3500000",
          proposed_by: "staff:ST9001",
          state: "applied",
        },
      ]);
    });

    it("has declared the latest year as the office does, for the history's figures", async () => {
      const today = "2026-04-14" as CalendarDate;
      const planned = demoHistory(demoMembers, specifiedPrice, today).flatMap((event) =>
        event.what === "posts" && event.referenceNo === "AGM-2026" ? [event] : [],
      );
      const found = await society.owner.query<{ member_no: string; gross_cents: string }>(
        `select m.member_no, e.gross_cents from dividend d
          join dividend_entitlement e on e.dividend_id = d.id join member m on m.id = e.member_id
        where d.year = 2025 and d.state = 'posted' and d.prepared_by = 'staff:ST9003'
          and d.approved_by = 'staff:ST9005' and d.closes_at = '2026-05-05T14:00:00Z'
        order by m.member_no`,
      );
      expect(found.rows.map((row) => [row.member_no, BigInt(row.gross_cents)])).toEqual(
        planned.map(({ memberNo, amounts }) => {
          return [memberNo, typeof amounts === "bigint" ? amounts : amounts["dividend-payable"]];
        }),
      );
      expect(found.rowCount).toBeGreaterThan(9);
      const dated = await society.owner.query(
        "select from journal_entry where reference_no = 'AGM-2026' and value_date = '2026-03-28'",
      );
      expect(dated.rowCount).toBe(found.rowCount);
    });

    it("has a guarantee to answer, one accepted, and a guaranteed loan that is late", async () => {
      const asked = await society.owner.query(
        `select m.member_no, g.state from guarantee g join member m on m.id = g.guarantor_id
        where g.asked_at is not null order by g.id`,
      );
      expect(asked.rows).toEqual([
        { member_no: "MS1005", state: "accepted" },
        { member_no: "MS1001", state: "asked" },
      ]);
      const told = await society.owner.query(
        `select distinct l.loan_no, m.member_no from missed_notice n
        join guarantee g on g.id = n.guarantee_id join loan l on l.id = g.loan_id
        join member m on m.id = g.guarantor_id`,
      );
      expect(told.rows).toEqual([{ loan_no: "IL1987", member_no: "MS1001" }]);
    });

    it("has parts of a dividend on hold, each with its reason", async () => {
      const { rows } = await society.owner.query<{ member_no: string; hold_reason: string }>(
        `select m.member_no, g.hold_reason from dividend_leg g
        join member m on m.id = g.member_id where g.hold_reason is not null order by 1`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map(({ hold_reason: reason }) => reason))).toEqual(
        new Set(["mobile-unconfirmed"]),
      );
    });

    it("has results of a payout file that wait for the treasurer", async () => {
      const waiting = await society.owner.query(
        `select a.kind, a.requested_by, a.state, p.state as payout, r.effect
        from approval a join payout_claim c on c.approval_id = a.id
          join payout_claim_row r on r.claim_id = c.id
          join payout p on p.attempt_id = r.attempt_id`,
      );
      const { rows } = waiting;
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set([
          JSON.stringify({
            kind: "payout-results",
            requested_by: "staff:ST9003",
            state: "waiting",
            payout: "sent",
            effect: "",
          }),
        ]),
      );
    });

    it("has members with a confirmed number, and others without", async () => {
      const found = await society.owner.query<{ member_no: string }>(
        "select member_no from member where mobile_confirmed_at is not null order by 1",
      );
      const confirmed = found.rows.map((row) => row.member_no);
      expect(confirmed).toEqual(["MS1002", "MS1003", "MS1006", "MS1011"]);
      const page = readFileSync("docs/demo.md", "utf8");
      const numbers = confirmed.map((memberNo) => `\`${memberNo}\``);
      const told = `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
      expect(page).toContain(`The numbers of ${told} are confirmed`);
    });

    it("has last month's statements, matched but for the planted differences", async () => {
      const facts = await society.owner.query(
        "select bank_unreconciled_facts(r.covers_to) as facts from reconciled_account r limit 1",
      );
      expect(facts.rows).toEqual([
        {
          facts: [
            { account: "bank", cause: "differences", items: 5, cents: -4760 },
            { account: "mobile-money", cause: "differences", items: 3, cents: 5700 },
          ],
        },
      ]);
      const open = await society.owner.query(
        `select l.account, l.details, l.amount_cents from bank_statement_line l
        where l.match_id is null order by l.id`,
      );
      expect(open.rows.map((row) => Object.values(row as object))).toEqual([
        ["bank", "CHARGES SEE ADVICE", "-166000"],
        ["bank", "LEDGER FEE", "-36500"],
        ["bank", "CREDIT INTEREST", "41260"],
        ["mobile-money", "Pay Bill Online", "101300"],
        ["mobile-money", "Transaction Reversal", "-101300"],
        ["mobile-money", "Pay Bill Charge", "-5700"],
      ]);
      const people = await society.owner.query(
        "select distinct proposed_by, confirmed_by, state from bank_match",
      );
      expect(people.rows).toEqual([
        { proposed_by: "staff:ST9001", confirmed_by: "staff:ST9005", state: "confirmed" },
      ]);
    });

    it("has a till that is open with what it took, and payments in suspense", async () => {
      const tills = await society.owner.query(
        `select t.holder, t.state, t.balance_cents::int / 100 as holds,
          sum(m.amount_cents)::int / 100 as moved
        from till t join till_movement m on m.till_id = t.id group by t.id order by t.id`,
      );
      expect(tills.rows).toEqual([
        { holder: "staff:ST9008", state: "closed", holds: 0, moved: 0 },
        // The float and two receipts, less a withdrawal.
        { holder: "staff:ST9008", state: "open", holds: 10_700, moved: 10_700 },
      ]);
      const waiting = await society.owner.query(
        "select receipt_no from pay_in where state = 'suspense' order by 1",
      );
      expect(waiting.rows).toEqual([{ receipt_no: "TKH4R8W2PD" }, { receipt_no: "TKH9X1C5VM" }]);
    });

    it("is posted in the month it happened, and audited on the day it was set up", async () => {
      const astray = await society.owner.query(
        `select from journal_entry
        where date_trunc('month', booked_at) <> date_trunc('month', value_date)
          or (booked_at at time zone 'Africa/Nairobi')::date < value_date
          or booked_at > '2026-04-14T06:12:00Z'`,
      );
      expect(astray.rowCount).toBe(0);
      const audited = await society.owner.query("select distinct at from audit_record");
      expect(audited.rows).toEqual([{ at: new Date("2026-04-14T06:12:00Z") }]);
    });

    it("has the same books wherever it is set up on the same day", async () => {
      const elsewhere = await openTestSociety();
      try {
        await seedDemo(elsewhere.database, logins);
        expect(await booksOf(elsewhere)).toEqual(await booksOf(society));
      } finally {
        await closeTestSociety(elsewhere);
      }
    });
  });
});
