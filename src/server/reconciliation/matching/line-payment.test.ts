import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { reconciliationOffice } from "#test/bank-statements.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, lend, signIn, tryToApprove } from "#test/people.ts";
import { takeLoanStep } from "#test/loan-steps.ts";
import { type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: { writesPerMinute: 6000, writeBurst: 6000, readsPerMinute: 6000, readBurst: 6000 },
});
const { confirm } = paybillCalls(society);
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);

/** The lines of M-Pesa's file: receipt, money in or out, details, other party and account. */
const lines: readonly (readonly [string, number, string, string, string])[] = [
  ["TDG0000001", 500, "Pay Bill", "2547***482 - WANJIKU KAMAU", "PL1"],
  ["TDG0000002", 400, "Pay Bill from 254712000482 - JUMA ALI Acc. PL2", "", ""],
  ["TDG0000003", 300, "Pay Bill", "AMINA", "nobody"],
  ["TDG0000004", 200, "Pay Bill", "AMINA", "PL3"],
  ["TDG0000005", 600, "Pay Bill", "AMINA", "PL10"],
  ["TDG0000006", 700, "Pay Bill", "AMINA", "PL4"],
  ["TDG0000007", 800, "Pay Bill", "AMINA", "PL5"],
  ["TDG0000008", 900, "Pay Bill", "AMINA", "PL6"],
  ["TDG0000009", 1000, "Pay Bill", "AMINA", "PL7"],
  ["TDG0000010", 100, "Pay Bill", "AMINA", "IL-2026-07001"],
  ["TDG0000011", -50, "Charge", "", ""],
  ["", 110, "Pay Bill", "AMINA", "PL7"],
  ["TDG0000012", 1300, "Pay Bill", "AMINA", "PL8"],
  ["TDG0000013", 1400, "Pay Bill", "AMINA", "PL9"],
];

function statementFile(): string {
  let balance = 0;
  const rows = lines.map(([receipt, amount, details, party, account], at) => {
    balance += amount;
    const [paidIn, paidOut] = amount > 0 ? [amount, ""] : ["", amount];
    const time = `2026-03-16 09:12:${String(10 + at)}`;
    return [receipt, time, details, "Completed", paidIn, paidOut, balance, party, account].join();
  });
  const heads = "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance";
  return [`${heads},Other Party Info,A/C No.`, ...rows].join("\n");
}

beforeAll(async () => {
  await foundSociety(society);
  const staff = {
    CLERK: "clerk",
    OTHER: "clerk",
    TREASURER: "treasurer",
    ADMIN: "administrator",
    AUDITOR: "auditor",
  };
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  tokens["treasurer"] = tokens["TREASURER"] ?? "";
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    await enrol(society, `PL${n}`, { mobile: `+2547120007${10 + n}` });
  }
  await lend(society, "PL7", { loanNo: "IL-2026-07001" });
  const sent = { account: "mobile-money", who: "TREASURER", fileName: "march.csv" };
  await office.take(statementFile(), sent);
});

async function lineOf(receipt: string): Promise<string> {
  const { rows } = await society.owner.query<{ id: string }>(
    "select id::text from bank_statement_line where receipt_no = $1",
    [receipt],
  );
  return rows[0]?.id ?? "0";
}
const enter = async (receipt: string, who = "CLERK", body: object = {}) =>
  office.ask(who, "POST", `/mobile-money/lines/${await lineOf(receipt)}/entry`, body);
const approve = ({ body }: Reply, who = "ADMIN") =>
  tryToApprove(society, tokens[who] ?? "", (body as { approvalId: string }).approvalId);
const reasonOf = ({ status, body }: Reply) => [status, (body as { reason: string }).reason];
const messagesWith = async (receipt: string) =>
  (await society.messages()).filter(({ text }) => text.includes(receipt));
const confirmedOf = async (receipt: string) => {
  const { rows } = await office.matches("mobile-money", "confirmed");
  return rows.filter((row) => row.lines.some((line) => line.receipt === receipt));
};

describe("a payment whose confirmation was lost", () => {
  it("is entered from its line by two people, and credited like its confirmation", async () => {
    const entered = await enter("TDG0000001");
    expect(entered.body).toMatchObject({ kind: "payment-in" });
    expect(await of("member-deposits", "PL1")).toBe(0);
    expect((await approve(entered)).status).toBe(201);
    expect(await of("member-deposits", "PL1")).toBe(500);
    const { rows } = await society.owner.query(
      `select sender_name, sender_number, account_text, paid_at::text from pay_in
        where receipt_no = 'TDG0000001'`,
    );
    expect(rows).toEqual([
      {
        sender_name: "WANJIKU KAMAU",
        sender_number: "2547***482",
        account_text: "PL1",
        paid_at: "2026-03-16 06:12:10+00",
      },
    ]);
    expect(await messagesWith("TDG0000001")).toHaveLength(1);
    const [match] = await confirmedOf("TDG0000001");
    expect(match?.entries.map(({ amount }) => amount)).toEqual([500]);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("is credited by the details of the line if the statement has no other columns", async () => {
    expect((await approve(await enter("TDG0000002"))).status).toBe(201);
    expect(await of("member-deposits", "PL2")).toBe(400);
    const { rows } = await society.owner.query(
      "select sender_name, sender_number from pay_in where receipt_no = 'TDG0000002'",
    );
    expect(rows).toEqual([{ sender_name: "JUMA ALI", sender_number: "2547 ***** 482" }]);
  });

  it("waits in suspense for two people if its account number matches no member", async () => {
    expect((await approve(await enter("TDG0000003"))).status).toBe(201);
    expect(await payInOf(society, "TDG0000003")).toMatchObject({
      state: "suspense",
      cause: "unknown",
    });
    expect(await confirmedOf("TDG0000003")).toHaveLength(1);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("repays the loan that its account number names", async () => {
    const owed = await of("loan-receivable", "PL7");
    expect((await approve(await enter("TDG0000010"))).status).toBe(201);
    expect(await of("loan-receivable", "PL7")).toBe(owed - 100);
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("its receipt", () => {
  it("is credited once if the confirmation comes after all", async () => {
    expect((await approve(await enter("TDG0000004"))).status).toBe(201);
    const told = paymentCallback("TDG0000004", "PL3", { TransAmount: "200.00" });
    await Promise.all([confirm(told), confirm(told)]);
    expect(await of("member-deposits", "PL3")).toBe(200);
    expect(await payInOf(society, "TDG0000004")).toMatchObject({ differs: false });
    expect(await messagesWith("TDG0000004")).toHaveLength(1);
  });

  it("is rejected if it is confirmed, or recorded by the office", async () => {
    await confirm(paymentCallback("TDG0000006", "PL4", { TransAmount: "700.00" }));
    expect(reasonOf(await enter("TDG0000006"))).toEqual([409, "receipt-used"]);
    const form = { amount: 100, receipt: "TDG0000007", way: "bank" };
    await lend(society, "PL5", { loanNo: "IL-2026-07002" });
    const recorded = await takeLoanStep(society, tokens["ADMIN"] ?? "", {
      loanNo: "IL-2026-07002",
      noun: "repayments",
      body: form,
    });
    expect(recorded.status, recorded.text).toBe(201);
    expect(reasonOf(await enter("TDG0000007"))).toEqual([409, "receipt-used"]);
  });

  it("can no longer be approved once the confirmation arrived", async () => {
    const entered = await enter("TDG0000005");
    const told = paymentCallback("TDG0000005", "PL10", { TransAmount: "600.00" });
    const [, approved] = await Promise.all([confirm(told), approve(entered)]);
    expect([201, 409]).toContain(approved.status);
    expect(await payInOf(society, "TDG0000005")).toMatchObject({ parts: "deposits 600" });
    expect(await messagesWith("TDG0000005")).toHaveLength(1);
    expect((await approve(entered)).status).not.toBe(201);
    expect(await of("member-deposits", "PL10")).toBe(600);
  });

  it("is entered once, however many press and approve at once", async () => {
    const asked = await Promise.all(
      ["CLERK", "OTHER", "CLERK"].map((who) => enter("TDG0000008", who)),
    );
    const [first, ...more] = asked.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    expect(asked.map((one) => reasonOf(one)[1])).toContain("approval-waits");
    if (first === undefined) throw new Error("nobody entered it");
    const approved = await Promise.all([approve(first), approve(first), approve(first)]);
    expect(approved.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await of("member-deposits", "PL6")).toBe(900);
    expect(reasonOf(await enter("TDG0000008"))).toEqual([409, "match-taken"]);
  });
});

describe("nobody alone", () => {
  it("credits a member: neither who entered the line nor who imported it approves", async () => {
    const entered = await enter("TDG0000009", "ADMIN");
    expect(reasonOf(await approve(entered, "ADMIN"))).toEqual([403, "approval-two-people"]);
    expect(reasonOf(await approve(entered, "TREASURER"))).toEqual([403, "statement-own"]);
    expect((await approve(entered, "OTHER")).status).toBe(422);
    expect(await payInOf(society, "TDG0000009")).toBeNull();
  });

  it("changes amount or receipt, or enters lines other than those of customers", async () => {
    const changed = await enter("TDG0000012", "CLERK", { amount: 99_000, receipt: "TDG0000099" });
    expect(changed.status).toBe(422);
    expect((await enter("TDG0000012", "AUDITOR")).status).toBe(403);
    expect((await enter("")).status).toBe(422);
    expect((await enter("TDG0000011")).body).toMatchObject({ kind: "mpesa-charge" });
  });

  it("enters or approves what is credited to themselves", async () => {
    await society.owner.query(
      `update staff s set member_id = m.id from member m
        where (s.staff_no, m.member_no) in (('OTHER', 'PL8'), ('ADMIN', 'PL9'))`,
    );
    expect(reasonOf(await enter("TDG0000012", "OTHER"))).toEqual([403, "own-listing"]);
    const entered = await enter("TDG0000013");
    expect(reasonOf(await approve(entered))).toEqual([403, "own-listing"]);
    expect(await payInOf(society, "TDG0000013")).toBeNull();
  });

  it("writes the entry without the portal, because the database enforces the rules", async () => {
    await confirm(paymentCallback("TDG0000006", "PL4", { TransAmount: "700.00" }));
    const write = (by: string, receipt: string, line: string) =>
      society.owner.query(
        `insert into pay_in_line (line_id, pay_in_id, approval_id, entered_by, approved_by)
          select l.id, p.id, (select max(id) from approval), 'staff:CLERK', $1
          from bank_statement_line l, pay_in p where p.receipt_no = $2 and l.receipt_no = $3`,
        [by, receipt, line],
      );
    for (const [by, receipt, line, rule] of [
      ["staff:CLERK", "TDG0000006", "TDG0000006", "two_people"],
      ["staff:ADMIN", "TDG0000006", "TDG0000009", "not of payment"],
      ["staff:TREASURER", "TDG0000006", "TDG0000006", "imported by its approver"],
      ["staff:ADMIN", "TDG0000006", "TDG0000006", "was not approved"],
    ] as const) {
      await expect(write(by, receipt, line)).rejects.toThrow(rule);
    }
    await expect(society.owner.query("delete from pay_in_line")).rejects.toThrow();
  });
});
