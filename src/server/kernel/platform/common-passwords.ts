import { dictionary } from "@zxcvbn-ts/language-common";

/** The most common passwords among those long enough to be allowed here; in lower case. */
const common = new Set(
  dictionary["passwords-common"].map(String).filter((password) => password.length >= 8),
);

/** Whether a password is a common one, also with digits or symbols at its end. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  return common.has(lower) || common.has(lower.replace(/[^a-z]+$/, ""));
}
