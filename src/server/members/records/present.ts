import { accessKindOf } from "#shared/contract/members/access-log.ts";
import { type LoginState, SEARCH_HITS } from "#shared/contract/members/desk.ts";
import { maskedId, maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import {
  type OpenSuspension,
  shownSuspension,
} from "#server/members/membership/shown-suspension.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { GuaranteeOfRecord, Accesses, Member, MemberRecord, SearchHit } from "./queries.ts";

/** A member on the wire, with the earlier client's names; missing values are empty text. */
export function presentMember(member: Member) {
  const [nok1 = "", nok2 = "", nok3 = ""] = member.next_of_kin.map(({ name }) => name);
  const details = member.next_of_kin.map(presentKin).map(({ relation, share }) => {
    return [relation, share > 0 ? `${share} %` : ""].filter(Boolean).join(", ");
  });
  return {
    id: String(member.id),
    accNo: member.member_no,
    holdersName: member.full_name,
    tel1: member.mobile_number,
    emailAdd: member.email,
    idNo: member.national_id,
    postalAddress: member.postal_address,
    nok1,
    nok2,
    nok3,
    nok1Details: details[0] ?? "",
    nok2Details: details[1] ?? "",
    nok3Details: details[2] ?? "",
    payrollNo: member.payroll_no,
    kraPin: member.kra_pin,
  };
}

function presentKin({ name, relation, share_bp }: Member["next_of_kin"][number]) {
  return { name, relation, share: (share_bp ?? 0) / 100 };
}

/** Search hits for staff: just enough to distinguish two people with the same name. */
export function presentHits(found: readonly SearchHit[]) {
  return {
    hits: found.slice(0, SEARCH_HITS).map((hit) => ({
      memberNo: hit.member_no,
      name: hit.full_name,
      mobile: maskedMobile(hit.mobile_number),
      nationalId: maskedId(hit.national_id),
      matched: hit.matched,
    })),
    more: found.length > SEARCH_HITS,
  };
}

export function presentAccesses({ rows, next }: Accesses) {
  return {
    accesses: rows.map((access) => ({
      id: String(access.seq),
      date: access.looked_on,
      time: access.looked_at,
      who: access.who,
      what: accessKindOf(access.call),
    })),
    next: next === null ? "" : String(next),
  };
}

function presentGuarantee(guarantee: GuaranteeOfRecord) {
  return {
    id: String(guarantee.id),
    loanNo: guarantee.loan_no,
    purpose: guarantee.purpose,
    memberNo: guarantee.member_no,
    name: guarantee.full_name,
    amount: toWireAmount(guarantee.amount),
    outstanding: toWireAmount(guarantee.outstanding),
  };
}

function loginState({ register }: MemberRecord, limits: Limits): LoginState {
  if (!register.has_login) return "none";
  if (register.failures >= limits.signInFailuresBeforeDisable) return "disabled";
  return register.paused ? "paused" : "works";
}

function suspensionOf(open: OpenSuspension) {
  const { by, date, reason } = open;
  return { by, date, reason, shownDigest: digestOfShown(shownSuspension(open)) };
}

function presentRegister({ register, suspension }: MemberRecord) {
  return {
    asAt: register.as_at,
    memberNo: register.member_no,
    name: register.full_name,
    mobile: register.mobile_number,
    mobileConfirmed: register.mobile_confirmed,
    email: register.email,
    nationalId: register.national_id,
    postalAddress: register.postal_address,
    language: register.language,
    joinedOn: register.joined_on,
    nextOfKin: register.next_of_kin.map(presentKin),
    payrollNo: register.payroll_no,
    kraPin: register.kra_pin,
    gender: register.gender,
    residence: register.residence,
    age: register.stated_age ?? 0,
    ageOn: register.stated_age_on ?? "",
    state: register.membership,
    suspension: suspension && suspensionOf(suspension),
    exit: register.exit,
    blacklisted: register.blacklisted,
  };
}

/** Everything the desk needs on one page about a member. */
export function presentRecord(record: MemberRecord, limits: Limits) {
  const { register, contactChanges, loans, guarantees, accesses } = record;
  return {
    ...presentRegister(record),
    login: {
      state: loginState(record, limits),
      lastOn: register.last_on,
      lastTime: register.last_time,
      codesClosedAt: register.codes_closed_at?.toISOString() ?? "",
      codesClosedUntil: register.codes_closed_until?.toISOString() ?? "",
    },
    contactChanges: contactChanges.map((change) => ({
      id: String(change.id),
      date: change.asked_on,
      mobile: change.mobile_number,
      email: change.email,
      residence: change.residence,
      nextOfKin: change.next_of_kin,
      state: change.state,
      atSignUp: change.at_sign_up,
    })),
    totals: {
      savings: toWireAmount(register.savings),
      shareCapital: toWireAmount(register.share_capital),
      withdrawable: toWireAmount(register.withdrawable),
      dividendPayable: toWireAmount(register.dividend_payable),
    },
    loans: loans.map((loan) => ({
      loanNo: loan.loan_no,
      purpose: loan.purpose,
      state: loan.state,
      endDate: loan.end_date ?? "",
      amount: toWireAmount(loan.principal),
      outstanding: toWireAmount(loan.outstanding),
    })),
    given: guarantees.filter(({ given }) => given).map(presentGuarantee),
    received: guarantees.filter(({ given }) => !given).map(presentGuarantee),
    ...presentAccesses(accesses),
  };
}
