import { sha256 } from "#server/kernel/platform/random.ts";
import { deviceCookie } from "./device-cookie.ts";

interface CookieOptions {
  readonly secret: string;
  readonly behindTls: boolean;
}

interface OpenedSession {
  /** The value of the binding cookie; null for callers other than our own page. */
  readonly binding: string | null;
  readonly seconds: number;
}

interface Caller {
  readonly device: string | undefined;
  /** The browser and system of the caller, as it names them. */
  readonly client: string;
  readonly fromOwnPage: boolean;
}

interface Answer {
  readonly cookies: string[];
}

/** The device of a sign-in, as its cookie shows it. */
export interface SignInDevice {
  readonly name: string;
  /** The digest of the part that the login got on this device before; null on a new device. */
  readonly knownBy: Uint8Array | null;
  /** The digest of the part issued now; null for callers that are not our pages. */
  readonly issued: Uint8Array | null;
  /** The cookie that holds the issued part. */
  readonly cookie: string | null;
}

/** Reads the device of a sign-in, and issues the part by which the next sign-in recognises it. */
export function deviceOf(
  { secret, behindTls }: CookieOptions,
  { device, client: name, fromOwnPage }: Caller,
  loginNo: string,
): SignInDevice {
  const cookie = deviceCookie(secret, behindTls);
  const part = cookie.partOf(device, loginNo);
  const knownBy = part === null ? null : sha256(part);
  if (!fromOwnPage) return { name, knownBy, issued: null, cookie: null };
  const issued = cookie.issue(device, loginNo);
  return { name, knownBy, issued: sha256(issued.part), cookie: issued.cookie };
}

/** Binds a new session to the browser of our page that asked for it. */
export function bindToBrowser(
  { behindTls }: CookieOptions,
  { binding, seconds }: OpenedSession,
  { cookies }: Answer,
): void {
  if (binding !== null) cookies.push(bindingCookie(behindTls).set(binding, seconds));
}

/** Marks a browser as known after a complete sign-in of a login. */
export function rememberDevice({ cookie }: SignInDevice, { cookies }: Answer): void {
  if (cookie !== null) cookies.push(cookie);
}

/** The cookie that ties a session to one browser; by itself it gives no access. */
export interface BindingCookie {
  read(header: string | undefined): string | undefined;
  set(value: string, seconds: number): string;
}

/** The cookie's name and flags; behind TLS the name prefix limits it to this host. */
export function bindingCookie(behindTls: boolean): BindingCookie {
  const name = behindTls ? "__Host-akiba-binding" : "akiba-binding";
  const flags = `Path=/; HttpOnly; SameSite=Strict${behindTls ? "; Secure" : ""}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`);
  return {
    read: (header) => pattern.exec(header ?? "")?.[1],
    set: (value, seconds) => `${name}=${value}; ${flags}; Max-Age=${seconds}`,
  };
}
