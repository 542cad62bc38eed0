import { currentSession, whenLeaving } from "./session.ts";

/** The zone that the server last reported for this session. */
export type ZoneKind = "member" | "staff";

const KEY = "zone";

whenLeaving(() => store(null));

/** Remembers the zone for this tab, so that a page opened later need not wait for the server. */
export function rememberZone(kind: ZoneKind): void {
  store(`${kind} ${currentSession()?.memberNo ?? ""}`);
}

/** Returns the remembered zone of the person signed in; null for somebody new in this tab. */
export function rememberedZone(): ZoneKind | null {
  const [kind, whose] = (read() ?? "").split(" ");
  if (whose !== currentSession()?.memberNo) return null;
  return kind === "member" || kind === "staff" ? kind : null;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Where storage is forbidden, each page asks the server first.
  }
}
