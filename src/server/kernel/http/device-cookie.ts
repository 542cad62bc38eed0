import { hmacSha256, randomToken, sameHash } from "#server/kernel/platform/random.ts";

/** The number of logins remembered per browser, as on a computer that a ward shares. */
const MAX_LOGINS = 5;
const SECONDS = 180 * 86_400;

/**
 * The cookie that names the logins which signed in from a browser before. It gives no access: it
 * only gives the browser a separate queue while strangers flood the sign-in. Each part is a random
 * text and its HMAC with the login's number, so nobody can forge one, and a part does not reveal
 * its login.
 */
export interface DeviceCookie {
  read(header: string | undefined): string | undefined;
  /** The part issued to a login, used as the name of the device; null if there is none. */
  partOf(value: string | undefined, loginNo: string): string | null;
  /** Issues a part to a login, replacing any earlier one, and returns the cookie that holds it. */
  issue(value: string | undefined, loginNo: string): IssuedPart;
}

/** A part of the cookie and the whole cookie to set. */
export interface IssuedPart {
  readonly part: string;
  readonly cookie: string;
}

/** The cookie's name and flags; behind TLS the name prefix limits it to this host. */
export function deviceCookie(secret: string, behindTls: boolean): DeviceCookie {
  const name = behindTls ? "__Host-akiba-device" : "akiba-device";
  const flags = `Path=/; HttpOnly; SameSite=Strict${behindTls ? "; Secure" : ""}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_.-]{1,450})(?:;|$)`);
  const digestOf = (random: string, loginNo: string) =>
    hmacSha256(secret, "known device", loginNo, random);
  const isOf = (part: string, loginNo: string): boolean => {
    const digest = Buffer.from(part.slice(43), "base64url");
    return sameHash(digestOf(part.slice(0, 43), loginNo), digest);
  };
  const partsOf = (value = "") =>
    value
      .split(".")
      .filter((part) => part.length === 86)
      .slice(0, MAX_LOGINS);
  return {
    read: (header) => pattern.exec(header ?? "")?.[1],
    partOf: (value, loginNo) => partsOf(value).find((part) => isOf(part, loginNo)) ?? null,
    issue: (value, loginNo) => {
      const random = randomToken();
      const others = partsOf(value).filter((part) => !isOf(part, loginNo));
      const own = random + digestOf(random, loginNo).toString("base64url");
      const parts = [own, ...others].slice(0, MAX_LOGINS);
      return { part: own, cookie: `${name}=${parts.join(".")}; ${flags}; Max-Age=${SECONDS}` };
    },
  };
}
