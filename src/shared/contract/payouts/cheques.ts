import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** The states of a cheque that the society wrote; a stale one is older than six months. */
export const chequeStates = ["written", "handed-over", "stale", "cleared", "stopped"] as const;
export type ChequeState = (typeof chequeStates)[number];

/** The purposes of a cheque: a payment to a member by its source, or the society's own money. */
export const chequePurposes = [
  "dividend",
  "loan",
  "overpayment",
  "exit",
  "withdrawal",
  "treasury",
] as const;

const path = "/api/v1/cheques";
export const list = endpoint({
  name: "cheques.list",
  method: "GET",
  path,
  summary: "Lists cheques that the society wrote, by state, with the count and sum of each state",
  audience: { kind: "staff", permission: "payouts.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(chequeStates, "field.invalid")),
    /** A cheque's number, a whole reference, or part of the payee's name or member's number. */
    search: z.optional(
      z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
    ),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    /** Comes with the first page only. */
    tabs: z.array(
      z.object({ tab: z.enum(chequeStates), payments: z.int(), amount: fields.amount }),
    ),
    rows: z.array(
      z.object({
        id: z.string(),
        chequeNo: z.string(),
        payee: z.string(),
        /** Empty for the society's own money. */
        memberNo: z.string(),
        pays: z.enum(chequePurposes),
        reference: z.string(),
        /** The payment or the movement that it pays; the other field is empty. */
        payoutId: z.string(),
        movementId: z.string(),
        amount: fields.amount,
        state: z.enum(chequeStates),
        writtenOn: fields.day,
        /** A day, or empty. */
        handedOverOn: z.string(),
        handedOverTo: z.string(),
        /** The day of the bank's statement on which it cleared, or empty. */
        clearedOn: z.string(),
        /** The day and reason of a stopped cheque, or empty. */
        stoppedOn: z.string(),
        stopBecause: z.string(),
        /** The request to stop it that waits for a second person. */
        stopping: z.optional(z.object({ id: z.string(), by: z.string(), yours: z.boolean() })),
      }),
    ),
    next: z.string(),
  }),
});

export const handOver = endpoint({
  name: "cheques.handOver",
  method: "POST",
  path: `${path}/:id/handover`,
  summary: "Records that a cheque was handed over today to a named person",
  audience: { kind: "staff", permission: "counter.receive" },
  params: office.byId,
  body: z.strictObject({
    /** The person and their document, for example "Otieno Ouma, ID 12345678". */
    to: z
      .string("field.required" satisfies FieldProblem)
      .check(
        z.trim(),
        z.minLength(3, "field.required" satisfies FieldProblem),
        z.maxLength(120, "field.long" satisfies FieldProblem),
      ),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["no-such-cheque", "cheque-state", "approval-waits", "own-listing", "invalid"],
});

export const stop = endpoint({
  name: "cheques.stop",
  method: "POST",
  path: `${path}/:id/stop`,
  summary: "Requests that a cheque be stopped; its money goes back to where it came from",
  audience: { kind: "staff", permission: "payouts.send" },
  params: office.byId,
  body: z.strictObject({ reason: office.reasonGiven }),
  answer: requested,
  status: 201,
  problems: [
    "no-such-cheque",
    "cheque-state",
    "cheque-of-treasury",
    "own-listing",
    "own-loan",
    "approval-waits",
    "invalid",
  ],
});

export const chequeCalls = [list, handOver, stop] as const;
