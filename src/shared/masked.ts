/** Shows the network and the end of a mobile number: 0712 *** 482. Other text becomes stars. */
export function maskedMobile(mobile: string): string {
  const match = /^\+254(\d{3})\d{3}(\d{3})$/.exec(mobile);
  if (match) return `0${match[1]} *** ${match[2]}`;
  return mobile === "" ? "" : "***";
}

/** Shows the last three characters of a national ID after three stars; fewer of a short one. */
export function maskedId(nationalId: string): string {
  if (nationalId === "") return "";
  return `***${nationalId.slice(-Math.min(3, Math.floor(nationalId.length / 2)))}`;
}

/** Shows the first letter of an e-mail address and where it is: w***@example.com. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at > 0 ? `${[...email][0]}***${email.slice(at)}` : "";
}
