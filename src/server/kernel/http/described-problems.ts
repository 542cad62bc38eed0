import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { ProblemCode } from "#shared/contract/kernel/problems.ts";
import { moneyPermissions } from "#shared/permissions.ts";

/** The problem of a body whose media type the call does not accept. */
export const wrongTypeProblem = {
  "application/json": "not-json-type",
  "text/csv": "not-csv",
  "table/*": "not-table",
  "image/*": "not-picture",
  "evidence/*": "not-evidence",
} as const;

/** Returns every problem that a call can answer with: its own and those of the pipeline. */
export function describedProblems(endpoint: Endpoint): ReadonlySet<ProblemCode> {
  return new Set<ProblemCode>([
    "headers-twice",
    "headers-too-large",
    "too-slow",
    ...problemsOfAudience(endpoint),
    ...problemsOfInput(endpoint),
    ...(isRepeatable(endpoint) ? (["idempotency-mismatch", "in-progress"] as const) : []),
    ...endpoint.problems,
    "too-many",
    "busy",
    "defect",
  ]);
}

/** Whether a call honours an Idempotency-Key. */
function isRepeatable({ method, idempotency }: Endpoint): boolean {
  return method !== "GET" && idempotency !== "none";
}

function problemsOfAudience({ audience }: Endpoint): readonly ProblemCode[] {
  if (audience.kind === "anyone") return [];
  const pending = ["not-signed-in", "session-ended"] as const;
  const signedIn = [...pending, "session-revoked"] as const;
  switch (audience.kind) {
    case "mfa-pending":
      return pending;
    case "member":
      return [...signedIn, "not-yours"];
    case "record":
      // A call also fails if its role is revoked while it runs.
      return [...signedIn, "not-yours", "staff-only"];
    case "signed-in":
    case "any-staff":
    case "own":
      return [...signedIn, "staff-only"];
    case "staff":
      return moneyPermissions.has(audience.permission)
        ? [...signedIn, "staff-only", "role-too-new"]
        : [...signedIn, "staff-only"];
  }
}

function problemsOfInput({ method, takes }: Endpoint): readonly ProblemCode[] {
  if (method === "GET") return ["invalid"];
  return ["foreign-origin", "invalid", "not-json", "too-large", wrongTypeProblem[takes]];
}
