import * as z from "zod/mini";
import {
  mayBeKept,
  retained,
  type Retained,
  retentionUnits,
  type Span,
} from "#shared/retention.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { changedBy } from "#shared/contract/office/settings.ts";

const path = "/api/v1/retention-rules";

/** How a rule stands; `replaced` ones never began to hold. */
export const ruleStates = ["to-come", "in-force", "past", "replaced"] as const;
export type RuleState = (typeof ruleStates)[number];

const what = z.enum(retained, "field.required" satisfies FieldProblem);
const unit = z.enum(retentionUnits, "field.required" satisfies FieldProblem);
const span = { what: z.enum(retained), amount: z.int(), unit: z.enum(retentionUnits) };

export const rules = endpoint({
  name: "retention.rules",
  method: "GET",
  path,
  summary: "For how long what is kept: before, now and to come",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    today: fields.day,
    /** The newest that was set, which the next one names as the one it follows. */
    newest: z.string(),
    inForce: z.array(z.object(span)),
    /** The latest day first, a hundred at most. */
    rows: z.array(
      z.object({
        id: z.string(),
        ...span,
        effectiveFrom: fields.day,
        state: z.enum(ruleStates),
        set: z.object(changedBy),
      }),
    ),
  }),
});

/** A rule as it is set or looked at. Long enough for the law is said beside the amount. */
const ruleGiven = { what, amount: fields.countGiven, unit, effectiveFrom: fields.dayParam };

interface Rule extends Span {
  readonly what: Retained;
}

const longEnough = z.refine<Rule>((rule) => mayBeKept(rule.what, rule), {
  path: ["amount"],
  error: "retention.span" satisfies FieldProblem,
});

export const ruleBody = z
  .strictObject({ ...ruleGiven, follows: z.optional(fields.idParam) })
  .check(longEnough);

export const effect = endpoint({
  name: "retention.effect",
  method: "GET",
  path: `${path}/effect`,
  summary: "What a rule would take away on its day, of what there is now",
  audience: { kind: "staff", permission: "settings.read" },
  params: fields.nothing,
  query: z.strictObject(ruleGiven).check(longEnough),
  body: fields.nothing,
  answer: z.object({
    /** So many of them are past that span when that day is over. */
    goes: z.int(),
    /** And so many are past the rule that holds on that day without this one. */
    anyway: z.int(),
  }),
  problems: ["invalid"],
});

export const setRule = endpoint({
  name: "retention.setRule",
  method: "POST",
  path,
  summary: "Set for how long something is kept, from tomorrow or a later day on",
  audience: { kind: "staff", permission: "settings.edit" },
  params: fields.nothing,
  body: ruleBody,
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["settings-changed", "invalid"],
});
