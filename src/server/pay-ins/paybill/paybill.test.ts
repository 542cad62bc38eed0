import { beforeAll, describe, expect, it } from "vitest";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { openWithdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employSignedIn, enrol, foundSociety, lend, memberIdOf } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ config: paybillConfig });
const { confirm, validate } = paybillCalls(society);
const accepted = { ResultCode: 0, ResultDesc: "Accepted" };
const of = (code: string, memberNo: string) => totalOf(society, code, memberNo);
const messagesWith = async (receipt: string) =>
  (await society.messages()).filter(({ text }) => text.includes(receipt));

/** Puts a new member on the register for one test. */
let enrolled = 2000;
const newMember = async () => {
  enrolled += 1;
  const memberNo = `PB${enrolled}`;
  await enrol(society, memberNo, { mobile: `+25471200${enrolled}` });
  return memberNo;
};
let lent = 0;
const newBorrower = async () => {
  const memberNo = await newMember();
  lent += 1;
  const loanNo = `IL-2026-${String(lent).padStart(5, "0")}`;
  await lend(society, memberNo, { loanNo });
  const owed = await of("loan-receivable", memberNo);
  return { memberNo, loanNo, owed };
};
const setRest = (rest: string) =>
  society.owner.query("update pay_in_setting set loan_rest = $1", [rest]);

beforeAll(() => foundSociety(society));

describe("a payment to the paybill", () => {
  it("is credited to the deposits of its member, who gets one SMS", async () => {
    const memberNo = await newMember();
    const reply = await confirm(paymentCallback("TDE1AA0001", memberNo.toLowerCase()));
    expect([reply.status, reply.body]).toEqual([200, accepted]);
    expect(await of("member-deposits", memberNo)).toBe(1000);
    const [sms, ...more] = await messagesWith("TDE1AA0001");
    expect(sms?.text).toBe(
      "Uzima Sacco: Ksh 1,000.00 paid by M-Pesa, receipt TDE1AA0001, is now in your deposits. " +
        "Questions? Call 0709 000 210.",
    );
    expect(more).toEqual([]);
    const audited = await society.owner.query(
      "select action, detail from audit_record where subject = 'pay-in:TDE1AA0001'",
    );
    const detail = { memberNo, by: "confirmation" };
    expect(audited.rows).toEqual([{ action: "pay-in-credited", detail }]);
  });

  it("is confirmed in Kiswahili to a member who uses it", async () => {
    const memberNo = await newMember();
    await society.owner.query("update member set language = 'sw' where member_no = $1", [memberNo]);
    await confirm(paymentCallback("TDE1AA0011", memberNo));
    expect((await messagesWith("TDE1AA0011")).map(({ text }) => text)).toEqual([
      "Uzima Sacco: Ksh 1,000.00 zilizolipwa kwa M-Pesa, risiti TDE1AA0011, sasa ziko kwenye " +
        "amana. Maswali? Piga 0709 000 210.",
    ]);
  });

  it("is credited once, however often and at once it is confirmed", async () => {
    const memberNo = await newMember();
    const told = paymentCallback("TDE1AA0002", memberNo);
    const replies = await Promise.all(Array.from({ length: 12 }, () => confirm(told)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await confirm(told);
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await messagesWith("TDE1AA0002")).toHaveLength(1);
    expect(await payInOf(society, "TDE1AA0002")).toMatchObject({ differs: false });
  });

  it("stays as it came if it is confirmed again with another amount", async () => {
    const memberNo = await newMember();
    await confirm(paymentCallback("TDE1AA0003", memberNo));
    const again = await confirm(
      paymentCallback("TDE1AA0003", memberNo, { TransAmount: "9000.00" }),
    );
    expect(again.status).toBe(200);
    expect(await of("member-deposits", memberNo)).toBe(1000);
    expect(await payInOf(society, "TDE1AA0003")).toMatchObject({ differs: true });
  });

  it("goes to share capital if the account number says so", async () => {
    const memberNo = await newMember();
    await confirm(paymentCallback("TDE1AA0004", `${memberNo} SHARES`));
    expect(await of("share-capital", memberNo)).toBe(1000);
  });

  it("goes to the one withdrawable account, or waits if there is none", async () => {
    const memberNo = await newMember();
    await confirm(paymentCallback("TDE1AA0005", `${memberNo}W`));
    expect(await payInOf(society, "TDE1AA0005")).toMatchObject({ cause: "no-account" });
    const memberId = await memberIdOf(society, memberNo);
    const account = memberAccount("withdrawable-deposits", memberId, "W-1");
    await society.database.unitOfWork("test", (work) => openWithdrawableAccount(work, account));
    await confirm(paymentCallback("TDE1AA0006", `${memberNo}W`));
    expect(await of("withdrawable-deposits", memberNo)).toBe(1000);
  });

  it("goes where the settings say if no purpose is typed", async () => {
    const memberNo = await newMember();
    await society.owner.query("update pay_in_setting set purpose = 'share-capital'");
    await confirm(paymentCallback("TDE1AA0007", memberNo));
    await society.owner.query("update pay_in_setting set purpose = 'deposits'");
    expect(await of("share-capital", memberNo)).toBe(1000);
  });

  it("is dated on the day it was made, or today if that day is unknown", async () => {
    const memberNo = await newMember();
    await confirm(paymentCallback("TDE1AA0008", memberNo, { TransTime: "20260412235959" }));
    await confirm(paymentCallback("TDE1AA0009", memberNo, { TransTime: "20260631120000" }));
    await confirm(paymentCallback("TDE1AA0010", memberNo, { TransTime: "20270101120000" }));
    const found = await society.owner.query(
      `select receipt_no, value_date::text from journal_entry
        where receipt_no in ('TDE1AA0008', 'TDE1AA0009', 'TDE1AA0010') order by 1`,
    );
    expect(found.rows.map(({ value_date: day }) => day)).toEqual([
      "2026-04-12",
      "2026-04-14",
      "2026-04-14",
    ]);
  });
});

describe("a payment of a loan", () => {
  it("repays it, and the member reads the balance", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    await confirm(paymentCallback("TDE2AA0001", loanNo));
    expect(await of("loan-receivable", memberNo)).toBe(owed - 1000);
    const [sms] = await messagesWith("TDE2AA0001");
    expect(sms?.text).toContain("1,000.00");
  });

  it("repays the only running loan if just the purpose is typed", async () => {
    const { memberNo, owed } = await newBorrower();
    await confirm(paymentCallback("TDE2AA0002", `${memberNo} LOAN`));
    expect(await of("loan-receivable", memberNo)).toBe(owed - 1000);
    await lend(society, memberNo, { loanNo: "IL-2026-09002" });
    await confirm(paymentCallback("TDE2AA0003", `${memberNo} LOAN`));
    expect(await payInOf(society, "TDE2AA0003")).toMatchObject({ cause: "which-loan" });
  });

  it("settles it, and the rest goes to deposits", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    await setRest("deposits");
    await confirm(paymentCallback("TDE2AA0004", loanNo, { TransAmount: String(owed + 250) }));
    expect(await of("loan-receivable", memberNo)).toBe(0);
    expect(await of("member-deposits", memberNo)).toBe(250);
    expect(await payInOf(society, "TDE2AA0004")).toMatchObject({
      parts: `loan ${owed}, deposits 250`,
    });
    expect(await messagesWith("TDE2AA0004")).toHaveLength(2);
  });

  it("settles it, and the rest is queued as a refund if the society set that", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    await setRest("refund");
    await confirm(paymentCallback("TDE2AA0005", loanNo, { TransAmount: String(owed + 250) }));
    await setRest("deposits");
    expect(await of("loan-receivable", memberNo)).toBe(0);
    expect(await of("member-deposits", memberNo)).toBe(0);
    const queued = await society.owner.query(
      `select source, amount_cents::int / 100 as amount from payout p
        join member m on m.id = p.member_id where m.member_no = $1`,
      [memberNo],
    );
    expect(queued.rows).toEqual([{ source: "overpayment", amount: 250 }]);
    const told = await messagesWith(loanNo);
    expect(told.filter(({ text }) => text.includes("250.00"))).toHaveLength(1);
  });
});

describe("a receipt that the office also records", () => {
  const token = "t".repeat(43);
  beforeAll(() => employSignedIn(society, "clerk", token));
  const record = (loanNo: string, receipt: string) =>
    society.send("POST", `/api/v1/instant-loans/${loanNo}/repayments`, {
      token,
      body: { amount: 1000, receipt, way: "mpesa" },
    });

  it("is not credited again if the office was first", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    expect((await record(loanNo, "TDE3AA0001")).status).toBeLessThan(300);
    await confirm(paymentCallback("TDE3AA0001", loanNo));
    expect(await of("loan-receivable", memberNo)).toBe(owed - 1000);
    expect(await payInOf(society, "TDE3AA0001")).toMatchObject({ state: "recorded", parts: null });
  });

  it("is rejected at the loan desk if the paybill was first", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    await confirm(paymentCallback("TDE3AA0002", memberNo));
    const reply = await record(loanNo, "TDE3AA0002");
    expect([reply.status, reply.body]).toMatchObject([409, { reason: "receipt-used" }]);
    expect(await of("loan-receivable", memberNo)).toBe(owed);
  });

  it("is credited once if both come at the same time", async () => {
    const { memberNo, loanNo, owed } = await newBorrower();
    const receipt = "TDE3AA0003";
    await Promise.all([record(loanNo, receipt), confirm(paymentCallback(receipt, memberNo))]);
    const deposits = await of("member-deposits", memberNo);
    const repaid = owed - (await of("loan-receivable", memberNo));
    expect(deposits + repaid).toBe(1000);
  });
});

describe("a payment that matches nobody", () => {
  it("waits in suspense with its cause, and nobody gets an SMS", async () => {
    const before = await totalOf(society, "mpesa-suspense");
    const left = await newMember();
    await society.owner.query("alter table member disable trigger user");
    await society.owner.query("update member set membership = 'left' where member_no = $1", [left]);
    await society.owner.query("alter table member enable trigger user");
    await enrol(society, "XY1900", { mobile: "+254712001900" });
    await enrol(society, "YX1900", { mobile: "+254712001901" });
    const causes = { "MS 9999": "unknown", "1900": "ambiguous", [left]: "left", "": "unknown" };
    for (const [at, [account, cause]] of Object.entries(causes).entries()) {
      const receipt = `TDE4AA000${at}`;
      expect((await confirm(paymentCallback(receipt, account))).status).toBe(200);
      expect(await payInOf(society, receipt)).toMatchObject({ state: "suspense", cause });
      expect(await messagesWith(receipt)).toEqual([]);
    }
    expect(await totalOf(society, "mpesa-suspense")).toBe(before + 4000);
  });
});

describe("validation", () => {
  it("accepts a payment that can be credited, and rejects by the provider's codes", async () => {
    const memberNo = await newMember();
    const codeOf = async (told: object) =>
      ((await validate(told)).body as { ResultCode: string }).ResultCode;
    expect(await codeOf(paymentCallback("TDE5AA0001", memberNo))).toBe("0");
    expect(await codeOf(paymentCallback("TDE5AA0001", "MS 9999"))).toBe("C2B00012");
    for (const amount of ["0", "-5", "10.50", "1e3", "ten", "99999999999"]) {
      const told = paymentCallback("TDE5AA0001", memberNo, { TransAmount: amount });
      expect(await codeOf(told), amount).toBe("C2B00013");
    }
    const foreign = paymentCallback("TDE5AA0001", memberNo, { BusinessShortCode: "999999" });
    expect(await codeOf(foreign)).toBe("C2B00015");
    expect(await payInOf(society, "TDE5AA0001")).toBeNull();
  });
});

describe("a forged call", () => {
  it("with a wrong secret is answered as if there were nothing there", async () => {
    const memberNo = await newMember();
    const told = paymentCallback("TDE6AA0001", memberNo);
    for (const call of [confirm, validate]) {
      const reply = await call(told, "A".repeat(32));
      expect([reply.status, reply.body]).toMatchObject([404, { reason: "no-such-address" }]);
    }
    expect(await of("member-deposits", memberNo)).toBe(0);
  });

  it("with a bad amount, short code or receipt is rejected and books nothing", async () => {
    const memberNo = await newMember();
    const bad = [
      { TransAmount: "-1000" },
      { TransAmount: "10.001" },
      { TransAmount: "0.00" },
      { BusinessShortCode: "999999" },
      { TransID: "TDE6'; drop" },
      { TransID: "" },
      { TransAmount: null },
    ];
    for (const more of bad) {
      const reply = await confirm(paymentCallback("TDE6AA0002", memberNo, more));
      expect(reply.status, JSON.stringify(more)).toBe(422);
    }
    expect(await of("member-deposits", memberNo)).toBe(0);
  });
});

it("a receipt that the office recorded and then reversed is found by the reconciler", async () => {
  await society.owner.query(
    `insert into pay_in (receipt_no, short_code, amount_cents, account_text, paid_at, state, cause)
      values ('TDE9AA0001', '400200', 1000, 'LN-1', now(), 'recorded', '')`,
  );
  expect(await reconcile(society.database)).toMatchObject([
    { check: "pay-in", subject: "payment TDE9AA0001", found: "none" },
  ]);
  await society.owner.query("delete from pay_in where receipt_no = 'TDE9AA0001'");
});

it("the books agree with the payments", async () => {
  expect(await reconcile(society.database)).toEqual([]);
});
