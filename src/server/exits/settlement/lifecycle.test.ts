import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post } from "#server/ledger/journal/post.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import {
  deposit,
  employ,
  enrolWithLogin,
  foundSociety,
  lend,
  memberIdOf,
  PASSWORD,
  signIn,
} from "#test/people.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { exitMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const staff = { CLERK: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };
const DAY = "2026-04-14T06:12:00Z";

beforeAll(async () => {
  await foundSociety(society);
  for (let n = 1; n <= 10; n += 1) {
    await enrolWithLogin(society, `EX${n}`);
    await deposit(society, `EX${n}`, 10_000);
  }
  for (const [who, role] of Object.entries(staff)) await employ(society, who, role);
  await put("EX1", "share-capital-by-mpesa", "share-capital", 3000);
  await put("EX1", "dividend-brought-forward", "dividend-payable", 250);
  await put("EX1", "withdrawable-deposit", "withdrawable-deposits", 1500);
  await lend(society, "EX1", { loanNo: "LN-EX1" });
});

beforeEach(() => at(DAY));

async function at(moment: string): Promise<void> {
  society.clock.set(moment);
  await society.owner.query("delete from session");
  for (const who of Object.keys(staff)) tokens[who] = await signIn(society, who);
}

const sources = {
  "share-capital-by-mpesa": "mobile-money",
  "withdrawable-deposit": "mobile-money",
  "dividend-brought-forward": "opening-balances",
} as const satisfies Partial<Record<EntryKind, string>>;

async function put(
  memberNo: string,
  kind: keyof typeof sources,
  code: "share-capital" | "dividend-payable" | "withdrawable-deposits",
  amount: number,
): Promise<void> {
  const account = memberAccount(code, await memberIdOf(society, memberNo));
  const from = societyAccount(sources[kind]);
  await society.database.unitOfWork("test", async (work) => {
    await openAccounts(work, [account]);
    const lines = [debit(from, shillings(amount)), credit(account, shillings(amount))];
    await post(work, { kind, narration: "Planted", lines });
  });
}

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: to, body });
async function view(memberNo: string) {
  const token = tokens["CLERK"] ?? "";
  const reply = await society.send("GET", `/api/v1/members/${memberNo}/exit`, { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { refund: number; blocks: string[]; exit: Record<string, unknown> | null };
}
async function asked(memberNo: string, more: Record<string, unknown> = {}): Promise<string> {
  const reply = await send("CLERK", "/api/v1/exits", { memberNo, reason: "Retires", ...more });
  expect(reply.status, reply.text).toBe(201);
  return `/api/v1/exits/${(reply.body as { id: string }).id}`;
}
async function approved(memberNo: string, more: Record<string, unknown> = {}): Promise<string> {
  const exit = await asked(memberNo, more);
  const reply = await send("TREASURER", `${exit}/approval`);
  expect(reply.status, reply.text).toBe(201);
  return exit;
}
async function balances(memberNo: string) {
  const found = await society.owner.query<{ code: string; cents: number }>(
    `select code, (balance_cents * normal_side)::int as cents from ledger_account a
      join member m on m.id = a.member_id where member_no = $1 and balance_cents <> 0 order by 1`,
    [memberNo],
  );
  return Object.fromEntries(found.rows.map(({ code, cents }) => [code, cents]));
}
const clearings = async () =>
  (
    await society.owner.query(
      `select from ledger_account where code in ('exit-clearing', 'share-transfers')
        and balance_cents <> 0`,
    )
  ).rowCount;

steps("a leaving member", () => {
  it("is shown on one page: debts, money owned, the expected refund, and the 60 days", async () => {
    const seen = await view("EX1");
    expect(seen).toMatchObject({
      deposits: 10_000,
      withdrawable: 1500,
      dividendPayable: 250,
      shareCapital: 3000,
      owed: 6897,
      refund: 4853,
      short: 0,
      loans: [{ loanNo: "LN-EX1", outstanding: 6897 }],
      blocks: [],
      exit: null,
    });
    await asked("EX1", { sharesTo: "EX2" });
    expect((await view("EX1")).exit).toMatchObject({
      state: "asked",
      askedOn: "2026-04-14",
      dueOn: "2026-06-13",
      dayNo: 0,
      sharesTo: "EX2",
    });
    // By the calendar of Nairobi, three hours ahead of the machine's clock.
    await at("2026-04-15T20:59:59Z");
    expect((await view("EX1")).exit).toMatchObject({ dayNo: 1 });
    await at("2026-04-15T21:00:00Z");
    expect((await view("EX1")).exit).toMatchObject({ dayNo: 2 });
  });

  it("is approved by a second person, refunded by a third, then signed out for good", async () => {
    const exit = `/api/v1/exits/${String((await view("EX1")).exit?.["id"])}`;
    expect((await send("CLERK", `${exit}/approval`)).status).toBe(403);
    expect((await send("TREASURER", `${exit}/approval`)).body).toMatchObject({
      state: "approved",
      askedBy: "staff:CLERK",
      approvedBy: "staff:TREASURER",
    });
    const payment = { receiptNo: "eft-0001" };
    expect((await send("TREASURER", `${exit}/payment`, payment)).body).toMatchObject({
      reason: "exit-two-people",
    });
    expect((await send("ADMIN", `${exit}/payment`, {})).body).toMatchObject({
      errors: [{ field: "receiptNo" }],
    });
    const session = await signIn(society, "EX1");
    expect((await send("ADMIN", `${exit}/payment`, payment)).body).toMatchObject({
      state: "paid",
      refund: 4853,
      sharesPassedOn: 3000,
      receiptNo: "EFT-0001",
    });
    expect(await balances("EX1")).toEqual({});
    expect(await balances("EX2")).toMatchObject({ "share-capital": 300_000 });
    expect(await clearings()).toBe(0);
    const loan = await society.owner.query("select state from loan where loan_no = 'LN-EX1'");
    expect(loan.rows).toEqual([{ state: "settled" }]);
    expect((await society.send("GET", "/api/v1/session", { token: session })).status).toBe(401);
    const body = { memberNo: "EX1", password: PASSWORD };
    const again = await society.send("POST", "/api/v1/auth/authenticate", { body });
    expect((again.body as { message: string }).message).toContain("has ended");
    const told = (await society.messages()).map(({ text }) => text);
    expect(told.slice(0, 4)).toEqual([
      expect.stringContaining("Ksh 3,000.00 was transferred to you from EX1"),
      expect.stringContaining("Refund Ksh 4,853.00, ref EFT-0001"),
      expect.stringContaining("approved; your refund is due by 13 Jun 2026"),
      expect.stringContaining("your request to leave"),
    ]);
  });

  it("must wait for each guarantee they gave until it is released", async () => {
    await lend(society, "EX4", { loanNo: "LN-EX4" });
    const guarantorId = await memberIdOf(society, "EX3");
    await society.database.unitOfWork("test", (work) =>
      recordGuarantee(work, { loanNo: "LN-EX4", guarantorId, amount: shillings(2000) }),
    );
    const exit = await asked("EX3");
    expect(await view("EX3")).toMatchObject({
      blocks: ["guarantees"],
      guarantees: [{ loanNo: "LN-EX4", memberNo: "EX4", amount: 2000, outstanding: 6897 }],
    });
    // Its last instalment is due two months after it was paid out.
    const own = await society.send("GET", "/api/v1/leaving", {
      token: await signIn(society, "EX3"),
    });
    const [guarantee] = (own.body as { guarantees: { endsOn: string }[] }).guarantees;
    expect(own.body).toMatchObject({ blocks: ["guarantees"], earliest: guarantee?.endsOn });
    expect(guarantee).toEqual({ loanNo: "LN-EX4", amount: 2000, endsOn: "2026-06-14" });
    const blocked = await send("TREASURER", `${exit}/approval`);
    expect(blocked.body).toMatchObject({ reason: "exit-blocked" });
    await society.owner.query("update guarantee set state = 'cancelled' where guarantor_id = $1", [
      guarantorId,
    ]);
    expect((await send("TREASURER", `${exit}/approval`)).status).toBe(201);
  });

  it("must wait if they owe more than they have, or have an open application", async () => {
    await lend(society, "EX5", { loanNo: "LN-EX5", principal: 20_000 });
    expect(await view("EX5")).toMatchObject({
      blocks: ["owes"],
      refund: 0,
      owed: 20_900,
      short: 10_900,
    });
    const token = await signIn(society, "EX6");
    const application = { category: "Instant", amount: 6600, period: 2 };
    const body = { memNo: "EX6", ...application, total: 6897, repayment: 3449 };
    await society.send("POST", "/api/v1/instant/register", { token, body });
    expect((await view("EX6")).blocks).toEqual(["applications"]);
  });

  it("may change their mind until the payment, and request to leave again", async () => {
    const exit = await approved("EX7");
    const again = await send("CLERK", "/api/v1/exits", { memberNo: "EX7", reason: "Again" });
    expect(again.body).toMatchObject({ reason: "exit-open" });
    const back = await send("CLERK", `${exit}/withdrawal`, { reason: "Stays after all" });
    expect(back.body).toMatchObject({ state: "withdrawn", endedBecause: "Stays after all" });
    const late = await send("ADMIN", `${exit}/payment`, { receiptNo: "EFT-9" });
    expect(late.body).toMatchObject({ reason: "exit-state" });
    await asked("EX7");
  });

  it("may transfer remaining shares later, but only to a member who can hold them", async () => {
    await put("EX8", "share-capital-by-mpesa", "share-capital", 700);
    for (const sharesTo of ["EX8", "EX1", "NOBODY"]) {
      const reply = await send("CLERK", "/api/v1/exits", {
        memberNo: "EX8",
        reason: "So",
        sharesTo,
      });
      expect(reply.body).toMatchObject({ errors: [{ field: "sharesTo" }] });
    }
    const first = await approved("EX8");
    await send("ADMIN", `${first}/payment`, { receiptNo: "EFT-0008" });
    expect(await balances("EX8")).toEqual({ "share-capital": 70_000 });
    const bare = await send("CLERK", "/api/v1/exits", { memberNo: "EX8", reason: "Nothing left" });
    expect(bare.body).toMatchObject({ reason: "not-active" });
    const second = await approved("EX8", { sharesTo: "EX2" });
    expect((await send("ADMIN", `${second}/payment`, {})).status).toBe(201);
    expect(await balances("EX8")).toEqual({});
  });

  it("is paid out once and approved once, even if many try at once", async () => {
    const exit = await asked("EX9");
    const five = (who: string, to: string, body: unknown = {}) =>
      Promise.all(Array.from({ length: 5 }, () => send(who, `${exit}/${to}`, body)));
    const done = (replies: { status: number }[]) =>
      replies.filter(({ status }) => status === 201).length;
    expect(done(await five("TREASURER", "approval"))).toBe(1);
    const payment = { receiptNo: "EFT-0010" };
    expect(done(await five("ADMIN", "payment", payment))).toBe(1);
    const entries = await society.owner.query(
      "select kind from journal_entry where reference_no = 'EX9' order by id",
    );
    expect(entries.rows).toEqual([{ kind: "deposits-on-exit" }, { kind: "exit-refunded" }]);
  });

  it("needs two people at either step, by database constraints", async () => {
    const set = (sets: string, state: string) =>
      society.owner.query(`update member_exit set ${sets} where id =
        (select min(id) from member_exit where state = '${state}')`);
    const approve = "state = 'approved', approved_by = asked_by, approved_at = akiba_now()";
    await expect(set(approve, "asked")).rejects.toThrow("member_exit_approval_people");
    const pay = `state = 'paid', paid_by = approved_by, paid_at = akiba_now(), refund_cents = 0,
      deposits_cents = 0, withdrawable_cents = 0, dividend_cents = 0, loans_cents = 0,
      shares_cents = 0`;
    await expect(set(pay, "approved")).rejects.toThrow("member_exit_payment_people");
    await expect(set("state = 'asked'", "paid")).rejects.toThrow("cannot go from paid");
    await expect(set("state = 'paid'", "asked")).rejects.toThrow("cannot go from asked");
  });

  it("is listed by due day, and after payment latest first", async () => {
    const list = async (tab: string) => {
      const token = tokens["CLERK"] ?? "";
      const reply = await society.send("GET", `/api/v1/exits?tab=${tab}`, { token });
      return (reply.body as { rows: { memberNo: string; state: string }[] }).rows;
    };
    const open = await list("open");
    expect(open.map(({ memberNo }) => memberNo)).toEqual(["EX3", "EX7"]);
    const done = await list("done");
    expect(done.map(({ memberNo, state }) => `${memberNo} ${state}`)).toEqual([
      "EX9 paid",
      "EX8 paid",
      "EX8 paid",
      "EX7 withdrawn",
      "EX1 paid",
    ]);
  });

  it("is not refunded by the bank reference of a movement of the treasury", async () => {
    await treasuryCalls(society, tokens).book({
      kind: "other-income-at-bank",
      amount: 10,
      reference: "EFT-0011",
    });
    const exit = await approved("EX10");
    const used = await send("ADMIN", `${exit}/payment`, { receiptNo: "00-EFT/0011" });
    expect(used.body).toMatchObject({ errors: [{ field: "receiptNo" }] });
    expect((await send("ADMIN", `${exit}/payment`, { receiptNo: "EFT-0012" })).status).toBe(201);
  });
});

describe("the messages to a leaving member", () => {
  it.each(exitMessages.map((template) => [template.name, template] as const))(
    "%s fits one SMS in both languages",
    (_, { render }) => {
      for (const language of ["en", "sw"] as const) {
        const { text } = render(language, {
          society: "Uzima Hospital Sacco",
          phone: "0709 000 210",
          date: "2026-06-13",
          amount: "999,999,999.99",
          receipt: "EFT-20260613-0001",
          from: "MS1001",
        });
        expect(text.length, text).toBeLessThanOrEqual(160);
        expect(text).toMatch(/^[\x20-\x7e]+$/);
        expect(text).not.toMatch(/[{}]/);
      }
    },
  );
});
