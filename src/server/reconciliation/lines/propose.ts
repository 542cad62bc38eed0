import * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import type { MatchRule } from "#shared/contract/reconciliation/matching.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

/** The maximum difference in days between a line and its entry in the books. */
const WINDOW = 3;
/** How long before the first statement an entry may be that it presents, such as a cheque. */
const DAYS_BEFORE = 180;

const OPEN = `
  open_lines as materialized (
    select l.id, l.day, l.amount_cents, l.receipt_no, upper(l.details) as details
    from bank_statement_line l where l.account = $1 and l.match_id is null
  ), open_entries as materialized (
    select e.id, j.value_date as day, j.amount_cents, upper(e.receipt_no) as receipt_no,
      upper(e.reference_no) as reference_no, e.kind, e.reverses
    from reconciled_account r
      join ledger_account a on a.code = r.account and a.member_id is null
      join journal_line j on j.account_id = a.id and j.value_date >= r.starts_on - ${DAYS_BEFORE}
      join journal_entry e on e.id = j.entry_id
    where r.account = $1 and not exists (select from bank_match_entry m
      where m.account = $1 and m.entry_id = j.entry_id)
  )`;

// Writes the found matches: one for each group, except those that a person rejected.
const WRITE = `
  blocked as (
    select distinct p.g from picked p join bank_match_rejected x
      on x.account = $1 and x.entry_id = p.entry_id and x.line_id is not distinct from p.line_id
  ), groups as materialized (
    select g, nextval('bank_match_id_seq') as id
    from (select distinct g from picked where g not in (select g from blocked)) p
  ), made as (
    insert into bank_match (id, account, rule, proposed_by) overriding system value
    select id, $1, $2, $3 from groups returning id
  ), entries as (
    insert into bank_match_entry (account, entry_id, match_id)
    select distinct $1, p.entry_id, g.id from picked p join groups g using (g)
    where p.entry_id is not null
  ), lines as (
    update bank_statement_line l set match_id = x.id
    from (select distinct p.line_id, g.id from picked p join groups g using (g)) x
    where l.id = x.line_id
  )
  select count(*)::int as made from made`;

const made = z.object({ made: z.int() });

function pass(rule: MatchRule, name: string, picked: string) {
  const text = `with ${OPEN}, ${picked}, ${WRITE}`;
  return { rule, picks: statement({ name: `bank-propose-${name}`, text, row: made }) };
}

/** One line and one entry with the same number and amount; equal ones are paired in order. */
const byNumber = (number: "receipt_no" | "reference_no") => `
  numbered_lines as (
    select id, receipt_no as number, amount_cents,
      row_number() over (partition by receipt_no, amount_cents order by day, id) as n
    from open_lines where receipt_no <> ''
  ), numbered_entries as (
    select id, ${number} as number, amount_cents,
      row_number() over (partition by ${number}, amount_cents order by day, id) as n
    from open_entries where ${number} <> ''
  ), picked as materialized (
    select l.id as g, l.id as line_id, e.id as entry_id
    from numbered_lines l join numbered_entries e using (number, amount_cents, n)
  )`;

/** A line and the entry that was made from it, unless that was reversed. */
const byEnteredLine = `
  picked as materialized (
    select l.id as g, l.id as line_id, e.id as entry_id
    from open_lines l join open_entries e
      on e.receipt_no = 'LINE-' || l.id and e.amount_cents = l.amount_cents
    where not exists (select from open_entries r where r.reverses = e.id)
  )`;

/** A receipt within the text of a line, such as the number of a cheque. */
const byNumberInText = `
  tokens as (
    select distinct l.id, l.amount_cents, t.token
    from open_lines l, regexp_split_to_table(l.details, '[^A-Z0-9/-]+') as t (token)
    where length(t.token) between 5 and 30 and t.token ~ '[0-9]'
  ), pairs as (
    select t.id as line_id, e.id as entry_id,
      count(*) over (partition by t.id) as entries, count(*) over (partition by e.id) as lines
    from tokens t join open_entries e
      on e.receipt_no = t.token and e.amount_cents = t.amount_cents
  ), picked as materialized (
    select line_id as g, line_id, entry_id from pairs where entries = 1 and lines = 1
  )`;

/** A receipt that the books have in parts: a repayment, and the rest to deposits. */
const byReceiptInParts = `
  parts as (
    select receipt_no, sum(amount_cents) as amount_cents
    from open_entries where receipt_no <> '' group by receipt_no having count(*) > 1
  ), wholes as (
    select id, receipt_no, amount_cents,
      count(*) over (partition by receipt_no, amount_cents) as equal
    from open_lines where receipt_no <> ''
  ), picked as materialized (
    select l.id as g, l.id as line_id, e.id as entry_id
    from wholes l join parts p using (receipt_no, amount_cents)
      join open_entries e using (receipt_no)
    where l.equal = 1
  )`;

/** The only line and the only entry of an amount within the days of the window. */
const byAmount = `
  sides as (
    select 1 as side, id, day, amount_cents, receipt_no from open_lines
    union all
    select 2, id, day, amount_cents, receipt_no from open_entries
  ), counted as materialized (
    select *, count(*) filter (where side = 1) over near as lines,
      count(*) filter (where side = 2) over near as entries
    from sides window near as (partition by amount_cents order by day
      range between '${WINDOW} days' preceding and '${WINDOW} days' following)
  ), picked as materialized (
    select l.id as g, l.id as line_id, e.id as entry_id
    from counted l join counted e on e.side = 2 and e.amount_cents = l.amount_cents
      and e.day between l.day - ${WINDOW} and l.day + ${WINDOW}
    where l.side = 1 and l.entries = 1 and e.lines = 1
      and ($1 = 'bank' or l.receipt_no = '' or e.receipt_no = '')
  )`;

/** Groups on one side whose sum equals one item of the other, if neither has another candidate. */
const bySum = (many: "line" | "entry", key: string) => {
  const [manyOf, oneOf] =
    many === "line" ? ["open_lines", "open_entries"] : ["open_entries", "open_lines"];
  const [line, entry] = many === "line" ? ["m.id", "p.one_id"] : ["p.one_id", "m.id"];
  return `
  keyed as materialized (
    select id, day, amount_cents, ${key} as key from ${manyOf}
  ), sums as (
    select key, sum(amount_cents)::bigint as amount_cents, min(day) as first, max(day) as last
    from keyed where key is not null group by key having count(*) > 1
  ), pairs as (
    select s.key, o.id as one_id,
      count(*) over (partition by s.key) as ones, count(*) over (partition by o.id) as manys
    from sums s join ${oneOf} o on o.amount_cents = s.amount_cents
      and o.day between s.last - ${WINDOW} and s.first + ${WINDOW}
  ), picked as materialized (
    select p.one_id as g, ${line} as line_id, ${entry} as entry_id
    from pairs p join keyed m using (key) where p.ones = 1 and p.manys = 1
  )`;
};

/** An entry and its reversal, neither of which is on a statement. */
const byReversal = `
  picked as materialized (
    select r.id as g, null::bigint as line_id, x.id as entry_id
    from open_entries r join open_entries o on o.id = r.reverses,
      lateral (values (r.id), (o.id)) as x (id)
  )`;

/** The reversal of a matched entry, and the entry that replaced it with the same receipt. */
const byReplacement = `
  replaced as (
    select r.id, n.id as new_id,
      count(*) over (partition by r.id) as news, count(*) over (partition by n.id) as olds
    from open_entries r join journal_entry o on o.id = r.reverses and o.receipt_no <> ''
      join open_entries n on n.receipt_no = upper(o.receipt_no) and n.amount_cents = -r.amount_cents
  ), picked as materialized (
    select p.id as g, null::bigint as line_id, x.id as entry_id
    from replaced p, lateral (values (p.id), (p.new_id)) as x (id)
    where p.news = 1 and p.olds = 1
  )`;

/** The rules, the surest first: items that one rule has matched are not open for the next. */
const passes = [
  pass("receipt", "entered-line", byEnteredLine),
  pass("receipt", "receipt", byNumber("receipt_no")),
  pass("receipt", "reference", byNumber("reference_no")),
  pass("receipt", "parts", byReceiptInParts),
  pass("receipt", "text", byNumberInText),
  pass("amount", "amount", byAmount),
  pass("sum", "entries-of-reference", bySum("entry", "nullif(reference_no, '')")),
  pass("sum", "entries-of-day", bySum("entry", "kind || ' ' || day::text")),
  pass("sum", "lines-of-receipt", bySum("line", "nullif(receipt_no, '')")),
  pass("sum", "lines-of-day", bySum("line", "day::text || ' ' || details")),
  pass("reversal", "reversal", byReversal),
  pass("reversal", "replacement", byReplacement),
];

/**
 * Proposes matches for all open items of a locked account and returns how many. Each rule is one
 * statement over both sides, so that a hundred thousand lines take seconds.
 */
export async function proposeMatches(
  work: UnitOfWork,
  account: ReconciledAccount,
): Promise<number> {
  let proposed = 0;
  for (const { rule, picks } of passes) {
    const found = await work.first(picks, [account, rule, work.actor]);
    proposed += found?.made ?? 0;
  }
  return proposed;
}
