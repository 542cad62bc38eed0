import * as z from "zod/mini";
import { type ErasurePart, erasureParts } from "#shared/contract/privacy/desk.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";

/** The retention rule of a part; `asked` is kept until its member requests erasure. */
type KeptBy = "asked" | "contacts" | "login" | "books";

interface Part {
  readonly keptBy: KeptBy;
  /** SQL: whether the member `m` has none of it. */
  readonly isEmpty: string;
  /** The statements that erase it for the member with the id $1. */
  readonly erase: readonly string[];
}

/**
 * The parts of a member that can be erased, and how. The ledger and the audit log are not included.
 */
const parts: Readonly<Record<ErasurePart, Part>> = {
  email: {
    keptBy: "asked",
    isEmpty: "m.email = ''",
    erase: ["update member set email = '' where id = $1"],
  },
  "postal-address": {
    keptBy: "asked",
    isEmpty: "m.postal_address = '' and m.residence = ''",
    erase: ["update member set postal_address = '', residence = '' where id = $1"],
  },
  "next-of-kin": {
    keptBy: "asked",
    isEmpty: `not exists (select from next_of_kin k where k.member_id = m.id)
      and not exists (select from nominee_change c where c.member_id = m.id)`,
    erase: [
      "delete from nominee_change where member_id = $1",
      "delete from next_of_kin where member_id = $1",
    ],
  },
  residence: {
    keptBy: "asked",
    isEmpty: "m.residence = '' and m.gender = '' and m.stated_age is null",
    erase: [
      `update member set residence = '', gender = '', stated_age = null, stated_age_on = null
        where id = $1`,
    ],
  },
  mobile: {
    keptBy: "contacts",
    isEmpty: "m.mobile_number = ''",
    erase: ["update member set mobile_number = '', mobile_confirmed_at = null where id = $1"],
  },
  login: {
    keptBy: "login",
    isEmpty: "not exists (select from login l where l.member_id = m.id)",
    erase: [
      "delete from session where login_id = (select id from login where member_id = $1)",
      "delete from login where member_id = $1",
    ],
  },
  name: {
    keptBy: "books",
    isEmpty: `m.full_name = 'Former member ' || m.member_no and m.national_id = ''
      and m.payroll_no = '' and m.kra_pin = ''`,
    erase: [
      `update member set full_name = 'Former member ' || member_no, national_id = '',
        surname = '', first_names = '', payroll_no = '', kra_pin = '' where id = $1`,
    ],
  },
};

const day = z.nullable(z.string());

/**
 * SQL: whether the member `m` owns and owes nothing, with no loan, guarantee or payout under way.
 */
export const isEven = `(
  not exists (select from ledger_account a where a.member_id = m.id and a.balance_cents <> 0)
  and not exists (
    select from loan l where l.member_id = m.id and l.state in ('applied', 'approved'))
  and not exists (
    select from guarantee g where g.guarantor_id = m.id and g.state in ('asked', 'accepted'))
  and not exists (
    select from payout p where p.member_id = m.id
      and p.state not in ('paid', 'shares', 'account', 'cash')
      and not (p.state = 'failed' and p.source <> 'dividend')))`;

const findFacts = statement({
  name: "erasure-facts",
  text: `select f.left_on, f.today, f.even,
      (f.left_on + retention('contacts'))::date as contacts,
      (f.left_on + retention('login'))::date as login,
      (f.left_on + retention('books'))::date as books, f.empty
    from (
      select m.left_on, akiba_today() as today, ${isEven} as even,
        json_build_object(${erasureParts
          .map((part) => `'${part}', ${parts[part].isEmpty}`)
          .join(", ")}) as empty
      from member m where m.id = $1
    ) f`,
  row: z.object({
    left_on: day,
    today: z.string(),
    even: z.boolean(),
    contacts: day,
    login: day,
    books: day,
    empty: z.record(z.enum(erasureParts), z.boolean()),
  }),
});

/** The facts that decide what may be erased of a member; dates are null if they have not left. */
export type ErasureFacts = z.output<typeof findFacts.row>;

/** Reads those facts of a member. */
export async function erasureFacts(snapshot: Snapshot, memberId: bigint): Promise<ErasureFacts> {
  const facts = await snapshot.first(findFacts, [memberId]);
  if (facts === null) throw new Error(`there is no member ${memberId}`);
  return facts;
}

/** The decision of the rules on one part. */
export interface Erasable {
  readonly part: ErasurePart;
  readonly state: "now" | "kept" | "empty";
  readonly because: "membership" | "money" | "law" | "";
  /** The day from which it may be erased; empty if that is unknown, or today. */
  readonly until: string;
}

/** Returns for each part whether it may be erased today, and if not, why and until when. */
export function assessErasure(facts: ErasureFacts): Erasable[] {
  return erasureParts.map((part) => ({ part, ...assessed(part, facts) }));
}

function assessed(part: ErasurePart, facts: ErasureFacts): Omit<Erasable, "part"> {
  const { keptBy } = parts[part];
  if (facts.empty[part]) return { state: "empty", because: "", until: "" };
  if (keptBy === "asked") return { state: "now", because: "", until: "" };
  if (facts.left_on === null) return { state: "kept", because: "membership", until: "" };
  if (!facts.even) return { state: "kept", because: "money", until: "" };
  const until = facts[keptBy] ?? "";
  // Nothing is erased without a rule.
  if (until === "" || facts.today < until) return { state: "kept", because: "law", until };
  return { state: "now", because: "", until: "" };
}

/** Erases parts of a member permanently; the caller has checked that they may be erased. */
export async function erase(
  work: UnitOfWork,
  memberId: bigint,
  chosen: readonly ErasurePart[],
): Promise<void> {
  for (const part of chosen) {
    for (const text of parts[part].erase) await work.run(text, [memberId]);
  }
}

/** The rules by which data is erased automatically once its member has left. */
export const automaticRules = ["contacts", "login"] as const;
type AutomaticRule = (typeof automaticRules)[number];

/**
 * Returns the parts erased at the end of a rule's time; parts kept as `asked` are erased with the
 * contacts.
 */
export function partsOf(rule: AutomaticRule): readonly ErasurePart[] {
  return erasureParts.filter((part) => {
    const { keptBy } = parts[part];
    return keptBy === rule || (rule === "contacts" && keptBy === "asked");
  });
}

/** SQL: whether a rule erases any data of the member `m`. */
export function isHeldBy(rule: AutomaticRule): string {
  return `(${partsOf(rule)
    .map((part) => `not (${parts[part].isEmpty})`)
    .join(" or ")})`;
}

/** SQL: whether the name of the member `m` is still in the books. */
export const isNamed = `not (${parts.name.isEmpty})`;
