/** Returns the subject of a request about one line of a check-off file. */
export function checkOffLineSubject(batch: bigint, row: bigint | number): string {
  return `check-off:${batch}/row:${row}`;
}

/** Returns the subject of a request about a payment by M-Pesa. */
export function payInSubject(receipt: string): string {
  return `pay-in:${receipt}`;
}

/** Returns the subject of a till and of the requests about it. */
export function tillSubject(till: bigint): string {
  return `till:${till}`;
}

/** Returns the subject of a request about a movement of the society's own money. */
export function treasurySubject(movementId: bigint): string {
  return `treasury:${movementId}`;
}

/** Returns the subject of a payment and of the requests about it. */
export function payoutSubject(payoutId: bigint): string {
  return `payout:${payoutId}`;
}

/** Returns the subject of a cheque that the society wrote. */
export function chequeSubject(chequeId: bigint): string {
  return `cheque:${chequeId}`;
}

/** Returns the subject of a receipt of the counter. */
export function receiptSubject(receiptNo: string): string {
  return `receipt:${receiptNo}`;
}

/** Returns the subject of a request to import rows that an earlier check-off file has. */
export function checkOffRepeatSubject(month: string, rowsDigest: string): string {
  return `check-off:${month.slice(0, 7)}/rows:${rowsDigest.slice(0, 16)}`;
}
