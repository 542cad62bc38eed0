import * as z from "zod/mini";
import type { chosenDestinations } from "#shared/dividend-part-places.ts";
import { calculateSplit, type SplitRow } from "#shared/dividend-split.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { cents, formatMoney } from "#shared/money.ts";
import { rejectUnlessActive } from "#server/members/membership/member-state.ts";
import { rejectWhileHeld } from "#server/members/membership/password-reset-hold.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { societyContact } from "#server/messaging/outbox/society-contact.ts";
import { heldPartOf, sendHeldPart } from "#server/payouts/queue/held-parts.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { CONFIRMED_AFTER_SECONDS } from "./confirmation-delay.ts";
import type { DividendMessage } from "./messages.ts";
import { type Election, electionOf, type ShareRow, shareOf } from "./queries.ts";
import { faultsOf, inOneLine, saysTheSame, termsOf, toPhone } from "./split-terms.ts";

/** A member's choice for a dividend. */
export interface GivenElection {
  readonly memberNo: MemberNo;
  readonly year: number;
  /** The version on the member's screen. */
  readonly seen: number;
  readonly rows: readonly SplitRow[];
}

export interface Elected {
  readonly share: ShareRow;
  readonly election: Election;
}

// Those who lock the window wait for this lock; a submission that waited for them finds it locked.
const holdWindow = statement({
  name: "dividend-hold-window",
  text: "select id from dividend where year = $1 and state <> 'withdrawn' for share",
  row: z.object({ id: z.bigint() }),
});

const writeElection = statement({
  name: "dividend-elect",
  text: `insert into dividend_election (dividend_id, member_id, version, submitted_by)
      select $1, $2, $3::int + 1, $4
      where $3::int = 0 or exists (select from dividend_election
        where dividend_id = $1 and member_id = $2 and version = $3)
    on conflict (dividend_id, member_id, version) do nothing
    returning version`,
  row: z.object({ version: z.int() }),
});

/**
 * Replaces a member's choice. It must follow the latest version, so that two tabs or devices do not
 * overwrite each other unseen; the same choice twice in a row counts once. Rejects all choices once
 * the window has closed.
 */
export async function elect(
  work: UnitOfWork,
  given: GivenElection,
  limits: Limits,
  notify: Notify,
): Promise<Elected> {
  await work.first(holdWindow, [given.year]);
  const share = await shareOf(work, given.memberNo, given.year);
  if (share === null) throw new Problem("no-such-dividend");
  if (!share.is_open) throw new Problem("window-closed");
  await rejectUnlessActive(work, share.member_id);
  const split = calculateSplit(given.rows, termsOf(share));
  const fields = faultsOf(split);
  if (fields.length > 0) throw new Problem("invalid", { fields });
  if (!split.isComplete) {
    throw new Problem("split-incomplete", { values: { balance: formatMoney(split.balance) } });
  }
  const before = await electionOf(work, share);
  if (before.version === given.seen + 1 && saysTheSame(before.rows, given.rows)) {
    return { share, election: before };
  }
  if (toPhone(given.rows) > toPhone(before.rows)) await rejectWhileHeld(work, given.memberNo);
  await countElection(work, given.memberNo, limits);
  const isNew = await write(work, share, given);
  const election = await electionOf(work, share);
  if (isNew) await confirmElection(work, share, election, notify);
  return { share, election };
}

/** Counts an election in the database, and throws once the member has reached the day's maximum. */
async function countElection(work: UnitOfWork, memberNo: MemberNo, limits: Limits): Promise<void> {
  const most = limits.electionsPerDay;
  const day = { name: "elections-day", most, windowSeconds: 86_400 };
  if (await takeShared(work, day, memberNo)) return;
  const { phone } = await societyContact(work);
  throw new Problem("elections-day-cap", { values: { most, phone }, retryAfter: 3600 });
}

/** False if another request stored the same choice meanwhile. */
async function write(work: UnitOfWork, share: ShareRow, given: GivenElection): Promise<boolean> {
  const { dividend_id: dividend, member_id: member, loans } = share;
  const written = await work.first(writeElection, [dividend, member, given.seen, work.actor]);
  if (written === null) {
    // Another choice was stored in the meantime: perhaps the same one.
    const newer = await electionOf(work, share);
    if (newer.version === given.seen + 1 && saysTheSame(newer.rows, given.rows)) return false;
    throw overtaken(newer);
  }
  const loanIds = new Map(loans.map(({ loanNo, id }) => [loanNo, id]));
  await work.run(
    `insert into dividend_election_row
        (dividend_id, member_id, version, row_no, mode, amount_cents, loan_id, bill_reference)
      select $1, $2, $3, row_no, mode, amount, loan, bill
      from unnest($4::text[], $5::bigint[], $6::bigint[], $7::text[]) with ordinality
        as r (mode, amount, loan, bill, row_no)`,
    [
      dividend,
      member,
      written.version,
      given.rows.map(({ mode }) => mode),
      given.rows.map(({ amount }) => amount),
      given.rows.map(({ mode, loanNo }) => (mode === "loan" ? loanIds.get(loanNo) : null)),
      given.rows.map(({ mode, bill }) => (mode === "hospital-bill" ? bill : "")),
    ],
  );
  work.audit({
    action: "dividend-elected",
    subject: `member:${given.memberNo}`,
    detail: { year: given.year, version: written.version },
  });
  return true;
}

/** Shows a member whose choice came too late what was chosen meanwhile. */
function overtaken({ submittedOn, submittedTime, rows }: Election): Problem {
  const values = { date: submittedOn, time: submittedTime, rows: inOneLine(rows) };
  return new Problem("election-newer", { values });
}

async function confirmElection(
  work: UnitOfWork,
  share: ShareRow,
  { version }: Election,
  notify: Notify,
): Promise<void> {
  const template: DividendMessage = "dividend-elected";
  const params = {
    year: String(share.year),
    amount: formatMoney(cents(share.gross_cents - share.held_cents)),
    version: String(version),
    date: share.closes_on,
    time: share.closes_at_time,
  };
  const key = `${template} ${share.year} ${share.member_id}`;
  const held = { seconds: CONFIRMED_AFTER_SECONDS, key };
  const { mobile_number: mobileNumber, language } = share;
  await enqueueSms(work, { mobileNumber, template, language, params, held }, notify);
}

interface HeldChoice {
  readonly memberNo: MemberNo;
  readonly year: number;
  readonly part: bigint;
  readonly destination: (typeof chosenDestinations)[number];
}

/** Sends a part on hold of a member's own dividend to the place they choose, at once. */
export async function chooseHeld(
  work: UnitOfWork,
  choice: HeldChoice,
  notify: Notify,
): Promise<void> {
  const part = await heldPartOf(work, choice.year, choice.memberNo, choice.part);
  if (part === null) throw new Problem("not-held");
  await rejectUnlessActive(work, part.member_id);
  await sendHeldPart(work, part, { to: choice.destination, voucher: "" }, notify);
}
