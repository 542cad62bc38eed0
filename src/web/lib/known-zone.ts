import { currentSession, whenLeaving } from "./session.ts";

/** Whose pages are shown: what the server last said of this session. */
export type ZoneKind = "member" | "staff";

const KEY = "zone";

whenLeaving(() => store(null));

/** Remembers it for this tab, so that a page opened later need not wait to be told again. */
export function rememberZone(kind: ZoneKind): void {
  store(`${kind} ${currentSession()?.memberNo ?? ""}`);
}

/** What was remembered of whoever is signed in now; null for somebody new in this tab. */
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
