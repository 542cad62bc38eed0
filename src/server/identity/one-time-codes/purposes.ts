export const purposes = ["sign-up", "reset", "guarantee", "confirm-mobile", "amendment"] as const;

export type Purpose = (typeof purposes)[number];

/** The requester of a code: anybody who knows the number, its signed-in owner, or the office. */
export type AskedBy = "anyone" | "signed-in" | "office";

/** Returns the requester of a purpose's codes; the database derives `otp.asked_by` the same way. */
export function askedBy(purpose: Purpose): AskedBy {
  if (purpose === "amendment") return "office";
  return purpose === "sign-up" || purpose === "reset" ? "anyone" : "signed-in";
}
