import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type * as z from "zod/mini";
import type { ownExit } from "#shared/contract/exits/own.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { fromWireAmount, shillings } from "#shared/money.ts";
import * as exits from "#server/exits/settlement/commands.ts";
import { shownExit, viewOf } from "#server/exits/settlement/queries.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { recordGuarantee } from "#server/loans/lending/guarantees.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { enrol, foundSociety, lend, memberIdOf } from "./people.ts";
import {
  ask,
  manyReads,
  newMember,
  paidIn,
  PREDICTIONS,
  savings,
  shares,
  upTo,
} from "./predictions.ts";
import { useServedSociety } from "./served-society.ts";

const society = useServedSociety({ limits: manyReads });
const notify = () => {};

const inWork = <T>(actor: string, act: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  society.database.unitOfWork(actor, act);

async function one<Row>(sql: string, values: unknown[]): Promise<Row> {
  const { rows } = await society.owner.query(sql, values);
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
}

beforeAll(() => foundSociety(society));

const leaving = fc.record({
  deposits: upTo(90_000_00n),
  withdrawable: upTo(9_000_00n),
  shareCapital: upTo(9_000_00n),
  loans: fc.array(fc.integer({ min: 5, max: 400 }), { maxLength: 2 }),
  guarantees: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
});
type Leaving = typeof leaving extends fc.Arbitrary<infer T> ? T : never;

const ends = { paid: 0, blocked: 0 };

async function leave(given: Leaving): Promise<void> {
  const { memberNo, memberId } = await newMember(society);
  const account = memberAccount("withdrawable-deposits", memberId, "WD-1");
  await inWork("test", async (work) => {
    await openAccounts(work, [account]);
    await postAll(work, [
      ...paidIn("opening-savings", savings(memberId), given.deposits),
      ...paidIn("withdrawable-deposit", account, given.withdrawable),
      ...paidIn("share-capital-by-mpesa", shares(memberId), given.shareCapital),
    ]);
  });
  for (const [index, hundreds] of given.loans.entries()) {
    const terms = { loanNo: `${memberNo}-${index}`, principal: hundreds * 100 };
    await lend(society, memberNo, terms);
  }
  if (given.guarantees) await guarantee(memberNo);
  const predicted = await ask<z.infer<typeof ownExit.answer>>(society, memberNo, "leaving");
  const paid = await carryOutExit(memberNo);
  if (paid === "exit-blocked") {
    ends.blocked += 1;
    expect(predicted.blocks).not.toEqual([]);
    return;
  }
  ends.paid += 1;
  expect(predicted.blocks).toEqual([]);
  expect(predicted.earliest).toBe("2026-04-14");
  const left = await one<Record<string, string>>(
    `select e.refund_cents, coalesce((select sum(l.amount_cents) from journal_entry j
        join journal_line l on l.entry_id = j.id join ledger_account b on b.id = l.account_id
        where j.kind = 'exit-refunded' and j.reference_no = $1 and b.code = 'bank'), 0) as banked
      from member_exit e join member m on m.id = e.member_id
      where m.member_no = $1 and e.state = 'paid'`,
    [memberNo],
  );
  const refund = fromWireAmount(predicted.refund);
  expect(left).toEqual({ refund_cents: String(refund), banked: String(-refund) });
}

/** Makes a member the guarantor of another one's loan that is paid out. */
async function guarantee(memberNo: string): Promise<void> {
  await enrol(society, `${memberNo}-B`);
  await lend(society, `${memberNo}-B`, { loanNo: `${memberNo}-G` });
  const guarantorId = await memberIdOf(society, memberNo);
  const given = { loanNo: `${memberNo}-G`, guarantorId, amount: shillings(1) };
  await inWork("test", (work) => recordGuarantee(work, given));
}

/** Asks for an exit, approves it and pays it, by three people; returns the problem of one. */
async function carryOutExit(memberNo: MemberNo): Promise<string> {
  const request = { memberNo, reason: "Retires" };
  const id = await inWork("staff:A", (work) => exits.ask(work, request, notify));
  const shown = async (work: UnitOfWork) => {
    const view = await viewOf(work, memberNo);
    if (view === null) throw new Error("the member is on the register");
    return digestOfShown(shownExit(view));
  };
  try {
    await inWork("staff:B", async (work) =>
      exits.approve(work, { id, shownDigest: await shown(work) }, notify),
    );
    await inWork("staff:C", async (work) => {
      const payment = { id, shownDigest: await shown(work), receiptNo: `EX-${id}` };
      await exits.pay(work, payment, notify);
    });
    return "";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code;
  }
}

it("an exit is paid what was predicted to the cent, or blocked as was predicted", async () => {
  await fc.assert(fc.asyncProperty(leaving, leave), { numRuns: PREDICTIONS });
  for (const end of Object.values(ends)) expect(end).toBeGreaterThan(0);
});
