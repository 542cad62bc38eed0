import { describe, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { shillings } from "#shared/money.ts";
import { totalOf } from "#test/payouts.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
const inUnit = (kind: "cash-drawn" | "expense-in-cash", amount: number) =>
  society.database.unitOfWork("test", (work) => {
    const cash = societyAccount("cash");
    const size = shillings(amount);
    const [debited, credited] =
      kind === "cash-drawn"
        ? [cash, societyAccount("bank")]
        : [societyAccount("operating-expenses"), cash];
    return post(work, {
      kind,
      narration: "Any",
      lines: [debit(debited, size), credit(credited, size)],
    });
  });

describe("the safe", () => {
  it("is never below zero, by a payment or by the reversal of what came into it", async () => {
    const drawn = await inUnit("cash-drawn", 3000);
    await expect(inUnit("expense-in-cash", 3001)).rejects.toMatchObject({ code: "safe-short" });
    await inUnit("expense-in-cash", 2000);
    const reversal = society.database.unitOfWork("test", (work) => reverse(work, drawn));
    await expect(reversal).rejects.toMatchObject({ code: "safe-short" });
    expect(await totalOf(society, "cash")).toBe(1000);
    await inUnit("expense-in-cash", 1000);
    expect(await totalOf(society, "cash")).toBe(0);
    expect(await reconcile(society.database)).toEqual([]);
  });

  it("gives what it holds to one of many who take it at once", async () => {
    await inUnit("cash-drawn", 500);
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => inUnit("expense-in-cash", 400)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await totalOf(society, "cash")).toBe(100);
  });
});
