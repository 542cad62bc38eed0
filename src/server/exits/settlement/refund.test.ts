import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import { addCents, type Cents, cents } from "#shared/money.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, faultsOf } from "#server/ledger/journal/journal.ts";
import { postAll } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { useTestSociety } from "#test/test-society.ts";
import { entriesOf, type Holdings, settle } from "./refund.ts";

const society = useTestSociety();

const amount = (least: number) => fc.integer({ min: least, max: 5_000_000 }).map(toCents);
const toCents = (value: number): Cents => cents(BigInt(value));
const balances = (name: string, least: number) =>
  fc
    .array(amount(least), { maxLength: 3 })
    .map((all) => all.map((balance, n) => ({ reference: `${name}${n}`, purpose: "", balance })))
    .map((all) => all.filter(({ balance }) => balance !== 0n));

const withDividend = fc.tuple(amount(0), amount(0), amount(0)).map(([tax, net, other]) => ({
  dividend: addCents(tax, net, other),
  dividendParts: [{ dividendId: 1n, year: 2025, amount: addCents(tax, net), tax }],
}));

const withoutDividend = fc.record({
  deposits: amount(0),
  shares: amount(0),
  withdrawable: balances("WD", 0),
  loans: balances("LN-", -400_000),
  guarantees: fc.constant(0),
  applications: fc.constant(0),
  choiceIsOpen: fc.constant(false),
  isOnItsWay: fc.constant(false),
});

const holdings: fc.Arbitrary<Holdings> = fc
  .tuple(withDividend, withoutDividend)
  .map(([dividend, others]) => ({ ...dividend, ...others }));

const leaving = { memberId: 1n, memberNo: "RF1", receiptNo: "EFT-1" };

describe("the refund of a leaving member", () => {
  it("is what they own less tax and debts, never below zero, with any shortfall shown", () => {
    fc.assert(
      fc.property(holdings, (held) => {
        const { refund, short, owed, tax, withdrawable, blocks } = settle(held);
        expect(refund).toBeGreaterThanOrEqual(0n);
        expect(refund - short).toBe(held.deposits + withdrawable + held.dividend - tax - owed);
        expect(refund === 0n || short === 0n).toBe(true);
        expect(blocks).toEqual(short > 0n ? ["owes"] : []);
      }),
    );
  });

  it("is posted in permitted entries that leave nothing on clearing accounts", () => {
    const sharesTo = { memberId: 2n, memberNo: "RF2" };
    fc.assert(
      fc.property(holdings, (held) => {
        fc.pre(settle(held).short === 0n);
        const entries = entriesOf(held, { ...leaving, sharesTo });
        const sums = new Map<string, bigint>();
        for (const { kind, lines } of entries) {
          expect(faultsOf(kind, lines)).toEqual([]);
          expect(addCents(...lines.map((line) => line.amount))).toBe(0n);
          for (const { account, amount: moved } of lines) {
            sums.set(account.code, (sums.get(account.code) ?? 0n) + moved);
          }
        }
        expect(sums.get("exit-clearing") ?? 0n).toBe(0n);
        expect(sums.get("share-transfers") ?? 0n).toBe(0n);
        expect(-(sums.get("withholding-tax-payable") ?? 0n)).toBe(settle(held).tax);
        expect(-(sums.get("bank") ?? 0n)).toBe(settle(held).refund);
      }),
    );
  });

  it("empties every account of the leaving member, and the books reconcile", async () => {
    let next = 0;
    await fc.assert(
      fc.asyncProperty(holdings, async (held) => {
        fc.pre(settle(held).short === 0n);
        next += 1;
        const [who, heir] = [`RF${next}`, `RH${next}`];
        await society.database.unitOfWork("test", async (work) => {
          const member = (memberNo: string) =>
            registerMember(work, { memberNo: memberNo as MemberNo, fullName: memberNo });
          const memberId = await member(who);
          const sharesTo = { memberId: await member(heir), memberNo: heir };
          await postAll(work, await plantedOn(work, memberId, held));
          await postAll(
            work,
            entriesOf(held, { memberId, memberNo: who, receiptNo: "", sharesTo }),
          );
        });
        const left = await society.owner.query(
          `select from ledger_account a join member m on m.id = a.member_id
            where member_no = $1 and balance_cents <> 0`,
          [who],
        );
        expect(left.rowCount).toBe(0);
      }),
      { numRuns: 25 },
    );
    expect(await reconcile(society.database)).toEqual([]);
  });
});

type Work = Parameters<typeof openAccounts>[0];

/** Entries that bring an empty member to the given balances. */
async function plantedOn(work: Work, memberId: bigint, held: Holdings) {
  const opening = societyAccount("opening-balances");
  const simple = [
    ["deposits-brought-forward", "member-deposits", "", held.deposits],
    ["share-capital-brought-forward", "share-capital", "", held.shares],
    ["dividend-brought-forward", "dividend-payable", "", held.dividend],
    ...held.withdrawable.map(
      ({ reference, balance }) =>
        ["withdrawable-brought-forward", "withdrawable-deposits", reference, balance] as const,
    ),
  ] as const;
  const loans = held.loans.map(({ reference, balance }) => {
    return { account: memberAccount("loan-receivable", memberId, reference), balance };
  });
  const accounts = simple.map(([, code, reference]) => memberAccount(code, memberId, reference));
  await openAccounts(work, [...accounts, ...loans.map(({ account }) => account)]);
  return [
    ...simple
      .filter(([, , , balance]) => balance > 0n)
      .map(([kind, code, reference, balance]) => {
        const account = memberAccount(code, memberId, reference);
        return {
          kind,
          narration: "Planted",
          lines: [debit(opening, balance), credit(account, balance)],
        };
      }),
    ...loans.map(({ account, balance }) => {
      const [from, to] = balance > 0n ? [account, opening] : [societyAccount("bank"), account];
      const moved = cents(balance > 0n ? balance : -balance);
      const kind =
        balance > 0n ? ("loan-brought-forward" as const) : ("loan-repaid-at-bank" as const);
      return { kind, narration: "Planted", lines: [debit(from, moved), credit(to, moved)] };
    }),
  ];
}
