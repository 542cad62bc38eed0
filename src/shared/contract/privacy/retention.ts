import * as z from "zod/mini";
import { retained, type Retained, retentionUnits, type Span } from "#shared/retention-bounds.ts";
import { mayBeKept } from "#shared/retention-limits.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { changedBy } from "#shared/contract/office/settings.ts";

const path = "/api/v1/retention-rules";

/** The states of a rule; `replaced` ones were never in force. */
export const ruleStates = ["to-come", "in-force", "past", "replaced"] as const;
export type RuleState = (typeof ruleStates)[number];

const what = z.enum(retained, "field.required" satisfies FieldProblem);
const unit = z.enum(retentionUnits, "field.required" satisfies FieldProblem);
const span = { what: z.enum(retained), amount: z.int(), unit: z.enum(retentionUnits) };

export const rules = endpoint({
  name: "retention.rules",
  method: "GET",
  path,
  summary: "Lists retention rules: past, current and future",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: z.object({
    today: fields.day,
    /** The newest rule that was set; the next one must name it. */
    newest: z.string(),
    inForce: z.array(z.object(span)),
    /** Latest date first, at most a hundred. */
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

/** A rule to set or preview. An error about the legal minimum is reported on the amount. */
const ruleGiven = { what, amount: office.countGiven, unit, effectiveFrom: fields.dayParam };

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
  summary: "Previews what a rule would delete on its date, of today's data",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  query: z.strictObject(ruleGiven).check(longEnough),
  answer: z.object({
    /** The number that is past this period at the end of that day. */
    goes: z.int(),
    /** The number that is past the rule in force on that day without this one. */
    anyway: z.int(),
  }),
  problems: ["invalid"],
});

export const setRule = endpoint({
  name: "retention.setRule",
  method: "POST",
  path,
  summary: "Sets a retention period, from tomorrow or a later date on",
  audience: { kind: "staff", permission: "settings.edit" },
  body: ruleBody,
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["settings-changed", "invalid"],
});
