import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TotalName, totalNames } from "#shared/contract/members/total-addresses.ts";
import { type MemberNo, parseMemberNo } from "#shared/member-number.ts";
import { addCents, type Cents, cents, negateCents, shillings, ZERO_CENTS } from "#shared/money.ts";
import { Database, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { memberTotal } from "#server/ledger/journal/balances.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post, postAll, reverse } from "#server/ledger/journal/post.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { useTestSociety } from "./test-society.ts";

const society = useTestSociety();

let registered = 0;

interface Cast {
  readonly id: bigint;
  readonly memberNo: MemberNo;
}

async function newMember(database = society.database): Promise<Cast> {
  const memberNo = parseMemberNo(`LM${(registered += 1)}`) as MemberNo;
  const id = await database.unitOfWork("test", (work) =>
    registerMember(work, { memberNo, fullName: "Mwanachama wa Majaribio" }),
  );
  return { id, memberNo };
}

function totalOf(who: Cast, name: TotalName): Promise<Cents> {
  return society.database.snapshot((snapshot) => memberTotal(snapshot, name, who.memberNo));
}

/** The random commands, each moving money into or out of one of the three totals. */
const movements = {
  "deposit-by-mpesa": { from: null, to: "savings" },
  "share-capital-by-check-off": { from: null, to: "shareCapital" },
  "dividend-declared": { from: null, to: "dividendPayable" },
  "dividend-to-deposits": { from: "dividendPayable", to: "savings" },
  "dividend-to-share-capital": { from: "dividendPayable", to: "shareCapital" },
  "dividend-to-hospital-bill": { from: "dividendPayable", to: null },
  "withholding-tax": { from: "dividendPayable", to: null },
} as const satisfies Record<string, { from: TotalName | null; to: TotalName | null }>;

type Movement = keyof typeof movements;

const accountOfTotal = {
  savings: "member-deposits",
  shareCapital: "share-capital",
  dividendPayable: "dividend-payable",
} as const;

const otherSide = {
  "deposit-by-mpesa": "mobile-money",
  "share-capital-by-check-off": "check-off-clearing",
  "dividend-declared": "dividend-appropriation",
  "dividend-to-deposits": "bank",
  "dividend-to-share-capital": "bank",
  "dividend-to-hospital-bill": "hospital-bills-payable",
  "withholding-tax": "withholding-tax-payable",
} as const;

function entryOf(kind: Movement, who: Cast, amount: Cents): Entry {
  const { from, to } = movements[kind];
  const account = (total: TotalName | null) =>
    total === null ? societyAccount(otherSide[kind]) : memberAccount(accountOfTotal[total], who.id);
  const lines = [debit(account(from), amount), credit(account(to), amount)];
  const dividendYear = kind === "dividend-declared" ? 2025 : undefined;
  return { kind, narration: "At random", dividendYear, lines };
}

type Command =
  | { readonly kind: "post"; readonly movement: Movement; readonly who: 0 | 1; amount: bigint }
  | { readonly kind: "reverse"; readonly pick: number };

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("post" as const),
      movement: fc.constantFrom(...(Object.keys(movements) as Movement[])),
      who: fc.constantFrom(0 as const, 1 as const),
      amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("reverse" as const), pick: fc.nat() }),
  },
);

interface Posted {
  readonly id: bigint;
  readonly movement: Movement;
  readonly who: 0 | 1;
  readonly amount: bigint;
  reversed: boolean;
}

/** The books as three numbers a member: nothing of accounts, lines or SQL. */
class Model {
  readonly totals = [0, 1].map(() => ({ savings: 0n, shareCapital: 0n, dividendPayable: 0n }));
  readonly posted: Posted[] = [];

  /** Moves the money and returns whether there was enough. */
  move(movement: Movement, who: 0 | 1, amount: bigint): boolean {
    const totals = this.totals[who] as Record<TotalName, bigint>;
    const { from, to } = movements[movement];
    const [taken, given] = amount > 0n ? [from, to] : [to, from];
    const size = amount > 0n ? amount : -amount;
    if (taken !== null && totals[taken] < size) return false;
    if (taken !== null) totals[taken] -= size;
    if (given !== null) totals[given] += size;
    return true;
  }
}

async function attempt<T>(command: (work: UnitOfWork) => Promise<T>): Promise<T | "refused"> {
  try {
    return await society.database.unitOfWork("test", command);
  } catch (error) {
    if (error instanceof Problem && error.code === "not-enough") return "refused";
    throw error;
  }
}

async function carryOut(model: Model, cast: readonly Cast[], command: Command): Promise<void> {
  if (command.kind === "post") {
    const { movement, who, amount } = command;
    const entry = entryOf(movement, cast[who] as Cast, cents(amount));
    const id = await attempt((work) => post(work, entry));
    expect(id !== "refused").toBe(model.move(movement, who, amount));
    if (id !== "refused") model.posted.push({ id, movement, who, amount, reversed: false });
    return;
  }
  const chosen = model.posted[command.pick % Math.max(1, model.posted.length)];
  if (chosen === undefined) return;
  const reversal = attempt((work) => reverse(work, chosen.id));
  if (chosen.reversed) {
    // Either the money has gone since, or the database knows of the first reversal.
    const outcome = await reversal.catch((error: { constraint?: string }) => error.constraint);
    expect(["refused", "journal_entry_reversed_once"]).toContain(outcome);
    return;
  }
  const enough = model.move(chosen.movement, chosen.who, -chosen.amount);
  expect((await reversal) !== "refused").toBe(enough);
  chosen.reversed = enough;
}

describe("the ledger and a model of three numbers a member", () => {
  it("agree after any run of postings and reversals, and the books reconcile", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 10, maxLength: 40 }), async (commands) => {
        const model = new Model();
        const cast = [await newMember(), await newMember()];
        for (const command of commands) await carryOut(model, cast, command);
        for (const [index, who] of cast.entries()) {
          for (const name of totalNames) {
            expect(await totalOf(who, name)).toBe(model.totals[index]?.[name]);
          }
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
    expect(await reconcile(society.database)).toEqual([]);
  });
});

describe("posting", () => {
  it("rejects more than an account holds, and changes nothing", async () => {
    const who = await newMember();
    await attempt((work) => post(work, entryOf("dividend-declared", who, shillings(100))));
    const tooMuch = entryOf("dividend-to-hospital-bill", who, cents(10_001n));
    expect(await attempt((work) => post(work, tooMuch))).toBe("refused");
    expect(await totalOf(who, "dividendPayable")).toBe(10_000n);
  });

  it("posts a list of entries in order, all or none", async () => {
    const who = await newMember();
    const declared = entryOf("dividend-declared", who, shillings(100));
    const paid = entryOf("dividend-to-hospital-bill", who, shillings(100));
    expect(await attempt((work) => postAll(work, [paid, declared]))).toBe("refused");
    const ids = await attempt((work) => postAll(work, [declared, paid]));
    expect(ids).toHaveLength(2);
    expect(await totalOf(who, "dividendPayable")).toBe(ZERO_CENTS);
  });

  it("dates an entry today in Nairobi by default", async () => {
    const who = await newMember();
    society.clock.set("2026-04-14T21:30:00Z");
    const entry = entryOf("deposit-by-mpesa", who, shillings(1));
    const id = (await attempt((work) => post(work, entry))) as bigint;
    const found = await society.owner.query(
      "select value_date::text as day, actor from journal_entry where id = $1",
      [id],
    );
    expect(found.rows).toEqual([{ day: "2026-04-15", actor: "test" }]);
  });

  it("throws on an account that was never opened", async () => {
    const who = await newMember();
    const lines = [
      debit(societyAccount("mobile-money"), shillings(1)),
      credit(memberAccount("withdrawable-deposits", who.id, "W-1"), shillings(1)),
    ];
    const entry: Entry = { kind: "withdrawable-deposit", narration: "Deposit", lines };
    await expect(attempt((work) => post(work, entry))).rejects.toThrow("never opened");
  });

  it("returns zero for an unknown member", async () => {
    expect(await totalOf({ id: 0n, memberNo: "NOBODY" as MemberNo }, "savings")).toBe(0n);
  });

  it("loses no cent and meets no deadlock when 20 post to the same accounts", async () => {
    const cast = await Promise.all(Array.from({ length: 5 }, () => newMember()));
    const pool = { connection: society.connection, poolSize: 20, clock: society.clock };
    const database = new Database(pool);
    let attempts = 0;
    let toldToComeBack = 0;
    const untilKept = async (entries: readonly Entry[]): Promise<void> => {
      try {
        await database.unitOfWork("test", (work) => {
          attempts += 1;
          return postAll(work, entries);
        });
      } catch (error) {
        if (!(error instanceof Problem && error.code === "busy")) throw error;
        // On a busy machine the wait for a lock may be too long.
        toldToComeBack += 1;
        await untilKept(entries);
      }
    };
    const rounds = Array.from({ length: 20 }, async (_, number) => {
      for (let round = 0; round < 10; round += 1) {
        const order = cast.map(
          (_, index) => cast[(index * ((number % 4) + 1) + round) % 5] as Cast,
        );
        await untilKept(
          order.flatMap((who) => [
            entryOf("deposit-by-mpesa", who, cents(101n)),
            entryOf("share-capital-by-check-off", who, cents(7n)),
          ]),
        );
      }
    });
    await Promise.all(rounds);
    await database.close();
    const savings = await Promise.all(cast.map((who) => totalOf(who, "savings")));
    const shares = await Promise.all(cast.map((who) => totalOf(who, "shareCapital")));
    expect(addCents(...savings)).toBe(20n * 10n * 5n * 101n);
    expect(addCents(...shares)).toBe(20n * 10n * 5n * 7n);
    // The database runs a unit of work again after a deadlock, and none was.
    expect(attempts).toBeLessThanOrEqual(20 * 10 + toldToComeBack);
  });
});

describe("reversal", () => {
  it("names the entry it reverses and mirrors every line", async () => {
    const who = await newMember();
    const entry = entryOf("deposit-by-mpesa", who, cents(12_345n));
    const id = (await attempt((work) => post(work, entry))) as bigint;
    const reversal = await attempt((work) => reverse(work, id));
    const lines = await society.owner.query(
      `select account_id, sum(amount_cents)::int as total from journal_line
        where entry_id in ($1, $2) group by account_id`,
      [id, reversal],
    );
    expect(lines.rows.map(({ total }: { total: number }) => total)).toEqual([0, 0]);
    expect(await totalOf(who, "savings")).toBe(ZERO_CENTS);
  });

  it("is posted once, however many try at once", async () => {
    const who = await newMember();
    const entry = entryOf("deposit-by-mpesa", who, shillings(50));
    const id = (await attempt((work) => post(work, entry))) as bigint;
    await attempt((work) => post(work, entry));
    const tries = Array.from({ length: 10 }, () =>
      attempt((work) => reverse(work, id)).then(
        () => "reversed",
        (error: { constraint?: string }) => error.constraint,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === "reversed")).toHaveLength(1);
    expect(outcomes.filter((o) => o === "journal_entry_reversed_once")).toHaveLength(9);
    expect(await totalOf(who, "savings")).toBe(shillings(50));
  });

  it("is not itself reversed", async () => {
    const who = await newMember();
    const entry = entryOf("deposit-by-mpesa", who, negateCents(cents(-100n)));
    const id = (await attempt((work) => post(work, entry))) as bigint;
    const reversal = (await attempt((work) => reverse(work, id))) as bigint;
    await expect(attempt((work) => reverse(work, reversal))).rejects.toThrow("reversal");
  });
});
