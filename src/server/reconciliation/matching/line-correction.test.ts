import { beforeAll, describe, expect, it } from "vitest";
import { cents } from "#shared/money.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { openWithdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { reconciliationOffice } from "#test/bank-statements.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, lend, memberIdOf, signIn } from "#test/people.ts";
import { approveRequest, tryToApprove } from "#test/people.ts";
import { type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const { confirm } = paybillCalls(society);
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);

/**
 * Payments: the receipt, the amount in the confirmation, the one on the statement, and the account.
 */
const payments: readonly (readonly [string, number, number, string])[] = [
  ["TDK0000001", 500, 50, "CO1"],
  ["TDK0000002", 500, 5000, "CO2"],
  ["TDK0000004", 500, 50, "CO4W"],
  ["TDK0000005", 7000, 100, "IL-2026-09005"],
  ["TDK0000006", 100, 7000, "IL-2026-09006"],
  ["TDK0000007", 9000, 9001, "IL-2026-09007"],
  ["TDK0000008", 300, 30, "nobody"],
  ["TDK0000009", 300, 3000, "nobody"],
  ["TDK0000010", 800, 80, "CO10"],
  ["TDK0000011", 800, 80, "CO11"],
  ["TDK0000012", 800, 80, "CO12"],
  ["TDK0000013", 800, 80, "CO13"],
  ["TDK0000014", 800, 800, "CO14"],
  ["TDK0000015", 800, 80, "CO15"],
  ["TDK0000016", 9000, 100, "IL-2026-09016"],
  ["TDK0000017", 800, 80, "CO17"],
  ["TDK0000018", 800, 80, "CO18"],
];

function mpesaFile(): string {
  let balance = 0;
  const rows = payments.map(([receipt, , amount, account], at) => {
    balance += amount;
    const time = `2026-04-14 09:12:${String(10 + at)}`;
    return [receipt, time, "Pay Bill", "Completed", amount, "", balance, "JUMA", account].join();
  });
  const heads = "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance";
  return [`${heads},Other Party Info,A/C No.`, ...rows].join("\n");
}

beforeAll(async () => {
  await foundSociety(society);
  const staff = { CLERK: "clerk", OTHER: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };
  for (const [staffNo, role] of Object.entries({ ...staff, AUDITOR: "auditor" })) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  tokens["clerk"] = tokens["CLERK"] ?? "";
  tokens["treasurer"] = tokens["TREASURER"] ?? "";
  for (const [receipt, , , account] of payments) {
    const n = Number(receipt.slice(-2));
    await enrol(society, `CO${n}`, { mobile: `+2547120008${10 + n}` });
    if (account.startsWith("IL-"))
      await lend(society, `CO${n}`, { loanNo: account, principal: 3000 });
  }
  const four = memberAccount("withdrawable-deposits", await memberIdOf(society, "CO4"), "W-4");
  await society.database.unitOfWork("staff:TEST", (work) => openWithdrawableAccount(work, four));
  for (const [receipt, told, , account] of payments) {
    const TransTime = receipt === "TDK0000015" ? "20260330120000" : "20260414120000";
    const isRefunded = receipt === "TDK0000007";
    await restGoesTo(isRefunded ? "refund" : "deposits");
    await confirm(paymentCallback(receipt, account, { TransAmount: `${told}.00`, TransTime }));
  }
  await office.take(mpesaFile(), { account: "mobile-money", who: "TREASURER", fileName: "a.csv" });
});

const restGoesTo = (where: string) =>
  society.owner.query("update pay_in_setting set loan_rest = $1", [where]);
async function lineOf(receipt: string): Promise<string> {
  const { rows } = await society.owner.query<{ id: string }>(
    "select id::text from bank_statement_line where receipt_no = $1",
    [receipt],
  );
  return rows[0]?.id ?? "0";
}
const reason = "M-Pesa's statement and its portal say so";
const propose = async (receipt: string, who = "CLERK") =>
  office.ask(who, "POST", `/mobile-money/lines/${await lineOf(receipt)}/correction`, { reason });
const idOf = ({ body }: Reply) => (body as { approvalId: string }).approvalId;
const approve = (reply: Reply, who = "ADMIN") =>
  tryToApprove(society, tokens[who] ?? "", idOf(reply));
const send = (who: string, method: string, path: string, body?: unknown) =>
  society.send(method, `/api/v1/${path}`, { token: tokens[who] ?? "", body });
async function join(staffNo: string, role: string): Promise<void> {
  await employ(society, staffNo, role);
  tokens[staffNo] = await signIn(society, staffNo);
}
async function suspend(staffNo: string): Promise<void> {
  const reply = await send("ADMIN", "POST", `staff/${staffNo}/suspension`, { reason: "Left us" });
  expect(reply.status, reply.text).toBe(200);
}
/** The approval as it is on the screen of somebody who then presses the button. */
async function shownTo(who: string, asked: Reply): Promise<() => Promise<Reply>> {
  const { status, body } = await send(who, "GET", `approvals/${idOf(asked)}`);
  expect(status).toBe(200);
  const { digest } = body as { digest: string };
  return () => send(who, "POST", `approvals/${idOf(asked)}/approval`, { digest });
}
const reasonOf = ({ status, body }: Reply) => [status, (body as { reason: string }).reason];
async function correct(receipt: string): Promise<void> {
  const asked = await propose(receipt);
  expect(asked.status, asked.text).toBe(201);
  await approveRequest(society, tokens["ADMIN"] ?? "", idOf(asked));
}
const stateOfLoan = async (loanNo: string) => {
  const { rows } = await society.owner.query<{ state: string }>(
    "select state from loan where loan_no = $1",
    [loanNo],
  );
  return rows[0]?.state;
};
const messagesWith = async (receipt: string) =>
  (await society.messages()).filter(({ text }) => text.includes(receipt));
const openOf = async (receipt: string) => {
  const sides = [await office.open("statement", "mobile-money"), await booksOpen()];
  return sides.map((rows) => rows.filter((one) => one.receipt === receipt));
};
const booksOpen = () => office.open("books", "mobile-money");
const daysOf = async (receipt: string) => {
  const { rows } = await society.owner.query(
    `select distinct value_date::text as day from journal_entry
      where $1 in (receipt_no, reference_no) order by day`,
    [receipt],
  );
  return rows;
};
/** Links a person on the staff to their own membership, or to none. */
const link = (staffNo: string, memberNo: string | null) =>
  society.owner.query(
    "update staff set member_id = (select id from member where member_no = $2) where staff_no = $1",
    [staffNo, memberNo],
  );

describe("a payment that was confirmed with another amount than M-Pesa's statement has", () => {
  it("is corrected by two people to less, in the books and for its member", async () => {
    const before = await totalOf(society, "mobile-money");
    const [lines] = await openOf("TDK0000001");
    expect(lines).toMatchObject([{ amount: 50, bookedAmount: 500 }]);
    expect(lines).toMatchObject([{ awaitsApproval: false }]);
    const asked = await propose("TDK0000001");
    expect((await openOf("TDK0000001"))[0]).toMatchObject([{ awaitsApproval: true }]);
    expect(await of("member-deposits", "CO1")).toBe(500);
    expect((await approve(asked)).status).toBe(201);
    expect(await of("member-deposits", "CO1")).toBe(50);
    expect((await totalOf(society, "mobile-money")) - before).toBe(-450);
    expect(await payInOf(society, "TDK0000001")).toMatchObject({ turn: 1, parts: "deposits 50" });
    expect(await openOf("TDK0000001")).toEqual([[], []]);
    const texts = (await messagesWith("TDK0000001")).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain("was Ksh 50.00, not Ksh 500.00");
    expect(await daysOf("TDK0000001")).toEqual([{ day: "2026-04-14" }]);
  });

  it("is corrected to more, once, though the line and the confirmation come again", async () => {
    await correct("TDK0000002");
    await confirm(paymentCallback("TDK0000002", "CO2", { TransAmount: "500.00" }));
    expect(await of("member-deposits", "CO2")).toBe(5000);
    expect(reasonOf(await propose("TDK0000002"))).toEqual([409, "match-taken"]);
  });

  it("is not corrected if the money that was never paid is spent, but if the rest is", async () => {
    const id = await memberIdOf(society, "CO4");
    const spend = (amount: bigint) =>
      society.database.unitOfWork("staff:TEST", (work) =>
        post(work, {
          kind: "withdrawable-to-deposits",
          narration: "Moved",
          lines: [
            debit(memberAccount("withdrawable-deposits", id, "W-4"), cents(amount)),
            credit(memberAccount("member-deposits", id), cents(amount)),
          ],
        }),
      );
    const giveBack = (entry: bigint) =>
      society.database.unitOfWork("staff:TEST", (work) => reverse(work, entry));
    const most = await spend(460_00n);
    const asked = await propose("TDK0000004");
    expect(reasonOf(await approve(asked))).toEqual([422, "not-enough"]);
    expect(await of("withdrawable-deposits", "CO4")).toBe(40);
    await giveBack(most);
    const some = await spend(40_00n);
    expect((await approve(asked)).status).toBe(201);
    expect(await of("withdrawable-deposits", "CO4")).toBe(10);
    await giveBack(some);
    expect(await payInOf(society, "TDK0000004")).toMatchObject({ parts: "withdrawable 50" });
  });

  it("is dated today if its month is closed", async () => {
    await society.owner.query("update books_closed set until = '2026-03-31'");
    await correct("TDK0000015");
    await society.owner.query("update books_closed set until = null");
    expect(await daysOf("TDK0000015")).toEqual([{ day: "2026-03-30" }, { day: "2026-04-14" }]);
    expect(await openOf("TDK0000015")).toEqual([[], []]);
  });
});

describe("a payment that went", () => {
  it("to a loan that it settled reopens it, owing what was not paid", async () => {
    expect(await stateOfLoan("IL-2026-09005")).toBe("settled");
    const paid = 7000 - (await of("member-deposits", "CO5"));
    await correct("TDK0000005");
    expect(await stateOfLoan("IL-2026-09005")).toBe("disbursed");
    expect(await of("loan-receivable", "CO5")).toBe(paid - 100);
    expect(await of("member-deposits", "CO5")).toBe(0);
    expect(await payInOf(society, "TDK0000005")).toMatchObject({ parts: "loan 100" });
    expect(await openOf("TDK0000005")).toEqual([[], []]);
  });

  it("to a loan in part settles it, and the rest goes to deposits", async () => {
    const owed = 100 + (await of("loan-receivable", "CO6"));
    await correct("TDK0000006");
    expect(await stateOfLoan("IL-2026-09006")).toBe("settled");
    expect(await of("loan-receivable", "CO6")).toBe(0);
    expect(await of("member-deposits", "CO6")).toBe(7000 - owed);
    expect(await openOf("TDK0000006")).toEqual([[], []]);
  });

  it("to a loan that is being refunded stays as it is", async () => {
    expect(reasonOf(await propose("TDK0000007"))).toEqual([409, "pay-in-refunded"]);
    // Else the books of this society would never agree with the statement again.
    const agree = "update bank_statement_line set amount_cents = 900000 where receipt_no = $1";
    await society.owner.query(agree, ["TDK0000007"]);
    expect(reasonOf(await propose("TDK0000007"))).toEqual([409, "pay-in-state"]);
  });

  it("into suspense stays there with the amount of the statement", async () => {
    const before = await totalOf(society, "mpesa-suspense");
    await correct("TDK0000008");
    expect((await totalOf(society, "mpesa-suspense")) - before).toBe(-270);
    const found = { state: "suspense", cause: "unknown", parts: "suspense 30" };
    expect(await payInOf(society, "TDK0000008")).toMatchObject(found);
    expect(await messagesWith("TDK0000008")).toEqual([]);
  });

  it("out of suspense to a member leaves nothing in suspense", async () => {
    const before = await totalOf(society, "mpesa-suspense");
    const path = "/api/v1/pay-ins/receipts/TDK0000009/placement";
    const body = { to: "deposits", memberNo: "CO9" };
    const placing = await society.send("POST", path, { token: tokens["CLERK"] ?? "", body });
    expect((await approve(placing, "TREASURER")).status).toBe(201);
    await correct("TDK0000009");
    expect(await of("member-deposits", "CO9")).toBe(3000);
    expect((await totalOf(society, "mpesa-suspense")) - before).toBe(-300);
    expect(await openOf("TDK0000009")).toEqual([[], []]);
  });
});

describe("a correction", () => {
  it("takes two people, one of whom did not import the statement", async () => {
    expect((await propose("TDK0000010", "AUDITOR")).status).toBe(403);
    const asked = await propose("TDK0000010", "ADMIN");
    expect(reasonOf(await approve(asked, "ADMIN"))).toEqual([403, "approval-two-people"]);
    expect(reasonOf(await approve(asked, "TREASURER"))).toEqual([403, "statement-own"]);
    expect((await approve(asked, "OTHER")).status).toBe(422);
    expect(await of("member-deposits", "CO10")).toBe(800);
  });

  it("is neither proposed nor approved by the member, or for their own loan", async () => {
    await link("OTHER", "CO11");
    expect(reasonOf(await propose("TDK0000011", "OTHER"))).toEqual([403, "own-listing"]);
    await link("OTHER", "CO16");
    expect(reasonOf(await propose("TDK0000016", "OTHER"))).toEqual([403, "own-loan"]);
    await link("OTHER", null);
    const asked = await propose("TDK0000011");
    await link("ADMIN", "CO11");
    expect((await approve(asked)).status).toBe(403);
    await link("ADMIN", null);
    await link("CLERK", "CO11");
    expect((await approve(asked)).status).toBe(403);
    await link("CLERK", null);
    expect(await of("member-deposits", "CO11")).toBe(800);
  });

  it("of somebody who left the staff is not approved, and another person proposes it", async () => {
    await join("LEFT", "clerk");
    const asked = await propose("TDK0000017", "LEFT");
    const press = await shownTo("ADMIN", asked);
    await suspend("LEFT");
    expect(reasonOf(await press())).toEqual([409, "approval-suspended"]);
    expect(await of("member-deposits", "CO17")).toBe(800);
    const rejection = `approvals/${idOf(asked)}/rejection`;
    expect((await send("ADMIN", "POST", rejection, { reason: "They left" })).status).toBe(201);
    await correct("TDK0000017");
    expect(await of("member-deposits", "CO17")).toBe(80);
  });

  it("is not approved by somebody who left or may no longer approve, though shown it", async () => {
    const asked = await propose("TDK0000018");
    const gone = ["QUIT", "DEMOTED", "RENEWED", "OUT"];
    for (const who of gone) await join(who, "treasurer");
    const [quit, demoted, renewed, out] = await Promise.all(gone.map((who) => shownTo(who, asked)));
    await suspend("QUIT");
    const change = (set: string, who: string) =>
      society.owner.query(`update staff set ${set} where staff_no = $1`, [who]);
    await change("role = 'clerk'", "DEMOTED");
    await change("role_since = akiba_now()", "RENEWED");
    expect((await send("OUT", "DELETE", "session")).status).toBe(200);
    expect((await quit?.())?.status).toBe(401);
    expect((await demoted?.())?.body).toMatchObject({ code: 403, reason: "staff-only" });
    expect((await renewed?.())?.body).toMatchObject({ code: 403, reason: "role-too-new" });
    expect((await out?.())?.status).toBe(401);
    expect(await of("member-deposits", "CO18")).toBe(800);
    expect((await approve(asked)).status).toBe(201);
  });

  it("is made once, however many press and approve at once", async () => {
    const asked = await Promise.all(
      ["CLERK", "OTHER", "CLERK"].map((who) => propose("TDK0000012", who)),
    );
    const made = asked.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const [first] = made as [Reply];
    const approved = await Promise.all([approve(first), approve(first), approve(first)]);
    expect(approved.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await of("member-deposits", "CO12")).toBe(80);
  });

  it("is approved as the payment is then: off its account, it waits", async () => {
    const asked = await propose("TDK0000013");
    const path = "/api/v1/pay-ins/receipts/TDK0000013/move";
    const body = { reason: "Typed by mistake" };
    const moving = await society.send("POST", path, { token: tokens["OTHER"] ?? "", body });
    expect((await approve(moving, "TREASURER")).status).toBe(201);
    expect((await approve(asked)).status).toBe(201);
    expect(await of("member-deposits", "CO13")).toBe(0);
    expect(await payInOf(society, "TDK0000013")).toMatchObject({ turn: 2, parts: "suspense 80" });
  });

  it("needs an amount that differs, and entries that are in no match", async () => {
    expect(reasonOf(await propose("TDK0000014"))).toEqual([409, "match-taken"]);
    for (const path of [`/bank/lines/${await lineOf("TDK0000010")}`, "/mobile-money/lines/99999"]) {
      const reply = await office.ask("CLERK", "POST", `${path}/correction`, { reason });
      expect(reasonOf(reply)).toEqual([404, "no-such-item"]);
    }
  });

  it("is enforced by the database against writes without the portal", async () => {
    const change = "update pay_in set amount_cents = 1 where receipt_no = 'TDK0000010'";
    await expect(society.owner.query(change)).rejects.toThrow("corrected from the statement");
    const write = (cents_: number, by: string) =>
      society.owner.query(
        `insert into pay_in_correction (line_id, pay_in_id, turn, booked_cents, amount_cents,
            approval_id, entered_by, approved_by)
          select l.id, p.id, 1, p.amount_cents, $1, (select max(id) from approval),
            'staff:CLERK', $2
          from pay_in p join bank_statement_line l using (receipt_no)
          where p.receipt_no = 'TDK0000010'`,
        [cents_, by],
      );
    await expect(write(80_00, "staff:CLERK")).rejects.toThrow("two_people");
    await expect(write(90_00, "staff:ADMIN")).rejects.toThrow("does not correct");
    await expect(write(80_00, "staff:TREASURER")).rejects.toThrow("imported by its approver");
    await expect(write(80_00, "staff:ADMIN")).rejects.toThrow("was not approved");
    await expect(society.owner.query("delete from pay_in_correction")).rejects.toThrow();
  });

  it("leaves nothing that the nightly reconciler names", async () => {
    await society.owner.query("update approval set state = 'lapsed' where state = 'waiting'");
    for (const receipt of ["TDK0000010", "TDK0000011", "TDK0000016"]) await correct(receipt);
    const found = (await reconcile(society.database)).map(({ subject }) => subject);
    expect(found).toEqual([]);
  });
});
