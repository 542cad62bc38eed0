import * as z from "zod/mini";
import { addedTypes, readAccountCode, readAccountName } from "#shared/added-accounts.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { treasuryKindNames } from "#shared/treasury-kinds.ts";

const reader = { kind: "staff", permission: "treasury.read" } as const;
const editor = { kind: "staff", permission: "chart.edit" } as const;
const path = "/api/v1/books/chart";

function readBy(read: (given: string) => string | null, problem: FieldProblem) {
  return z.pipe(
    z.string("field.required").check(z.minLength(1, "field.required")),
    z.transform((given, context): string => {
      const value = read(given);
      if (value !== null) return value;
      context.issues.push({ code: "custom", message: problem, input: given });
      return z.NEVER;
    }),
  );
}

/** The code of an added account, in any case. */
export const accountCodeGiven = readBy(readAccountCode, "account.code");

const kind = z.enum(treasuryKindNames);
const type = z.enum(addedTypes);

export const list = endpoint({
  name: "chart.list",
  method: "GET",
  path,
  summary: "Lists the accounts of income and expense that were added to the chart",
  audience: reader,
  subject: "call",
  answer: z.object({
    /** The types of account that can be added, with the movements that each can have. */
    types: z.array(z.object({ type, kinds: z.array(kind) })),
    rows: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        type,
        /** The account of the chart that it is kept under. */
        under: z.string(),
        /** The movements that it takes while it is open. */
        kinds: z.array(kind),
        isOpen: z.boolean(),
        /** Income or expense of all time, in the normal direction of the account. */
        balance: fields.amount,
        /** The movements on it that wait for a second person. */
        waiting: z.int(),
        openedBy: z.string(),
        openedOn: fields.day,
        closedBy: z.string(),
        closedOn: fields.dayOrNone,
      }),
    ),
  }),
});

export const file = endpoint({
  name: "chart.file",
  method: "GET",
  path: `${path}.csv`,
  summary: "Exports the accounts that were added to the chart as CSV",
  audience: reader,
  subject: "call",
  limit: "documents",
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
});

const answer = z.object({ code: z.string(), name: z.string() });

export const open = endpoint({
  name: "chart.open",
  method: "POST",
  path,
  summary: "Adds an account of income or expense to the chart; its code and name stay",
  audience: editor,
  body: z.strictObject({
    code: accountCodeGiven,
    name: readBy(readAccountName, "account.name"),
    type: office.oneOf(addedTypes),
    kinds: z
      .array(office.oneOf(treasuryKindNames), "field.required")
      .check(z.minLength(1, "account.kinds"), z.maxLength(20, "field.invalid")),
  }),
  answer,
  status: 201,
  problems: ["invalid"],
});

export const close = endpoint({
  name: "chart.close",
  method: "POST",
  path: `${path}/:added/closing`,
  summary: "Closes an added account: it takes no more movements, and keeps those it has",
  audience: editor,
  params: z.object({ added: accountCodeGiven }),
  body: z.strictObject({}),
  answer,
  status: 201,
  problems: ["no-such-account", "account-in-use", "account-closed", "invalid"],
});

/** Every call about the accounts that are added to the chart. */
export const chartCalls = [list, file, open, close];
