import { fill, type Language } from "#shared/language.ts";
import { plainDay } from "#shared/written-days.ts";
import { personalDataMessages } from "#shared/messages/privacy/personal-data-sw.ts";
import { privacyNoticeEn, type PrivacyNoticeWords } from "#shared/messages/privacy/notice-en.ts";
import { privacyNoticeSw } from "#shared/messages/privacy/notice-sw.ts";
import { privacyDays, privacyKinds } from "#shared/privacy-deadline.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import type { Retained } from "#shared/retention-bounds.ts";
import { letterheadOf, memberHeader } from "#server/kernel/documents/heading.ts";
import type { RecordDocument } from "#server/kernel/documents/record-document.ts";
import { assessErasure, type ErasureFacts } from "#server/privacy/personal-data/erasure.ts";
import type { PersonalRecord } from "#server/privacy/personal-data/everything.ts";
import type { retentionRules } from "#server/privacy/personal-data/retention.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { ownPrivacy, RequestRow } from "./queries.ts";
import { shownProposal } from "./shown-proposal.ts";

export function presentRequest(row: RequestRow) {
  return {
    id: String(row.id),
    kind: row.kind,
    detail: row.detail,
    shouldBe: row.should_be,
    note: row.note,
    way: row.way,
    receivedOn: row.received_on,
    dueOn: row.due_on,
    daysLeft: row.days_left,
    state: row.state,
    answer: row.answer,
    ground: row.ground,
    answeredOn: row.answered_on ?? "",
    steps: row.steps.map(({ step, date, time }) => ({ step, date, time })),
  };
}

/** A request for the office, with its member and the person who prepared the answer. */
export function presentListed(row: RequestRow) {
  return {
    ...presentRequest(row),
    memberNo: row.member_no,
    fullName: row.full_name,
    preparedBy: row.prepared_by ?? "",
    recordedBy: row.recorded_by,
  };
}

export function presentOwn(found: NonNullable<Awaited<ReturnType<typeof ownPrivacy>>>) {
  const { confirmed, requests } = found;
  return {
    asAt: confirmed.today,
    confirmed: { version: confirmed.version, on: confirmed.confirmed_on ?? "" },
    requests: requests.map(presentRequest),
  };
}

/** One request with the decisions of the retention rules. */
export function presentWhole(row: RequestRow, current: string, facts: ErasureFacts) {
  const shown = shownProposal(row, current);
  return {
    request: presentListed(row),
    steps: row.steps,
    current,
    leftOn: facts.left_on ?? "",
    erasable: assessErasure(facts),
    proposed: row.parts,
    contactChange: {
      id: row.contact_change_id === null ? "" : String(row.contact_change_id),
      state: row.contact_change_state,
    },
    shown,
    shownDigest: digestOfShown(shown),
  };
}

type Rules = Awaited<ReturnType<typeof retentionRules>>;
type Kept = keyof PrivacyNoticeWords["held"];

/** The rule for each kind of data, and the day its time counts from. */
const keptBy: Readonly<Record<Kept, Retained | "audit-log">> = {
  register: "books",
  contact: "contacts",
  kin: "contacts",
  money: "books",
  loans: "books",
  login: "login",
  messages: "messages",
  accesses: "audit-log",
  requests: "requests",
};

function howLong({ keep }: PrivacyNoticeWords, rules: Rules, kept: Kept): string {
  const by = keptBy[kept];
  const rule = rules.find(({ what }) => what === by);
  if (rule === undefined) return keep.whole;
  const { amount: count, unit } = rule;
  const span = fill(count === 1 ? keep[unit].one : keep[unit].many, { count });
  const fromLeaving = by === "books" || by === "contacts" || by === "login";
  if (!fromLeaving) return fill(keep.afterwards, { span });
  return count === 0 ? keep.leaving : fill(keep.afterLeaving, { span });
}

/** The notice in one language, with the retention times in force today. */
export function presentNotice(language: Language, society: string, rules: Rules) {
  const words = { en: privacyNoticeEn, sw: privacyNoticeSw }[language];
  const section = (heading: string, text: string) => {
    return { heading, text: fill(text, { society }), points: [] as string[], kept: [] as Row[] };
  };
  const kept = Object.entries(words.held).map(([name, { title, what, why }]) => {
    return { title, what, why, howLong: howLong(words, rules, name as Kept) };
  });
  const points = privacyKinds.map((kind) =>
    fill(words.rightsList[kind], { days: privacyDays[kind] }),
  );
  return {
    version: PRIVACY_NOTICE,
    sections: [
      section(words.who, words.whoText),
      { ...section(words.what, ""), kept },
      section(words.shared, words.sharedText),
      { ...section(words.rights, ""), points },
      section(words.how, words.howText),
    ],
    retention: rules,
  };
}

interface Row {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
}

/** Everything held on a member, as a document to be drawn. */
export function recordDocument({ heading, language, sections }: PersonalRecord): RecordDocument {
  const words = personalDataMessages[language];
  const date = plainDay(language, heading.printed_on);
  return {
    language,
    letterhead: letterheadOf(heading),
    title: words.title,
    notes: [fill(words.note, { date, time: heading.printed_time }), words.secrets],
    header: memberHeader(language, heading),
    memberNo: heading.member_no,
    issuedAt: heading.printed_at.getTime(),
    parts: sections.map(({ name, columns, rows }) => ({
      name,
      title: words.sections[name],
      columns: columns.map((column) => ({ ...column, head: words.columns[column.key] })),
      rows,
    })),
  };
}
