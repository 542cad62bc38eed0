import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { releaseDue } from "#server/withdrawals/requests/release.ts";
import { putBackWaiting } from "#server/payouts/queue/put-back.ts";
import { giveResult, payoutOf, sendAccepted, totalOf } from "#test/payouts.ts";
import { employ, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { openWithdrawable } from "#test/withdrawable.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    signInFailuresPerIp: 10_000,
    otpSendsPerIpPerHour: 10_000,
    otpSignedInBudgetPerDay: 10_000,
    otpSocietyBudgetPerDay: 10_000,
  },
});
const tokens: Record<string, string> = {};
const calls = withdrawalCalls(society, tokens);
const { codeOf, newMember, post, standing, withCode, withdraw } = calls;
const of = (code: string, memberNo = "") => totalOf(society, code, memberNo);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const toPhone = (amount: number | string) => ({ amount, channel: "phone" });
const atOffice = (amount: number | string) => ({ amount, channel: "office" });
const textsAbout = async (word: string) =>
  (await society.messages()).filter(({ text }) => text.includes(word)).map(({ text }) => text);
/** Sets rules in shillings as if they had been in force since today. */
const setRules = (rules: {
  smallest?: number;
  day?: number;
  fee?: number;
  notice?: number;
  above?: number;
}) =>
  society.database.unitOfWork("test", (work) =>
    work.run(
      `insert into withdrawal_policy (effective_from, smallest_cents, largest_day_cents,
          fee_cents, notice_days, approval_above_cents, set_by)
        values (akiba_today(), $1, $2, $3, $4, $5, 'test')`,
      [
        (rules.smallest ?? 100) * 100,
        (rules.day ?? 100_000) * 100,
        (rules.fee ?? 0) * 100,
        rules.notice ?? 0,
        (rules.above ?? 20_000) * 100,
      ],
    ),
  );

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  tokens["CLERK"] = await signIn(society, "CLERK");
  tokens["TREASURER"] = await signIn(society, "TREASURER");
});

beforeEach(() => setRules({}));

describe("a withdrawal to the phone", () => {
  it("leaves the account at once, and arrives with its receipt", async () => {
    await setRules({ fee: 30 });
    const memberNo = await newMember(5000);
    const asked = await withdraw(memberNo, toPhone(2000));
    expect(asked.status, asked.text).toBe(201);
    expect(asked.body).toMatchObject({ amount: 2000, fee: 30, progress: "waiting", receipt: "" });
    const { reference } = asked.body as { reference: string };
    expect(await of("withdrawable-deposits", memberNo)).toBe(2970);
    expect(await textsAbout(`${reference} will be paid to this phone`)).toHaveLength(1);
    await sendAccepted(society);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "sending" }] });
    const { attempt_id: attemptId } = await payoutOf(society, memberNo);
    await giveResult(society, { attemptId, outcome: "paid", amount: 2000, receiptNo: "TDW1A" });
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "arrived", receipt: "TDW1A", fee: 30 }],
      leftToday: 98_000,
    });
    expect(await textsAbout("receipt TDW1A")).toHaveLength(1);
    expect(await of("withdrawable-deposits", memberNo)).toBe(2970);
  });

  it("that fails is back on the account with its fee, and the member sees why", async () => {
    await setRules({ fee: 30 });
    const feesBefore = await of("withdrawal-fees");
    const memberNo = await newMember(5000);
    await withdraw(memberNo, toPhone(2000));
    await sendAccepted(society);
    const { attempt_id: attemptId } = await payoutOf(society, memberNo);
    await giveResult(society, { attemptId, outcome: "failed", amount: 2000 });
    expect(await of("withdrawable-deposits", memberNo)).toBe(5000);
    expect(await of("withdrawal-fees")).toBe(feesBefore);
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "failed", reason: "result-2040" }],
      leftToday: 100_000,
    });
    expect((await textsAbout("could not send")).length).toBeGreaterThan(0);
    // M-Pesa says later that it arrived all the same.
    await giveResult(society, { attemptId, outcome: "paid", amount: 2000, receiptNo: "TDW2B" });
    expect(await of("withdrawable-deposits", memberNo)).toBe(2970);
    expect(await of("withdrawal-fees")).toBe(feesBefore + 30);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "arrived" }] });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("waits a day after a password reset, as other payments do", async () => {
    const memberNo = await newMember(5000);
    await society.owner.query(
      `update login set password_changed_at = akiba_now() + interval '1 second'
        where login_no = $1`,
      [memberNo],
    );
    society.clock.advance(2);
    tokens[memberNo] = await signIn(society, memberNo);
    await withdraw(memberNo, toPhone(500));
    expect(await standing(memberNo)).toMatchObject({ heldUntil: {}, rows: [{}] });
    await releaseDue(society.database, () => {});
    await sendAccepted(society);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "notice" }] });
  });

  it("says on which day it was asked for, left and arrived", async () => {
    const memberNo = await newMember(5000);
    const days = async () => {
      const { rows } = (await standing(memberNo)) as {
        rows: { date: string; changedOn: string }[];
      };
      return rows.map(({ date, changedOn }) => [date, changedOn]);
    };
    const asked = await withdraw(memberNo, toPhone(2000));
    const { date } = asked.body as { date: string };
    expect(await days()).toEqual([[date, date]]);
    await sendAccepted(society);
    society.clock.advance(86_400);
    const { attempt_id: attemptId } = await payoutOf(society, memberNo);
    await giveResult(society, { attemptId, outcome: "paid", amount: 2000, receiptNo: "TDW3C" });
    tokens[memberNo] = await signIn(society, memberNo);
    expect(await days()).toEqual([[date, addDays(date as CalendarDate, 1)]]);
  });

  it("is back on the account if the number changes before it leaves", async () => {
    const memberNo = await newMember(5000);
    await withdraw(memberNo, toPhone(500));
    const memberId = await memberIdOf(society, memberNo);
    await society.database.unitOfWork("test", (work) => putBackWaiting(work, memberId));
    expect(await of("withdrawable-deposits", memberNo)).toBe(5000);
    expect(await standing(memberNo)).toMatchObject({
      rows: [{ progress: "failed", reason: "number-changed" }],
    });
  });
});

describe("the rules of a withdrawal", () => {
  it.each([
    ["less than the smallest", toPhone(99), "at least Ksh 100.00"],
    ["more than the balance with the fee", toPhone(4971), "at most Ksh 4,970.00"],
    ["cents to the phone", toPhone("500.50"), "whole shillings"],
  ])("reject %s with the exact figure, before a code is sent", async (_, wish, words) => {
    await setRules({ fee: 30 });
    const memberNo = await newMember(5000);
    const tried = await post("/api/v1/withdrawals/code", memberNo, wish);
    expect(tried.status).toBe(422);
    expect(tried.text).toContain(words);
  });

  it("limit what one member withdraws on a day of Nairobi, over all requests", async () => {
    await setRules({ day: 3000 });
    const memberNo = await newMember(10_000);
    society.clock.set("2026-09-04T20:50:00Z");
    tokens[memberNo] = await signIn(society, memberNo);
    expect((await withdraw(memberNo, toPhone(2000))).status).toBe(201);
    expect((await withdraw(memberNo, atOffice(800))).status).toBe(201);
    society.clock.advance(61);
    const over = await post("/api/v1/withdrawals/code", memberNo, toPhone(201));
    expect(over.text).toContain("Ksh 200.00");
    // Midnight in Nairobi is 21:00 in UTC.
    society.clock.set("2026-09-04T21:00:01Z");
    await setRules({ day: 3000 });
    expect(await standing(memberNo)).toMatchObject({ leftToday: 3000 });
    expect((await withdraw(memberNo, toPhone(3000))).status).toBe(201);
    expect(await of("withdrawable-deposits", memberNo)).toBe(4200);
  });

  it("hold a withdrawal until its notice is over, and let its member cancel it", async () => {
    await setRules({ notice: 2, fee: 10 });
    const memberNo = await newMember(5000);
    const kept = await withdraw(memberNo, toPhone(1000));
    expect(kept.body).toMatchObject({ progress: "notice" });
    const ended = await withdraw(memberNo, toPhone(500));
    expect(await of("withdrawable-deposits", memberNo)).toBe(3480);
    const cancel = `/api/v1/withdrawals/${idOf(ended)}/cancellation`;
    expect((await post(cancel, memberNo, {})).body).toMatchObject({ progress: "cancelled" });
    expect(reasonOf(await post(cancel, memberNo, {}))).toBe("withdrawal-state");
    expect(await of("withdrawable-deposits", memberNo)).toBe(3990);
    await releaseDue(society.database, () => {});
    expect(await standing(memberNo)).toMatchObject({ rows: [{}, { progress: "notice" }] });
    society.clock.advance(2 * 86_400);
    await releaseDue(society.database, () => {});
    tokens[memberNo] = await signIn(society, memberNo);
    expect(await standing(memberNo)).toMatchObject({ rows: [{}, { progress: "waiting" }] });
    expect(
      reasonOf(await post(`/api/v1/withdrawals/${idOf(kept)}/cancellation`, memberNo, {})),
    ).toBe("withdrawal-state");
  });

  it("let nobody cancel the withdrawal of another member", async () => {
    await setRules({ notice: 2 });
    const [memberNo, other] = [await newMember(5000), await newMember(5000)];
    const asked = await withdraw(memberNo, toPhone(1000));
    const tried = await post(`/api/v1/withdrawals/${idOf(asked)}/cancellation`, other, {});
    expect(reasonOf(tried)).toBe("no-such-withdrawal");
  });

  it("take the balance once, of fifty withdrawals at once with one code", async () => {
    const memberNo = await newMember(1000);
    const otp = await codeOf(memberNo, toPhone(1000));
    const tries = Array.from({ length: 50 }, () => withCode(memberNo, toPhone(1000), otp));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await of("withdrawable-deposits", memberNo)).toBe(0);
  });

  it("stop a member who is leaving, and end waiting requests", async () => {
    await setRules({ notice: 5 });
    const memberNo = await newMember(5000);
    await withdraw(memberNo, toPhone(1000));
    const id = await memberIdOf(society, memberNo);
    const leave = society.owner.query("update member set membership = 'left' where id = $1", [id]);
    await expect(leave).rejects.toMatchObject({ constraint: "member_withdrawal_waits" });
    await society.owner.query(
      "insert into member_exit (member_id, reason, asked_by) values ($1, 'Moves', 'staff:CLERK')",
      [id],
    );
    const tried = await post("/api/v1/withdrawals/code", memberNo, toPhone(500));
    expect(reasonOf(tried)).toBe("member-leaving");
    await releaseDue(society.database, () => {});
    expect(await of("withdrawable-deposits", memberNo)).toBe(5000);
    expect(await standing(memberNo)).toMatchObject({ rows: [{ progress: "cancelled" }] });
  });

  it("require a number that is confirmed and not about to change", async () => {
    const memberNo = await newMember(5000);
    await society.owner.query("update member set mobile_confirmed_at = null where member_no = $1", [
      memberNo,
    ]);
    expect(await standing(memberNo)).toMatchObject({ blocked: "number", mobileNo: "" });
    const tried = await post("/api/v1/withdrawals/code", memberNo, atOffice(500));
    expect(reasonOf(tried)).toBe("withdrawal-unconfirmed");
  });
});

describe("the code of a withdrawal", () => {
  it("is for its amount and its way alone, and for one withdrawal", async () => {
    const memberNo = await newMember(5000);
    const otp = await codeOf(memberNo, toPhone(500));
    expect(reasonOf(await withCode(memberNo, toPhone(600), otp))).toBe("otp-refused");
    expect(reasonOf(await withCode(memberNo, atOffice(500), otp))).toBe("otp-refused");
    expect((await withCode(memberNo, toPhone(500), otp)).status).toBe(201);
    expect(reasonOf(await withCode(memberNo, toPhone(500), otp))).toBe("otp-refused");
  });

  it("names its account, and releases no other account of the same member", async () => {
    const memberNo = await newMember(5000);
    await openWithdrawable(society, memberNo, 5000, `${memberNo}-W2`);
    const first = { ...toPhone(500), accountNo: `${memberNo}-W1` };
    const second = { ...toPhone(500), accountNo: `${memberNo}-W2` };
    const otp = await codeOf(memberNo, first);
    const sent = (await society.messages()).find(({ text }) => text.includes(otp));
    expect(sent?.text).toContain(`${memberNo}-W1`);
    expect(reasonOf(await withCode(memberNo, second, otp))).toBe("otp-refused");
    expect((await withCode(memberNo, first, otp)).status).toBe(201);
    const { rows } = await society.owner.query<{ account: string }>(
      `select detail ->> 'account' as account from audit_record
        where action = 'withdrawal-asked' and subject = $1`,
      [`member:${memberNo}`],
    );
    expect(rows).toEqual([{ account: `${memberNo}-W1` }]);
  });

  it("for one account is not taken for another, whatever writes the withdrawal", async () => {
    const memberNo = await newMember(5000);
    await openWithdrawable(society, memberNo, 5000, `${memberNo}-W2`);
    const planted = (accountNo: string) =>
      society.owner.query(
        `with used as (
            insert into otp (id, member_no, purpose, subject, salt, expires_at, used_at)
              values (gen_random_uuid(), $1, 'withdrawal', 'phone:70000:' || $1 || '-W1', '',
                akiba_now(), akiba_now())
            returning id
          )
          insert into withdrawal (member_id, account_no, amount_cents, fee_cents, channel,
            policy_id, needs_approval, ready_on, otp_id, entry_id, requested_by)
          select m.id, $2, 70000, 0, 'phone', (select max(id) from withdrawal_policy), false,
            akiba_today(), used.id, 0, 'member:' || $1
          from used, member m where m.member_no = $1`,
        [memberNo, accountNo],
      );
    const other = planted(`${memberNo}-W2`);
    await expect(other).rejects.toMatchObject({ constraint: "withdrawal_by_code" });
    // With its own account it gets past the code, and fails for want of its entry.
    const own = planted(`${memberNo}-W1`);
    await expect(own).rejects.not.toMatchObject({ constraint: "withdrawal_by_code" });
  });

  it("of another purpose does not withdraw", async () => {
    const memberNo = await newMember(5000);
    await post("/api/v1/mobile-confirmation/code", memberNo, {});
    const otp = await calls.codeIn();
    expect(reasonOf(await withCode(memberNo, toPhone(500), otp))).toBe("otp-refused");
  });

  it("of another member does not withdraw", async () => {
    const [memberNo, other] = [await newMember(5000), await newMember(5000)];
    const otp = await codeOf(other, toPhone(500));
    expect(reasonOf(await withCode(memberNo, toPhone(500), otp))).toBe("otp-refused");
    expect(await of("withdrawable-deposits", memberNo)).toBe(5000);
  });
});

describe("deposits and share capital", () => {
  it("never leave by a withdrawal, whatever writes it", async () => {
    const memberNo = await newMember(5000);
    await withdraw(memberNo, toPhone(500));
    const id = await memberIdOf(society, memberNo);
    const planted = society.owner.query(
      `with used as (
          insert into otp (id, member_no, purpose, subject, salt, expires_at, used_at)
            values (gen_random_uuid(), $2, 'withdrawal', 'phone:70000:deposits', '', akiba_now(),
              akiba_now())
          returning id
        ), entry as (
          insert into journal_entry (kind, value_date, narration, actor)
            values ('withdrawable-withdrawal', akiba_today(), 'x', 'test') returning id
        )
        insert into withdrawal (member_id, account_no, amount_cents, fee_cents, channel, policy_id,
          needs_approval, ready_on, otp_id, entry_id, requested_by)
        select $1::bigint, 'deposits', 70000, 0, 'phone', (select max(id) from withdrawal_policy),
          false, akiba_today(), used.id, entry.id, 'member:' || $2 from used, entry`,
      [id, memberNo],
    );
    await expect(planted).rejects.toThrow();
    const policy = "update withdrawal_policy set fee_cents = 0";
    await expect(society.owner.query(policy)).rejects.toThrow();
  });
});
