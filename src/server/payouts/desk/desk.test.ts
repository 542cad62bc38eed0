import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { approveRequest, employ, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";
import { fillSafe } from "#test/tills.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const NET = 10_450;
const SHARED = "+254712000900";

beforeAll(async () => {
  await foundSociety(society);
  await fillSafe(society, 1_000_000);
  await payToPhones(society, {
    PD1: { deposits: 100_000, mobile: "+254712000801" },
    PD2: { deposits: 100_000, mobile: "+254712000802" },
    PD3: { deposits: 100_000, mobile: "+254712000803" },
    PD4: { deposits: 100_000, mobile: "+254712000804" },
    PD5: { deposits: 100_000, mobile: "+254712000805" },
    PD6: { deposits: 100_000, mobile: "+254712000806" },
    // Three of 250,000 to one number: one has to wait until tomorrow.
    PD7: { deposits: 2_392_345, mobile: SHARED },
    PD8: { deposits: 2_392_345, mobile: SHARED },
    PD9: { deposits: 2_392_345, mobile: SHARED },
  });
  for (const role of ["clerk", "treasurer", "administrator", "auditor"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `/api/v1${to}`, body });
const upload = (who: string, to: string, body: unknown) =>
  society.send("POST", `/api/v1${to}`, {
    token: tokens[who] ?? "",
    body,
    headers: { "content-type": "text/csv" },
  });
const get = (who: string, to: string) =>
  society.send("GET", `/api/v1${to}`, { token: tokens[who] ?? "" });

async function resolve(memberNo: string, noun: string, who = "treasurer") {
  const { id } = await payoutOf(society, memberNo);
  return send(who, `/payouts/${id}/${noun}`);
}

steps("step by step", () => {
  describe("payouts by a file", () => {
    it("are taken once, up to a number's daily maximum", async () => {
      const replies = await Promise.all([
        send("administrator", "/payout-files"),
        send("administrator", "/payout-files"),
        send("administrator", "/payout-files"),
      ]);
      const made = replies.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      expect(made[0]?.body).toMatchObject({ payments: 8, amount: 6 * NET + 500_000 });
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await payoutOf(society, "PD9")).toMatchObject({ state: "waiting" });
      const id = (made[0]?.body as { id?: string } | undefined)?.id ?? "";
      const first = await get("administrator", `/payout-files/${id}`);
      expect((await get("administrator", `/payout-files/${id}`)).text).toBe(first.text);
      const lines = first.text.replace("\uFEFF", "").trimEnd().split("\r\n");
      expect(lines.slice(0, 2)).toEqual([
        "Phone,Amount,Name,Reference",
        "254712000801,10450,Member PD1,DIV-2025-PD1-1",
      ]);
      expect(lines).toHaveLength(9);
    });

    it("are settled by their results, each once, and only if the amounts match", async () => {
      const file = [
        "Reference,Receipt,Amount,Reason",
        `DIV-2025-PD1-1,QAA1000001,${NET}.00,`,
        `DIV-2025-PD2-1,,,Wrong number`,
        `DIV-2025-PD3-1,QAA1000003,${NET - 1},`,
        `DIV-2025-PD4-1,QAA1000001,${NET},`,
        `DIV-2024-PD4-1,QAA1000009,${NET},`,
        `,QAA1000010,${NET},`,
      ].join("\n");
      const files = await society.owner.query<{ id: string }>("select id::text from payout_file");
      const to = `/payout-files/${files.rows[0]?.id}/results`;
      const marked = await upload("administrator", to, file);
      expect(marked.status, marked.text).toBe(201);
      const { approvalId } = marked.body as { approvalId: string };
      expect(marked.body).toEqual({
        approvalId,
        paid: 1,
        failed: 1,
        repeated: 0,
        refused: [
          { row: 4, reference: "DIV-2025-PD3-1" },
          { row: 5, reference: "DIV-2025-PD4-1" },
          { row: 6, reference: "DIV-2024-PD4-1" },
          { row: 7, reference: "" },
        ],
        own: [],
      });
      expect(await payoutOf(society, "PD1")).toMatchObject({ state: "sent" });
      await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
      const again = await upload("administrator", to, file);
      expect(again.body).toMatchObject({ approvalId: "", paid: 0, failed: 0, repeated: 4 });
      expect(await payoutOf(society, "PD1")).toMatchObject({
        state: "paid",
        receipt_no: "QAA1000001",
      });
      expect(await totalOf(society, "dividend-payable", "PD2")).toBe(NET);
      const nameless = await upload("administrator", to, "Phone,Sum\n0712000801,5\n");
      expect(nameless.status).toBe(422);
      expect(nameless.text).toContain("Reference, Receipt, Amount and, if there is one, Reason.");
      expect((await get("administrator", "/payout-files")).body).toMatchObject({
        rows: [{ payments: 8, paid: 1, failed: 1, open: 6, amount: 6 * NET + 500_000 }],
      });
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are accepted whole or not at all, and the wrong row is named", async () => {
      const files = await society.owner.query<{ id: string }>("select id::text from payout_file");
      const to = `/payout-files/${files.rows[0]?.id}/results`;
      const good = `Reference,Receipt,Amount,Reason\nDIV-2025-PD5-1,QAA1000005,${NET},`;
      for (const [bad, said] of [
        [",,,,more", "Row 3 has a value without a column heading."],
        ['"never closed,QAA', "In row 3 a quotation mark"],
      ] as const) {
        const reply = await upload("administrator", to, `${good}\n${bad}\n`);
        expect(reply.status, reply.text).toBe(422);
        expect(reply.body).toMatchObject({ errors: [{ field: "file" }] });
        expect(reply.text).toContain(said);
      }
      expect(await payoutOf(society, "PD5")).toMatchObject({ state: "sent" });
    });
  });

  describe("exceptions", () => {
    it("are sent again by another person than marked them, to the confirmed number", async () => {
      expect((await resolve("PD2", "retry", "administrator")).status).toBe(403);
      const first = await payoutOf(society, "PD2");
      await expect(
        society.owner.query("update payout set resolved_by = failed_by where id = $1", [first.id]),
      ).rejects.toThrow("payout_two_people");
      const replies = await Promise.all([resolve("PD2", "retry"), resolve("PD2", "retry")]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await payoutOf(society, "PD2")).toMatchObject({ state: "waiting", attempt_id: null });
      expect(await totalOf(society, "dividend-payable", "PD2")).toBe(0);
      expect((await send("administrator", "/payout-files")).body).toMatchObject({ payments: 1 });
      const second = await payoutOf(society, "PD2");
      expect(second.state).toBe("sent");
      expect(second.attempt_id).not.toBe(first.attempt_id);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are moved whole to shares, the tax of a payout reversed", async () => {
      const { id } = await payoutOf(society, "PD3");
      const tax = await totalOf(society, "withholding-tax-payable");
      const mark = { outcome: "failed", reason: "The number is closed" };
      expect((await send("administrator", `/payouts/${id}/result`, mark)).status).toBe(201);
      const replies = await Promise.all([resolve("PD3", "shares"), resolve("PD3", "shares")]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await totalOf(society, "share-capital", "PD3")).toBe(11_000);
      expect(await totalOf(society, "dividend-payable", "PD3")).toBe(0);
      expect(await totalOf(society, "withholding-tax-payable")).toBe(tax - 550);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are paid in cash by no one person alone, and once by a voucher", async () => {
      const { id } = await payoutOf(society, "PD6");
      const mark = { outcome: "failed", reason: "The number is closed" };
      expect((await send("administrator", `/payouts/${id}/result`, mark)).status).toBe(201);
      const alone = (set: string) =>
        society.owner.query(`update payout set ${set} where id = $1`, [id]);
      await expect(
        alone("state = 'cash', resolved_by = 'staff:TREASURER'"),
        "without a report",
      ).rejects.toMatchObject({ constraint: "payout_cash_two_people" });
      await alone(
        "claimed_receipt = 'CV-0099', claimed_way = 'cash', claimed_by = 'staff:TREASURER'",
      );
      await expect(
        alone(`state = 'cash', given_by = claimed_by, resolved_by = claimed_by,
          claimed_receipt = '', claimed_way = '', claimed_by = null`),
        "by the person who reported it",
      ).rejects.toMatchObject({ constraint: "payout_cash_two_people" });
      const agreed = await send("treasurer", `/payouts/${id}/confirmation`, { agrees: true });
      expect(agreed.body).toMatchObject({ reason: "payout-two-people" });
      await alone("tries = 1");
      const other = { outcome: "paid", receipt: "TKC0000001" };
      const replaced = await send("administrator", `/payouts/${id}/result`, other);
      expect(replaced.body, "a report is not replaced").toMatchObject({ reason: "payout-claimed" });
      const dropped = await send("treasurer", `/payouts/${id}/confirmation`, { agrees: false });
      expect(dropped.body).toMatchObject({ state: "failed", claimedReceipt: "" });
    });

    let tax = 0;

    it("go to a withdrawable account once, after the tax of a payout", async () => {
      const memberId = await memberIdOf(society, "PD5");
      const account = withdrawableAccount(memberId, "FOSA-5");
      await society.database.unitOfWork("test", (work) => openWithdrawableAccount(work, account));
      tax = await totalOf(society, "withholding-tax-payable");
      const { id: failed } = await payoutOf(society, "PD5");
      const mark = { outcome: "failed", reason: "The number is closed" };
      expect((await send("administrator", `/payouts/${failed}/result`, mark)).status).toBe(201);
      expect((await resolve("PD6", "account")).body).toMatchObject({ reason: "no-account" });
      const given = await Promise.all([resolve("PD5", "account"), resolve("PD5", "account")]);
      expect(new Set(given.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await totalOf(society, "withdrawable-deposits", "PD5")).toBe(NET);
      expect(await totalOf(society, "withholding-tax-payable")).toBe(tax);
    });

    it("are paid in cash once, after the tax of a payout, as two people agree", async () => {
      const { id } = await payoutOf(society, "PD6");
      const pay = (voucher: string) => send("administrator", `/payouts/${id}/cash`, { voucher });
      expect((await pay("QAA1000001")).body).toMatchObject({ reason: "receipt-used" });
      const paid = await Promise.all([pay("CV-0071"), pay("CV-0071")]);
      expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await totalOf(society, "cash")).toBe(1_000_000);
      const agree = () => send("treasurer", `/payouts/${id}/confirmation`, { agrees: true });
      const agreed = await Promise.all([agree(), agree()]);
      expect(new Set(agreed.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await totalOf(society, "cash")).toBe(1_000_000 - NET);
      expect(await totalOf(society, "dividend-payable", "PD6")).toBe(0);
      expect(await totalOf(society, "withholding-tax-payable")).toBe(tax);
    });

    it("tell their member of each, by SMS", async () => {
      const texts = (await society.messages()).map(({ text }) => text).join("\n");
      expect(texts).toMatch(/Ksh 10,450.00 of your 2025 dividend did not reach your phone/);
      expect(texts).toMatch(/went to your withdrawable account, not to your phone/);
      expect(texts).toMatch(/was paid to you in cash at the office/);
    });

    it("are paid by a receipt that two people confirm, not while an answer may come", async () => {
      const { id: waiting } = await payoutOf(society, "PD9");
      const paid = { outcome: "paid", receipt: "QAA1000010" };
      const mark = (id: string, body: unknown) =>
        send("administrator", `/payouts/${id}/result`, body);
      expect((await mark(waiting, paid)).body).toMatchObject({ reason: "payout-state" });
      const { id } = await payoutOf(society, "PD4");
      const used = { outcome: "paid", receipt: "QAA1000001" };
      expect((await mark(id, used)).body).toMatchObject({ reason: "receipt-used" });
      expect((await mark(id, paid)).body).toMatchObject({
        state: "sent",
        claimedReceipt: "QAA1000010",
        claimedBy: "ADMINISTRATOR",
      });
      const agree = (who: string, agrees = true) =>
        send(who, `/payouts/${id}/confirmation`, { agrees });
      expect((await agree("administrator")).status).toBe(403);
      await society.owner.query("update payout set claimed_by = 'staff:TREASURER' where id = $1", [
        id,
      ]);
      expect((await agree("treasurer")).body).toMatchObject({ reason: "payout-two-people" });
      await expect(
        society.owner.query("update payout set confirmed_by = claimed_by where id = $1", [id]),
      ).rejects.toThrow("payout_claim_two_people");
      expect((await agree("treasurer", false)).body).toMatchObject({ claimedReceipt: "" });
      expect((await agree("treasurer")).body).toMatchObject({ reason: "payout-state" });
      await mark(id, paid);
      const replies = await Promise.all([agree("treasurer"), agree("treasurer")]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(replies.find(({ status }) => status === 201)?.body).toMatchObject({
        state: "paid",
        receipt: "QAA1000010",
      });
      expect((await resolve("PD4", "shares")).body).toMatchObject({ reason: "payout-state" });
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are not sent again while somebody claims that they have arrived", async () => {
      const { id } = await payoutOf(society, "PD2");
      const mark = (body: unknown) => send("administrator", `/payouts/${id}/result`, body);
      expect((await mark({ outcome: "failed", reason: "Not on the list" })).status).toBe(201);
      expect((await mark({ outcome: "paid", receipt: "QAA1000011" })).status).toBe(201);
      expect((await resolve("PD2", "retry")).body).toMatchObject({ reason: "payout-claimed" });
      expect((await resolve("PD2", "shares")).body).toMatchObject({ reason: "payout-claimed" });
      const confirmed = await send("treasurer", `/payouts/${id}/confirmation`, { agrees: true });
      expect(confirmed.body).toMatchObject({ state: "paid", receipt: "QAA1000011" });
      expect(await totalOf(society, "dividend-payable", "PD2")).toBe(0);
    });
  });

  interface Listed {
    readonly tabs: readonly { tab: string; payments: number; amount: number }[];
    readonly rows: readonly { memberNo: string }[];
    readonly next: string;
  }

  async function listed(query: string): Promise<Listed> {
    const reply = await get("auditor", `/payouts${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as Listed;
  }

  describe("the desk", () => {
    it("sorts payouts into tabs, each in one, with totals, and masks numbers", async () => {
      const { rows } = await society.owner.query("select count(*)::int as n from payout");
      const all = await listed("");
      const tabs = Object.fromEntries(all.tabs.map(({ tab, payments }) => [tab, payments]));
      expect(tabs).toEqual({
        waiting: 1,
        held: 0,
        office: 0,
        sent: 2,
        exceptions: 0,
        paid: 3,
        elsewhere: 3,
        returned: 0,
      });
      expect(all.tabs.reduce((sum, { payments }) => sum + payments, 0)).toBe(rows[0].n);
      expect((await listed("?year=2025")).tabs).toEqual(all.tabs);
      expect((await listed("?year=2024")).rows).toEqual([]);
      expect(all.rows).toMatchObject([
        { memberNo: "PD9", mobileNo: "0712 *** 900", amount: 250_000, state: "waiting" },
      ]);
      const numbers = async (query: string) =>
        (await listed(query)).rows.map((row) => row.memberNo);
      expect(await numbers("?tab=paid")).toEqual(["PD1", "PD2", "PD4"]);
      expect(await numbers("?tab=paid&search=pd4")).toEqual(["PD4"]);
      expect(await numbers("?tab=paid&search=memb")).toEqual(["PD1", "PD2", "PD4"]);
      expect(await numbers("?tab=paid&search=qaa1000010")).toEqual(["PD4"]);
      expect(await numbers("?tab=elsewhere&search=DIV-2025-PD3-1")).toEqual(["PD3"]);
      const after = (await payoutOf(society, "PD1")).id;
      expect(await numbers(`?tab=paid&after=${after}`)).toEqual(["PD2", "PD4"]);
    });

    it("shows separately the payments to a number that is about to change", async () => {
      await society.owner.query(
        `insert into contact_change_request (member_id, mobile_number, email, asked_by, state,
          approved_by, approved_at, held_until)
        select id, '+254712000999', '', 'staff:A', 'approved', 'staff:B', now(),
          now() + interval '3 days' from member where member_no = 'PD9'`,
      );
      const { tabs, rows } = await listed("?tab=held");
      expect(tabs.slice(0, 2)).toEqual([
        { tab: "waiting", payments: 0, amount: 0 },
        { tab: "held", payments: 1, amount: 250_000 },
      ]);
      expect(rows).toMatchObject([{ memberNo: "PD9" }]);
      expect((await listed("")).rows).toEqual([]);
    });

    it("shows the history of each payment with its actors", async () => {
      const { id } = await payoutOf(society, "PD2");
      const { body } = await get("clerk", `/payouts/${id}`);
      expect(body).toMatchObject({ mayBeMarked: false, mobileNow: "0712 *** 802", accountNo: "" });
      const { steps } = body as { steps: { state: string; problem: string; by: string }[] };
      expect(steps.map(({ state, problem, by }) => [state, problem, by])).toEqual([
        ["waiting", "", "PAYS"],
        ["sent", "", "ADMINISTRATOR"],
        ["failed", "Wrong number", "TREASURER"],
        ["waiting", "", "TREASURER"],
        ["sent", "", "ADMINISTRATOR"],
        ["failed", "Not on the list", "ADMINISTRATOR"],
        ["failed", "Not on the list", "ADMINISTRATOR"],
        ["paid", "", "TREASURER"],
      ]);
      expect(steps.at(-1)).toMatchObject({ receipt: "QAA1000011" });
      expect((await get("clerk", "/payouts/999999")).status).toBe(404);
      const files = await get("auditor", "/payout-files");
      expect(files.body).toMatchObject({
        rows: [
          { payments: 1, amount: NET, paid: 1, failed: 0, open: 0, madeBy: "ADMINISTRATOR" },
          { payments: 8, paid: 2, failed: 4, open: 2 },
        ],
      });
    });

    it("notifies the member of the result", async () => {
      const token = await signIn(society, "PD1");
      const { body } = await society.send("GET", "/api/v1/members/PD1/dividend-split", { token });
      expect((body as { payouts: unknown }).payouts).toEqual([
        {
          year: 2025,
          amount: NET,
          mobileNo: "0712 *** 801",
          state: "paid",
          receipt: "QAA1000001",
          changedOn: "2026-04-15",
        },
      ]);
    });
  });
});
