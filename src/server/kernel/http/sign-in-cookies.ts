import { bindingCookie } from "./binding-cookie.ts";
import { deviceCookie } from "./device-cookie.ts";

interface CookieOptions {
  readonly secret: string;
  readonly behindTls: boolean;
}

interface OpenedSession {
  /** What the binding cookie holds; null for callers that are no page of ours. */
  readonly binding: string | null;
  readonly seconds: number;
}

interface Caller {
  readonly device: string | undefined;
  readonly cookies: string[];
}

/** Binds what a sign-in opened to the browser of the page of ours that asked for it. */
export function bindToBrowser(
  { behindTls }: CookieOptions,
  { binding, seconds }: OpenedSession,
  { cookies }: Caller,
): void {
  if (binding !== null) cookies.push(bindingCookie(behindTls).set(binding, seconds));
}

/** Makes a browser known as one from which a login signed in, all the way. */
export function rememberDevice(
  { secret, behindTls }: CookieOptions,
  { binding }: OpenedSession,
  { device, cookies }: Caller,
  loginNo: string,
): void {
  if (binding !== null) cookies.push(deviceCookie(secret, behindTls).set(device, loginNo));
}
