import * as z from "zod/mini";
import type { ApprovalKindName } from "#shared/approval-kinds.ts";
import { MOST_COUNTED } from "#shared/contract/waiting-work.ts";
import type { Permission } from "#shared/permissions.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

/** What opens each list, in the order of the statement's parameters. */
const opens = [
  "loans.read",
  "payouts.read",
  "cases.read",
  "contacts.read",
  "exits.read",
  "privacy.read",
  "approvals.read",
] as const satisfies readonly Permission[];
type Opens = (typeof opens)[number];

/** A figure of a list that the asker may open; of another nothing is read. */
const where = (permission: Opens, figure: string) =>
  `case when $${opens.indexOf(permission) + 1}::boolean then (${figure}) end`;

// Each condition is that of an index, of which no more than the most is read.
const counted = (permission: Opens, rows: string) =>
  where(
    permission,
    `select count(*)::int from (select from ${rows} limit ${MOST_COUNTED}) as counted`,
  );

const openRequests = "privacy_request where state in ('received', 'in-progress', 'proposed')";
const openExits = "member_exit where state in ('asked', 'approved')";
const isLate = "due_on < akiba_today()";

// What follows the permissions: who asks, and the kinds of request that their role may decide.
const [ASKER, KINDS] = [`$${opens.length + 1}`, `$${opens.length + 2}`];
const decidable = `approval where state = 'waiting' and expires_at > akiba_now()
    and kind = any (${KINDS}::text[])
    and akiba_person(${ASKER}) <> all (array[akiba_person(requested_by), akiba_person(about)])`;

const application = (state: string) => `loan where policy_id is not null and state = '${state}'`;

const figure = z.nullable(z.int());

const countAll = statement({
  name: "waiting-work",
  text: `select ${counted("loans.read", application("applied"))} as to_decide,
      ${counted("loans.read", application("approved"))} as to_pay_out,
      ${counted("payouts.read", "payout where pile = 'waiting'")} as payouts,
      ${counted("payouts.read", "payout where pile = 'exceptions'")} as payout_exceptions,
      ${counted("cases.read", "member_case where state <> 'closed'")} as cases,
      ${counted("cases.read", `member_case where state <> 'closed' and ${isLate}`)} as cases_late,
      ${counted("contacts.read", "contact_change_request where state = 'requested'")}
        as contact_changes,
      ${counted("exits.read", openExits)} as exits,
      ${counted("exits.read", `${openExits} and ${isLate}`)} as exits_late,
      ${counted("privacy.read", openRequests)} as requests,
      ${counted("privacy.read", `${openRequests} and ${isLate}`)} as requests_late,
      ${where("privacy.read", `select min(due_on) - akiba_today() from ${openRequests}`)}
        as days_left,
      ${counted("approvals.read", decidable)} as approvals`,
  row: z.object({
    to_decide: figure,
    to_pay_out: figure,
    payouts: figure,
    payout_exceptions: figure,
    cases: figure,
    cases_late: figure,
    contact_changes: figure,
    exits: figure,
    exits_late: figure,
    requests: figure,
    requests_late: figure,
    days_left: figure,
    approvals: figure,
  }),
});

export type CountedRow = z.infer<typeof countAll.row>;

interface Asker {
  readonly actor: string;
  /** The kinds of request that take two people and that the asker may decide. */
  readonly kinds: readonly ApprovalKindName[];
  readonly may: (permission: Permission) => boolean;
}

/** How much waits of each list that its asker may open. */
export async function waitingWork(snapshot: Snapshot, asker: Asker): Promise<CountedRow> {
  const values = [...opens.map(asker.may), asker.actor, asker.kinds];
  const found = await snapshot.first(countAll, values);
  if (found === null) throw new Error("counts are always one row");
  return found;
}
