import { beforeAll, describe, expect, it } from "vitest";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import type { EntryKind } from "#server/ledger/journal/permitted-kinds.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { shillings } from "#shared/money.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety();
const tokens: Record<string, string> = {};
const { book, enter } = treasuryCalls(society, tokens);
const charge = { kind: "bank-charge", amount: 10 };

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of [
    ["TREASURER", "treasurer"],
    ["ADMIN", "administrator"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

const found = async () =>
  (await reconcile(society.database)).filter(({ check }) => check === "treasury-movement");

function posted(kind: EntryKind, amount: number): Promise<bigint> {
  const cents = shillings(amount);
  return society.database.unitOfWork("staff:TREASURER", (work) =>
    post(work, {
      kind,
      narration: "By hand",
      lines: [
        debit(
          societyAccount(kind === "bank-charge" ? "bank-charges" : "operating-expenses"),
          cents,
        ),
        credit(societyAccount("bank"), cents),
      ],
    }),
  );
}

const undo = (entryId: bigint) =>
  society.database.unitOfWork("staff:TREASURER", (work) => reverse(work, entryId));

/** Posts a movement with an entry, as only this rule would allow it. */
const postWith = (id: string, entryId: bigint) =>
  society.owner.query(`begin;
    alter table treasury_movement disable trigger treasury_movement_life;
    update treasury_movement set state = 'posted', entry_id = ${entryId},
      approved_by = 'staff:ADMIN', approved_at = akiba_now() where id = ${id};
    commit`);

describe("a movement of the treasury and its entry", () => {
  it.each([
    ["amount", "amount_cents = 999900"],
    ["kind", "kind = 'expense-by-bank'"],
    ["day", "value_date = value_date - 1"],
  ])("agree on the %s, or the night finds it", async (_, set) => {
    const id = await book(charge);
    expect(await found()).toEqual([]);
    const change = (to: string) =>
      society.owner.query(`alter table treasury_movement disable trigger user;
        update treasury_movement set ${to} where id = ${id};
        alter table treasury_movement enable trigger user`);
    await change(set);
    expect(await found()).toMatchObject([{ subject: `movement ${id}` }]);
    await change("amount_cents = 1000, kind = 'bank-charge', value_date = '2026-04-14'");
    expect(await found()).toEqual([]);
  });

  it("agree when it is posted, held by the database", async () => {
    const { id } = await enter(charge);
    for (const entryId of [await posted("expense-by-bank", 10), await posted("bank-charge", 11)]) {
      await expect(postWith(id, entryId)).rejects.toThrow("is not its entry");
      await society.owner.query("rollback");
      await undo(entryId);
    }
  });

  it("are both there: an entry of the treasury without a movement is found", async () => {
    const entryId = await posted("bank-charge", 12);
    expect(await found()).toMatchObject([
      { subject: `entry ${entryId}`, expected: "a movement", found: "none" },
    ]);
    await undo(entryId);
    expect(await found()).toEqual([]);
  });
});
