import { addCents, negateCents, toWireAmount } from "#shared/money.ts";
import type * as queries from "./queries.ts";

/** A till, on the wire. */
export function presentTill(row: queries.TillRow) {
  return {
    id: String(row.id),
    staffNo: row.staff_no,
    fullName: row.full_name,
    state: row.state,
    balance: toWireAmount(row.balance_cents),
    openedAt: row.opened_at.toISOString(),
    openedOn: row.opened_on,
    overnight: row.overnight,
    closedAt: row.closed_at?.toISOString() ?? "",
  };
}

/** A till of the list, with its variance, on the wire. */
export function presentListed(row: queries.TillRow) {
  const { variance_cents: variance, accepted_by: acceptedBy } = row;
  return {
    ...presentTill(row),
    ...(variance !== null && { variance: toWireAmount(variance) }),
    acceptedBy,
  };
}

/** A count of a till, on the wire. */
export function presentCount(row: queries.CountRow) {
  const { counted_cents: counted, expected_cents: expected } = row;
  return {
    countedBy: row.counted_by,
    countedAt: row.counted_at.toISOString(),
    pieces: row.pieces,
    expected: toWireAmount(expected),
    counted: toWireAmount(counted),
    variance: toWireAmount(addCents(counted, negateCents(expected))),
  };
}

type MovementRow = Awaited<ReturnType<typeof queries.movementsOf>>[number];

/** A movement of a till, on the wire. */
export function presentMovement(row: MovementRow) {
  return {
    kind: row.kind,
    amount: toWireAmount(row.amount_cents),
    reference: row.reference,
    by: row.by,
    agreedBy: row.agreed_by,
    at: row.moved_at.toISOString(),
  };
}
