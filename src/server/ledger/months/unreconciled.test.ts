import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import type * as contract from "#shared/contract/ledger/months.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { bankFile, postBank, reconciliationOffice } from "#test/bank-statements.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";

type Months = z.output<typeof contract.list.answer>;

const society = useServedSociety({ limits: { writeBurst: 5000, readBurst: 5000 } });
const tokens: Record<string, string> = {};
const office = reconciliationOffice(society, tokens);
const months = "/api/v1/books/months";
const march = { from: "2026-03-01", to: "2026-03-31" };

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await postBank(society, { day: "2026-03-05", amount: 100_000n, receipt: "R1" });
  await postBank(society, { day: "2026-03-09", amount: 50_000n, receipt: "R2" });
});

beforeEach(() => reconcile(society.database));

async function listed(): Promise<Months> {
  const reply = await society.send("GET", months, { token: tokens["treasurer"] ?? "" });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Months;
}

async function latest(): Promise<Months["rows"][number]> {
  const [close] = (await listed()).rows;
  if (close === undefined) throw new Error("no month was prepared");
  return close;
}

const prepare = (who: string, more: object = {}) =>
  society.send("POST", months, {
    token: tokens[who] ?? "",
    body: { month: "2026-03", ...more },
  });
const asShown = (who: string, id: string, what: string, body: object = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: `${months}/${id}/${what}`, body });

/** A close prepared by somebody who gives a reason. */
async function prepared(who = "clerk"): Promise<string> {
  const reply = await prepare(who, { reason: "The bank is asked about R2" });
  expect(reply.status, reply.text).toBe(201);
  return (reply.body as { id: string }).id;
}

const closeInDatabase = (id: string, set: string) =>
  society.owner.query(`update month_close set state = 'closed', approved_at = akiba_now(),
    audit_seq = 1, audit_hash = '', ${set} where id = ${id}`);

steps("step by step", () => {
  describe("a month over accounts that are not reconciled", () => {
    it("does not close without a reason while the bank has no statement", async () => {
      const [account] = (await listed()).due?.unreconciled ?? [];
      expect(account).toMatchObject({ account: "bank", cause: "no-statement" });
      const reply = await prepare("clerk");
      expect(reply.status, reply.text).toBe(409);
      expect(reply.body).toMatchObject({ reason: "account-unreconciled" });
      expect(reply.text).toContain("bank");
    });

    it("names the account, the open items and the difference to the cent", async () => {
      const file = bankFile(0n, [
        { day: "2026-03-05", amount: 100_000n, receipt: "R1" },
        { day: "2026-03-09", amount: 44_999n, receipt: "R2" },
      ]);
      await office.take(file, { more: march });
      await office.confirmAll();
      expect((await listed()).due?.unreconciled).toEqual([
        { account: "bank", cause: "differences", items: 2, difference: 50.01 },
      ]);
      const reply = await prepare("clerk");
      expect(reply.body).toMatchObject({ reason: "account-unreconciled" });
      expect(reply.text).toContain("bank (50.01)");
      for (const reason of ["", "   ", "x".repeat(201)]) {
        const tried = await prepare("clerk", { reason });
        expect(tried.body, reason).toMatchObject({ errors: [{ field: "reason" }] });
      }
    });

    it("is not prepared without a reason by the database either", async () => {
      const insert = (more: string) =>
        society.owner.query(`insert into month_close (month, trial_balance, reconciliation_id,
            prepared_by, unreconciled, unreconciled_because)
          select '2026-03-01', '{}', max(id), 'staff:CLERK', '[]', ${more} from reconciliation`);
      await expect(insert("''")).rejects.toThrow("is not reconciled");
      await expect(insert("'  '")).rejects.toThrow("is not reconciled");
    });

    it("is not closed by one person alone, nor by one under two names", async () => {
      const id = await prepared("treasurer");
      const alone = await asShown("treasurer", id, "approval", { reason: "It is small" });
      expect(alone.status).toBe(403);
      expect(alone.body).toMatchObject({ reason: "close-two-people" });
      await enrol(society, "MS7");
      await society.owner.query(`update staff set member_id = (select id from member
        where member_no = 'MS7') where staff_no = 'TREASURER'`);
      for (const name of ["staff:TREASURER", "member:MS7"]) {
        const set = `approved_by = '${name}', approved_because = 'It is small'`;
        await expect(closeInDatabase(id, set)).rejects.toThrow("month_close_two_people");
      }
      expect((await asShown("clerk", id, "withdrawal")).status).toBe(201);
    });

    it("takes a reason of the second person too, in the call and in the database", async () => {
      const id = await prepared();
      const silent = await asShown("administrator", id, "approval");
      expect(silent.body).toMatchObject({ reason: "account-unreconciled" });
      expect(silent.text).toContain("bank (50.01)");
      await expect(closeInDatabase(id, "approved_by = 'staff:ADMINISTRATOR'")).rejects.toThrow(
        "is not reconciled",
      );
      const { shown } = await latest();
      expect(shown).toContainEqual({ name: "unreconciled-bank", value: "differences 2 5001" });
      expect(shown).toContainEqual({
        name: "unreconciled-because",
        value: "The bank is asked about R2",
      });
    });

    it("does not close over a difference that appears after it was prepared", async () => {
      const { id, shownDigest } = await latest();
      const [match] = (await office.matches("bank", "confirmed")).rows;
      const undone = await office.ask("clerk", "POST", `/bank/matches/${match?.id}/undoing`, {
        reason: "Another receipt",
      });
      expect(undone.status, undone.text).toBe(201);
      const reason = "It is small";
      const path = `${months}/${id}/approval`;
      const token = tokens["administrator"] ?? "";
      const stale = await society.send("POST", path, { token, body: { shownDigest, reason } });
      expect(stale.body).toMatchObject({
        reason: "shown-changed",
        changes: [{ name: "unreconciled-bank", value: "differences 4 5001" }],
      });
      const fresh = await asShown("administrator", id, "approval", { reason });
      expect(fresh.body).toMatchObject({ reason: "unreconciled-since" });
      const set = `approved_by = 'staff:ADMINISTRATOR', approved_because = '${reason}'`;
      await expect(closeInDatabase(id, set)).rejects.toThrow("are not those it was prepared with");
      expect((await asShown("clerk", id, "withdrawal")).status).toBe(201);
    });

    it("closes with a reason of each of two people, audited and on the page", async () => {
      const id = await prepared();
      const reply = await asShown("administrator", id, "approval", { reason: "It is small" });
      expect(reply.status, reply.text).toBe(201);
      expect(await latest()).toMatchObject({
        state: "closed",
        unreconciled: [{ account: "bank", items: 4, difference: 50.01 }],
        unreconciledBecause: "The bank is asked about R2",
        approvedBecause: "It is small",
      });
      const audited = await society.owner.query<{ action: string; detail: object }>(
        `select action, detail from audit_record
          where subject = 'month:2026-03' order by seq desc limit 2`,
      );
      const unreconciled = "bank (50.01)";
      expect(audited.rows).toMatchObject([
        { action: "month-closed", detail: { reason: "It is small", unreconciled } },
        {
          action: "month-close-prepared",
          detail: { reason: "The bank is asked about R2", unreconciled },
        },
      ]);
    });

    it("keeps its reasons, whoever asks", async () => {
      const { id } = await latest();
      for (const set of ["approved_because = 'x'", "unreconciled = '[]'"]) {
        const sql = `update month_close set ${set} where id = ${id}`;
        await expect(society.owner.query(sql)).rejects.toThrow("the reasons of a close stay");
      }
    });
  });
});
