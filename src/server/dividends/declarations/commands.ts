import * as z from "zod/mini";
import { narrationInSql } from "#server/ledger/journal/narrations.ts";
import { CLOSING_TIME } from "#shared/dividend-choice-closing-time.ts";
import { weightsOf } from "#shared/dividend-entitlement.ts";
import { MPESA_CEILING } from "#shared/mpesa-ceiling.ts";
import { openPostingSet, postStaged, stageLines } from "#server/ledger/journal/post-set.ts";
import { beginRun, reportProgress } from "#server/ledger/journal/posting-run.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { dividendOf, type DividendRow, previewOf, taxRates } from "./queries.ts";
import { type Declaration, declaredTax, factsOf, faultsOf, taxFaults } from "./declared-terms.ts";
import { entitledInSql } from "#server/dividends/entitlement/entitled-members-sql.ts";
import { holdArrearsInSql } from "./held-arrears-sql.ts";

/** The dividends declared to members for a year and the one before, from the ledger. */
const declaredBefore = `select b.member_id,
    coalesce(sum(b.cents) filter (where b.of_year = b.year - 1), 0)::bigint as last_year,
    coalesce(sum(b.cents) filter (where b.of_year = b.year), 0)::bigint as same_year
  from (
    select a.member_id, d.year, -l.amount_cents as cents, e.dividend_year as of_year
    from dividend d cross join ledger_account a
      join journal_line l on l.account_id = a.id and l.value_date >= make_date(d.year - 1, 12, 31)
      join journal_entry e on e.id = l.entry_id and e.kind = 'dividend-declared'
    where d.id = $1 and a.code = 'dividend-payable'
      and not exists (select from journal_entry r where r.reverses = e.id)
  ) b where b.of_year in (b.year - 1, b.year) group by b.member_id`;

const writeDeclaration = statement({
  name: "dividend-declare",
  text: `insert into dividend (year, share_rate_bp, deposit_rate_bp, weighting, weights,
      books_closed_on, agm_reference, holds_arrears, opens_at, closes_at, default_mode, prepared_by,
      otherwise, mobile_maximum_cents)
    values ($1, $2, $3, $4, $5, $6, $7, $8, ${inNairobi("$9::date::timestamp")},
      ${inNairobi("($10::date + $11::time)")}, $12, $13, $14, $15)
    on conflict (year) where state <> 'withdrawn' do nothing
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Prepares a year's dividend: calculates every member's share and keeps it for the preview. */
export async function declare(
  work: UnitOfWork,
  declared: Declaration,
  by = work.actor,
): Promise<DividendRow> {
  const today = await readToday(work);
  const fields = faultsOf(declared, today);
  if (fields.length > 0) throw new Problem("invalid", { fields });
  await work.takeTime();
  const written = await work.first(writeDeclaration, [
    declared.year,
    declared.shareRateBasisPoints,
    declared.depositRateBasisPoints,
    declared.weighting,
    weightsOf[declared.weighting],
    declared.booksClosedOn,
    declared.agmReference,
    declared.holdArrears,
    declared.opensOn,
    declared.closesOn,
    declared.closesAt ?? CLOSING_TIME,
    declared.defaultMode,
    by,
    declared.otherwise ?? "hold",
    MPESA_CEILING,
  ]);
  if (written === null) throw new Problem("dividend-exists");
  await keepTax(work, written.id, declared);
  await calculateAll(work, written.id, declared.holdArrears);
  work.audit({ action: "dividend-prepared", subject: `dividend:${declared.year}` });
  return dividendAt(work, declared.year);
}

/** Keeps the rates that the dividend is declared with; later changes do not affect them. */
async function keepTax(work: UnitOfWork, id: bigint, declared: Declaration): Promise<void> {
  const rates = await taxRates(work);
  const fields = taxFaults(declared, rates);
  if (fields.length > 0) throw new Problem("invalid", { fields });
  const tax = declaredTax(declared, rates);
  await work.run(
    `insert into dividend_tax (dividend_id, mode, basis, basis_points, interest_basis_points)
      select $1, t.* from unnest($2::text[], $3::text[], $4::smallint[], $5::smallint[]) as t`,
    [
      id,
      tax.map(({ mode }) => mode),
      tax.map(({ basis }) => basis),
      tax.map(({ onShares }) => onShares),
      tax.map(({ onInterest }) => onInterest),
    ],
  );
}

/** Calculates every member's dividend and keeps the figures behind it. */
async function calculateAll(work: UnitOfWork, id: bigint, holds: boolean): Promise<void> {
  await insertEntitlements(work, id);
  await keepBefore(work, id);
  if (holds) await holdArrears(work, id);
}

async function insertEntitlements(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `insert into dividend_entitlement (dividend_id, member_id, share_capital_cents, opening_cents,
        month_cents, on_share_capital_cents, on_deposits_cents)
      ${entitledInSql}
      select $1, member_id, share_capital, opening, months, on_share_capital, on_deposits
      from entitled order by member_id`,
    [id],
  );
}

/** Keeps the dividends declared to members earlier, for comparison. */
async function keepBefore(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `insert into dividend_before (dividend_id, member_id, last_year_cents, same_year_cents)
      select $1, member_id, last_year, same_year from (${declaredBefore}) f order by member_id`,
    [id],
  );
}

/**
 * Holds the amounts that members owe on their loans, for each loan and for each member in total.
 */
async function holdArrears(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(holdArrearsInSql, [id]);
  await work.run(
    `update dividend_entitlement e set held_cents = h.cents
      from (select member_id, sum(amount_cents)::bigint as cents from dividend_held
        where dividend_id = $1 group by member_id) h
      where e.dividend_id = $1 and e.member_id = h.member_id`,
    [id],
  );
}

interface Step {
  /** The actor, if other than that of the unit of work. */
  readonly by?: string;
  /** The digest of the preview on the screen; null without a screen. */
  readonly digest?: string | null;
}

/**
 * Locks a year's dividend, so that the second of two simultaneous steps sees the result of the
 * first.
 */
async function lockedAt(work: UnitOfWork, year: number): Promise<DividendRow> {
  await work.run(
    "select from dividend where year = $1 and state <> 'withdrawn' for no key update",
    [year],
  );
  return dividendAt(work, year);
}

/** Throws `shown-changed`, with the changes, unless the preview is the one that was shown. */
async function requirePreview(
  work: UnitOfWork,
  dividend: DividendRow,
  digest: string | null,
): Promise<void> {
  if (digest !== null) requireShown(digest, factsOf(dividend, await previewOf(work, dividend)));
}

async function dividendAt(work: UnitOfWork, year: number): Promise<DividendRow> {
  const dividend = await dividendOf(work, year);
  if (dividend === null) throw new Problem("no-such-dividend");
  return dividend;
}

// Counts the rows instead of asking for the first: for one row the planner chooses slow plans.
const findChanged = statement({
  text: `${entitledInSql}, now as materialized (
      select * from entitled
    ), kept as materialized (
      select * from dividend_entitlement where dividend_id = $1
    ), had as materialized (${declaredBefore}), seen as materialized (
      select * from dividend_before where dividend_id = $1
    )
    select (select count(*) from now full join kept using (member_id)
        where (now.share_capital, now.opening, now.months)
          is distinct from (kept.share_capital_cents, kept.opening_cents, kept.month_cents))
      + (select count(*) from had full join seen using (member_id)
        where (coalesce(had.last_year, 0), coalesce(had.same_year, 0))
          <> (coalesce(seen.last_year_cents, 0), coalesce(seen.same_year_cents, 0))) > 0
      as changed`,
  row: z.object({ changed: z.boolean() }),
});

/** Whether the books, or earlier dividends, differ from those the dividend was calculated from. */
async function hasChanged(work: UnitOfWork, id: bigint): Promise<boolean> {
  return (await work.first(findChanged, [id]))?.changed !== false;
}

/** Calculates an approved dividend again from the current books; it must then be approved again. */
async function prepareAgain(work: UnitOfWork, before: DividendRow): Promise<Problem> {
  const old = factsOf(before, await previewOf(work, before));
  await work.run(
    `update dividend set state = 'prepared', approved_by = null, approved_at = null
      where id = $1`,
    [before.id],
  );
  for (const table of ["dividend_held", "dividend_before", "dividend_entitlement"]) {
    await work.run(`delete from ${table} where dividend_id = $1`, [before.id]);
  }
  await calculateAll(work, before.id, before.holds_arrears);
  const now = await dividendAt(work, before.year);
  const facts = factsOf(now, await previewOf(work, now));
  const changes = facts.filter(
    ({ name, value }) => old.find((fact) => fact.name === name)?.value !== value,
  );
  work.audit({ action: "dividend-prepared-again", subject: `dividend:${before.year}` });
  return new Problem("dividend-again", { changes });
}

/**
 * Approves a prepared dividend, by a person other than its preparer. Calculates the year's figures
 * again: the approval covers the current books, including imported dividends of the year.
 */
export async function approve(
  work: UnitOfWork,
  year: number,
  { by = work.actor, digest = null }: Step = {},
): Promise<DividendRow> {
  const before = await lockedAt(work, year);
  if (before.prepared_by === by) throw new Problem("dividend-two-people");
  await work.takeTime();
  if (before.state !== "prepared") throw new Problem("dividend-state");
  await requirePreview(work, before, digest);
  const taken = await work.run(
    `update dividend set state = 'approved', approved_by = $2, approved_at = akiba_now()
      where id = $1 and state = 'prepared'`,
    [before.id, by],
  );
  if (taken === 0) throw new Problem("dividend-state");
  if (await hasChanged(work, before.id)) throw new Problem("dividend-changed");
  work.audit({ action: "dividend-approved", subject: `dividend:${year}` });
  return dividendAt(work, year);
}

/** Withdraws a dividend of which nothing is posted; the year can then be prepared again. */
export async function withdraw(
  work: UnitOfWork,
  year: number,
  { digest = null }: Step = {},
): Promise<DividendRow> {
  const before = await lockedAt(work, year);
  if (before.state !== "prepared" && before.state !== "approved") {
    throw new Problem("dividend-state");
  }
  await requirePreview(work, before, digest);
  const taken = await work.run(
    `update dividend set state = 'withdrawn'
      where id = $1 and state in ('prepared', 'approved')`,
    [before.id],
  );
  if (taken === 0) throw new Problem("dividend-state");
  work.audit({ action: "dividend-withdrawn", subject: `dividend:${year}` });
  return { ...before, state: "withdrawn" };
}

const declaredLines = `select (dense_rank() over (order by e.member_id))::int, 'dividend-declared',
    ${narrationInSql("dividend", { year: "d.year" })}, d.agm_reference, side.code,
    case when side.code = 'dividend-payable' then e.member_id end, '', side.cents
  from dividend d join dividend_entitlement e on e.dividend_id = d.id
    cross join lateral (values ('dividend-appropriation', e.on_share_capital_cents),
      ('interest-on-deposits', e.on_deposits_cents), ('dividend-payable', -e.gross_cents)
    ) as side (code, cents)
  where d.id = $1`;

/**
 * Posts an approved dividend for all members in one unit of work; a crash leaves nothing, and it
 * can be repeated. Its progress is visible meanwhile, and only one person posts at a time. If the
 * books have changed since the approval it posts nothing: the dividend is calculated again and must
 * be approved again, and the returned problem names the changes.
 */
export async function postAllMembers(
  work: UnitOfWork,
  year: number,
  { by = work.actor, digest = null }: Step = {},
): Promise<DividendRow | Problem> {
  await beginRun(work, year);
  const before = await lockedAt(work, year);
  if (before.state !== "approved") throw new Problem("dividend-state");
  await requirePreview(work, before, digest);
  if (await hasChanged(work, before.id)) return prepareAgain(work, before);
  await reportProgress(work, 0);
  const taken = await work.run(
    `update dividend set state = 'posted', posted_by = $2, posted_at = akiba_now()
      where id = $1 and state = 'approved'`,
    [before.id, by],
  );
  if (taken === 0) throw new Problem("dividend-state");
  await openPostingSet(work);
  await stageLines(work, declaredLines, [before.id], { dividendYear: year });
  const entries = await postStaged(work, (done) => reportProgress(work, done));
  work.audit({
    action: "dividend-posted",
    subject: `dividend:${year}`,
    detail: { members: entries, grossCents: String(before.gross_cents) },
  });
  return dividendAt(work, year);
}
