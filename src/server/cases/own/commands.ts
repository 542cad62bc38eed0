import * as z from "zod/mini";
import type { CaseKind } from "#shared/contract/cases/own.ts";
import { type Author, idsOfAuthor } from "#server/cases/casework/authorship.ts";
import { type CaseRow, lockedCase, ownCase } from "#server/cases/casework/case-rows.ts";
import { isRepeated, recordStep } from "#server/cases/casework/case-steps.ts";
import { deadlinesFrom, officeCalendar } from "#server/cases/casework/office-calendar.ts";
import { SENT_AGAIN_WITHIN } from "#server/cases/casework/sent-again.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { giveBackShared, takeShared } from "#server/kernel/platform/shared-limit.ts";
import { dueDaysOfReopened, reopenInSql, requireReopenable } from "./reopening.ts";

const HOUR_SECONDS = 3600;

/** The requesting member. */
interface ByAuthor {
  readonly author: Author;
}

export interface Said extends ByAuthor {
  readonly kind: CaseKind;
  readonly text: string;
  readonly isAnonymous: boolean;
}

// Counted by the digest: a count by number, with the minute it began, would reveal the member.
const perHour = (name: string, most: number) => ({ name, most, windowSeconds: HOUR_SECONDS });
const keyOf = ({ digest }: Author) => Buffer.from(digest).toString("hex");

const findRepeated = statement({
  name: "case-repeated",
  text: `select c.id from member_case c
    where c.id in (${idsOfAuthor("$1", "$2")})
      and c.kind = $3 and c.text = $4 and c.is_anonymous = $5
      and c.posted_at > akiba_now() - ${SENT_AGAIN_WITHIN}
    order by c.id desc limit 1`,
  row: z.object({ id: z.bigint() }),
});

const insertCase = statement({
  name: "case-insert",
  text: `insert into member_case (kind, text, is_anonymous, member_id, counted_from,
        acknowledge_by, conclude_by)
      values ($1, $2, $3,
        case when $3 then null else (select id from member where member_no = $4) end,
        akiba_today(), $5::date, $6::date)
      returning id`,
  row: z.object({ id: z.bigint() }),
});

/**
 * Stores a member's message and returns the case number. The same text again within ten minutes,
 * from a second tap or a lost answer, returns the same case. The count is taken first: its row
 * serialises simultaneous messages of one member.
 */
export async function post(
  work: UnitOfWork,
  said: Said,
  limits: Limits,
): Promise<bigint | Problem> {
  const { author, kind, text, isAnonymous } = said;
  const limit = perHour("cases-hour", limits.casesPerHour);
  const isTaken = await takeShared(work, limit, keyOf(author));
  const repeated = await work.first(findRepeated, [
    author.digest,
    author.memberNo,
    kind,
    text,
    isAnonymous,
  ]);
  if (repeated !== null) {
    if (isTaken) await giveBackShared(work, limit, keyOf(author));
    return repeated.id;
  }
  if (!isTaken) return new Problem("cases-hour", { retryAfter: HOUR_SECONDS });
  const calendar = await officeCalendar(work);
  const { acknowledgeBy, concludeBy } = deadlinesFrom(calendar, calendar.today);
  // An unnamed case is written without using its member's number.
  const named = isAnonymous ? null : author.memberNo;
  const values = [kind, text, isAnonymous, named, acknowledgeBy, concludeBy];
  const written = await work.first(insertCase, values);
  if (written === null) throw new Error("a case was not written");
  if (isAnonymous) {
    const values = [written.id, author.digest];
    await work.run("insert into case_author (case_id, author) values ($1, $2)", values);
  }
  const row = { id: written.id, is_anonymous: isAnonymous };
  await recordStep(work, row, { step: "posted", by: "member", text });
  return written.id;
}

interface OwnCase extends ByAuthor {
  readonly id: bigint;
}

/** Finds and locks one of the requester's own cases. */
async function lockOwn(work: UnitOfWork, { id, author }: OwnCase): Promise<CaseRow> {
  await ownCase(work, id, author);
  return lockedCase(work, id);
}

async function countReply(work: UnitOfWork, author: Author, limits: Limits) {
  const limit = perHour("case-replies-hour", limits.caseRepliesPerHour);
  const isTaken = await takeShared(work, limit, keyOf(author));
  return isTaken ? null : new Problem("cases-hour", { retryAfter: HOUR_SECONDS });
}

/** Adds a message of the member. */
export async function answer(
  work: UnitOfWork,
  given: OwnCase & { readonly text: string },
  limits: Limits,
): Promise<Problem | null> {
  const row = await lockOwn(work, given);
  if (await isRepeated(work, row.id, "answered", given.text)) return null;
  if (row.state !== "open" && row.state !== "acknowledged") throw new Problem("case-state");
  const refused = await countReply(work, given.author, limits);
  if (refused !== null) return refused;
  await recordStep(work, row, { step: "answered", by: "member", text: given.text });
  return null;
}

/** The member accepts the conclusion, so they have been notified of it. */
export async function acceptConclusion(work: UnitOfWork, given: OwnCase): Promise<void> {
  const row = await lockOwn(work, given);
  if (row.told === "satisfied") return;
  if (row.state !== "concluded") throw new Problem("case-state");
  await work.run(
    `update member_case set state = 'closed', told = 'satisfied', closed_on = akiba_today()
      where id = $1`,
    [row.id],
  );
  await recordStep(work, row, { step: "satisfied", by: "member", dueOn: row.tell_by });
}

/** The member rejects the conclusion. */
export async function reopen(
  work: UnitOfWork,
  given: OwnCase & { readonly text: string },
  limits: Limits,
): Promise<Problem | null> {
  const row = await lockOwn(work, given);
  if (await isRepeated(work, row.id, "reopened", given.text)) return null;
  requireReopenable(row);
  const refused = await countReply(work, given.author, limits);
  if (refused !== null) return refused;
  const { acknowledgeBy, concludeBy } = dueDaysOfReopened(await officeCalendar(work));
  await work.run(reopenInSql, [row.id, acknowledgeBy, concludeBy]);
  await recordStep(work, row, { step: "reopened", by: "member", text: given.text });
  return null;
}
