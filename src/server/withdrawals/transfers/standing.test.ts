import { beforeAll, describe, expect, it } from "vitest";
import { runStandingTransfers } from "#server/withdrawals/moves/run-due.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { lend, signIn } from "#test/people.ts";
import { totalOf } from "#test/payouts.ts";
import { tellerOffice } from "#test/teller-office.ts";
import { payIntoWithdrawable } from "#test/withdrawable.ts";
import { reasonOf } from "#test/served-society.ts";

const { society, tokens, employStaff, withdrawals } = tellerOffice(
  { CLERK: "clerk" },
  { otpSendsPerMemberPerDay: 1000 },
);
const { newMember, post, codeIn } = withdrawals;
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);

beforeAll(employStaff);

const path = "/api/v1/standing-transfers";
const toDeposits = (day: number, amount = 500) => ({ to: "deposits", amount, day });
const codeFor = async (memberNo: string, wish: object) => {
  await society.owner.query("delete from otp_standing where member_no = $1", [memberNo]);
  const sent = await post(`${path}/code`, memberNo, wish);
  expect(sent.status, sent.text).toBe(200);
  return codeIn();
};
const order = async (memberNo: string, wish: object) =>
  post(path, memberNo, { ...wish, otp: await codeFor(memberNo, wish) });
const run = () => runStandingTransfers(society.database, () => {});
const read = async (memberNo: string) =>
  (
    await society.send("GET", `/api/v1/members/${memberNo}/transfers`, {
      token: tokens[memberNo] ?? "",
    })
  ).body as { standing: { id: string; nextOn: string; last?: object }[]; rows: object[] };

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
const today = (): string => dayOf(society.clock.stillAt());
/** Moves the clock to noon in Nairobi of a day, and signs the member in again. */
const goTo = async (day: string, memberNo: string) => {
  society.clock.set(`${day}T09:00:00Z`);
  tokens[memberNo] = await signIn(society, memberNo);
};
/** The first day of the next month. */
const nextMonth = (): string => {
  const now = society.clock.stillAt();
  return dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
};

describe("a transfer each month", () => {
  it("moves once a month, however often it runs, with a receipt in the list", async () => {
    const memberNo = await newMember(2000);
    await goTo(nextMonth(), memberNo);
    const made = await order(memberNo, toDeposits(1));
    expect(made.status, made.text).toBe(201);
    await Promise.all([run(), run()]);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(500);
    const day = today();
    const found = await read(memberNo);
    expect(found.standing).toMatchObject([{ last: { on: day, outcome: "moved" } }]);
    expect(found.rows).toMatchObject([{ to: "deposits", amount: 500 }]);
    await goTo(nextMonth(), memberNo);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("counts the last day of a shorter month, and makes up for a missed month", async () => {
    const memberNo = await newMember(5000);
    const year = Number(today().slice(0, 4)) + 1;
    await goTo(`${year}-01-31`, memberNo);
    expect((await order(memberNo, toDeposits(31, 100))).status).toBe(201);
    await run();
    expect((await read(memberNo)).standing[0]?.nextOn).toMatch(/-02-2[89]$/);
    await goTo(`${year}-03-02`, memberNo);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(200);
  });

  it("waits until the evening of its day for the account to cover it", async () => {
    const memberNo = await newMember(300);
    await goTo(nextMonth(), memberNo);
    expect((await order(memberNo, toDeposits(1))).status).toBe(201);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(0);
    await payIntoWithdrawable(society, memberNo, 400);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(500);
    expect((await read(memberNo)).standing).toMatchObject([{ last: { outcome: "moved" } }]);
  });

  it("skips what the account does not cover, says so, and goes on the next month", async () => {
    const memberNo = await newMember(300);
    await goTo(nextMonth(), memberNo);
    expect((await order(memberNo, toDeposits(1))).status).toBe(201);
    society.clock.set(`${today()}T17:00:00Z`);
    await run();
    await run();
    tokens[memberNo] = await signIn(society, memberNo);
    expect(await of("member-deposits", memberNo)).toBe(0);
    expect((await read(memberNo)).standing).toMatchObject([{ last: { outcome: "short" } }]);
    const told = (await society.messages()).filter(
      ({ text }) => text.includes(`${memberNo}-W1`) && text.includes("not moved"),
    );
    expect(told).toHaveLength(1);
  });

  it("takes at most the balance of a loan, and ends with it", async () => {
    const memberNo = await newMember(50_000);
    const loanNo = `IL-S-${memberNo}`;
    await lend(society, memberNo, { loanNo, principal: 3000 });
    await goTo(nextMonth(), memberNo);
    const wish = { to: "loan", loanNo, amount: 20_000, day: 1 };
    expect((await order(memberNo, wish)).status).toBe(201);
    await run();
    expect(await of("loan-receivable", memberNo)).toBe(0);
    await goTo(nextMonth(), memberNo);
    await run();
    expect((await read(memberNo)).standing).toEqual([]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("moves although another order fails, which is tried again", async () => {
    const [failing, other] = [await newMember(2000), await newMember(2000)];
    await goTo(nextMonth(), failing);
    tokens[other] = await signIn(society, other);
    const { id } = (await order(failing, toDeposits(1))).body as { id: string };
    expect((await order(other, toDeposits(1))).status).toBe(201);
    await society.owner.query(`
      create function fails() returns trigger language plpgsql as
        $$ begin raise 'planted'; end $$;
      create trigger fails before insert on standing_transfer_run for each row
        when (new.standing_id = ${id}) execute function fails();`);
    await expect(run()).rejects.toThrow("planted");
    expect(await of("member-deposits", failing)).toBe(0);
    expect(await of("member-deposits", other)).toBe(500);
    await society.owner.query("drop function fails cascade");
    await run();
    expect(await of("member-deposits", failing)).toBe(500);
  });

  it("is kept while its loan cannot be repaid, as when its payment came back", async () => {
    const memberNo = await newMember(50_000);
    const loanNo = `IL-B-${memberNo}`;
    await lend(society, memberNo, { loanNo, principal: 3000 });
    await goTo(nextMonth(), memberNo);
    expect((await order(memberNo, { to: "loan", loanNo, amount: 500, day: 1 })).status).toBe(201);
    const { rows } = await society.owner.query<{ entry: string }>(
      `select max(j.entry_id)::text as entry from loan n
          join ledger_account a on a.code = 'loan-receivable' and a.reference = n.loan_no
          join journal_line j on j.account_id = a.id
        where n.loan_no = $1`,
      [loanNo],
    );
    await society.database.unitOfWork("test", (work) =>
      reverse(work, BigInt(rows[0]?.entry ?? 0), { narration: "Came back" }),
    );
    await society.owner.query(
      `alter table loan disable trigger user;
      update loan set state = 'approved', start_date = null, end_date = null
        where loan_no = '${loanNo}';
      alter table loan enable trigger user;`,
    );
    await run();
    expect(await of("loan-receivable", memberNo)).toBe(0);
    expect((await read(memberNo)).standing).toMatchObject([{ last: { outcome: "blocked" } }]);
  });

  it("is kept while its member is suspended, and moves in the next month", async () => {
    const memberNo = await newMember(2000);
    await goTo(nextMonth(), memberNo);
    expect((await order(memberNo, toDeposits(1))).status).toBe(201);
    const put = (membership: string) =>
      society.owner.query("update member set membership = $2 where member_no = $1", [
        memberNo,
        membership,
      ]);
    await put("suspended");
    await run();
    expect(await of("member-deposits", memberNo)).toBe(0);
    await put("active");
    await goTo(nextMonth(), memberNo);
    await run();
    expect(await of("member-deposits", memberNo)).toBe(500);
  });

  it("is stopped by its member at any time, and by nobody else", async () => {
    const memberNo = await newMember(2000);
    const other = await newMember(2000);
    await goTo(nextMonth(), memberNo);
    tokens[other] = await signIn(society, other);
    const { id } = (await order(memberNo, toDeposits(1))).body as { id: string };
    expect(reasonOf(await post(`${path}/${id}/stop`, other, {}))).toBe("no-such-standing");
    expect((await post(`${path}/${id}/stop`, memberNo, {})).status).toBe(201);
    expect(reasonOf(await post(`${path}/${id}/stop`, memberNo, {}))).toBe("no-such-standing");
    await run();
    expect(await of("member-deposits", memberNo)).toBe(0);
  });

  it("takes a code for exactly this order, which the database enforces", async () => {
    const memberNo = await newMember(2000);
    const otp = await codeFor(memberNo, toDeposits(5));
    for (const other of [
      toDeposits(6),
      toDeposits(5, 600),
      { ...toDeposits(5), to: "share-capital" },
    ]) {
      expect(reasonOf(await post(path, memberNo, { ...other, otp }))).toBe("otp-refused");
    }
    const directly = society.owner.query(
      `insert into standing_transfer (member_id, account_no, destination, amount_cents,
          day_of_month, otp_id, ordered_by)
        select m.id, m.member_no || '-W1', 'deposits', 50000, 5, gen_random_uuid(),
          'member:' || m.member_no from member m where m.member_no = $1`,
      [memberNo],
    );
    await expect(directly).rejects.toMatchObject({ constraint: "standing_transfer_by_code" });
    expect((await post(path, memberNo, { ...toDeposits(5), otp })).status).toBe(201);
    expect(reasonOf(await post(path, memberNo, { ...toDeposits(5), otp }))).toBe("otp-refused");
  });

  it("is seen by the office", async () => {
    const memberNo = await newMember(2000);
    expect((await order(memberNo, toDeposits(9))).status).toBe(201);
    tokens["CLERK"] = await signIn(society, "CLERK");
    const { body } = await society.send("GET", path, { token: tokens["CLERK"] ?? "" });
    expect((body as { rows: object[] }).rows[0]).toMatchObject({ memberNo, amount: 500, day: 9 });
  });
});
