/** The states of a receipt; a cheque that has not cleared yet is not credited. */
export const receiptStates = ["clearing", "credited", "bounced", "reversed"] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** The state that a receipt shows today: of money, or of deposits pledged by a guarantee. */
export const documentStates = [...receiptStates, "pledged", "ended"] as const;

/** Whether a receipt no longer counts: it is not printed again, and its figures not compared. */
export const isVoid = (state: (typeof documentStates)[number] | undefined): boolean =>
  state === "bounced" || state === "reversed";
