import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankFile, reconciliationOffice } from "#test/bank-statements.ts";
import { bankCalls } from "#test/bank-transfers.ts";
import { bookYear, postYear } from "#test/dividend-year.ts";
import { lendingSociety } from "#test/disbursed-loans.ts";
import { enrolWithLogin, signIn } from "#test/people.ts";
import { payoutOf, totalOf } from "#test/payouts.ts";
import { returnCalls } from "#test/returned-payments.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";
import { lock, pay } from "./commands.ts";

const { society, tokens, tokenOf, employStaff, signStaffIn, sendAll } = lendingSociety();
const bank = bankCalls(society, tokenOf);
const clearing = () => totalOf(society, "payout-clearing");
const smsTo = async (number: string, part: string) =>
  (await society.messages()).filter(({ to, text }) => to === number && text.includes(part));

/** Members with 11 % of their deposits as dividend, who chose the bank; the last has no number. */
const members = { DB1: "+254712088001", DB2: "+254712088002", DB3: "" } as const;

const choose = (memberNo: string) => bank.post("bank-account/choice", { paidBy: "bank" }, memberNo);

beforeAll(async () => {
  await employStaff();
  for (const [memberNo, mobile] of Object.entries(members)) {
    await enrolWithLogin(society, memberNo, { mobile });
    const opening = cents(5_000_000n);
    await bookYear(society, memberNo, 2025, { shareCapital: cents(0n), deposits: [opening] });
    await bank.setDetails(memberNo, { accountNo: `00112233${memberNo.slice(2)}` });
  }
  await society.owner.query(
    "update member set mobile_confirmed_at = '2026-04-01' where mobile_number <> ''",
  );
  await postYear(society, {
    opensOn: "2026-04-14" as CalendarDate,
    closesOn: "2026-04-14" as CalendarDate,
    defaultMode: "mobile",
  });
  society.clock.set("2026-04-18T06:12:00Z");
  await signStaffIn();
  for (const memberNo of Object.keys(members)) tokens[memberNo] = await signIn(society, memberNo);
  for (const memberNo of ["DB1", "DB2"]) expect((await choose(memberNo)).status).toBe(201);
  await society.database.unitOfWork("staff:PAYS", (work) => lock(work, 2025));
  await society.database.unitOfWork("staff:PAYS", (work) => pay(work, 2025, () => {}));
});

const lineOf = async (id: string, memberNo: string) =>
  (await bank.linesOf(id)).find((one) => one.memberNo === memberNo)?.line ?? 0;
const resolve = async (who: string, memberNo: string, step: string, body = {}) => {
  const { id } = await payoutOf(society, memberNo);
  const path = `/api/v1/payouts/${id}/${step}`;
  return sendAsShown(society, { token: tokenOf(who), path, body });
};

steps("step by step", () => {
  let file = "";

  describe("the dividend of a member who chose the bank", () => {
    it("waits for the file, is not sent to a phone, and the member is notified", async () => {
      await sendAll();
      for (const memberNo of ["DB1", "DB2"]) {
        expect(await payoutOf(society, memberNo)).toMatchObject({ state: "waiting" });
      }
      const [told] = await smsTo(members.DB1, "goes to your bank account with our next file");
      expect(told?.text).toContain("5,225.00");
      expect(await smsTo(members.DB1, "M-Pesa")).toEqual([]);
      expect(await clearing()).toBe(2 * 5225);
    });

    it("is settled by the bank's reference, or waits to be decided if returned", async () => {
      file = await bank.makeFile();
      const results = [
        { line: await lineOf(file, "DB1"), outcome: "paid", bankReference: "FT26DV0001" },
        { line: await lineOf(file, "DB2"), outcome: "returned", reason: "Account closed" },
      ];
      await bank.agree(await bank.askResults(file, results), "TREASURER");
      expect(await payoutOf(society, "DB1")).toMatchObject({ state: "paid" });
      expect(await payoutOf(society, "DB2")).toMatchObject({ state: "failed" });
      expect(await smsTo(members.DB1, "was paid to you, receipt FT26DV0001")).toHaveLength(1);
      expect(await smsTo(members.DB2, "did not reach your bank")).toHaveLength(1);
      expect(await totalOf(society, "dividend-payable", "DB2")).toBe(5225);
      expect(await clearing()).toBe(0);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("is not paid in cash after it failed", async () => {
      const cash = await resolve("ADMIN", "DB2", "cash", { voucher: "V-17" });
      expect(cash.body).toMatchObject({ reason: "payout-to-bank" });
    });

    it("is sent again by another person, in the next file, and to no phone", async () => {
      const own = await resolve("ADMIN", "DB2", "retry");
      expect(own.status, "ADMIN reported the failure").toBeGreaterThanOrEqual(400);
      const again = await resolve("TREASURER", "DB2", "retry");
      expect(again.status, again.text).toBe(201);
      await sendAll();
      expect(await payoutOf(society, "DB2")).toMatchObject({ state: "waiting" });
      const next = await bank.makeFile();
      expect(next).not.toBe(file);
      const line = await lineOf(next, "DB2");
      const results = [{ line, outcome: "paid", bankReference: "FT26DV0002" }];
      await bank.agree(await bank.askResults(next, results), "TREASURER");
      expect(await clearing()).toBe(0);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("is on hold without a number, until its member chooses the bank", async () => {
      expect(await totalOf(society, "dividend-payable", "DB3")).toBe(5500);
      expect((await choose("DB3")).status).toBe(201);
      expect(await payoutOf(society, "DB3")).toMatchObject({ state: "waiting", cents: "522500" });
      expect(await totalOf(society, "dividend-payable", "DB3")).toBe(0);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("that came back once paid matches the statement, and is paid again", async () => {
      const { bringBack, offered } = returnCalls(society, tokenOf);
      const who = { clerk: tokenOf("CLERK"), treasurer: tokenOf("TREASURER") };
      const back = { day: "2026-04-18", amount: 522_500n, receipt: "FT26DV0001" };
      const office = reconciliationOffice(society, who);
      await office.take(bankFile(0n, [back]));
      const [line = ""] = await offered("DB1");
      await bringBack("DB1", line);
      await office.ask("clerk", "POST", "/bank/proposals", {});
      await office.confirmAll();
      expect(await office.open("statement")).toEqual([]);
      expect(await payoutOf(society, "DB1")).toMatchObject({ state: "failed", receipt_no: "" });
      expect(await totalOf(society, "dividend-payable", "DB1")).toBe(5225);
      expect(await smsTo(members.DB1, "receipt FT26DV0001, came back to us")).toHaveLength(1);
      const own = await resolve("ADMIN", "DB1", "retry");
      expect(own.status, "ADMIN recorded the return").toBeGreaterThanOrEqual(400);
      expect((await resolve("TREASURER", "DB1", "retry")).status).toBe(201);
      const next = await bank.makeFile();
      const paid = { outcome: "paid", bankReference: "FT26DV0003" };
      const results = [{ line: await lineOf(next, "DB1"), ...paid }];
      await bank.agree(await bank.askResults(next, results), "TREASURER");
      expect(await payoutOf(society, "DB1")).toMatchObject({ receipt_no: "FT26DV0003" });
      expect(await reconcile(society.database)).toEqual([]);
    });
  });
});
