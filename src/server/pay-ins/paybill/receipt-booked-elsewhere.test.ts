import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { importOffice } from "#test/imports.ts";
import { paybillCalls, paybillConfig, payInOf, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { enrol, foundSociety, lend } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { staffTreasury, treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  config: paybillConfig,
  limits: manyWrites,
});
const tokens: Record<string, string> = {};
const { confirm } = paybillCalls(society);
const office = importOffice(society, tokens);
const treasury = treasuryCalls(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await staffTreasury(society, tokens);
  const { CLERK: clerk = "", TREASURER: treasurer = "", ADMIN: administrator = "" } = tokens;
  Object.assign(tokens, { clerk, treasurer, administrator });
  for (const memberNo of ["EL1", "EL2", "EL3", "EL4", "EL5", "EL6", "EL7", "EL8"])
    await enrol(society, memberNo);
  await society.owner.query("update member set joined_on = '2020-01-01'");
});

const deposits = (memberNo: string) => totalOf(society, "member-deposits", memberNo);
const fileOf = (memberNo: string, receipt: string) =>
  `member_no,date,kind,amount,receipt\n${memberNo},2026-04-14,deposit_mpesa,1000,${receipt}\n`;
const bring = async (memberNo: string, receipt: string) =>
  office.bring({ entries: fileOf(memberNo, receipt) });
const postImport = async (memberNo: string, receipt: string) => {
  const { id } = await bring(memberNo, receipt);
  await office.send(id);
  return office.posting("treasurer", id);
};

it("a receipt that an import has booked is not credited again", async () => {
  expect((await postImport("EL1", "EL1AA0001")).status).toBe(201);
  expect((await confirm(paymentCallback("EL1AA0001", "EL1"))).status).toBe(200);
  expect(await deposits("EL1")).toBe(1000);
  expect(await payInOf(society, "EL1AA0001")).toMatchObject({ state: "recorded", parts: null });
});

it("a receipt that came by the paybill is found by the check of an import", async () => {
  await confirm(paymentCallback("EL2AA0001", "EL2"));
  const { id } = await bring("EL2", "EL2AA0001");
  expect(await office.findings(id)).toMatchObject([
    { row: 2, column: "receipt", reason: "books.receipt-known", given: { receipt: "EL2AA0001" } },
  ]);
});

it("a receipt that comes after the check returns the import", async () => {
  const { id } = await bring("EL5", "EL5AA0001");
  await office.send(id);
  await confirm(paymentCallback("EL5AA0001", "EL5"));
  expect((await office.posting("treasurer", id)).body).toMatchObject({ reason: "import-changed" });
  expect(await deposits("EL5")).toBe(1000);
});

it("receipts that an import and the paybill bring at once are credited once each", async () => {
  for (let round = 0; round < 6; round += 1) {
    const receipt = `EL3AA000${round}`;
    const { id } = await bring("EL3", receipt);
    await office.send(id);
    const [, confirmed] = await Promise.all([
      office.posting("treasurer", id),
      confirm(paymentCallback(receipt, "EL3")),
    ]);
    if (confirmed.status !== 200) await confirm(paymentCallback(receipt, "EL3"));
    expect(await deposits("EL3"), receipt).toBe(1000 * (round + 1));
  }
});

it("a payment whose import is committed while it is written is not credited", async () => {
  const receipt = "EL4AA0001";
  const { id } = await bring("EL4", receipt);
  await office.send(id);
  await society.owner.query("begin");
  await society.owner.query(
    `select from ledger_account a join member m on m.id = a.member_id
      where m.member_no = 'EL4' for update of a`,
  );
  const posted = office.posting("treasurer", id);
  await waiting("wait_event_type = 'Lock'");
  // It has looked its receipt up, and waits for the import.
  const confirmed = confirm(paymentCallback(receipt, "EL4"));
  await waiting("wait_event_type = 'Lock' and wait_event = 'relation'");
  await society.owner.query("commit");
  expect((await posted).status).toBe(201);
  expect((await confirmed).status).toBe(200);
  expect(await deposits("EL4")).toBe(1000);
  expect(await payInOf(society, receipt)).toMatchObject({ state: "recorded" });
});

it("a receipt that the treasury has booked is not credited", async () => {
  await treasury.book({ kind: "other-income-by-mpesa", amount: 1000, reference: "EL6AA0001" });
  await confirm(paymentCallback("EL6AA0001", "EL6"));
  expect(await deposits("EL6")).toBe(0);
  expect(await payInOf(society, "EL6AA0001")).toMatchObject({ state: "recorded" });
});

it("a receipt that an import has booked is rejected at the loan desk", async () => {
  const loanNo = "IL-2026-90001";
  await lend(society, "EL7", { loanNo });
  expect((await postImport("EL7", "EL7AA0001")).status).toBe(201);
  const reply = await society.send("POST", `/api/v1/instant-loans/${loanNo}/repayments`, {
    token: tokens["clerk"] ?? "",
    body: { amount: 1000, receipt: "EL7AA0001", way: "mpesa" },
  });
  expect([reply.status, reply.body]).toMatchObject([409, { reason: "receipt-used" }]);
});

it("an undone import leaves a receipt that the reconciler names", async () => {
  const { id } = await bring("EL8", "EL8AA0001");
  await office.send(id);
  await office.post(id);
  await confirm(paymentCallback("EL8AA0001", "EL8"));
  expect(await reconcile(society.database)).toEqual([]);
  expect((await office.undo(id)).status).toBe(201);
  expect(await reconcile(society.database)).toMatchObject([
    { check: "pay-in", subject: "payment EL8AA0001", found: "none" },
  ]);
  await society.owner.query("delete from pay_in where receipt_no = 'EL8AA0001'");
});

/** Waits until a connection is in a state of waiting. */
async function waiting(state: string): Promise<void> {
  const sql = `select from pg_stat_activity where datname = current_database() and ${state}`;
  const look = async () => {
    await society.owner.query("select pg_stat_clear_snapshot()");
    return (await society.owner.query(sql)).rowCount ?? 0;
  };
  await expect.poll(look, { timeout: 10_000, interval: 10 }).toBeGreaterThan(0);
}
