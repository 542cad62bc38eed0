import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import {
  filesOf,
  lockMovement,
  type MovementRow,
  movementAt,
} from "#server/treasury/movements/movement-rows.ts";
import {
  lockForApproval,
  postMovement,
  reverseMovement,
} from "#server/treasury/movements/post-movement.ts";
import { standingOf } from "#server/treasury/movements/movement-limit.ts";

const payload = z.object({ movement: textId });

/** A movement of the society's own money and its reversal, which take two people each. */
export function treasuryApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "treasury-movement",
      payload,
      lock: (work, { movement }) => lockForApproval(work, movement),
      facts: async (snapshot, { movement: id }) => {
        const movement = await movementAt(snapshot, id);
        if (movement?.state !== "entered") return null;
        const standing = await standingOf(snapshot, movement.kind);
        return [
          ...factsOf(movement),
          ...(standing === null
            ? []
            : [{ name: "standing" as const, value: String(toWireAmount(standing)) }]),
          ...(await attachmentFacts(snapshot, id)),
        ];
      },
      carryOut: (work, { movement }) => postMovement(work, movement),
    }),
    approvalKind({
      name: "treasury-reversal",
      payload,
      lock: (work, { movement }) => lockMovement(work, movement),
      facts: async (snapshot, { movement: id }) => {
        const movement = await movementAt(snapshot, id);
        return movement?.state === "posted" ? factsOf(movement) : null;
      },
      carryOut: (work, { movement }, { requestedBy, reason }) =>
        reverseMovement(work, movement, { requestedBy, reason }),
    }),
  ];
}

function factsOf(row: MovementRow): Fact[] {
  return [
    { name: "movementKind", value: row.kind },
    { name: "amount", value: String(toWireAmount(row.amount_cents)) },
    { name: "date", value: row.value_date },
    { name: "reference", value: row.reference },
    { name: "description", value: row.description },
    ...(row.payee === "" ? [] : [{ name: "chequePayee" as const, value: row.payee }]),
    ...(row.account === ""
      ? []
      : [{ name: "chartAccount" as const, value: `${row.account} ${row.account_name}` }]),
  ];
}

/**
 * The name of each file, with the beginning of its digest: a different file may have the same name.
 */
async function attachmentFacts(snapshot: Snapshot, id: bigint): Promise<Fact[]> {
  const files = await filesOf(snapshot, id);
  return files.map(({ name, sha256 }) => {
    return { name: "attachment", value: `${name} (${sha256.slice(0, 12)})` };
  });
}
