import * as z from "zod/mini";
import { languages } from "#shared/language.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import { changeStates } from "./contact-changes.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { exitStates } from "#shared/contract/exits/settlement.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import { lookList } from "./looks.ts";
import { member, nextOfKin } from "./records.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { genders } from "./registration.ts";
import { memberStates } from "./suspensions.ts";

const ofMember = z.object({ memberNo: fields.memberNoParam });
const desk = { kind: "staff", permission: "members.read" } as const;

/** So many hits are the most that a search answers with. */
export const SEARCH_HITS = 20;

/** What of a member a search may have found. */
export const searchMatches = ["memberNo", "name", "mobile", "nationalId"] as const;
export type SearchMatch = (typeof searchMatches)[number];

const searchGiven = z.string("field.required" satisfies FieldProblem).check(
  z.maxLength(100, "field.invalid" satisfies FieldProblem),
  z.refine((typed) => readMemberSearch(typed) !== null, "search.short" satisfies FieldProblem),
);

export const search = endpoint({
  name: "members.search",
  method: "GET",
  path: "/api/v1/members",
  summary: `Find members by name, number, phone or ID: the best ${SEARCH_HITS} of those found`,
  audience: desk,
  limit: "search",
  params: fields.nothing,
  query: z.strictObject({ search: searchGiven }),
  body: fields.nothing,
  answer: z.object({
    /** The best first. */
    hits: z.array(
      z.object({
        memberNo: z.string(),
        name: z.string(),
        /** Masked, as the ID is; both empty where the register has none. */
        mobile: z.string(),
        nationalId: z.string(),
        matched: z.enum(searchMatches),
      }),
    ),
    /** Whether more were found than are told. */
    more: z.boolean(),
  }),
  problems: ["invalid"],
  reads: "one-statement",
});

export const one = endpoint({
  name: "members.one",
  method: "GET",
  path: "/api/v1/members/:id",
  aliases: ["/members/:id"],
  summary: "A member's details by the id that they carry, or by the member number",
  audience: { kind: "own", staff: "members.read" },
  params: z.object({ id: fields.memberNoParam }),
  body: fields.nothing,
  answer: member.answer,
  problems: ["no-such-member", "not-yours"],
  idempotency: "none",
});

const guarantee = z.object({
  id: z.string(),
  loanNo: z.string(),
  purpose: z.string(),
  /** The borrower of one that was given, the guarantor of one that was received. */
  memberNo: z.string(),
  name: z.string(),
  amount: fields.amount,
  outstanding: fields.amount,
});

/** How a login stands: a paused one opens again by itself, a disabled one by a new password. */
export const loginStates = ["none", "works", "paused", "disabled"] as const;
export type LoginState = (typeof loginStates)[number];

const aDay = z.union([fields.day, z.literal("")]);

export const record = endpoint({
  name: "members.record",
  method: "GET",
  path: "/api/v1/members/:memberNo/record",
  summary: "All that the desk needs of a member: register, login, money, loans, guarantees, looks",
  audience: desk,
  params: ofMember,
  body: fields.nothing,
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
    /** Empty where it is not known, as the residence may be. */
    gender: z.union([z.enum(genders), z.literal("")]),
    residence: z.string(),
    /** As it was stated on that day; nought where it never was. */
    age: z.int(),
    ageOn: fields.dayOrNone,
    state: z.enum(memberStates),
    /** Who suspended them, when and why, with its digest; null unless they are. */
    suspension: z.nullable(
      z.object({
        by: z.string(),
        date: fields.day,
        reason: z.string(),
        shownDigest: z.string(),
      }),
    ),
    /** How far an exit is that is open; empty where none is. */
    exit: z.union([z.enum(exitStates), z.literal("")]),
    /** Why the society lends them nothing for the time being; empty where it does. */
    blacklisted: z.string(),
    login: z.object({
      state: z.enum(loginStates),
      lastOn: aDay,
      lastTime: z.string(),
      /** Instants; empty unless wrong guesses have closed the one-time codes. */
      codesClosedAt: z.string(),
      codesClosedUntil: z.string(),
    }),
    /** The latest changes of contact details, whoever asked for them, and how far each is. */
    contactChanges: z.array(
      z.object({
        id: z.string(),
        date: fields.day,
        mobile: z.string(),
        email: z.string(),
        residence: z.string(),
        nextOfKin: z.array(z.string()),
        state: z.enum(changeStates),
        /** Whether the member asked, at sign-up, and not the desk. */
        atSignUp: z.boolean(),
      }),
    ),
    totals: z.object({
      savings: fields.amount,
      shareCapital: fields.amount,
      withdrawable: fields.amount,
      dividendPayable: fields.amount,
    }),
    /** Those that are applied for, approved, or not yet even. */
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
    ...lookList,
  }),
  problems: ["no-such-member"],
});
