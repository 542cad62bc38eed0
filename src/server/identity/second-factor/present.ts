import { qrCode } from "#server/kernel/documents/qr.ts";
import type { Offer } from "./commands.ts";
import type { SecondFactorRow } from "./queries.ts";
import { inGroups } from "./authenticator-codes.ts";

/** A secret to be added to an app, as text and as a picture. */
export function presentOffer({ secret, address }: Offer) {
  const { size, bars } = qrCode(address);
  const drawn = bars.map(([column, row, length]): [number, number, number] => [
    column,
    row,
    length,
  ]);
  return { secret: inGroups(secret), address, qr: { size, bars: drawn } };
}

/** The status of the requester's own second factor. */
export function presentSecondFactor(row: SecondFactorRow | null, required: boolean) {
  return {
    enrolledAt: row?.enrolled_at.toISOString() ?? "",
    recoveryCodesLeft: row?.recovery_codes_left ?? 0,
    required,
  };
}
