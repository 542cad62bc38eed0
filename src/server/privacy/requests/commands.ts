import { DEFAULT_LANGUAGE } from "#shared/language.ts";
import type { PrivacyWords } from "#shared/messages/privacy/privacy-en.ts";
import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { RefusalGround } from "#shared/contract/privacy/requests.ts";
import type { ErasurePart } from "#shared/contract/privacy/desk.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { privacyDueOn } from "#shared/privacy-deadline.ts";
import { requestChange } from "#server/members/membership/contact-changes.ts";
import { correctRegister } from "#server/members/membership/corrections.ts";
import { rejectWhileHeld } from "#server/members/membership/password-reset-hold.ts";
import { detailsOfStaff } from "#server/members/membership/staff-details.ts";
import { isThemselves, memberSummaryOf } from "#server/members/membership/member-summary.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import { confirmNotice } from "#server/members/membership/privacy-consent.ts";
import { assessErasure, erase, erasureFacts } from "#server/privacy/personal-data/erasure.ts";
import type { PersonalRecord } from "#server/privacy/personal-data/everything.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { takeShared } from "#server/kernel/platform/shared-limit.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { type Asked, checkAsked, type CheckedRequest } from "./corrected-details.ts";
import { rejectDayReceived } from "./day-received.ts";
import { ANSWERED, RECORDED } from "./messages.ts";
import { currentDetail, type RequestRow, requestAt } from "./queries.ts";
import { shownProposal } from "./shown-proposal.ts";

const DAY_SECONDS = 86_400;
const requestsPerDay = { name: "privacy-requests", most: 10, windowSeconds: DAY_SECONDS };
const copiesPerDay = { name: "personal-data", most: 10, windowSeconds: DAY_SECONDS };

/** Confirms the notice that a member has read; an unknown version is rejected as newer. */
export async function confirm(work: UnitOfWork, memberNo: MemberNo, version: number) {
  const standing = await memberSummaryOf(work, memberNo);
  if (standing === null) throw new Problem("no-such-member");
  if (!(await confirmNotice(work, standing, version, "portal"))) {
    throw new Problem("notice-newer");
  }
}

interface Incoming {
  readonly memberNo: MemberNo;
  readonly asked: Asked;
  readonly way: "portal" | "office";
  /** The day a paper request arrived; today when left out. */
  readonly receivedOn?: CalendarDate;
}

/**
 * Stores a request with its due day and returns its number. A member is notified at once of a
 * request recorded by the office, so that none is made in their name without their knowledge.
 */
export async function receive(
  work: UnitOfWork,
  incoming: Incoming,
  notify: Notify,
): Promise<bigint> {
  const { memberNo, asked, way } = incoming;
  const read = checkAsked(asked);
  if ("problem" in read) throw fieldProblem(read.problem.field, read.problem.problem);
  const standing = await memberSummaryOf(work, memberNo);
  if (standing === null) throw new Problem("no-such-member");
  if (way === "portal" && !(await takeShared(work, requestsPerDay, memberNo))) {
    throw new Problem("requests-day-cap", { retryAfter: DAY_SECONDS });
  }
  if (await isThemselves(work, work.actor, standing.memberId)) throw new Problem("own-listing");
  const today = await readToday(work);
  const { receivedOn = today } = incoming;
  rejectDayReceived(receivedOn, today);
  const id = await write(work, { ...read.checked, memberId: standing.memberId, way, receivedOn });
  await step(work, id, "received");
  if (way === "office") await notifyMember(work, { id, member_no: memberNo }, RECORDED, notify);
  const detail = { kind: read.checked.kind, detail: read.checked.detail, way };
  work.audit({ action: "privacy-request-received", subject: `member:${memberNo}`, detail });
  return id;
}

const insertRequest = statement({
  name: "privacy-request-insert",
  text: `insert into privacy_request (member_id, kind, detail, should_be, note, way, received_on,
      due_on, recorded_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
  row: z.object({ id: z.bigint() }),
});

interface NewRequest extends CheckedRequest {
  readonly memberId: bigint;
  readonly way: string;
  readonly receivedOn: CalendarDate;
}

async function write(work: UnitOfWork, given: NewRequest): Promise<bigint> {
  const { memberId, kind, detail, shouldBe, note, way, receivedOn } = given;
  const due = privacyDueOn(kind, receivedOn);
  const said = [memberId, kind, detail, shouldBe, note, way, receivedOn, due, work.actor];
  try {
    const written = await work.first(insertRequest, said);
    if (written === null) throw new Error("a request was not written");
    return written.id;
  } catch (error) {
    if (violatedConstraint(error) === "privacy_request_once") throw new Problem("request-open");
    throw error;
  }
}

type RequestStep = keyof PrivacyWords["requests"]["steps"];

async function step(work: UnitOfWork, id: bigint, taken: RequestStep): Promise<void> {
  await work.run(
    "insert into privacy_request_step (request_id, step, taken_by) values ($1, $2, $3)",
    [id, taken, work.actor],
  );
}

/** Locks a request; the member concerned may only withdraw it. */
async function lock(
  work: UnitOfWork,
  id: bigint,
  states: readonly RequestRow["state"][],
): Promise<RequestRow> {
  await work.run("select from privacy_request where id = $1 for update", [id]);
  const row = await requestAt(work, id);
  if (row === null) throw new Problem("no-such-request");
  if (await isThemselves(work, work.actor, row.member_id)) throw new Problem("own-listing");
  if (!states.includes(row.state)) throw new Problem("request-state");
  return row;
}

async function moveTo(work: UnitOfWork, id: bigint, state: RequestRow["state"]): Promise<void> {
  await work.run("update privacy_request set state = $2 where id = $1", [id, state]);
}

async function note(work: UnitOfWork, { id, member_no: memberNo }: RequestRow, taken: RequestStep) {
  await step(work, id, taken);
  const detail = { request: String(id) };
  work.audit({ action: `privacy-request-${taken}`, subject: `member:${memberNo}`, detail });
}

/** Withdraws a member's own request. */
export async function withdraw(work: UnitOfWork, memberNo: MemberNo, id: bigint): Promise<void> {
  const row = await requestAt(work, id);
  // Another member's request and a missing one get the same answer.
  if (row?.member_no !== memberNo) throw new Problem("no-such-request");
  const open = await lock(work, id, ["received", "in-progress", "proposed"]);
  await moveTo(work, id, "withdrawn");
  await note(work, open, "withdrawn");
}

/** Starts work on a request. */
export async function start(work: UnitOfWork, id: bigint): Promise<void> {
  const row = await lock(work, id, ["received"]);
  await moveTo(work, id, "in-progress");
  await note(work, row, "in-progress");
}

/** Requests the change of a number or an e-mail, which somebody else approves before a hold. */
export async function changeContact(work: UnitOfWork, id: bigint, notify: Notify): Promise<void> {
  const row = await lock(work, id, ["in-progress"]);
  const { detail, should_be: shouldBe, member_id: memberId } = row;
  if (detail !== "mobile" && detail !== "email") throw new Problem("request-state");
  await rejectWhileHeld(work, row.member_no as MemberNo);
  const changeId = await requestChange(
    work,
    {
      memberId,
      mobileNumber: detail === "mobile" ? shouldBe : "",
      email: detail === "email" ? shouldBe : "",
      // A paper request counts as made by the person who recorded it, who may not approve it.
      askedBy: row.way === "office" ? row.recorded_by : work.actor,
      reason: `privacy request ${id}`,
    },
    notify,
  );
  await work.run("update privacy_request set contact_change_id = $2 where id = $1", [id, changeId]);
  await note(work, row, "contact-change");
}

/** Proposes the requested correction, or what to erase, for somebody else to approve. */
export async function propose(work: UnitOfWork, id: bigint, parts: readonly ErasurePart[]) {
  const row = await lock(work, id, ["in-progress"]);
  const { kind, detail } = row;
  if (kind === "access" || kind === "copy" || detail === "mobile" || detail === "email") {
    throw new Problem("request-state");
  }
  const chosen = kind === "erasure" ? [...new Set(parts)] : [];
  if (kind === "erasure" && chosen.length === 0) throw fieldProblem("parts", "field.required");
  if (kind === "erasure") await holdToRules(work, row.member_id, chosen);
  await work.run(
    `update privacy_request set state = 'proposed', parts = $2, prepared_by = $3
      where id = $1`,
    [id, chosen, work.actor],
  );
  await note(work, row, "proposed");
}

/** Rejects the erasure of parts that the rules still keep. */
async function holdToRules(
  work: UnitOfWork,
  memberId: bigint,
  chosen: readonly ErasurePart[],
): Promise<void> {
  const rules = assessErasure(await erasureFacts(work, memberId));
  const kept = rules.filter(({ state }) => state === "kept");
  if (kept.some(({ part }) => chosen.includes(part))) throw new Problem("erasure-kept");
}

interface Approval {
  readonly answer: string;
  /** The proposal as the approver was shown it. */
  readonly shownDigest: string;
}

/**
 * Approves and carries out what somebody else proposed, in this one unit of work. The database
 * rejects an approver who recorded the paper request. Throws `shown-changed` if the proposal or the
 * register has changed since.
 */
export async function approve(work: UnitOfWork, id: bigint, given: Approval, notify: Notify) {
  const row = await lock(work, id, ["proposed"]);
  if (row.prepared_by === work.actor) throw new Problem("privacy-two-people");
  const { member_id: memberId, detail, kind, parts } = row;
  await work.run("select from member where id = $1 for update", [memberId]);
  requireShown(given.shownDigest, shownProposal(row, await currentDetail(work, row)));
  // Sent first: the number it goes to may be erased below.
  await notifyMember(work, row, ANSWERED, notify);
  if (kind === "erasure") {
    await holdToRules(work, memberId, parts);
    await erase(work, memberId, parts);
  } else if (detail !== "" && detail !== "mobile" && detail !== "email") {
    await rejectIdOfStaff(work, row);
    await correctRegister(work, memberId, detail, row.should_be);
  }
  try {
    await finish(work, row, { as: "done", answer: given.answer, ground: "" });
  } catch (error) {
    if (violatedConstraint(error) !== "privacy_approval_two_people") throw error;
    throw new Problem("privacy-two-people");
  }
}

async function rejectIdOfStaff(work: UnitOfWork, row: RequestRow): Promise<void> {
  if (row.detail !== "national-id") return;
  const given = { memberId: row.member_id, nationalId: row.should_be };
  if ((await detailsOfStaff(work, given)).length > 0) throw new Problem("details-taken");
}

/** Returns a proposal to the person who made it. */
export async function sendBack(work: UnitOfWork, id: bigint): Promise<void> {
  const row = await lock(work, id, ["proposed"]);
  await work.run(
    `update privacy_request set state = 'in-progress', parts = '{}',
        prepared_by = null where id = $1`,
    [id],
  );
  await note(work, row, "returned");
}

/** Answers a request that changes nothing, or whose change of contact has taken effect. */
export async function answerRequest(work: UnitOfWork, id: bigint, answer: string, notify: Notify) {
  const row = await lock(work, id, ["in-progress"]);
  const byContactChange = row.detail === "mobile" || row.detail === "email";
  if (row.kind === "erasure" || (row.kind === "correction" && !byContactChange)) {
    throw new Problem("request-state");
  }
  if (byContactChange && row.contact_change_state !== "in-force") {
    throw new Problem("request-waits");
  }
  await notifyMember(work, row, ANSWERED, notify);
  await finish(work, row, { as: "done", answer, ground: "" });
}

/** Rejects a request on a legal ground. */
export async function refuse(
  work: UnitOfWork,
  id: bigint,
  given: { readonly ground: RefusalGround; readonly answer: string },
  notify: Notify,
): Promise<void> {
  const row = await lock(work, id, ["received", "in-progress"]);
  await notifyMember(work, row, ANSWERED, notify);
  await finish(work, row, { as: "refused", ...given });
}

interface Ending {
  readonly as: "done" | "refused";
  readonly answer: string;
  readonly ground: RefusalGround | "";
}

async function finish(work: UnitOfWork, row: RequestRow, ending: Ending): Promise<void> {
  await work.run(
    `update privacy_request set state = $2, answer = $3, ground = $4, answered_by = $5,
        answered_at = akiba_now() where id = $1`,
    [row.id, ending.as, ending.answer, ending.ground, work.actor],
  );
  await note(work, row, ending.as);
}

async function notifyMember(
  work: UnitOfWork,
  row: Pick<RequestRow, "id" | "member_no">,
  template: typeof ANSWERED | typeof RECORDED,
  notify: Notify,
): Promise<void> {
  const standing = await memberSummaryOf(work, row.member_no as MemberNo);
  const language = standing?.language ?? DEFAULT_LANGUAGE;
  const params = { id: String(row.id) };
  const message = { mobileNumber: standing?.mobileNumber, template, language, params };
  await enqueueSms(work, message, notify);
}

interface HandedOver {
  readonly record: PersonalRecord;
  readonly format: string;
  /** The request that the office answers with it; null if members download their own. */
  readonly requestId: bigint | null;
}

/**
 * Records that a copy of a member's personal data was given out, with a daily limit. Throws
 * `privacy-two-people` if the same person recorded the request for it.
 */
export async function handOver(work: UnitOfWork, given: HandedOver): Promise<void> {
  const { record, format, requestId } = given;
  const memberNo = record.heading.member_no;
  if (!(await takeShared(work, copiesPerDay, memberNo))) {
    throw new Problem("copies-day-cap", { retryAfter: DAY_SECONDS });
  }
  if (requestId !== null) await writeCopy(work, requestId, format);
  const subject = `member:${memberNo}`;
  work.audit({ action: "personal-data-given", subject, detail: { format } });
}

async function writeCopy(work: UnitOfWork, requestId: bigint, format: string): Promise<void> {
  try {
    await work.run("insert into privacy_copy (request_id, format, given_by) values ($1, $2, $3)", [
      requestId,
      format,
      work.actor,
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== "privacy_copy_two_people") throw error;
    throw new Problem("privacy-two-people");
  }
}
