import type { StaffRole } from "#shared/permissions.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { approve } from "#server/oversight/approval-desk/commands.ts";
import { digestOf } from "#server/oversight/approval-desk/decision-rights.ts";
import { approvalAt } from "#server/oversight/approval-desk/queries.ts";
import type { ApprovalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { inNameOf } from "./second-person.ts";
import { demoStaff } from "./society.ts";

const notify = (): void => {};

/** Has a person of the office approve a request, as they see it, by the command of the desk. */
export async function approveAs(
  work: UnitOfWork,
  staffNo: string,
  { id, kinds }: { readonly id: bigint; readonly kinds: readonly ApprovalKind[] },
): Promise<void> {
  const second = inNameOf(work, `staff:${staffNo}`);
  const byName = new Map(kinds.map((kind) => [kind.name as string, kind]));
  const row = await approvalAt(second, id, second.actor);
  const kind = byName.get(row?.kind ?? "");
  if (row === null || kind === undefined) throw new Error(`request ${id} cannot be approved`);
  const facts = (await kind.facts(second, kind.payload.parse(row.payload))) ?? [];
  const digest = digestOf(id, facts);
  await approve(second, { id, actor: signedIn(staffNo), kinds: byName, notify, digest });
}

/** A person of the office as the desk knows them; the demo has no session. */
function signedIn(staffNo: string) {
  const person = demoStaff.find((one) => one.staffNo === staffNo);
  if (person === undefined) throw new Error(`${staffNo} is not of the demo's office`);
  return {
    kind: "staff" as const,
    sessionId: 0n,
    loginId: 0n,
    memberNo: staffNo as MemberNo,
    fullName: person.fullName,
    role: person.role satisfies StaffRole,
    roleIsNew: false,
    roleNewUntil: "",
    idleSeconds: 0,
    remainingSeconds: 0,
    position: null,
  };
}
