import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { treasuryKindNames, treasuryRule } from "#shared/treasury-kinds.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { accountsOf } from "#server/treasury/movements/movement-limit.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { treasuryCalls } from "#test/treasury.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
  },
});
const tokens: Record<string, string> = {};
const { tryToEnter, approve, openAccount } = treasuryCalls(society, tokens);

/** The type of each account that a movement can touch, written down apart from the chart. */
const typeOf: Readonly<Record<string, Side>> = {
  bank: "asset",
  cash: "asset",
  "mobile-money": "asset",
  "check-off-clearing": "asset",
  "withholding-tax-payable": "liability",
  "hospital-bills-payable": "liability",
  "insurance-premiums": "liability",
  "welfare-fund": "liability",
  "opening-balances": "equity",
  "retained-surplus": "equity",
  "statutory-reserve": "equity",
  "institutional-capital": "equity",
  "dividend-appropriation": "equity",
  "bank-interest": "income",
  "other-income": "income",
  "bank-charges": "expense",
  "mpesa-charges": "expense",
  "operating-expenses": "expense",
};
type Side = "asset" | "liability" | "equity" | "income" | "expense";

const days = ["2025-12-31", "2026-01-01", "2026-02-28", "2026-03-31"] as const;
const first = "2025-01-01";
/** The day of a reversal, which is the society's today. */
let today = "";

const entered = fc.record({
  what: fc.constant("enter" as const),
  kind: fc.constantFrom(...treasuryKindNames),
  amount: fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  day: fc.constantFrom(...days),
  isOnAdded: fc.boolean(),
});
/** The added account of the kinds that can have one. */
const addedFor = (kind: string): string | undefined =>
  kind.startsWith("expense-") ? "6100" : kind.startsWith("other-income-") ? "4100" : undefined;
const reversed = fc.record({ what: fc.constant("reverse" as const), nth: fc.nat({ max: 20 }) });
const step = fc.oneof({ weight: 3, arbitrary: entered }, { weight: 1, arbitrary: reversed });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of [
    ["TREASURER", "treasurer"],
    ["ADMIN", "administrator"],
    ["AUDITOR", "auditor"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
  const { rows } = await society.owner.query("select akiba_today()::text as today");
  today = (rows[0] as { today: string }).today;
  const named = { code: "4100", name: "Rent", type: "income" };
  const kinds = treasuryKindNames.filter((kind) => addedFor(kind) === "4100");
  await openAccount({ ...named, kinds });
  await openAccount({ code: "6100", name: "Training" });
});

/** Takes one step as two people do; returns the number of a movement that it booked. */
async function take(one: Step, booked: readonly string[], at: number): Promise<string | null> {
  if (one.what === "reverse") {
    const id = booked[one.nth % Math.max(booked.length, 1)];
    if (id !== undefined) await reverse(id);
    return null;
  }
  const { kind, amount, day } = one;
  const account = one.isOnAdded ? addedFor(kind) : undefined;
  const series = treasuryRule(kind).series;
  const reference = series === null ? {} : { reference: `S${at}` };
  const over = treasuryRule(kind).atMost === "due" ? { overConfirmed: true } : {};
  const body = { kind, amount, day, account, description: "Step", ...reference, ...over };
  const reply = await tryToEnter(body);
  // Above what is owed or held: nothing is entered.
  if (reply.status === 422) return null;
  expect(reply.status, reply.text).toBe(201);
  const { id, approvalId } = reply.body as { id: string; approvalId: string };
  expect((await approve(approvalId)).status).toBe(201);
  return id;
}

/** Reverses a movement by two people; one that is reversed already stays as it is. */
async function reverse(id: string): Promise<void> {
  const reply = await society.send("POST", `/api/v1/treasury/movements/${id}/reversal`, {
    token: tokens["TREASURER"] ?? "",
    body: { reason: "Entered twice" },
  });
  if (reply.status === 409) return;
  expect(reply.status, reply.text).toBe(201);
  await approve((reply.body as { approvalId: string }).approvalId);
}

/** Adds up the lines of the journal by type, in its own statement; debits are positive. */
async function addedUp(from: string, to: string): Promise<Readonly<Record<Side, bigint>>> {
  const { rows } = await society.owner.query(
    `select a.code, sum(l.amount_cents)::text as moved
      from journal_line l join ledger_account a on a.id = l.account_id
      where l.value_date between $1 and $2 group by a.code`,
    [from, to],
  );
  const sums = { asset: 0n, liability: 0n, equity: 0n, income: 0n, expense: 0n };
  for (const { code, moved } of rows as { code: string; moved: string }[]) {
    const side = typeOf[code];
    if (side === undefined) throw new Error(`no type of ${code}`);
    sums[side] += BigInt(moved);
  }
  return sums;
}

/** Adds up the lines of an added account, in its normal direction. */
async function movedOn(code: string, to: string): Promise<bigint> {
  const { rows } = await society.owner.query(
    `select coalesce(sum(l.amount_cents * a.normal_side), 0)::text as moved
      from journal_line l join ledger_account a on a.id = l.account_id
      where a.reference = $1 and l.value_date between $2 and $3`,
    [code, first, to],
  );
  return BigInt((rows[0] as { moved: string }).moved);
}

interface Report {
  readonly sections: readonly {
    readonly type: Side;
    readonly rows: readonly { readonly amount: number; readonly added: string }[];
    readonly amount: number;
  }[];
  readonly result: number;
}

const inCents = (amount: number): bigint => BigInt(Math.round(amount * 100));

async function reportOf(path: string): Promise<Report & Readonly<Record<"sum", SumOf>>> {
  const token = tokens["AUDITOR"] ?? "";
  const reply = await society.send("GET", `/api/v1/books/${path}`, { token });
  expect(reply.status, reply.text).toBe(200);
  const report = reply.body as Report;
  const sum = (type: Side): bigint => {
    const section = report.sections.find((one) => one.type === type);
    const added = (section?.rows ?? []).reduce((so, row) => so + inCents(row.amount), 0n);
    expect(added).toBe(inCents(section?.amount ?? 0));
    return added;
  };
  return { ...report, sum };
}
type SumOf = (type: Side) => bigint;

describe("any sequence of treasury movements and reversals", () => {
  it("keeps assets equal to liabilities, equity and income less expenses", async () => {
    let at = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const booked: string[] = [];
        for (const one of steps) {
          at += 1;
          const id = await take(one, booked, at);
          if (id !== null) booked.push(id);
        }
        for (const day of [...days, today]) await everythingTies(day);
        expect(await reconcile(society.database)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it("is of kinds whose accounts this test knows, all of them", () => {
    const moved = treasuryKindNames.flatMap((kind) => Object.values(accountsOf(kind)));
    expect([...new Set(moved)].toSorted()).toEqual(Object.keys(typeOf).toSorted());
  });
});

/** Compares both reports of a day with the lines of the journal, to the cent. */
async function everythingTies(day: string): Promise<void> {
  const ever = await addedUp("0001-01-01", day);
  expect(ever.asset + ever.liability + ever.equity + ever.income + ever.expense).toBe(0n);
  const sheet = await reportOf(`balance-sheet?day=${day}`);
  expect(sheet.result).toBe(0);
  expect(sheet.sum("asset") - sheet.sum("liability")).toBe(ever.asset + ever.liability);
  expect(sheet.sum("equity")).toBe(-ever.equity - ever.income - ever.expense);
  const earned = await addedUp(first, day);
  const income = await reportOf(`income-statement?from=${first}&to=${day}`);
  expect(income.sum("income")).toBe(-earned.income);
  expect(income.sum("expense")).toBe(earned.expense);
  expect(inCents(income.result)).toBe(-earned.income - earned.expense);
  for (const code of ["4100", "6100"]) {
    const rows = income.sections.flatMap((section) => section.rows);
    const row = rows.find(({ added }) => added === code);
    expect(inCents(row?.amount ?? 0)).toBe(await movedOn(code, day));
  }
}
