import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Gender } from "#shared/contract/members/registration.ts";
import { DEFAULT_LANGUAGE, type Language } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { Kin } from "#shared/next-of-kin.ts";
import {
  statement,
  type UnitOfWork,
  violatedConstraint,
} from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { accountsOfEveryMember, memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { addNextOfKin } from "./next-of-kin.ts";

/** The details of a new member; those left out are empty. */
export interface NewMember {
  readonly memberNo: MemberNo;
  readonly fullName: string;
  readonly mobileNumber?: MobileNumber;
  readonly email?: string;
  readonly nationalId?: string;
  readonly postalAddress?: string;
  readonly language?: Language;
  /** Today in Nairobi when left out. */
  readonly joinedOn?: CalendarDate;
  readonly gender?: Gender;
  readonly residence?: string;
  /** As stated today. */
  readonly age?: number;
  /** Whether staff at the desk register the member; the actor is then recorded with them. */
  readonly atDesk?: boolean;
  /** The name in two parts; both or neither. */
  readonly surname?: string;
  readonly firstNames?: string;
  readonly payrollNo?: string;
  readonly kraPin?: string;
  /** At most three, in order. */
  readonly nextOfKin?: readonly Kin[];
}

const insertMember = statement({
  name: "membership-register",
  text: `insert into member (member_no, full_name, mobile_number, email, national_id,
      postal_address, language, joined_on, gender, residence, stated_age, stated_age_on,
      registered_by, surname, first_names, payroll_no, kra_pin)
    values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::date, akiba_today()), $9, $10, $11::smallint,
      case when $11::smallint is null then null else akiba_today() end, $12,
      $13, $14, $15, $16)
    on conflict (member_no) do nothing
    returning id, joined_on`,
  row: z.object({ id: z.bigint(), joined_on: storedDate }),
});

/** Inserts a member, whose number no other member and no member of staff may have. */
async function insertOnce(work: UnitOfWork, values: Parameters<UnitOfWork["first"]>[1]) {
  try {
    const written = await work.first(insertMember, values);
    if (written !== null) return written;
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === "member_payroll_no_once") {
      const problem = { field: "payrollNo", problem: "payrollNo.known" } as const;
      throw new Problem("invalid", { fields: [problem] });
    }
    if (violated !== "person_number_pkey") throw error;
  }
  throw new Problem("already-registered");
}

/**
 * Puts a member on the register with next of kin and the standard ledger accounts, and returns the
 * member's id. Throws `already-registered` if the number is taken.
 */
export async function registerMember(work: UnitOfWork, member: NewMember): Promise<bigint> {
  const written = await insertOnce(work, [
    member.memberNo,
    member.fullName,
    member.mobileNumber ?? "",
    member.email ?? "",
    member.nationalId ?? "",
    member.postalAddress ?? "",
    member.language ?? DEFAULT_LANGUAGE,
    member.joinedOn ?? null,
    member.gender ?? "",
    member.residence ?? "",
    member.age ?? null,
    member.atDesk === true ? work.actor : "",
    member.surname ?? "",
    member.firstNames ?? "",
    member.payrollNo ?? "",
    member.kraPin ?? "",
  ]);
  const { id } = written;
  if (member.nextOfKin !== undefined) await addNextOfKin(work, id, member.nextOfKin);
  const accounts = accountsOfEveryMember.map((code) => memberAccount(code, id));
  await openAccounts(work, accounts, written.joined_on);
  work.audit({ action: "member-registered", subject: `member:${member.memberNo}` });
  return id;
}
