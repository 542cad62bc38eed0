import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents, shillings } from "#shared/money.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { totalOf } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

// Every member has 11,000 of each year. For 2024 tax is by mode (5 % for the member), for 2025 by
// kind of income (15 % of interest).
const society = useServedSociety({ limits: manyWrites });
const members = ["XT1", "XT2", "XT3", "XT4"];
const staff = { CLERK: "clerk", TREASURER: "treasurer", ADMIN: "administrator" };
const tokens: Record<string, string> = {};
const day = "2026-04-14" as CalendarDate;

const get = async (who: string, path: string) =>
  society.send("GET", `/api/v1${path}`, { token: tokens[who] ?? "" });
const send = (who: string, path: string, body: object = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1${path}`, body });

async function payAtCounter(
  memberNo: string,
  kind: EntryKind,
  to: (memberId: bigint) => AccountKey,
  amount: number,
): Promise<void> {
  const memberId = await memberIdOf(society, memberNo);
  const account = memberAccount("dividend-payable", memberId);
  const lines = [debit(account, shillings(amount)), credit(to(memberId), shillings(amount))];
  await society.database.unitOfWork("test", (work) =>
    post(work, { kind, narration: "At the counter", lines }),
  );
}

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    const opening = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
    await bookYear(society, memberNo, 2024, opening);
  }
  const window = { opensOn: day, closesOn: day };
  await postYear(society, { ...window, year: 2024, booksClosedOn: "2024-12-31" as CalendarDate });
  await society.owner.query(
    `insert into withholding_rate
        (mode, effective_from, basis_points, interest_basis_points, set_by)
      values ('all', '2026-01-01', 500, 1500, 'test')`,
  );
  await postYear(society, window);
  const deposits = (memberId: bigint) => memberAccount("member-deposits", memberId);
  await payAtCounter("XT1", "dividend-to-deposits", deposits, 4000);
  await payAtCounter("XT2", "dividend-to-deposits", deposits, 12_000);
  // All tax of 2024 was imported, and most of the rest was paid.
  const tax = () => societyAccount("withholding-tax-payable");
  await payAtCounter("XT3", "withholding-tax", tax, 550);
  await payAtCounter(
    "XT3",
    "dividend-to-hospital-bill",
    () => societyAccount("hospital-bills-payable"),
    11_450,
  );
  for (const [who, role] of Object.entries(staff)) await employ(society, who, role);
  society.clock.set("2026-04-14T15:00:00Z");
  for (const who of Object.keys(staff)) tokens[who] = await signIn(society, who);
  for (const year of [2024, 2025]) {
    for (const step of ["lock", "payment"]) {
      const reply = await takeStep(society, tokens["ADMIN"] ?? "", step, year);
      expect(reply.status, reply.text).toBe(201);
    }
  }
  society.clock.set("2026-04-16T06:00:00Z");
  for (const who of Object.keys(staff)) tokens[who] = await signIn(society, who);
});

interface View {
  readonly dividendPayable: number;
  readonly tax: number;
  readonly refund: number;
  readonly shown: readonly { readonly name: string; readonly value: string }[];
}

const viewOf = async (memberNo: string): Promise<View> =>
  (await get("CLERK", `/members/${memberNo}/exit`)).body as View;

/** Completes a member's exit, and returns its figures. */
async function leave(memberNo: string): Promise<unknown> {
  const asked = await send("CLERK", "/exits", { memberNo, reason: "Retires" });
  const { id } = asked.body as { id: string };
  const approved = await send("TREASURER", `/exits/${id}/approval`);
  expect(approved.status, approved.text).toBe(201);
  const paid = await send("ADMIN", `/exits/${id}/payment`, { receiptNo: `EFT-${memberNo}` });
  expect(paid.status, paid.text).toBe(201);
  return (paid.body as { settlement: unknown }).settlement;
}

/** The rows of a year's withheld tax: member, mode, gross, tax, tax on interest and day. */
async function taxList(year: number): Promise<string[]> {
  const reply = await get("ADMIN", `/dividends/${year}/lists/withholding-tax`);
  const [, ...rows] = reply.text.replace("\uFEFF", "").trimEnd().split("\r\n");
  return rows.map((row) => {
    const cells = row.split(",");
    return [0, 3, 4, 5, 9, 10].map((at) => cells[at]).join(" ");
  });
}

steps("step by step", () => {
  describe("a remaining dividend is refunded less its tax", () => {
    it("that the page and the approval show, at the rates of that dividend", async () => {
      // By kind of income: 15 % of the remaining 7,000 of 2025. Deposits 100,000 and 4,000.
      const byKind = await viewOf("XT1");
      expect(byKind).toMatchObject({ dividendPayable: 7000, tax: 1050, refund: 109_950 });
      expect(byKind.shown).toContainEqual({ name: "tax", value: "1050" });
      // By mode: 5 % of the remaining 10,000 of 2024.
      expect(await viewOf("XT2")).toMatchObject({ dividendPayable: 10_000, tax: 500 });
    });

    it("that is on the voucher, in the ledger and in the year's withheld tax", async () => {
      const before = await totalOf(society, "withholding-tax-payable");
      expect(await leave("XT1")).toMatchObject({
        dividendPayable: 7000,
        tax: 1050,
        refund: 109_950,
      });
      expect(await leave("XT2")).toMatchObject({ dividendPayable: 10_000, tax: 500 });
      expect(await totalOf(society, "withholding-tax-payable")).toBe(before + 1550);
      expect(await totalOf(society, "dividend-payable", "XT1")).toBe(0);
      expect(await taxList(2024)).toEqual([
        "XT2 PAY WITH EXIT REFUND 10000.00 500.00 500.00 2026-04-16",
      ]);
      expect(await taxList(2025)).toContain(
        "XT1 PAY WITH EXIT REFUND 7000.00 1050.00 1050.00 2026-04-16",
      );
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("that is due together with the other tax of its day", async () => {
      const { body } = await get("ADMIN", "/dividends/2024/uptake");
      expect(body).toMatchObject({
        taxDue: [{ withheldOn: "2026-04-16", dueOn: "2026-04-23", amount: 500 }],
      });
      const { rows } = await society.owner.query(
        `select amount_cents::int as cents from tax_withheld_day where withheld_on = '2026-04-16'`,
      );
      expect(rows).toEqual([{ cents: 155_000 }]);
    });
  });

  describe("tax already withheld", () => {
    it("in another way is not withheld again", async () => {
      expect(await viewOf("XT3")).toMatchObject({
        dividendPayable: 10_000,
        tax: 0,
        refund: 110_000,
      });
      expect(await leave("XT3")).toMatchObject({ tax: 0, refund: 110_000 });
      expect(await taxList(2024)).toHaveLength(1);
    });

    it("when the dividend was paid is not withheld again", async () => {
      expect(await taxList(2025)).toContain(
        "XT4 CAPITALIZE TO SHARES 11000.00 1650.00 1650.00 2026-04-14",
      );
      expect(await leave("XT4")).toMatchObject({ dividendPayable: 0, tax: 0, refund: 100_000 });
      expect(await taxList(2025)).toHaveLength(2);
    });

    it("is listed for each year with the sum that the ledger withheld from parts", async () => {
      const { rows } = await society.owner.query<{ cents: number }>(
        "select sum(tax_cents)::int as cents from dividend_leg where posted_at is not null",
      );
      expect(await totalOf(society, "withholding-tax-payable")).toBe(
        (rows[0]?.cents ?? 0) / 100 + 550,
      );
    });
  });
});
