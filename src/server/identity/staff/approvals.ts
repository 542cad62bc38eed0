import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import { rolePermissions, type StaffRole } from "#shared/permissions.ts";
import {
  type ApprovalKind,
  approvalKind,
  type ApprovedBy,
} from "#server/oversight/approvals/approval-kind.ts";
import type { Snapshot, UnitOfWork } from "#server/kernel/platform/database.ts";
import { stored } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";
import { newsOf, type StaffKind } from "./messages.ts";
import { memberCalled, type StaffRow, staffAt } from "./queries.ts";
import { type NewDetails, sameDetails } from "./changed-details.ts";

const staffNo = stored<MemberNo>();
const mobileNo = stored<MobileNumber>();
const role = z.enum(Object.keys(rolePermissions) as [StaffRole, ...StaffRole[]]);
const account = z.object({ staffNo });
const details = z.object({ staffNo, mobileNo, email: z.string(), nationalId: z.string() });
const newStaff = z.object({
  ...details.shape,
  fullName: z.string(),
  role,
  memberNo: z.nullable(staffNo),
});

/** The changes to staff that need a second person's approval. */
export function staffApprovals(sending: commands.Sending): ApprovalKind[] {
  return [
    step({
      name: "staff-invitation",
      payload: newStaff,
      facts: factsOfInvitation,
      carryOut: (work, given) => commands.invite(work, given, sending),
    }),
    step({
      name: "staff-details",
      payload: details,
      facts: factsOfDetails,
      carryOut: (work, given) => commands.changeDetails(work, given, sending),
    }),
    step({
      name: "staff-role",
      payload: z.object({ staffNo, role }),
      facts: async (snapshot, { staffNo: no, role: wanted }) => {
        const found = await staffAt(snapshot, no);
        if (found === null || found.role === wanted) return null;
        return [...who(found), fact("roleNow", found.role), fact("role", wanted)];
      },
      carryOut: (work, given) => commands.changeRole(work, given),
    }),
    step({
      name: "staff-member-link",
      payload: z.object({ staffNo, memberNo: z.nullable(staffNo) }),
      facts: factsOfLink,
      carryOut: (work, given, { approvalId }) =>
        commands.linkMember(work, { ...given, approvalId }),
    }),
    step({
      name: "staff-resumption",
      payload: account,
      facts: async (snapshot, { staffNo: no }) => {
        const found = await staffAt(snapshot, no);
        if (found?.state !== "suspended") return null;
        const reason = fact("reason", found.suspended_because);
        return [...who(found), fact("role", found.role), reason];
      },
      carryOut: (work, { staffNo: no }) => commands.resume(work, no),
    }),
    step({
      name: "staff-second-factor-reset",
      payload: account,
      facts: async (snapshot, { staffNo: no }) => {
        const found = await staffAt(snapshot, no);
        if (found === null || !found.has_second_factor) return null;
        const mobile = fact("mobileNo", found.mobile_number);
        return [...who(found), fact("role", found.role), mobile];
      },
      carryOut: (work, given, { reason }) => commands.resetSecondFactor(work, { ...given, reason }),
    }),
  ];
}

interface Step<Payload> extends Pick<ApprovalKind<Payload>, "payload" | "facts" | "carryOut"> {
  readonly name: StaffKind;
}

/** Shared by all of these: the locks, the person named to the office, and the requester. */
function step<Payload extends Parameters<typeof newsOf>[1] & { readonly staffNo: MemberNo }>(
  given: Step<Payload>,
): ApprovalKind {
  return approvalKind<Payload>({
    ...given,
    lock: (work, payload) => commands.lockAccount(work, payload.staffNo),
    news: (payload) => newsOf(given.name, payload),
    carryOut: async (work: UnitOfWork, payload: Payload, by: ApprovedBy) => {
      await commands.rejectUnlessRequesterStands(work, by.requestedBy);
      await given.carryOut(work, payload, by);
    },
  });
}

const fact = (name: Fact["name"], value: string): Fact => ({ name, value });

function who(found: StaffRow): Fact[] {
  return [fact("name", found.full_name), fact("staffNo", found.staff_no)];
}

async function factsOfInvitation(snapshot: Snapshot, given: commands.NewStaff) {
  if ((await staffAt(snapshot, given.staffNo)) !== null) return null;
  const member = await memberCalled(snapshot, given);
  return [
    fact("name", given.fullName),
    fact("staffNo", given.staffNo),
    fact("role", given.role),
    fact("mobileNo", given.mobileNo),
    fact("email", given.email),
    fact("nationalId", given.nationalId),
    fact("isMember", member?.member_no ?? ""),
    fact("memberName", member?.full_name ?? ""),
  ];
}

async function factsOfDetails(snapshot: Snapshot, given: NewDetails) {
  const found = await staffAt(snapshot, given.staffNo);
  if (found === null || sameDetails(found, given)) return null;
  return [
    ...who(found),
    fact("mobileNoNow", found.mobile_number),
    fact("mobileNo", given.mobileNo),
    fact("emailNow", found.email),
    fact("email", given.email),
    fact("nationalIdNow", found.national_id),
    fact("nationalId", given.nationalId),
  ];
}

interface Link {
  readonly staffNo: MemberNo;
  readonly memberNo: MemberNo | null;
}

async function factsOfLink(snapshot: Snapshot, { staffNo: no, memberNo }: Link) {
  const found = await staffAt(snapshot, no);
  if (found === null || found.member_no === (memberNo ?? "")) return null;
  const member = memberNo === null ? null : await memberCalled(snapshot, { memberNo });
  return [
    ...who(found),
    fact("isMemberNow", found.member_no),
    fact("isMember", memberNo ?? ""),
    fact("memberName", member?.full_name ?? ""),
  ];
}
