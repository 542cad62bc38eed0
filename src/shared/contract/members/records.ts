import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { totalAddress, type TotalName } from "./total-addresses.ts";

const ofMember = z.object({ memberNo: fields.memberNoParam });
const record = { kind: "record", param: "memberNo", staff: "members.read" } as const;

/** A next of kin; the share is in percent, 0 where none was given. */
export const nextOfKin = z.object({ name: z.string(), relation: z.string(), share: z.number() });

export const member = endpoint({
  name: "members.member",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/member/:memberNo",
  summary: "Returns a member's details from the register",
  audience: record,
  params: ofMember,
  query: fields.anyQuery,
  answer: z.object({
    id: z.string(),
    accNo: z.string(),
    holdersName: z.string(),
    tel1: z.string(),
    emailAdd: z.string(),
    idNo: z.string(),
    postalAddress: z.string(),
    nok1: z.string(),
    nok2: z.string(),
    nok3: z.string(),
    /** Relation and share of each next of kin, such as "Brother, 60 %". */
    nok1Details: z.string(),
    nok2Details: z.string(),
    nok3Details: z.string(),
    payrollNo: z.string(),
    kraPin: z.string(),
  }),
  problems: ["no-such-member"],
  reads: "one-statement",
});

const total = (name: TotalName, summary: string) =>
  endpoint({
    name: `statements.${name}.sumTotal`,
    method: "GET",
    readsFrom: "replica",
    path: totalAddress(name, ":memberNo"),
    summary,
    audience: record,
    params: ofMember,
    query: fields.anyQuery,
    answer: fields.amount,
    reads: "one-statement",
  });

export const totals = {
  savings: total("savings", "A member's deposits, as one number"),
  dividendPayable: total("dividendPayable", "A member's dividend not yet paid, as one number"),
  shareCapital: total("shareCapital", "A member's share capital, as one number"),
} as const satisfies Record<TotalName, unknown>;
