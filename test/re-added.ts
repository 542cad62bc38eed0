import type { TestSociety } from "./test-society.ts";

/**
 * Adds up the raw lines of the journal and the movements of tills one by one, apart from the
 * product and its SQL, and returns each account and till whose kept balance is another sum.
 */
export async function differencesReAdded({ owner }: Pick<TestSociety, "owner">): Promise<string[]> {
  const read = async (sql: string) =>
    (await owner.query<{ of: string; cents: string }>(sql)).rows.map(
      ({ of, cents }) => [of, BigInt(cents)] as const,
    );
  const lines = await read(
    "select account_id::text as of, amount_cents::text as cents from journal_line",
  );
  const moves = await read(
    "select till_id::text as of, amount_cents::text as cents from till_movement",
  );
  const accounts = await read(
    "select id::text as of, balance_cents::text as cents from ledger_account",
  );
  const tills = await read("select id::text as of, balance_cents::text as cents from till");
  const total = lines.reduce((sum, [, cents]) => sum + cents, 0n);
  return [
    ...(total === 0n ? [] : [`all lines: ${total}`]),
    ...otherSums("account", accounts, lines),
    ...otherSums("till", tills, moves),
  ];
}

type Figures = readonly (readonly [of: string, cents: bigint])[];

function otherSums(what: string, kept: Figures, raw: Figures): string[] {
  const sums = new Map<string, bigint>();
  for (const [of, cents] of raw) sums.set(of, (sums.get(of) ?? 0n) + cents);
  return kept
    .filter(([of, cents]) => cents !== (sums.get(of) ?? 0n))
    .map(([of, cents]) => `${what} ${of}: ${cents}, re-added ${sums.get(of) ?? 0n}`);
}
