/** Masks a number as M-Pesa does for a sender: four digits, five stars and three digits. */
export function maskedSender(mobileNumber: string): string {
  const digits = mobileNumber.replace("+", "");
  return digits === "" ? "" : `${digits.slice(0, 4)} ***** ${digits.slice(-3)}`;
}
