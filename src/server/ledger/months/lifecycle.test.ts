import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { deposit, employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { writeBurst: 5000, readBurst: 5000 } });
const tokens = { clerk: "", treasurer: "", administrator: "", auditor: "" };

beforeAll(async () => {
  await foundSociety(society);
  for (const [name, staffNo, role] of [
    ["clerk", "ST1", "clerk"],
    ["treasurer", "ST5", "treasurer"],
    ["administrator", "ST3", "administrator"],
    ["auditor", "ST6", "auditor"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[name] = await signIn(society, staffNo);
  }
  await enrol(society, "MS1");
  await deposit(society, "MS1", 10_000);
  await contribute("2026-02-10");
});

/** Each test begins with all months reopened by two authorised people. */
beforeEach(async () => {
  await reconcile(society.database);
  for (;;) {
    const { rows } = await months();
    const last = rows.find(({ state }) => state === "closed" || state === "reopening");
    const waiting = rows.find(({ state }) => state === "prepared");
    if (waiting) await act(`${waiting.id}/withdrawal`, "treasurer", 201);
    if (last === undefined) return;
    if (last.state === "closed") {
      await act(`${last.id}/reopening`, "treasurer", 201, { reason: "Another test" });
    }
    await act(`${last.id}/reopening/approval`, "administrator", 201);
  }
});

interface Close {
  readonly id: string;
  readonly state: string;
  readonly month: string;
}

interface Months {
  readonly closedUntil: string;
  readonly due: { readonly month: string; readonly reconciled: boolean } | null;
  readonly rows: readonly Close[];
}

async function months(): Promise<Months> {
  const reply = await society.send("GET", "/api/v1/books/months", { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Months;
}

async function act(
  path: string,
  who: keyof typeof tokens,
  status: number,
  body: unknown = {},
): Promise<Close & { readonly reason: string }> {
  const address = `/api/v1/books/months${path && `/${path}`}`;
  const reply = await sendAsShown(society, { token: tokens[who], path: address, body });
  expect(reply.status, reply.text).toBe(status);
  return reply.body as Close & { reason: string };
}

/** No statement of M-Pesa is imported here. */
const reason = "No statements are imported";
const approveAs = (id: string, who: keyof typeof tokens, status = 201) =>
  act(`${id}/approval`, who, status, { reason });

const prepare = (month = "2026-03", who: keyof typeof tokens = "clerk", status = 201) =>
  act("", who, status, { month, reason });

async function close(month = "2026-03"): Promise<Close> {
  const { id } = await prepare(month);
  return approveAs(id, "administrator");
}

async function contribute(day: string, amount = 100): Promise<bigint> {
  const memberId = await memberIdOf(society, "MS1");
  return society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "deposit-by-mpesa",
      valueDate: day as CalendarDate,
      narration: "Contribution",
      lines: [
        debit(societyAccount("mobile-money"), shillings(amount)),
        credit(memberAccount("member-deposits", memberId), shillings(amount)),
      ],
    }),
  );
}

steps("step by step", () => {
  describe("the close of a month", () => {
    it("is due for the last month that ended, then for each in turn", async () => {
      expect((await months()).due).toMatchObject({ month: "2026-03", reconciled: true });
      await close("2026-02");
      expect((await months()).due).toMatchObject({ month: "2026-03" });
      await close("2026-03");
      expect(await months()).toMatchObject({ closedUntil: "2026-03-31", due: null });
    });

    it("keeps the trial balance and the audit log's head it was approved with", async () => {
      const closed = await close();
      expect(closed).toMatchObject({ state: "closed", preparedBy: "staff:ST1", auditSeq: /\d+/ });
      const kept = await society.owner.query<{ seq: string; same: boolean; balance: object }>(
        `select c.audit_seq as seq, r.hash = c.audit_hash as same, trial_balance as balance
        from month_close c join audit_record r on r.seq = c.audit_seq where c.id = $1`,
        [closed.id],
      );
      expect(kept.rows[0]?.same).toBe(true);
      expect(kept.rows[0]?.balance).toMatchObject({ "mobile-money": "10000" });
    });

    it("takes two people, in the call and in the database", async () => {
      const { id } = await prepare("2026-03", "treasurer");
      expect((await approveAs(id, "treasurer", 403)).reason).toBe("close-two-people");
      const sql = `update month_close set state = 'closed', approved_by = prepared_by,
      approved_at = now(), audit_seq = 1, audit_hash = '' where id = ${id}`;
      await expect(society.owner.query(sql)).rejects.toThrow("month_close_two_people");
      await approveAs(id, "administrator");
    });

    it("rejects the current month, a closed month, and a month prepared twice", async () => {
      await prepare("2026-04", "clerk", 409);
      await prepare("2026-03");
      expect((await prepare("2026-03", "treasurer", 409)).reason).toBe("month-not-due");
    });

    it("waits for a clean run of the reconciler within the last day", async () => {
      await society.owner.query(
        `insert into reconciliation (findings) values ('[{"check": "floor"}]')`,
      );
      expect((await prepare("2026-03", "clerk", 409)).reason).toBe("not-reconciled");
    });

    it("is prepared again when something was posted into the month in the meantime", async () => {
      const { id } = await prepare();
      await contribute("2026-03-20");
      await reconcile(society.database);
      expect((await approveAs(id, "administrator", 409)).reason).toBe("close-changed");
      await act(`${id}/withdrawal`, "clerk", 201);
      await close();
    });

    it("is reopened by two people with a reason, the latest month first", async () => {
      const february = await close("2026-02");
      const march = await close("2026-03");
      const reason = { reason: "The bank's statement came late" };
      expect((await act(`${february.id}/reopening`, "treasurer", 409, reason)).reason).toBe(
        "close-not-last",
      );
      await act(`${march.id}/reopening`, "treasurer", 422, { reason: " " });
      await act(`${march.id}/reopening`, "treasurer", 201, reason);
      expect((await act(`${march.id}/reopening/approval`, "treasurer", 403)).reason).toBe(
        "close-two-people",
      );
      await act(`${march.id}/reopening/refusal`, "administrator", 201);
      await act(`${march.id}/reopening`, "treasurer", 201, reason);
      await act(`${march.id}/reopening/approval`, "administrator", 201);
      expect((await months()).closedUntil).toBe("2026-02-28");
      await contribute("2026-03-02");
    });
  });

  describe("a closed month", () => {
    it("accepts no entry, by the call or by SQL, and leaves open months alone", async () => {
      await close();
      for (const day of ["2026-03-31", "2026-01-05", "2019-01-01"]) {
        const refused = await contribute(day).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(Problem);
        expect((refused as Problem).code).toBe("month-closed");
      }
      await contribute("2026-04-01");
      const sql = `with e as (insert into journal_entry (kind, value_date, narration, actor)
        values ('cash-banked', '2026-03-01', 'x', 'x') returning id)
      insert into journal_line select e.id, n, a.id, '2026-03-01', s
      from e, (values (1, 'bank', 1), (2, 'cash', -1)) as v (n, code, s)
        join ledger_account a on a.code = v.code and a.member_id is null`;
      await expect(society.owner.query(sql)).rejects.toThrow(
        "the books are closed until 2026-03-31",
      );
      await expect(
        society.database.unitOfWork("test", (work) =>
          work.run("update books_closed set until = null"),
        ),
      ).rejects.toThrow("permission denied");
    });

    it("is corrected by a reversal dated today", async () => {
      const wrong = await contribute("2026-03-12");
      await reconcile(society.database);
      await close();
      const back = await society.database.unitOfWork("test", (work) => reverse(work, wrong));
      const found = await society.owner.query(
        "select value_date::text from journal_entry where id = $1",
        [back],
      );
      expect(found.rows).toEqual([{ value_date: "2026-04-14" }]);
    });

    it("rejects a repayment dated in it, with the error on the date field", async () => {
      await lend(society, "MS1", { loanNo: "LN-9", startDate: "2026-03-02" as CalendarDate });
      await society.owner.query("update loan set policy_id = 1 where loan_no = 'LN-9'");
      await reconcile(society.database);
      await close();
      const reply = await society.send("POST", "/api/v1/instant-loans/LN-9/repayments", {
        token: tokens.clerk,
        body: { amount: 100, receipt: "SJK1QX2Y3Z", date: "2026-03-30" },
      });
      expect(reply.status, reply.text).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field: "date" }] });
      expect(reply.text).toContain("books are closed");
    });

    it("includes or rejects an entry posted at the same time as its close", async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id } = await prepare();
        const posted = Array.from({ length: 6 }, async () => {
          try {
            return await contribute("2026-03-15", 1);
          } catch (error) {
            expect((error as Problem).code).toBe("month-closed");
            return null;
          }
        });
        const approving = sendAsShown(society, {
          token: tokens.administrator,
          path: `/api/v1/books/months/${id}/approval`,
          body: { reason },
        });
        const { status } = await approving;
        await Promise.all(posted);
        const found = await society.owner.query<{
          kept: string;
          now: string;
          until: string | null;
        }>(
          `select trial_balance ->> 'mobile-money' as kept, until::text,
          (select sum(debit_cents - credit_cents)::text from ledger_day
            where code = 'mobile-money' and value_date <= '2026-03-31') as now
          from month_close c, books_closed where c.id = $1`,
          [id],
        );
        const [row] = found.rows;
        expect([201, 409]).toContain(status);
        if (status === 201) expect(row?.now).toBe(row?.kept);
        expect(row?.until).toBe(status === 201 ? "2026-03-31" : null);
        if (status === 409) await act(`${id}/withdrawal`, "clerk", 201);
        else {
          await act(`${id}/reopening`, "treasurer", 201, { reason: "Round" });
          await act(`${id}/reopening/approval`, "administrator", 201);
        }
      }
    });
  });
});
