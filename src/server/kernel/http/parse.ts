import * as z from "zod/mini";
import { type FieldProblem, fieldProblems } from "#shared/contract/kernel/problems.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

/** Parses input by its schema; rejects it with a message for each field that is wrong. */
export function parse<S extends z.ZodMiniType>(schema: S, given: unknown): z.infer<S> {
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  if (typeof given !== "object" || given === null) throw new Problem("not-json");
  const seen = new Set<string>();
  const fields = result.error.issues.flatMap((issue) => {
    const ends = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [key]) : [[]];
    return ends.flatMap((end) => {
      const field = [...issue.path, ...end].map(String).join(".");
      if (seen.has(field)) return [];
      seen.add(field);
      return [{ field, problem: problemOf(issue.message) }];
    });
  });
  throw new Problem("invalid", { fields });
}

function problemOf(message: string): FieldProblem {
  const known = fieldProblems.find((problem) => problem === message);
  return known ?? "field.invalid";
}
