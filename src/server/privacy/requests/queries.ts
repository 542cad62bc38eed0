import * as z from "zod/mini";
import {
  privacyDetails,
  privacyStates,
  privacySteps,
  refusalGrounds,
} from "#shared/contract/privacy/requests.ts";
import { erasureParts } from "#shared/contract/privacy/desk.ts";
import { privacyKinds } from "#shared/privacy-deadline.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

const none = z.literal("");

const requestRow = z.object({
  id: z.bigint(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  kind: z.enum(privacyKinds),
  detail: z.union([z.enum(privacyDetails), none]),
  should_be: z.string(),
  note: z.string(),
  way: z.enum(["portal", "office"]),
  received_on: z.string(),
  due_on: z.string(),
  days_left: z.int(),
  state: z.enum(privacyStates),
  parts: z.array(z.enum(erasureParts)),
  contact_change_id: z.nullable(z.bigint()),
  contact_change_state: z.string(),
  prepared_by: z.nullable(z.string()),
  recorded_by: z.string(),
  answer: z.string(),
  ground: z.union([z.enum(refusalGrounds), none]),
  answered_on: z.nullable(z.string()),
  steps: z.array(
    z.object({ step: z.enum(privacySteps), date: z.string(), time: z.string(), by: z.string() }),
  ),
});

export type RequestRow = z.output<typeof requestRow>;

const requests = `select r.id, r.member_id, m.member_no, m.full_name, r.kind, r.detail, r.should_be,
    r.note, r.way, r.received_on, r.due_on, r.due_on - akiba_today() as days_left, r.state, r.parts,
    r.contact_change_id, coalesce(c.state, '') as contact_change_state, r.prepared_by,
    r.recorded_by,
    r.answer, r.ground, ${nairobiDay("r.answered_at")} as answered_on,
    coalesce((select json_agg(json_build_object('step', s.step,
        'date', ${nairobiDayText("s.taken_at")},
        'time', ${nairobiTime("s.taken_at")}, 'by', s.taken_by)
        order by s.id)
      from privacy_request_step s where s.request_id = r.id), '[]') as steps
  from privacy_request r join member m on m.id = r.member_id
    left join contact_change_request c on c.id = r.contact_change_id`;

const findOfMember = statement({
  name: "privacy-requests-of-member",
  text: `${requests} where m.member_no = $1 order by r.id desc limit 50`,
  row: requestRow,
});

const findOne = statement({
  name: "privacy-request",
  text: `${requests} where r.id = $1`,
  row: requestRow,
});

/** One request with its steps; null if there is none. */
export function requestAt(snapshot: Snapshot, id: bigint): Promise<RequestRow | null> {
  return snapshot.first(findOne, [id]);
}

const findConfirmed = statement({
  name: "privacy-confirmed",
  text: `select akiba_today() as today, coalesce(c.version, 0)::int as version,
      ${nairobiDay("c.confirmed_at")} as confirmed_on
    from member m left join lateral (
      select * from privacy_consent where member_id = m.id order by version desc limit 1
    ) c on true
    where m.member_no = $1`,
  row: z.object({
    today: z.string(),
    version: z.int(),
    confirmed_on: z.nullable(z.string()),
  }),
});

/** The notice a member confirmed, and their requests; null if there is no such member. */
export async function ownPrivacy(snapshot: Snapshot, memberNo: MemberNo) {
  const confirmed = await snapshot.first(findConfirmed, [memberNo]);
  return confirmed && { confirmed, requests: await snapshot.rows(findOfMember, [memberNo]) };
}

const isOpen = "r.state in ('received', 'in-progress', 'proposed')";
const PAGE = 50;

const findOpen = statement({
  name: "privacy-requests-open",
  text: `${requests} where ${isOpen}
      and ($1::bigint is null or (r.due_on, r.id) > (
        select due_on, id from privacy_request where id = $1))
    order by r.due_on, r.id limit ${PAGE + 1}`,
  row: requestRow,
});

const findAnswered = statement({
  name: "privacy-requests-answered",
  text: `${requests} where not ${isOpen} and ($1::bigint is null or r.id < $1)
    order by r.id desc limit ${PAGE + 1}`,
  row: requestRow,
});

const countOpen = statement({
  name: "privacy-requests-count",
  text: `select count(*)::int as open,
      (count(*) filter (where r.due_on < akiba_today()))::int as late
    from privacy_request r where ${isOpen}`,
  row: z.object({ open: z.int(), late: z.int() }),
});

/** A page of one tab after an id, and how many requests are open and late in total. */
export async function tabOf(snapshot: Snapshot, tab: "open" | "answered", after: bigint | null) {
  const found = await snapshot.rows(tab === "open" ? findOpen : findAnswered, [after]);
  const counts = await snapshot.first(countOpen);
  return {
    rows: found.slice(0, PAGE),
    isLast: found.length <= PAGE,
    open: counts?.open ?? 0,
    late: counts?.late ?? 0,
  };
}

const findDetails = statement({
  name: "privacy-register-details",
  text: `select full_name as name, national_id as "national-id", mobile_number as mobile, email,
      postal_address as "postal-address", payroll_no as "payroll-no", kra_pin as "kra-pin",
      gender as sex, case when surname = '' then '' else surname || E'\\n' || first_names end
        as "name-parts",
      array_to_string(array(
        select k.full_name
            || case when k.relation <> '' or k.share_bp is not null then '; ' else '' end
            || k.relation || coalesce('; ' || k.share_bp::real / 100 || ' %', '')
          from next_of_kin k where k.member_id = m.id order by k.position
      ), E'\\n') as "next-of-kin"
    from member m where id = $1`,
  row: z.record(z.enum(privacyDetails), z.string()),
});

/** The current value of the detail to be corrected; empty for other requests. */
export async function currentDetail(
  snapshot: Snapshot,
  { member_id: memberId, detail }: RequestRow,
): Promise<string> {
  if (detail === "") return "";
  return (await snapshot.first(findDetails, [memberId]))?.[detail] ?? "";
}

const findSociety = statement({
  name: "privacy-society",
  text: "select organisation_name from society",
  row: z.object({ organisation_name: z.string() }),
});

/** The society's name for itself; the product's name before it is set up. */
export async function societyName(snapshot: Snapshot): Promise<string> {
  return (await snapshot.first(findSociety))?.organisation_name ?? "Akiba";
}

const findFreshness = statement({
  name: "privacy-fresh-session",
  text: `select created_at > akiba_now() - make_interval(mins => $2) as fresh from session
    where id = $1`,
  row: z.object({ fresh: z.boolean() }),
});

/** Whether a session began with a password within the last minutes. */
export async function isFresh(snapshot: Snapshot, sessionId: bigint, minutes: number) {
  return (await snapshot.first(findFreshness, [sessionId, minutes]))?.fresh ?? false;
}

const findCopyRequest = statement({
  name: "privacy-open-copy-request",
  text: `select r.id, akiba_person(r.recorded_by) = akiba_person($2) as is_own
    from privacy_request r join member m on m.id = r.member_id
    where m.member_no = $1 and r.kind in ('access', 'copy') and ${isOpen}
    order by is_own, r.id limit 1`,
  row: z.object({ id: z.bigint(), is_own: z.boolean() }),
});

/**
 * Finds the open request for access or a copy that lets staff give out a copy. Prefers one that
 * another person recorded.
 */
export function copyRequestOf(snapshot: Snapshot, memberNo: MemberNo, actor: string) {
  return snapshot.first(findCopyRequest, [memberNo, actor]);
}
