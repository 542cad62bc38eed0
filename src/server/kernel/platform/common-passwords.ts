import { dictionary } from "@zxcvbn-ts/language-common";

/** The passwords people choose most, of those long enough to be chosen here; in lower case. */
const common = new Set(
  dictionary["passwords-common"].map(String).filter((password) => password.length >= 8),
);

/** Whether a password is among the common ones, also with figures or signs at its end. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^a-z]+$/, ""));
}
