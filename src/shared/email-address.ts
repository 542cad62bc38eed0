/** The form of an e-mail address: at most 254 characters, one @, and a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@"(),:;<>[\]\\]+@[^\s@]+\.[^\s@.]+$/.test(text);
}
