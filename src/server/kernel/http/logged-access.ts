import type { Audience } from "#shared/contract/kernel/endpoint.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { type Actor, actorName, type MemberScope } from "./actor.ts";
import { type Audited, auditSubject } from "./audit-subject.ts";

interface AccessedCall {
  readonly actor: Actor;
  readonly params: unknown;
}

/**
 * Whether a read is logged as an access: by staff, of a member's record or of data that needs a
 * permission. Two lookups that reveal the member are logged by their own routes (`members/records`
 * and `privacy/requests`).
 */
function isAccess(audience: Audience, { kind }: Actor): boolean {
  return kind === "staff" && ["staff", "own", "record"].includes(audience.kind);
}

/** Writes an access to the audit log before the data are read, with further details of the call. */
export async function logAccess(
  { database }: { readonly database: Database },
  endpoint: Audited & { readonly audience: Audience },
  call: AccessedCall,
  scope: MemberScope | null = null,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!isAccess(endpoint.audience, call.actor)) return;
  const subject = scope === null ? auditSubject(endpoint, call) : `member:${scope.memberNo}`;
  await database.unitOfWork(actorName(call.actor), async (work) => {
    work.audit({ action: "looked", subject, detail: { call: endpoint.name, ...more } });
  });
}
