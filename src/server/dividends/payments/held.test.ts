import { beforeAll, describe, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bookYear, postYear, takeStep } from "#test/dividend-year.ts";
import {
  approveRequest,
  employ,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  signIn,
} from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";
import { fillSafe } from "#test/tills.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const members = ["HP1", "HP2", "HP3", "HP4", "HP5"];
const year = "/api/v1/dividends/2025";
const day = "2026-04-14" as CalendarDate;

const send = (who: string, method: string, to: string, body?: unknown) =>
  society.send(method, to, { token: tokens[who] ?? "", ...(body !== undefined && { body }) });

async function amountsOf(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await society.owner.query<{ cents: string }>(sql, values);
  return Number(rows[0]?.cents ?? 0) / 100;
}

const payableOf = (memberNo: string) =>
  amountsOf(
    `select -a.balance_cents as cents from ledger_account a join member m on m.id = a.member_id
      where a.code = 'dividend-payable' and m.member_no = $1`,
    [memberNo],
  );

const partsOf = async (memberNo: string) => {
  const { rows } = await society.owner.query<{ part: string }>(
    `select g.mode || ' ' || g.amount_cents || ' ' || coalesce(g.hold_reason, 'gone') as part
      from dividend_leg g join member m on m.id = g.member_id where m.member_no = $1
      order by g.leg_no`,
    [memberNo],
  );
  return rows.map(({ part }) => part);
};

const requestFor = (memberNo: string, body: Record<string, unknown>, who = "administrator") =>
  send(who, "POST", `${year}/held/${memberNo}/1/request`, { reason: "They asked us to", ...body });

beforeAll(async () => {
  await foundSociety(society);
  await fillSafe(society, 1_000_000);
  for (const memberNo of members) {
    await enrolWithLogin(society, memberNo);
    // 11 % of 100,000 is 11,000, of which a phone gets 10,450 after tax.
    const opening = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
    await bookYear(society, memberNo, 2025, opening);
  }
  await society.owner.query(
    "update member set mobile_confirmed_at = case when member_no = 'HP5' then now() end",
  );
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
  }
  await postYear(society, { opensOn: day, closesOn: day, defaultMode: "mobile" });
  await leave("HP5", 10_000_000n);
  society.clock.set("2026-04-14T15:00:00Z");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  for (const memberNo of members.slice(0, 4)) tokens[memberNo] = await signIn(society, memberNo);
});

/** Refunds a member's deposits, which ends the membership. */
async function leave(memberNo: string, deposits: bigint): Promise<void> {
  const account = memberAccount("member-deposits", await memberIdOf(society, memberNo));
  const refund = cents(deposits);
  await society.database.unitOfWork("test", async (work) => {
    const clearing = societyAccount("exit-clearing");
    const taken = [debit(account, refund), credit(clearing, refund)];
    const paid = [debit(clearing, refund), credit(societyAccount("bank"), refund)];
    await post(work, { kind: "deposits-on-exit", narration: "Refund", lines: taken });
    await post(work, { kind: "exit-refunded", narration: "Refund", lines: paid });
  });
  await society.owner.query("update member set membership = 'left' where member_no = $1", [
    memberNo,
  ]);
}

steps("step by step", () => {
  describe("a part that cannot go by its mode", () => {
    it("is shown with its count, sum and reason before the lock", async () => {
      expect((await send("administrator", "GET", `${year}/uptake`)).body).toMatchObject({
        silent: 5,
        plan: {
          byMode: [],
          onHold: [
            { reason: "mobile-unconfirmed", members: 4, amount: 44_000 },
            { reason: "member-left", members: 1, amount: 11_000 },
          ],
          rest: { members: 0, amount: 0 },
        },
      });
    });

    it("stays on the member's dividend account to the cent; nothing becomes shares", async () => {
      const token = tokens["administrator"] ?? "";
      expect((await takeStep(society, token, "lock")).status).toBe(201);
      expect((await takeStep(society, token, "payment")).status).toBe(201);
      for (const memberNo of members) expect(await payableOf(memberNo)).toBe(11_000);
      const shares = "select sum(-balance_cents) as cents from ledger_account where code = $1";
      expect(await amountsOf(shares, ["share-capital"])).toBe(0);
      expect(await amountsOf(shares, ["withholding-tax-payable"])).toBe(0);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("is in the office's list and its waiting work, with count and sum", async () => {
      const { body } = await send("clerk", "GET", `${year}/held`);
      expect(body).toMatchObject({ parts: 5, amount: 55_000 });
      expect((body as { rows: unknown[] }).rows[0]).toMatchObject({
        memberNo: "HP1",
        mode: "PAY THROUGH EFT(MOBILE)",
        reason: "mobile-unconfirmed",
        isRequested: false,
      });
      const waiting = await send("clerk", "GET", "/api/v1/waiting-work");
      expect(JSON.stringify(waiting.body)).toContain('"dividendPartsOnHold":{"waiting":5');
    });

    it("is on the member's own page, with its reason", async () => {
      const { body } = await send("HP1", "GET", "/api/v1/members/HP1/dividend-split");
      expect(body).toMatchObject({
        onHold: [{ year: 2025, part: "1", amount: 11_000, reason: "mobile-unconfirmed" }],
      });
    });
  });

  describe("confirming the number", () => {
    it("queues the part once, however often it is confirmed at the same moment", async () => {
      await send("HP1", "POST", "/api/v1/mobile-confirmation/code", {});
      const [latest] = await society.messages();
      const otp = /\b\d{6}\b/.exec(latest?.text ?? "")?.[0] ?? "";
      const confirm = () => send("HP1", "POST", "/api/v1/mobile-confirmation", { otp });
      const replies = await Promise.all([confirm(), confirm(), confirm()]);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await partsOf("HP1")).toEqual(["mobile 1100000 gone"]);
      expect(await payableOf("HP1")).toBe(0);
      const paid = `select sum(p.amount_cents) as cents from payout p
      join member m on m.id = p.member_id where m.member_no = 'HP1'`;
      expect(await amountsOf(paid)).toBe(10_450);
      const texts = (await society.messages()).map(({ text }) => text);
      expect(texts).toContainEqual(
        expect.stringContaining("Ksh 10,450.00 of your dividend on hold is on its way"),
      );
    });

    it("sends it to one place if the member and the office act at the same moment", async () => {
      const asked = await requestFor("HP2", { destination: "deposits" });
      const { approvalId } = asked.body as { approvalId: string };
      const found = await send("treasurer", "GET", `/api/v1/approvals/${approvalId}`);
      const { digest } = found.body as { digest: string };
      const choose = (destination: string) =>
        send("HP2", "POST", `${year}/held/1/choice`, { destination });
      const replies = await Promise.all([
        choose("share-capital"),
        choose("deposits"),
        send("treasurer", "POST", `/api/v1/approvals/${approvalId}/approval`, { digest }),
      ]);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await partsOf("HP2")).toHaveLength(1);
      expect(await payableOf("HP2")).toBe(0);
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("the office", () => {
    it("sends a part elsewhere by two people, neither of them the member", async () => {
      expect((await requestFor("HP3", { destination: "deposits" }, "clerk")).status).toBe(403);
      const asked = await requestFor("HP3", { destination: "deposits" });
      expect(asked.status, asked.text).toBe(201);
      expect((await requestFor("HP3", { destination: "deposits" })).body).toMatchObject({
        reason: "approval-waits",
      });
      const { approvalId } = asked.body as { approvalId: string };
      const own = await send("administrator", "POST", `/api/v1/approvals/${approvalId}/approval`, {
        digest: "any",
      });
      expect(own.status).toBe(403);
      expect(await payableOf("HP3")).toBe(11_000);
      await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
      // The tax of a payment by phone is withheld even so.
      expect(await partsOf("HP3")).toEqual(["deposits 1100000 gone"]);
      expect(await payableOf("HP3")).toBe(0);
      const texts = (await society.messages()).map(({ text }) => text);
      expect(texts).toContainEqual(
        expect.stringContaining("Ksh 10,450.00 of your dividend on hold went to your deposits"),
      );
    });

    it("rejects a request for the person's own part", async () => {
      await society.owner.query(
        `update staff set member_id = (select id from member where member_no = 'HP4')
        where staff_no = 'ADMINISTRATOR'`,
      );
      expect((await requestFor("HP4", { destination: "share-capital" })).body).toMatchObject({
        reason: "own-listing",
      });
      await society.owner.query(
        "update staff set member_id = null where staff_no = 'ADMINISTRATOR'",
      );
    });

    it("pays a member who has left in cash only, and by each voucher once", async () => {
      expect((await requestFor("HP5", { destination: "share-capital" })).status).toBe(422);
      expect((await requestFor("HP5", { destination: "cash" })).body).toMatchObject({
        errors: [{ field: "voucher" }],
      });
      const asked = await requestFor("HP5", { destination: "cash", voucher: "PCV-1" });
      const { approvalId } = asked.body as { approvalId: string };
      await approveRequest(society, tokens["treasurer"] ?? "", approvalId);
      expect(await partsOf("HP5")).toEqual(["cash 1100000 gone"]);
      const again = await requestFor("HP4", { destination: "cash", voucher: "PCV-1" });
      const other = (again.body as { approvalId: string }).approvalId;
      const found = await send("treasurer", "GET", `/api/v1/approvals/${other}`);
      const { digest } = found.body as { digest: string };
      const used = await send("treasurer", "POST", `/api/v1/approvals/${other}/approval`, {
        digest,
      });
      expect(used.body).toMatchObject({ reason: "receipt-used" });
      expect(await payableOf("HP4")).toBe(11_000);
      expect(await reconcile(society.database)).toEqual([]);
    });
  });

  describe("the database", () => {
    it("never lets a posted part be on hold or be posted again", async () => {
      for (const change of ["hold_reason = 'loan-paid'", "posted_at = null", "posted_at = now()"]) {
        await expect(
          society.owner.query(`update dividend_leg set ${change} where posted_at is not null`),
        ).rejects.toMatchObject({ code: "23514" });
      }
    });
  });
});
