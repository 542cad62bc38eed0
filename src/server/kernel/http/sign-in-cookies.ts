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
  readonly cookies: string[];
}

/** Binds a new session to the browser of our page that asked for it. */
export function bindToBrowser(
  { behindTls }: CookieOptions,
  { binding, seconds }: OpenedSession,
  { cookies }: Caller,
): void {
  if (binding !== null) cookies.push(bindingCookie(behindTls).set(binding, seconds));
}

/** Marks a browser as known after a complete sign-in of a login. */
export function rememberDevice(
  { secret, behindTls }: CookieOptions,
  { binding }: OpenedSession,
  { device, cookies }: Caller,
  loginNo: string,
): void {
  if (binding !== null) cookies.push(deviceCookie(secret, behindTls).set(device, loginNo));
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
