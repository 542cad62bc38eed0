/** Journeys of the office are walked at a desk's width only, but for those marked `@both`. */
export const officeJourneys = new RegExp(
  "(added-accounts|alerts|approvals|asking-mpesa|bank-transfers|cases|check-off|codes|counter" +
    "|desk|dividend-desk|file-reading|held|imports|loan-desk|loan-policy|meanwhile|member-search" +
    "|membership|pay-ins|privacy|proof|reconciliation|retention|returned-payment|shown-changed" +
    "|society|staff|system|treasury)\\.spec\\.ts$",
);

/** These do not depend on the screen, or go through both widths by themselves. */
export const deskJourneys = new RegExp(
  "(accessible|clerk-day|dividend-year|forms|guarantee" +
    "|settings|split|states|targets|weight)\\.spec\\.ts$",
);

interface Journey {
  readonly file: string;
  readonly tags: readonly string[];
}

/** Whether a journey is walked once at a phone's and once at a desk's width. */
export function isWalkedAtBothWidths({ file, tags }: Journey): boolean {
  if (deskJourneys.test(file) || tags.includes("@wide") || tags.includes("@narrow")) return false;
  return !officeJourneys.test(file) || tags.includes("@both");
}
