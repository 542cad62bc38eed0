import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { shillings } from "#shared/money.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { receiveCash } from "#server/counter/receiving/commands.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety } from "#test/people.ts";
import { differencesReAdded } from "#test/re-added.ts";
import { useServedSociety } from "#test/served-society.ts";
import { fillSafe, piecesOf } from "#test/tills.ts";
import * as commands from "./commands.ts";

const society = useServedSociety();
const SAFE = 50_000;
const tellers = ["T1", "T2", "T3"] as const;
type Teller = (typeof tellers)[number];

beforeAll(async () => {
  await foundSociety(society);
  await fillSafe(society, SAFE);
  await enrol(society, "RD1");
  await employ(society, "KEEPER", "treasurer");
  for (const teller of tellers) await employ(society, teller, "teller");
});

const amount = fc.integer({ min: 1, max: 4000 });
const move = fc.oneof(
  fc.record({ does: fc.constant("open" as const), float: fc.nat(9000) }),
  fc.record({ does: fc.constant("receive" as const), amount }),
  fc.record({ does: fc.constant("receive" as const), amount }),
  fc.record({ does: fc.constant("float" as const), amount }),
  // Counted so much more or less than the books say, and accepted or not.
  fc.record({
    does: fc.constant("count" as const),
    off: fc.integer({ min: -300, max: 300 }),
    accepted: fc.boolean(),
  }),
);
const day = fc.array(fc.tuple(fc.constantFrom(...tellers), move), { minLength: 5, maxLength: 30 });

/** The figures that the days should leave: kept by plain additions, apart from the product. */
const books = {
  safe: SAFE,
  overShort: 0,
  deposits: 0,
  tills: new Map<Teller, number>(),
};

/** Returns whether a step was done; a problem changes nothing. */
async function done(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const by = <Result>(
  who: string,
  run: Parameters<typeof society.database.unitOfWork<Result>>[1],
): Promise<Result> => society.database.unitOfWork(`staff:${who}`, run);

async function openTillId(teller: Teller): Promise<bigint> {
  const found = await society.owner.query<{ id: string }>(
    "select id::text from till where holder = $1 and state <> 'closed'",
    [`staff:${teller}`],
  );
  return BigInt(found.rows[0]?.id ?? 0);
}

async function giveFloat(teller: Teller, float: number): Promise<void> {
  const given = { till: await openTillId(teller), amount: shillings(float) };
  const agreed = { requestedBy: `staff:${teller}` };
  const isGiven = await done(by("KEEPER", (work) => commands.giveFloat(work, given, agreed)));
  const has = books.tills.get(teller);
  expect(isGiven).toBe(has !== undefined && float > 0 && float <= books.safe);
  if (!isGiven || has === undefined) return;
  books.safe -= float;
  books.tills.set(teller, has + float);
}

async function receive(teller: Teller, cash: number): Promise<void> {
  const brought = { memberNo: "RD1", to: "deposits", amount: shillings(cash) } as const;
  const isIn = await done(by(teller, (work) => receiveCash(work, brought, () => {})));
  const has = books.tills.get(teller);
  expect(isIn).toBe(has !== undefined);
  if (has === undefined) return;
  books.tills.set(teller, has + cash);
  books.deposits += cash;
}

async function count(teller: Teller, off: number, accepted: boolean): Promise<void> {
  const has = books.tills.get(teller);
  if (has === undefined) return;
  const counted = Math.max(0, has + off);
  const row = await by(teller, (work) => commands.countOwn(work, piecesOf(counted)));
  const till = await openTillId(teller);
  await society.owner.query("update approval set state = 'lapsed' where state = 'waiting'");
  if (!accepted) return by("KEEPER", (work) => commands.reopen(work, till));
  const agreed = { requestedBy: `staff:${teller}` };
  await by("KEEPER", (work) => commands.acceptHandover(work, { till, count: row.id }, agreed));
  books.overShort += has - counted;
  books.safe += counted;
  books.tills.delete(teller);
}

it("after any days the tills, the safe and the ledger agree to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(day, async (steps) => {
      for (const [teller, step] of steps) {
        if (step.does === "open") {
          const opened = await done(by(teller, (work) => commands.openTill(work, shillings(0n))));
          expect(opened).toBe(!books.tills.has(teller));
          if (opened) books.tills.set(teller, 0);
          if (step.float > 0) await giveFloat(teller, step.float);
        } else if (step.does === "receive") await receive(teller, step.amount);
        else if (step.does === "float") await giveFloat(teller, step.amount);
        else await count(teller, step.off, step.accepted);
      }
      const inTills = [...books.tills.values()].reduce((sum, one) => sum + one, 0);
      expect(await totalOf(society, "cash")).toBe(books.safe);
      expect(await totalOf(society, "till-cash")).toBe(inTills);
      expect(await totalOf(society, "cash-over-short")).toBe(books.overShort);
      expect(await totalOf(society, "member-deposits", "RD1")).toBe(books.deposits);
      expect(await differencesReAdded(society)).toEqual([]);
      expect(await reconcile(society.database)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
