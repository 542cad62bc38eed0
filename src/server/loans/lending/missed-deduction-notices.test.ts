import { beforeAll, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { deposit, enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { officeCalendar } from "#server/cases/casework/office-calendar.ts";
import { recordGuarantee } from "./guarantees.ts";
import { type KeptTerms, policyInForce, setPolicy } from "./loan-policy.ts";
import { recordRepayments } from "./loans.ts";
import { notifyOfMissed } from "./missed-deduction-notices.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["MB", "MG", "MH"]) {
    await enrol(society, memberNo, { fullName: `Wanjirũ Njeri ${memberNo}` });
    await deposit(society, memberNo, 50_000);
  }
  // Due on 14 May and 14 June, 3,449 and 3,448.
  await lend(society, "MB", { loanNo: "LN-M" });
  for (const memberNo of ["MG", "MH"]) {
    const guarantorId = await memberIdOf(society, memberNo);
    const amount = shillings(1000);
    await society.database.unitOfWork("test", (work) =>
      recordGuarantee(work, { loanNo: "LN-M", guarantorId, amount }),
    );
  }
});

const tell = () => notifyOfMissed(society.database, () => {});

const texts = async () =>
  (await society.messages()).filter(({ text, to }) => /missed/.test(text) && to.startsWith("+"));

async function repay(amount: number, loanNo = "LN-M") {
  const memberId = await memberIdOf(society, "MB");
  await society.database.unitOfWork("test", (work) =>
    recordRepayments(work, [
      {
        kind: "loan-repaid-by-check-off",
        memberId,
        loanNo,
        amount: shillings(amount),
        narration: "Check-off",
      },
    ]),
  );
}

steps("a deduction that was missed", () => {
  it("notifies guarantors of a missed deduction after the grace, once", async () => {
    expect(await tell()).toBe(0);
    society.clock.set("2026-05-19T06:00:00Z");
    expect(await tell()).toBe(0);
    society.clock.set("2026-05-20T06:00:00Z");
    const looked = await Promise.all([tell(), tell(), tell(), tell()]);
    expect(looked.reduce((sum, told) => sum + told, 0)).toBe(2);
    const told = await texts();
    expect(told).toHaveLength(2);
    expect(told[0]?.text).toBe(
      "Uzima Sacco: Wanjiru MB missed a deduction on loan LN-M, which you guarantee. " +
        "Ksh 3,449.00 overdue since 14 May 2026. Call 0709 000 210.",
    );
    const audited = "select from audit_record where action = 'guarantor-told-of-missed'";
    expect((await society.owner.query(audited)).rowCount).toBe(2);
    society.clock.set("2026-05-29T06:00:00Z");
    expect(await tell()).toBe(0);
  });

  it("notifies nobody of an instalment paid late, but of the next one missed", async () => {
    await repay(3449);
    society.clock.set("2026-06-20T06:00:00Z");
    expect(await tell()).toBe(2);
    expect((await texts())[0]?.text).toContain("Ksh 3,448.00 overdue since 14 Jun 2026");
    await repay(3448);
    society.clock.set("2026-07-20T06:00:00Z");
    expect(await tell()).toBe(0);
    const state = await society.owner.query("select distinct state from guarantee");
    expect(state.rows).toEqual([{ state: "released" }]);
  });

  it("names several in one text, as after an imported history", async () => {
    await lend(society, "MB", { loanNo: "LN-N", months: 3 });
    const guarantorId = await memberIdOf(society, "MG");
    await society.database.unitOfWork("test", (work) =>
      recordGuarantee(work, { loanNo: "LN-N", guarantorId, amount: shillings(1000) }),
    );
    society.clock.set("2026-10-01T06:00:00Z");
    expect(await tell()).toBe(1);
    const noted = "select from missed_notice n join guarantee g on g.id = n.guarantee_id";
    expect((await society.owner.query(`${noted} where g.state = 'accepted'`)).rowCount).toBe(2);
    await expect(society.owner.query("delete from missed_notice")).rejects.toMatchObject({
      code: "23001",
    });
  });

  describe("a notice of a missed deduction is held back", () => {
    // Due on 1 November and 1 December 2026, 3,449 and 3,448.
    beforeAll(async () => {
      await repay(6897, "LN-N");
      await lend(society, "MB", { loanNo: "LN-P" });
      const guarantorId = await memberIdOf(society, "MH");
      const amount = shillings(1000);
      await society.database.unitOfWork("test", (work) =>
        recordGuarantee(work, { loanNo: "LN-P", guarantorId, amount }),
      );
    });

    const setPolicyTo = (terms: KeptTerms) =>
      society.database.unitOfWork("staff:AD1", async (work) => {
        const inForce = await policyInForce(work);
        const effectiveFrom = (await officeCalendar(work)).today;
        await setPolicy(work, { ...inForce, ...terms, effectiveFrom });
      });

    /** Runs statements at the time of the test's clock. */
    const write = (...steps: [sql: string, values: (string | bigint | number)[]][]) =>
      society.database.unitOfWork("staff:CL1", async (work) => {
        for (const [sql, values] of steps) await work.run(sql, values);
      });

    /** A file of the month with one line in suspense; returns its name. */
    async function suspend(month: string, memberNo: string, note: string): Promise<string> {
      const name = `${month} ${memberNo} ${note}.csv`;
      await write(
        [
          `insert into check_off_batch (month, value_date, file_name, sha256, total_cents,
            line_count, prepared_by, rows_digest, packed_rows)
          select $1::date, $1::date, $2, d.digest, 100, 1, 'staff:CL1', d.digest, ''
          from encode(sha256(convert_to($2, 'utf8')), 'hex') as d (digest)`,
          [month, name],
        ],
        [
          `insert into check_off_line (batch_id, row_no, member_no, amount_cents, note, state,
            reason)
          select id, 2, $2, 100, $3, 'unmatched', 'no-member' from check_off_batch
          where file_name = $1`,
          [name, memberNo, note],
        ],
        [
          `insert into check_off_part (batch_id, row_no, part_no, destination, amount_cents)
          select id, 2, 1, 'suspense', 100 from check_off_batch where file_name = $1`,
          [name],
        ],
      );
      return name;
    }

    const discard = (name: string) =>
      write([
        `update check_off_batch set state = 'discarded', ended_by = 'staff:CL1', reason = 'Test'
        where file_name = $1`,
        [name],
      ]);

    it("until the pay day of the month and the days of grace have passed", async () => {
      society.clock.set("2026-11-01T06:00:00Z");
      await setPolicyTo({ payDay: 28, payDayRest: "after" });
      // 28 November is a Saturday: the pay day is Monday the 30th.
      society.clock.set("2026-12-05T06:00:00Z");
      expect(await tell()).toBe(0);
      society.clock.set("2026-12-06T06:00:00Z");
      expect(await tell()).toBe(1);
    });

    it("in the days after an import", async () => {
      await society.owner.query(
        `insert into import_run (actor, figures, imported_at)
        values ('staff:CL1', '{}', '2026-12-28T06:00:00Z')`,
      );
      await setPolicyTo({ missedQuietDays: 10 });
      // The second instalment, due on 1 December, is deducted on the 28th.
      society.clock.set("2027-01-03T06:00:00Z");
      expect(await tell()).toBe(0);
    });

    it.each([
      ["member's number", "mb", ""],
      ["member's name", "ST-77", "WANJIRU N. NJERI"],
    ])("by money of that month in suspense under the %s", async (_, memberNo, note) => {
      society.clock.set("2027-01-14T06:00:00Z");
      const waiting = await suspend("2026-12-01", memberNo, note);
      expect(await tell()).toBe(0);
      await discard(waiting);
    });

    it("for a sum below the minimum, but not for another member's money in suspense", async () => {
      await setPolicyTo({ missedLeast: shillings(7000) });
      expect(await tell()).toBe(0);
      await setPolicyTo({ missedLeast: shillings(6000) });
      const others = await suspend("2026-12-01", "ST-78", "Njeri Achieng");
      expect(await tell()).toBe(1);
      await discard(others);
    });
  });
});
