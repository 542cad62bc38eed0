import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Language, languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";

/** A member's standing with the society, on which commands of several slices decide. */
export interface MemberSummary {
  readonly memberId: bigint;
  readonly memberNo: MemberNo;
  readonly fullName: string;
  readonly language: Language;
  /** The number for texts and money; empty if the register has none. */
  readonly mobileNumber: string;
  readonly mobileIsConfirmed: boolean;
  readonly joinedOn: CalendarDate;
  /** Whole months since joining, up to today in Nairobi. */
  readonly monthsOfMembership: number;
  readonly deposits: Cents;
  readonly shareCapital: Cents;
}

const findMemberSummary = statement({
  name: "membership-standing",
  text: `select m.id, m.member_no, m.full_name, m.language, m.mobile_number, m.joined_on,
      m.mobile_confirmed_at is not null as mobile_is_confirmed,
      (extract(year from age(akiba_today(), m.joined_on)) * 12
        + extract(month from age(akiba_today(), m.joined_on)))::int as months_of_membership,
      coalesce((select a.balance_cents * a.normal_side from ledger_account a
        where a.member_id = m.id and a.code = 'member-deposits'), 0) as deposits_cents,
      coalesce((select a.balance_cents * a.normal_side from ledger_account a
        where a.member_id = m.id and a.code = 'share-capital'), 0) as share_capital_cents
    from member m where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    language: z.enum(languages),
    mobile_number: z.string(),
    mobile_is_confirmed: z.boolean(),
    joined_on: storedDate,
    months_of_membership: z.int(),
    deposits_cents: z.bigint(),
    share_capital_cents: z.bigint(),
  }),
});

/** Returns the summary of a member, or null if there is no such member. */
export async function memberSummaryOf(
  snapshot: Snapshot,
  memberNo: MemberNo,
): Promise<MemberSummary | null> {
  const found = await snapshot.first(findMemberSummary, [memberNo]);
  if (found === null) return null;
  return {
    memberId: found.id,
    memberNo: found.member_no as MemberNo,
    fullName: found.full_name,
    language: found.language,
    mobileNumber: found.mobile_number,
    mobileIsConfirmed: found.mobile_is_confirmed,
    joinedOn: found.joined_on,
    monthsOfMembership: found.months_of_membership,
    deposits: cents(found.deposits_cents),
    shareCapital: cents(found.share_capital_cents),
  };
}

const findSelf = statement({
  name: "membership-self",
  text: `select exists (select from staff where 'staff:' || staff_no = $1 and member_id = $2)
    as own`,
  row: z.object({ own: z.boolean() }),
});

/** Returns whether a member of staff, as named in the audit log, is that member. */
export async function isThemselves(
  snapshot: Snapshot,
  actor: string,
  memberId: bigint,
): Promise<boolean> {
  return (await snapshot.first(findSelf, [actor, memberId]))?.own ?? false;
}
