import * as z from "zod/mini";
import {
  type ChangeTab,
  changeStates,
  identifications,
} from "#shared/contract/members/contact-changes.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";

const changeRow = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  old_mobile_number: z.string(),
  mobile_number: z.string(),
  old_email: z.string(),
  email: z.string(),
  residence: z.string(),
  next_of_kin: z.array(z.string()),
  state: z.enum(changeStates),
  asked_by: z.string(),
  asked_at: z.date(),
  asked_because: z.string(),
  identified_by: z.union([z.enum(identifications), z.literal("")]),
  approved_by: z.nullable(z.string()),
  held_until: z.nullable(z.date()),
  ended_by: z.nullable(z.string()),
  ended_at: z.nullable(z.date()),
  ended_because: z.string(),
  in_force_at: z.nullable(z.date()),
});

export type ChangeRow = z.infer<typeof changeRow>;

const changes = `select c.id, m.member_no, m.full_name, c.old_mobile_number, c.mobile_number,
    c.old_email, c.email, c.residence, c.next_of_kin, c.state, c.asked_by, c.asked_at,
    c.asked_because, c.identified_by, c.approved_by, c.held_until, c.ended_by, c.ended_at,
    c.ended_because, c.in_force_at
  from contact_change_request c join member m on m.id = c.member_id`;

const PAGE = 50;
/** The most that is counted. */
const COUNTED = 1000;

// A statement for each tab, so that each reads one index from the cursor.
const findWaiting = tabStatement("waiting", "c.state = 'requested' and c.id > $1", "c.id");
const findHeld = tabStatement("held", "c.state = 'approved' and c.id > $1", "c.id");
const findDone = tabStatement(
  "done",
  "c.state in ('in-force', 'rejected', 'cancelled') and c.id < $1",
  "c.id desc",
);

function tabStatement(tab: ChangeTab, where: string, order: string) {
  return statement({
    name: `contact-change-${tab}`,
    text: `${changes} where ${where} order by ${order} limit ${PAGE + 1}`,
    row: changeRow,
  });
}

const tabs = { waiting: findWaiting, held: findHeld, done: findDone } as const;

const countOf = (state: string) => `(select count(*) from (select from contact_change_request
    where state = '${state}' limit ${COUNTED}) as counted)::int`;

const countTabs = statement({
  name: "contact-change-counts",
  text: `select ${countOf("requested")} as waiting, ${countOf("approved")} as held`,
  row: z.object({ waiting: z.int(), held: z.int() }),
});

/** A page of a tab after an id, whether more follow, and how many wait and are on hold. */
export async function pageOf(snapshot: Snapshot, tab: ChangeTab, after: bigint) {
  // Finished changes are listed latest first, so they begin after every id.
  const from = tab === "done" && after === 0n ? 2n ** 62n : after;
  const found = await snapshot.rows(tabs[tab], [from]);
  const counts = (await snapshot.first(countTabs)) ?? { waiting: 0, held: 0 };
  return { rows: found.slice(0, PAGE), isLast: found.length <= PAGE, counts };
}

const findOwn = statement({
  name: "contact-change-own",
  text: `${changes} where m.member_no = $1 and c.state in ('requested', 'approved')
    order by c.held_until nulls last, c.id limit 1`,
  row: changeRow,
});

/** The open change of a member's contacts; null if there is none. */
export function nextChangeOf(snapshot: Snapshot, memberNo: string): Promise<ChangeRow | null> {
  return snapshot.first(findOwn, [memberNo]);
}

const findOne = statement({
  name: "contact-change-one",
  text: `${changes} where c.id = $1`,
  row: changeRow,
});

/** One change; null if there is none. */
export function changeAt(snapshot: Snapshot, id: bigint): Promise<ChangeRow | null> {
  return snapshot.first(findOne, [id]);
}
