import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { mobileAmount } from "#shared/dividend-split.ts";
import { netOf } from "#shared/dividend-tax.ts";
import { cents, shillings } from "#shared/money.ts";
import { StillClock } from "#test/still-clock.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { patientLimits } from "#test/test-society.ts";
import { lock } from "./commands.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const SHARES = "CAPITALIZE TO SHARES";
const MOBILE = "PAY THROUGH EFT(MOBILE)";
const LOAN = "OFFSET A LOAN";
const BILL = "OFFSET HOSPITAL BILL";
const year = "/api/v1/dividends/2025";

// The dividend of each: 11 % of the amount held all year.
const deposits: Readonly<Record<string, number>> = {
  PY1: 100_000,
  PY2: 100_000,
  PY3: 6_000_000,
  PY4: 12_345.67,
  PY5: 100_000,
  PY6: 20_000,
  PY7: 50_000,
};

beforeAll(async () => {
  await foundSociety(society);
  for (const [memberNo, amount] of Object.entries(deposits)) {
    await enrolWithLogin(society, memberNo, { fullName: `=Member "${memberNo}"` });
    const opening = cents(BigInt(Math.round(amount * 100)));
    await bookYear(society, memberNo, 2025, { shareCapital: cents(0n), deposits: [opening] });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  const start = "2026-03-10" as CalendarDate;
  await lend(society, "PY1", { loanNo: "LN-PY1", startDate: start });
  await lend(society, "PY2", { loanNo: "LN-PY2", startDate: start });
  // Arrears when the books closed that exceed the whole dividend.
  const overdue = { loanNo: "LN-PY6", principal: 3000, startDate: "2025-10-10" as CalendarDate };
  await lend(society, "PY6", overdue);
  await society.owner.query(
    "update member set mobile_confirmed_at = now() where member_no <> 'PY4'",
  );
  // A loan by application, so that it has steps to follow.
  await society.owner.query(
    "update loan set policy_id = 1, applied_at = '2026-03-09' where loan_no = 'LN-PY1'",
  );
  await repay("PY1", "LN-PY1", 4000);
  await repay("PY2", "LN-PY2", 4000);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await postYear(society, {
    opensOn: "2026-04-14" as CalendarDate,
    closesOn: "2026-04-14" as CalendarDate,
    defaultMode: "mobile",
    holdArrears: true,
  });
  // Part of one dividend is paid out at the counter before the members choose.
  const memberId = await memberIdOf(society, "PY7");
  await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "dividend-to-deposits",
      narration: "Dividend added to deposits at the counter",
      lines: [
        debit(memberAccount("dividend-payable", memberId), shillings(500)),
        credit(memberAccount("member-deposits", memberId), shillings(500)),
      ],
    }),
  );
});

async function repay(memberNo: string, loanNo: string, amount: number): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [
      {
        kind: "loan-repaid-by-mpesa",
        memberId,
        loanNo,
        amount: shillings(amount),
        narration: "Repayment",
      },
    ]),
  );
}

const send = (who: string, method: string, to: string, body?: unknown) =>
  society.send(method, to, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });
const act = (noun: string) =>
  noun === "reminders"
    ? send("administrator", "POST", `${year}/${noun}`, {})
    : takeStep(society, tokens["administrator"] ?? "", noun);
const elect = (who: string, rows: unknown[], seen = 0) =>
  send(who, "POST", `${year}/elections`, { seen, rows });
async function statementOf(memberNo: string) {
  const { body } = await send("clerk", "GET", `/api/v1/dividend/${memberNo}`);
  return (body as { narration: string; paid: number; runningTotal: number }[]).map(
    ({ narration, paid, runningTotal }) => [narration, paid, runningTotal],
  );
}
async function balanceOf(code: string): Promise<number> {
  const found = await society.owner.query<{ cents: string }>(
    "select sum(balance_cents * normal_side) as cents from ledger_account where code = $1",
    [code],
  );
  return Number(found.rows[0]?.cents) / 100;
}

async function isWaiting(): Promise<boolean | undefined> {
  const { rows } = await society.owner.query<{ waits: boolean }>(
    `select count(*) > 0 as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waits;
}

steps("step by step", () => {
  describe("while the window is open", () => {
    it("counts the members who have chosen, and reminds the others once a day", async () => {
      const four = [
        { mode: SHARES, amount: 2103 },
        { mode: LOAN, amount: 2897, loanNo: "LN-PY1" },
        { mode: MOBILE, amount: 5000 },
        { mode: BILL, amount: 1000, bill: "UH-1" },
      ];
      const first = await elect("PY1", four);
      expect(first.status, first.text).toBe(201);
      const loan = [
        { mode: LOAN, amount: 2897, loanNo: "LN-PY2" },
        { mode: SHARES, amount: 8103 },
      ];
      expect((await elect("PY2", loan)).status).toBe(201);
      expect((await elect("PY5", [{ mode: MOBILE, amount: 11_000 }])).status).toBe(201);
      expect((await send("clerk", "GET", `${year}/uptake`)).body).toMatchObject({
        members: 7,
        elected: 3,
        silent: 3,
        // 660,000 and 1,358.02; the third owes more than their dividend, so all of it is held.
        silentAmount: 661_358.02,
        remindable: 3,
        byMode: expect.arrayContaining([
          { mode: MOBILE, members: 2, parts: 2, amount: 16_000, tax: 800, net: 15_200 },
          { mode: LOAN, members: 2, parts: 2, amount: 5794, tax: 0, net: 5794 },
        ]) as unknown,
      });
      expect((await elect("PY7", [{ mode: SHARES, amount: 5500 }])).body).toMatchObject({
        reason: "window-closed",
      });
      expect((await act("reminders")).body).toEqual({ reminded: 3 });
      expect((await act("reminders")).body).toEqual({ reminded: 0 });
      const texts = (await society.messages()).map(({ text }) => text);
      expect(texts).toContainEqual(
        expect.stringContaining("your dividend for 2025 is Ksh 660,000.00. Log in"),
      );
      expect((await act("lock")).body).toMatchObject({ reason: "window-open" });
      expect((await act("payment")).body).toMatchObject({ reason: "dividend-state" });
    });

    it("marks only members who were sent a message as reminded", async () => {
      const reminded = async () => {
        const { rows } = await society.owner.query<{ member_no: string }>(
          `select m.member_no from dividend_entitlement e join member m on m.id = e.member_id
            where e.reminded_on is not null order by 1`,
        );
        return rows.map((row) => row.member_no);
      };
      expect(await reminded()).toEqual(["PY3", "PY4", "PY6"]);
      const numbers = "update member set mobile_number = $1 where member_no = 'PY4' returning id";
      const { rows } = await society.owner.query<{ mobile_number: string }>(
        "select mobile_number from member where member_no = 'PY4'",
      );
      await society.owner.query(numbers, [""]);
      await society.owner.query("update dividend_entitlement set reminded_on = null");
      expect((await act("reminders")).body).toEqual({ reminded: 2 });
      expect(await reminded()).toEqual(["PY3", "PY6"]);
      await society.owner.query(numbers, [rows[0]?.mobile_number]);
      expect((await act("reminders")).body).toEqual({ reminded: 1 });
    });

    it("waits for a choice in progress, and rejects one that begins after the lock", async () => {
      const late = new Database({
        connection: society.connection,
        poolSize: 2,
        clock: new StillClock("2026-04-14T14:00:00Z"),
        limits: patientLimits,
      });
      try {
        let locking: Promise<unknown> = Promise.resolve();
        // Locks the dividend as an uncommitted submission does.
        await society.database.unitOfWork("member:PY2", async (work) => {
          await work.run("select from dividend where year = 2025 for share");
          locking = late.unitOfWork("staff:LATE", (other) => lock(other, 2025));
          await expect.poll(isWaiting).toBe(true);
        });
        expect(await locking).toMatchObject({ state: "locked" });
      } finally {
        await late.close();
      }
      // By this server's clock the window is still open.
      expect((await elect("PY2", [{ mode: SHARES, amount: 11_000 }], 1)).body).toMatchObject({
        reason: "window-closed",
      });
    });
  });

  describe("once it is locked", () => {
    it("pays each part to its destination, and holds the rest to the cent", async () => {
      society.clock.set("2026-04-14T15:00:00Z");
      for (const who of ["clerk", "administrator"])
        tokens[who] = await signIn(society, who.toUpperCase());
      // Since the lock one loan was paid off, and one number is no longer confirmed.
      await repay("PY2", "LN-PY2", 2000);
      await society.owner.query(
        "update member set mobile_confirmed_at = null where member_no = 'PY5'",
      );
      const replies = await Promise.all([act("payment"), act("payment"), act("payment")]);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(replies.find(({ status }) => status === 201)?.body).toMatchObject({
        state: "paid",
        exceptions: 1,
      });
      expect(await statementOf("PY1")).toEqual([
        ["Dividend for 2025", 0, 11_000],
        ["Dividend for 2025, to share capital", 2103, 8897],
        ["Dividend for 2025, to loan LN-PY1", 2897, 6000],
        ["Withholding tax, dividend for 2025", 250, 5750],
        ["Dividend for 2025, paid to M-Pesa", 4750, 1000],
        ["Dividend for 2025, hospital bill UH-1", 1000, 0],
      ]);
      expect(await statementOf("PY2")).toEqual([
        ["Dividend for 2025", 0, 11_000],
        ["Dividend for 2025, to loan LN-PY2", 897, 10_103],
        ["Dividend for 2025, to share capital", 8103, 2000],
      ]);
      expect(await statementOf("PY5")).toEqual([["Dividend for 2025", 0, 11_000]]);
      const states = await society.owner.query("select loan_no, state from loan order by loan_no");
      expect(states.rows).toEqual([
        { loan_no: "LN-PY1", state: "settled" },
        { loan_no: "LN-PY2", state: "settled" },
        { loan_no: "LN-PY6", state: "disbursed" },
      ]);
      // A repayment by a dividend is recorded in the loan's steps like any other.
      const steps = await society.owner.query(
        `select s.step, s.amount_cents::int as cents, s.taken_by from loan_step s
        join loan l on l.id = s.loan_id where l.loan_no = 'LN-PY1' order by s.id`,
      );
      expect(steps.rows).toEqual([
        { step: "repaid", cents: 289_700, taken_by: "staff:ADMINISTRATOR" },
        { step: "settled", cents: null, taken_by: "staff:ADMINISTRATOR" },
      ]);
      // Members who chose nothing still count, except the one whose dividend went elsewhere.
      expect((await send("clerk", "GET", `${year}/uptake`)).body).toMatchObject({
        members: 7,
        elected: 3,
        silent: 3,
      });
      // The parts on hold, and the dividend that was partly paid out in another way.
      expect(await balanceOf("dividend-payable")).toBe(5000 + 2000 + 11_000 + 1358.02);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("pays the silent by default: full payments, then shillings, cents to shares", async () => {
      // 660,000: a payment is at most 250,000 after tax; 1,358.02 waits for a confirmed number.
      const terms = {
        tax: { "share-capital": 0n, mobile: 500n, loan: 0n, "hospital-bill": 0n },
        mobileMaximum: shillings(250_000),
      };
      const phone = mobileAmount(shillings(660_000), terms);
      const full = Number(phone - netOf(phone, 500n)) / 100;
      expect(await statementOf("PY3")).toEqual([
        ["Dividend for 2025", 0, 660_000],
        ["Withholding tax, dividend for 2025", full, 646_842.11],
        ["Dividend for 2025, paid to M-Pesa", 250_000, 396_842.11],
        ["Withholding tax, dividend for 2025", full, 383_684.22],
        ["Dividend for 2025, paid to M-Pesa", 250_000, 133_684.22],
        ["Withholding tax, dividend for 2025", 6684.21, 127_000.01],
        ["Dividend for 2025, paid to M-Pesa", 127_000, 0.01],
        ["Dividend for 2025, to share capital", 0.01, 0],
      ]);
      // The cents that M-Pesa cannot pay wait with the payment they are left over from.
      expect(await statementOf("PY4")).toEqual([["Dividend for 2025", 0, 1358.02]]);
      // The total held against arrears.
      const held = await statementOf("PY6");
      expect(held[1]).toEqual(["Dividend for 2025, to loan LN-PY6", 2200, 0]);
      expect(await balanceOf("payout-clearing")).toBeGreaterThan(254_750);
      expect(await balanceOf("hospital-bills-payable")).toBe(1000);
      expect(await balanceOf("withholding-tax-payable")).toBe(250 + 13_157.89 * 2 + 6684.21);
    });

    it("writes its lists as CSV with harmless formulas, and audits each", async () => {
      const file = async (list: string) => {
        const reply = await send("administrator", "GET", `${year}/lists/${list}`);
        expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
        return reply.text.replace("\uFEFF", "").trimEnd().split("\r\n");
      };
      const person = (no: string) => `${no},"'=Member ""${no}""",28416903,PAY THROUGH EFT(MOBILE)`;
      expect(await file("withholding-tax")).toEqual([
        "Member No,Name,ID number,Mode,Gross,Tax withheld,Dividend on shares,Tax on it," +
          "Interest on deposits,Tax on interest,Posted on",
        `${person("PY1")},5000.00,250.00,0.00,0.00,5000.00,250.00,2026-04-14`,
        `${person("PY3")},263157.89,13157.89,0.00,0.00,263157.89,13157.89,2026-04-14`,
        `${person("PY3")},263157.89,13157.89,0.00,0.00,263157.89,13157.89,2026-04-14`,
        `${person("PY3")},133684.21,6684.21,0.00,0.00,133684.21,6684.21,2026-04-14`,
      ]);
      expect(await file("hospital-bills")).toHaveLength(2);
      const exceptions = await file("exceptions");
      expect(exceptions[0]).toBe("Member No,Name,Phone,Reason,Amount,Noticed on");
      expect(exceptions.slice(1).toSorted()).toEqual([
        `PY2,"'=Member ""PY2""",254712000482,On hold: The loan is already paid,2000.00,`,
        `PY4,"'=Member ""PY4""",254712000482,On hold: The mobile number is not confirmed,1358.02,`,
        `PY5,"'=Member ""PY5""",254712000482,On hold: The mobile number is not confirmed,11000.00,`,
        `PY7,"'=Member ""PY7""",254712000482,Settled another way,5500.00,2026-04-14`,
      ]);
      expect((await send("clerk", "GET", `${year}/lists/exceptions`)).status).toBe(403);
      expect((await send("administrator", "GET", `${year}/lists/all`)).status).toBe(422);
    });

    it("notifies each member by SMS of the result", async () => {
      const texts = (await society.messages()).map(({ text }) => text);
      for (const text of [
        "M-Pesa 4,750.00, shares 2,103.00, loans 2,897.00, bills 1,000.00, tax 250.00.",
        "Ksh 11,000.00 of your 2025 dividend is on hold: your number is not confirmed.",
        "Ksh 2,000.00 of your 2025 dividend is on hold: the loan is already paid.",
      ]) {
        expect(texts).toContainEqual(expect.stringContaining(text));
      }
    });
  });
});
