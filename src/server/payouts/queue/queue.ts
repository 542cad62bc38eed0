import * as z from "zod/mini";
import { MPESA_DAY_CEILING } from "#shared/mpesa-ceiling.ts";
import {
  type Database,
  type Snapshot,
  statement,
  type UnitOfWork,
} from "#server/kernel/platform/database.ts";
import { LeasedRows, leaseOf, ourValues } from "#server/kernel/platform/leased-rows.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { contentPrint, type FileContent } from "./payout-files.ts";
import { isNotOfSuspendedMember } from "./payout-rows.ts";
import type { OutgoingPayout, Sending } from "./provider.ts";
import { failPayout } from "./results.ts";

export const actor = "payouts";

/** A send that takes longer is abandoned. */
export const SEND_WITHIN_SECONDS = 25;
const LEASE_SECONDS = 60;

const findLastEntry = statement({
  name: "payout-last-entry",
  text: "select coalesce(max(id), 0)::bigint as id from journal_entry",
  row: z.object({ id: z.bigint() }),
});

/** The last entry of the journal before a dividend is posted, used to find the later ones. */
export async function journalEnd(snapshot: Snapshot): Promise<bigint> {
  return (await snapshot.first(findLastEntry))?.id ?? 0n;
}

/** The reference of a dividend's payment to a phone, as SQL over a leg, a dividend and a member. */
export const payoutReference = "'DIV-' || d.year || '-' || m.member_no || '-' || g.leg_no";

/**
 * Queues the parts that meet a condition on `dividend_leg g` and go to a phone, or to the bank
 * account that the member chose instead, and returns their number. Runs in the unit of work that
 * posts them; `after` is the last journal entry before.
 */
export async function queuePayouts(
  work: UnitOfWork,
  { text, value }: { readonly text: string; readonly value: bigint },
  after: bigint,
): Promise<number> {
  // A separate table with its own statistics: the journal has none yet for these rows.
  await work.run(
    `create temporary table paid_entry on commit drop as
      select id, kind, reference_no from journal_entry
      where id > ${after} and booked_in = pg_current_xact_id()
        and kind in ('dividend-to-mobile', 'dividend-to-bank', 'withholding-tax')`,
  );
  await work.run("analyze paid_entry");
  return work.run(
    `insert into payout (dividend_id, member_id, leg_no, reference, amount_cents, channel,
        mobile_number, entry_id, tax_entry_id)
      select g.dividend_id, g.member_id, g.leg_no, ${payoutReference},
        g.amount_cents - g.tax_cents, case when g.by_bank then 'office' else 'phone' end,
        g.mobile_number, e.id, t.id
      from dividend_leg g join dividend d on d.id = g.dividend_id
        join member m on m.id = g.member_id
        left join paid_entry e on e.kind in ('dividend-to-mobile', 'dividend-to-bank')
          and e.reference_no = ${payoutReference}
        left join paid_entry t on t.kind = 'withholding-tax'
          and t.reference_no = ${payoutReference}
      where ${text} and g.mode = 'mobile'
      order by m.member_no, d.year, g.leg_no`,
    [value],
  );
}

/** Payments that are sent by calls. A returned payment gets a new attempt, counted from zero. */
export const leases = new LeasedRows({
  table: "payout",
  alias: "p",
  until: "due_at",
  tries: "tries",
  isClaimed: "state = 'sending'",
  alsoBy: "attempt_id",
  callWithinSeconds: SEND_WITHIN_SECONDS,
});

/**
 * A condition on a payout `p`: it is due, its number is not about to change, the database is not
 * held, and a withdrawal is not of somebody who was suspended meanwhile.
 */
const isReady = `p.state = 'waiting' and p.channel = 'phone'
  and p.due_at <= akiba_now() and not akiba_held()
  and not exists (select from contact_change_request c
    where c.member_id = p.member_id and c.state = 'approved' and c.mobile_number <> '')
  and ${isNotOfSuspendedMember}`;

/** As above, and the payment is within the daily maximum of its number. */
const mayGo = `${isReady} and p.amount_cents + coalesce((select sum(s.amount_cents) from payout s
    where s.mobile_number = p.mobile_number and s.sent_on = akiba_today()
      and s.state not in ('waiting', 'failed')), 0)
    + coalesce((select sum(s.amount_cents) from payout s
    where s.mobile_number = p.mobile_number and s.state = 'waiting'
      and s.due_at <= akiba_now() and s.id < p.id), 0) <= ${MPESA_DAY_CEILING}`;

const claimed = z.object({
  id: z.bigint(),
  attempt_id: z.string(),
  mobile_number: z.string(),
  amount_cents: bigCents,
  reference: z.string(),
  tries: z.int(),
  problem: z.string(),
});

export type Claimed = z.infer<typeof claimed>;

const claim = leases.claim("payout-claim", {
  isDue: mayGo,
  order: "p.due_at, p.id",
  lease: leaseOf(LEASE_SECONDS),
  set: `, state = 'sending', sent_on = akiba_today(),
      attempt_id = coalesce(attempt_id, gen_random_uuid()), changed_at = akiba_now(),
      changed_by = '${actor}'`,
  returning: "p.id, p.attempt_id, p.mobile_number, p.amount_cents, p.reference, p.tries, p.problem",
  row: claimed,
});

// A payment that was tried before but not accepted is still the same attempt, which a file
// includes.
export const noteAttempts = `insert into payout_attempt (id, payout_id, file_id, begun_at)
  select p.attempt_id, p.id, $2, akiba_now() from payout p where p.id = any ($1::bigint[])
  on conflict (id) do update set file_id = excluded.file_id where excluded.file_id is not null`;

/** Only one instance claims at a time, so that two do not each use up a number's daily maximum. */
export async function takeTurn(work: UnitOfWork): Promise<void> {
  await work.run("select pg_advisory_xact_lock(20078, 1)");
}

/** Claims payments that are due, in one short unit of work. */
export async function claimDue(database: Database, limit: number): Promise<Claimed[]> {
  return database.unitOfWork(actor, async (work) => {
    await takeTurn(work);
    const found = await work.rows(claim, [limit]);
    if (found.length > 0) await work.run(noteAttempts, [found.map(({ id }) => id), null]);
    return found;
  });
}

// Reads all waiting payments together: one by one, each would read all others of its number.
const dueForFile = `with ready as (
    select p.id, p.mobile_number,
      sum(p.amount_cents) over (partition by p.mobile_number order by p.id) as up_to
    from payout p where ${isReady}
  ), gone as (
    select mobile_number, sum(amount_cents) as cents from payout
    where sent_on = akiba_today() and state not in ('waiting', 'failed') group by mobile_number
  ), due as (
    select r.id from ready r left join gone g using (mobile_number)
    where r.up_to + coalesce(g.cents, 0) <= ${MPESA_DAY_CEILING}
  )`;

const findNextFile = statement({
  name: "payout-next-file",
  text: `${dueForFile}
    select count(*)::int as payments, coalesce(sum(p.amount_cents), 0)::bigint as amount,
      ${contentPrint} as print
    from due join payout p on p.id = due.id`,
  row: z.object({
    payments: z.int(),
    amount: bigCents,
    print: z.string(),
  }),
});

/** Returns the content of a file if it were made now. */
export async function nextFile(snapshot: Snapshot): Promise<FileContent> {
  const found = await snapshot.first(findNextFile);
  if (found === null) throw new Error("a count is always one row");
  return found;
}

const takeForFile = statement({
  name: "payout-take-for-file",
  text: `${dueForFile}
    update payout p set state = 'sent', sent_on = akiba_today(), changed_at = akiba_now(),
      changed_by = $1, problem = '', attempt_id = coalesce(attempt_id, gen_random_uuid())
    from due where p.id = due.id and p.state = 'waiting' returning p.id`,
  row: z.object({ id: z.bigint() }),
});

/** Takes all payments due today into a file; each payment leaves by one channel only. */
export async function takeIntoFile(work: UnitOfWork, fileId: bigint): Promise<number> {
  await takeTurn(work);
  const taken = await work.rows(takeForFile, [work.actor]);
  await work.run(noteAttempts, [taken.map(({ id }) => id), fileId]);
  return taken.length;
}

const claimOf = ({ id, tries, attempt_id: also }: Claimed) => ({ id, tries, also });

const standing = leases.standing("payout-standing", "id", z.object({ id: z.bigint() }));

/** Whether a claimed payment may still be sent. */
export async function mayStillSend(database: Database, payout: Claimed): Promise<boolean> {
  return (await database.one(standing, ourValues(claimOf(payout)))).length > 0;
}

/** The payment as a provider takes it. */
export function outgoing(payout: Claimed): OutgoingPayout {
  return {
    attemptId: payout.attempt_id,
    mobileNumber: payout.mobile_number,
    amount: payout.amount_cents,
    reference: payout.reference,
  };
}

/** Records the result of an attempt; `waitSeconds` is the pause before another one. */
export async function recordSending(
  database: Database,
  payout: Claimed,
  sending: Sending,
  waitSeconds: number,
): Promise<void> {
  const { attempt_id: attempt, problem: before } = payout;
  await database.unitOfWork(actor, async (work) => {
    if (sending.outcome === "refused") return failPayout(work, attempt, sending.reason);
    const by = { accepted: "sent", unknown: "unknown", "not-sent": "waiting" } as const;
    const problem = sending.outcome === "accepted" ? "" : sending.reason;
    // If a result arrived before this record, it has already changed the state; then there is
    // nothing to do. A rejected result left its problem, which stays.
    await work.run(
      `update payout set state = $4, problem = case
            when $4 = 'sent' and problem <> $8 then problem else $5 end,
          changed_at = akiba_now(), changed_by = $7,
          due_at = akiba_now() + make_interval(secs => $6)
        where ${leases.isOurs}`,
      [
        ...ourValues(claimOf(payout)),
        by[sending.outcome],
        problem,
        waitSeconds,
        work.actor,
        before,
      ],
    );
    if (sending.outcome === "accepted") {
      await work.run("update payout_attempt set provider_reference = $2 where id = $1", [
        attempt,
        sending.reference,
      ]);
    }
  });
}
