import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import { changeStates } from "./contact-changes.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { exitStates } from "#shared/contract/exits/settlement.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { accessList } from "./access-log.ts";
import { member, nextOfKin } from "./records.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { genders } from "./registration.ts";
import { memberStates } from "./suspensions.ts";

const ofMember = z.object({ memberNo: fields.memberNoParam });
const desk = { kind: "staff", permission: "members.read" } as const;

/** The most matches a search returns. */
export const SEARCH_HITS = 20;

/** The member's details by which a search may match. */
export const searchMatches = ["memberNo", "name", "mobile", "nationalId"] as const;
export type SearchMatch = (typeof searchMatches)[number];

const searchGiven = z.string("field.required" satisfies FieldProblem).check(
  z.maxLength(100, "field.invalid" satisfies FieldProblem),
  z.refine((typed) => readMemberSearch(typed) !== null, "search.short" satisfies FieldProblem),
);

export const search = endpoint({
  name: "members.search",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members",
  summary: `Finds members by name, number, phone or ID: the best ${SEARCH_HITS} matches`,
  audience: desk,
  subject: "call",
  limit: "search",
  query: z.strictObject({ search: searchGiven }),
  answer: z.object({
    /** Best match first. */
    hits: z.array(
      z.object({
        memberNo: z.string(),
        name: z.string(),
        /** Masked like the ID; both empty where the register has none. */
        mobile: z.string(),
        nationalId: z.string(),
        matched: z.enum(searchMatches),
      }),
    ),
    /** Whether there were more matches than returned. */
    more: z.boolean(),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const one = endpoint({
  name: "members.one",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:id",
  aliases: ["/members/:id"],
  summary: "Returns a member's details by an ID or by the member number",
  audience: { kind: "own", staff: "members.read" },
  subject: "call",
  params: z.object({ id: fields.memberNoParam }),
  answer: member.answer,
  problems: ["no-such-member", "not-yours"],
  idempotency: "none",
});

const guarantee = z.object({
  id: z.string(),
  loanNo: z.string(),
  purpose: z.string(),
  /** The borrower of a guarantee given, the guarantor of one received. */
  memberNo: z.string(),
  name: z.string(),
  amount: fields.amount,
  outstanding: fields.amount,
});

/** The states of a login: a paused one reopens automatically, a disabled one by a new password. */
export const loginStates = ["none", "works", "paused", "disabled"] as const;
export type LoginState = (typeof loginStates)[number];

const aDay = z.union([fields.day, z.literal("")]);

export const record = endpoint({
  name: "members.record",
  method: "GET",
  path: "/api/v1/members/:memberNo/record",
  summary:
    "Returns a member's record for the desk: register, login, money, loans, guarantees, access log",
  audience: desk,
  subject: { param: "memberNo", kind: "member" },
  params: ofMember,
  answer: z.object({
    asAt: fields.day,
    memberNo: z.string(),
    name: z.string(),
    mobile: z.string(),
    mobileConfirmed: z.boolean(),
    email: z.string(),
    nationalId: z.string(),
    postalAddress: z.string(),
    language: z.enum(languages),
    joinedOn: fields.day,
    nextOfKin: z.array(nextOfKin),
    payrollNo: z.string(),
    kraPin: z.string(),
    /** Empty where unknown; the residence may be empty too. */
    gender: z.union([z.enum(genders), z.literal("")]),
    residence: z.string(),
    /** As stated on that date; 0 where it never was. */
    age: z.int(),
    ageOn: fields.dayOrNone,
    state: z.enum(memberStates),
    /** The person, time and reason of the suspension, with its digest; null unless suspended. */
    suspension: z.nullable(
      z.object({
        by: z.string(),
        date: fields.day,
        reason: z.string(),
        shownDigest: z.string(),
      }),
    ),
    /** The state of an open exit; empty where there is none. */
    exit: z.union([z.enum(exitStates), z.literal("")]),
    /** Why the member is barred from borrowing at present; empty where they are not. */
    blacklisted: z.string(),
    login: z.object({
      state: z.enum(loginStates),
      lastOn: aDay,
      lastTime: z.string(),
      /** Instants; empty unless wrong guesses have blocked the one-time codes. */
      codesClosedAt: z.string(),
      codesClosedUntil: z.string(),
    }),
    /** The latest changes of contact details, with their states and requesters. */
    contactChanges: z.array(
      z.object({
        id: z.string(),
        date: fields.day,
        mobile: z.string(),
        email: z.string(),
        residence: z.string(),
        nextOfKin: z.array(z.string()),
        state: z.enum(changeStates),
        /** Whether the member requested it at sign-up, and not the desk. */
        atSignUp: z.boolean(),
      }),
    ),
    totals: z.object({
      savings: fields.amount,
      shareCapital: fields.amount,
      withdrawable: fields.amount,
      dividendPayable: fields.amount,
    }),
    /** Loans that are applied for, approved, or not yet settled. */
    loans: z.array(
      z.object({
        loanNo: z.string(),
        purpose: z.string(),
        state: z.enum(loanStates),
        endDate: aDay,
        amount: fields.amount,
        outstanding: fields.amount,
      }),
    ),
    given: z.array(guarantee),
    received: z.array(guarantee),
    ...accessList,
  }),
  problems: ["no-such-member"],
});
