import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { keysOf, type Named, readAccount, type Reading, runsOf } from "./match-account-number.ts";

const findNamed = statement({
  name: "pay-in-named",
  text: `select k.key, 'number' as by, m.id as member_id, null::bigint as loan_id
      from unnest($1::text[]) as k (key)
        join member m on regexp_replace(m.member_no, '[^A-Z0-9]', '', 'g') = k.key
    union all
    select k.key, 'digits', m.id, null
      from unnest($1::text[]) as k (key)
        join member m on regexp_replace(m.member_no, '[^0-9]', '', 'g') = k.key
      where k.key ~ '^[0-9]+$'
    union all
    select k.key, 'number', l.member_id, l.id
      from unnest($1::text[]) as k (key)
        join loan l on regexp_replace(upper(l.loan_no), '[^A-Z0-9]', '', 'g') = k.key`,
  row: z.object({
    key: z.string(),
    by: z.enum(["number", "digits"]),
    member_id: z.bigint(),
    loan_id: z.nullable(z.bigint()),
  }),
});

/** Returns the member and account that an account number names, as a sender typed it. */
export async function accountNamed(
  snapshot: Snapshot,
  text: string,
): Promise<Reading | "unknown" | "ambiguous"> {
  return (await accountsNamed(snapshot, [text]))(text);
}

/** Looks account numbers up together; the returned function says what each of them names. */
export async function accountsNamed(
  snapshot: Snapshot,
  texts: readonly string[],
): Promise<(text: string) => Reading | "unknown" | "ambiguous"> {
  const keys = new Set(texts.flatMap((text) => keysOf(runsOf(text))));
  const rows = keys.size === 0 ? [] : await snapshot.rows(findNamed, [[...keys]]);
  const named = rows.map(({ key, by, member_id: memberId, loan_id: loanId }): Named => ({
    key,
    by,
    memberId,
    loanId,
  }));
  return (text) => {
    const runs = runsOf(text);
    const its = new Set(keysOf(runs));
    const found = named.filter(({ key }) => its.has(key));
    return runs.length === 0 ? "unknown" : readAccount(runs, found);
  };
}
