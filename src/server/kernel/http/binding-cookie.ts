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
