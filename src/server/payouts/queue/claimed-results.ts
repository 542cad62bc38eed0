import * as z from "zod/mini";
import type { Cents } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

/**
 * The effect of a claimed row. `own` is a payment to one of the two people themselves, which is set
 * aside; `differs` contradicts the known result of the payment; `unknown` matches no payment.
 */
const claimEffects = ["paid", "failed", "repeated", "differs", "unknown", "own"] as const;
export type ClaimEffect = (typeof claimEffects)[number];

/** A parsed row of results; a row without a receipt says that the payment failed. */
export interface ClaimedRow {
  readonly row: number;
  readonly reference: string;
  /** The attempt of the payout file that it refers to; null if there is none. */
  readonly attemptId: string | null;
  readonly receiptNo: string;
  readonly amount: Cents | null;
  readonly reason: string;
}

/** Returns the digest of parsed rows, in any order and any file format. */
function digestOfRows(rows: readonly ClaimedRow[]): string {
  const facts = rows.map(({ reference, receiptNo, amount, reason }) =>
    JSON.stringify([reference, receiptNo, String(amount), reason]),
  );
  return Buffer.from(sha256(facts.toSorted().join("\n"))).toString("base64url");
}

const findSame = statement({
  name: "payout-claim-same",
  text: `select c.id, c.approval_id from payout_claim c left join approval a on a.id = c.approval_id
    where c.file_id = $1 and c.rows_digest = $2
      and (a.state = 'waiting' and a.expires_at > akiba_now()
        or c.approval_id is null and c.uploaded_by = $3)
    order by c.id desc limit 1`,
  row: z.object({ id: z.bigint(), approval_id: z.nullable(z.bigint()) }),
});

/**
 * Finds an open claim with the same rows that waits, or is the actor's own; null if there is none.
 */
export function sameClaim(work: UnitOfWork, fileId: bigint, rows: readonly ClaimedRow[]) {
  return work.first(findSame, [fileId, digestOfRows(rows), work.actor]);
}

const insertClaim = statement({
  name: "payout-claim-insert",
  text: `insert into payout_claim (file_id, rows_digest, uploaded_by) values ($1, $2, $3)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Stores a person's claim about the payments of a file, and returns its number. */
export async function storeClaim(
  work: UnitOfWork,
  fileId: bigint,
  rows: readonly ClaimedRow[],
): Promise<bigint> {
  const claim = await work.first(insertClaim, [fileId, digestOfRows(rows), work.actor]);
  if (claim === null) throw new Error("a claim was not stored");
  await work.run(
    `insert into payout_claim_row
        (claim_id, row_no, reference, attempt_id, receipt_no, amount_cents, reason)
      select $1, * from unnest($2::int[], $3::text[], $4::uuid[], $5::text[], $6::bigint[],
        $7::text[])`,
    [
      claim.id,
      rows.map(({ row }) => row),
      rows.map(({ reference }) => reference),
      rows.map(({ attemptId }) => attemptId),
      rows.map(({ receiptNo }) => receiptNo),
      rows.map(({ amount }) => amount),
      rows.map(({ reason }) => reason),
    ],
  );
  return claim.id;
}

const claimRow = z.object({
  id: z.bigint(),
  file_id: z.bigint(),
  uploaded_by: z.string(),
  made_by: z.string(),
  is_applied: z.boolean(),
});

export type Claim = z.infer<typeof claimRow>;

const findClaim = statement({
  name: "payout-results-claim",
  text: `select c.id, c.file_id, c.uploaded_by, f.made_by, c.applied_at is not null as is_applied
    from payout_claim c join payout_file f on f.id = c.file_id where c.id = $1`,
  row: claimRow,
});

/** Returns a claim; null if there is none. */
export function claimAt(snapshot: Snapshot, id: bigint): Promise<Claim | null> {
  return snapshot.first(findClaim, [id]);
}

/** Locks a claim and its payments, in the order in which all results lock them. */
export async function lockClaim(work: UnitOfWork, id: bigint): Promise<void> {
  await work.takeTime();
  await work.run("select from payout_claim where id = $1 for update", [id]);
  await work.run(
    `select count(*) from (
        select p.id from payout_claim_row r join payout_attempt a on a.id = r.attempt_id
          join payout p on p.id = a.payout_id
        where r.claim_id = $1 order by p.id for update of p
      ) as locked`,
    [id],
  );
}

// $1 is a claim, $2 the people who must not decide on payments to themselves. A row that was in an
// applied claim of the same file, and contradicted the known result, is reported again.
const judged = `with told as (
    select r.*, p.amount_cents as due_cents, p.state, p.receipt_no = r.receipt_no
        or exists (select from payout_return b
          where b.payout_id = p.id and b.receipt_no = r.receipt_no) as was_settled,
      p.id is null as is_unknown, p.attempt_id is not distinct from a.id as is_current,
      'member:' || m.member_no = any (select akiba_person(one) from unnest($2::text[]) as one)
        as is_own,
      row_number() over (partition by r.attempt_id order by r.row_no) as turn,
      row_number() over (partition by r.receipt_no order by r.row_no) as receipt_turn
    from payout_claim_row r left join payout_attempt a on a.id = r.attempt_id
      left join payout p on p.id = a.payout_id left join member m on m.id = p.member_id
    where r.claim_id = $1
  ), judged as (
    select t.*, case
        when is_unknown then 'unknown'
        when is_own then 'own'
        when turn > 1 then 'differs'
        when receipt_no <> '' and was_settled then 'repeated'
        when receipt_no = '' and not (is_current and state in ('sending', 'sent', 'unknown'))
          then 'repeated'
        when receipt_no = '' then 'failed'
        when amount_cents is distinct from due_cents
          or state in ('paid', 'shares', 'account', 'cash') or receipt_turn > 1
          or exists (select from payout_receipt x where x.receipt_no = t.receipt_no) then 'differs'
        else 'paid' end as verdict
    from told t
  ), known as (
    select j.*, case when verdict = 'differs' and exists (
        select from payout_claim_row e join payout_claim c on c.id = e.claim_id
        where e.attempt_id = j.attempt_id and e.effect = 'differs'
          and c.file_id = (select file_id from payout_claim where id = $1)
          and (e.receipt_no, e.amount_cents, e.reason)
            is not distinct from (j.receipt_no, j.amount_cents, j.reason))
        then 'repeated' else verdict end as would
    from judged j
  )`;

const sumClaim = statement({
  name: "payout-claim-sums",
  text: `${judged}
    select would, count(*)::int as rows, coalesce(sum(due_cents), 0)::bigint as amount,
      (array_agg(row_no || ': ' || reference order by row_no))[1:10] as first,
      md5(string_agg(row_no::text, ',' order by row_no)) as print
    from known group by would`,
  row: z.object({
    would: z.enum(claimEffects),
    rows: z.int(),
    amount: bigCents,
    first: z.array(z.string()),
    print: z.string(),
  }),
});

export type ClaimSum = z.infer<typeof sumClaim.row>;

/** Returns the current totals of a claim, by the effects of its rows. */
export function sumsOfClaim(snapshot: Snapshot, id: bigint, people: readonly string[]) {
  return snapshot.rows(sumClaim, [id, people]);
}

/** Returns the digest of exactly these rows with exactly these effects. */
export function fingerprintOf(sums: readonly ClaimSum[]): string {
  const prints = sums.map(({ would, print }) => `${would} ${print}`).toSorted();
  return Buffer.from(sha256(prints.join("\n")))
    .toString("hex")
    .slice(0, 32);
}

const findRows = statement({
  name: "payout-claim-rows",
  text: `${judged}
    select row_no, reference, attempt_id, receipt_no, amount_cents, reason, would, turn::int
    from known order by row_no`,
  row: z.object({
    row_no: z.int(),
    reference: z.string(),
    attempt_id: z.nullable(z.string()),
    receipt_no: z.string(),
    amount_cents: z.nullable(bigCents),
    reason: z.string(),
    would: z.enum(claimEffects),
    turn: z.int(),
  }),
});

export type JudgedRow = z.infer<typeof findRows.row>;

/** Returns every row of a claim with its current effect. */
export function rowsOfClaim(snapshot: Snapshot, id: bigint, people: readonly string[]) {
  return snapshot.rows(findRows, [id, people]);
}

/** Records the effect of each row of a claim and the person who approved it. */
export async function closeClaim(
  work: UnitOfWork,
  id: bigint,
  rows: readonly JudgedRow[],
): Promise<void> {
  await work.run(
    `update payout_claim_row r set effect = e.effect
      from unnest($2::int[], $3::text[]) as e (row_no, effect)
      where r.claim_id = $1 and r.row_no = e.row_no`,
    [id, rows.map(({ row_no: row }) => row), rows.map(({ would }) => would)],
  );
  await work.run(
    "update payout_claim set applied_by = $2, applied_at = akiba_now() where id = $1",
    [id, work.actor],
  );
}
