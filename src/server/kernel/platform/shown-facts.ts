import { sha256 } from "./random.ts";
import { Problem, type ShownFact } from "./problem.ts";

/**
 * Returns the digest of the facts a person sees before they decide: each fact's name with a hash of
 * its value, so that a later comparison can name the facts that changed. The page sends it back
 * with the decision. Facts with the same name count as one.
 */
export function digestOfShown(facts: readonly ShownFact[]): string {
  return [...hashes(facts)].map(([name, hash]) => `${name}:${hash}`).join(",");
}

/**
 * Throws `shown-changed`, naming the changes, unless `digest` matches these facts. Call it in the
 * unit of work that carries the decision out, with the rows behind the facts locked.
 */
export function requireShown(digest: string, facts: readonly ShownFact[]): void {
  const shown = new Map(digest === "" ? [] : digest.split(",").map(nameAndHash));
  const now = hashes(facts);
  const names = [...new Set([...shown.keys(), ...now.keys()])];
  const changed = names.filter((name) => shown.get(name) !== now.get(name));
  if (changed.length === 0) return;
  const changes = changed.map((name) => ({ name, value: valuesOf(facts, name).join("; ") }));
  throw new Problem("shown-changed", { changes });
}

function hashes(facts: readonly ShownFact[]): Map<string, string> {
  const names = [...new Set(facts.map(({ name }) => name))];
  return new Map(names.map((name) => [name, hashOf(valuesOf(facts, name))]));
}

function valuesOf(facts: readonly ShownFact[], name: string): string[] {
  return facts.filter((fact) => fact.name === name).map(({ value }) => value);
}

/** 144 bits: enough that nobody can prepare two sets of facts with one hash. */
function hashOf(values: readonly string[]): string {
  return Buffer.from(sha256(JSON.stringify(values)).subarray(0, 18)).toString("base64url");
}

function nameAndHash(part: string): [string, string] {
  const colon = part.indexOf(":");
  return [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1)];
}
