import { roleMay } from "#shared/permissions.ts";
import type { Actor } from "#server/kernel/http/actor.ts";

/**
 * Whether a person reads every receipt: members read their own, and a teller, who sees no records
 * of members, those that they received.
 */
export const readsAll = (actor: Actor): boolean =>
  actor.kind !== "anyone" && (actor.role === null || roleMay(actor.role, "members.read"));
