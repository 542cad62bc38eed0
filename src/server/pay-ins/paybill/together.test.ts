import { beforeAll, describe, expect, it, vi } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { enrol, foundSociety, lend } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ config: paybillConfig });
const { confirm } = paybillCalls(society);
const of = (code: string, memberNo = "") => totalOf(society, code, memberNo);
const LOAN = "IL-2026-07001";

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["TG1", "TG2", "TG3"]) await enrol(society, memberNo);
  await lend(society, "TG3", { loanNo: LOAN });
});

/** Confirms payments at the same moment; returns the status of each answer. */
const confirmAll = async (payments: readonly (readonly [receipt: string, account: string])[]) => {
  const replies = await Promise.all(payments.map((one) => confirm(paymentCallback(...one))));
  return replies.map(({ status }) => status);
};

const many = (prefix: string, memberNo: string) =>
  Array.from({ length: 12 }, (_, at) => [`${prefix}${100 + at}`, memberNo] as const);

/** The number of units of work that wait for a receipt. */
const waitingForReceipts = async () => {
  const { rows } = await society.owner.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.waiting;
};

describe("payments that are confirmed at the same moment", () => {
  it("share a commit, and each is credited once with its own entry and SMS", async () => {
    const before = [await of("member-deposits", "TG1"), await of("share-capital", "TG2")];
    const told = [...many("TGA1AAA", "TG1"), ...many("TGA2AAA", "TG2 SHARES")];
    const statuses = await confirmAll([...told, ...told]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const after = [await of("member-deposits", "TG1"), await of("share-capital", "TG2")];
    expect(after).toEqual(before.map((shillings) => shillings + 12_000));
    const { rows } = await society.owner.query(
      `select count(distinct id)::int as entries, count(distinct booked_in) < 12 as are_grouped
        from journal_entry where receipt_no like 'TGA%'`,
    );
    expect(rows).toEqual([{ entries: 24, are_grouped: true }]);
    const sent = await society.messages();
    expect(sent.filter(({ text }) => text.includes("TGA"))).toHaveLength(24);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("each go where their account number says, a loan up to its balance", async () => {
    const [owed, before] = [await of("loan-receivable", "TG3"), await of("member-deposits", "TG3")];
    const repaying = Array.from(
      { length: Math.ceil(owed / 1000) + 1 },
      (_, at) => [`TGB1AAA${100 + at}`, LOAN] as const,
    );
    const unknown = many("TGB2AAA", "NOBODY 5");
    await confirmAll([...repaying, ...unknown, ["TGB3AAA100", "TG3 D"]]);
    expect(await of("loan-receivable", "TG3")).toBe(0);
    expect(await of("member-deposits", "TG3")).toBe(before + 1000 * (repaying.length + 1) - owed);
    expect(await of("mpesa-suspense")).toBe(12_000);
    expect(await payInOf(society, "TGB2AAA105")).toMatchObject({
      state: "suspense",
      cause: "unknown",
      parts: "suspense 1000",
    });
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("do not fail for one that the database rejects", async () => {
    const before = await of("member-deposits", "TG1");
    await society.owner.query(
      "alter table pay_in add constraint rejects_one check (receipt_no <> 'TGC1AAA105')",
    );
    const statuses = await confirmAll(many("TGC1AAA", "TG1"));
    await society.owner.query("alter table pay_in drop constraint rejects_one");
    expect(statuses.map((status, at) => [at, status === 200])).toEqual(
      statuses.map((_, at) => [at, at !== 5]),
    );
    expect(await of("member-deposits", "TG1")).toBe(before + 11_000);
    expect(await confirmAll([["TGC1AAA105", "TG1"]])).toEqual([200]);
    expect(await of("member-deposits", "TG1")).toBe(before + 12_000);
  });

  it("do not wait for one whose receipt somebody else holds", async () => {
    const before = await of("member-deposits", "TG2");
    await society.owner.query("begin");
    await society.owner.query("select akiba_lock_receipt('TGD2AAA100')");
    const held = confirmAll([["TGD2AAA100", "TG2"]]);
    const waits = async () => expect(await waitingForReceipts()).toBe(1);
    await vi.waitFor(waits, { timeout: 20_000, interval: 20 });
    const others = await confirmAll(many("TGD1AAA", "TG2"));
    expect(new Set(others)).toEqual(new Set([200]));
    await waits();
    await society.owner.query("rollback");
    expect(await held).toEqual([200]);
    expect(await of("member-deposits", "TG2")).toBe(before + 13_000);
  });
});
