export const purposes = ["sign-up", "reset", "guarantee", "confirm-mobile"] as const;

export type Purpose = (typeof purposes)[number];

/** Who asks for a code: anybody who knows the number, or its owner, who is signed in. */
export type AskedBy = "anyone" | "signed-in";

/** Returns who asks for codes of a purpose; the database derives `otp.asked_by` the same way. */
export function askedBy(purpose: Purpose): AskedBy {
  return purpose === "sign-up" || purpose === "reset" ? "anyone" : "signed-in";
}
