import { keepInTab, readInTab } from "./browser-storage.ts";
import { currentSession, whenLeaving } from "./session.ts";

/** The zone that the server last reported for this session. */
export type ZoneKind = "member" | "staff";

whenLeaving(() => keepInTab("zone", null));

/** Remembers the zone for this tab, so that a page opened later need not wait for the server. */
export function rememberZone(kind: ZoneKind): void {
  keepInTab("zone", `${kind} ${currentSession()?.memberNo ?? ""}`);
}

/** Returns the remembered zone of the signed-in person; null if this tab has none. */
export function rememberedZone(): ZoneKind | null {
  const [kind, whose] = (readInTab("zone") ?? "").split(" ");
  if (whose !== currentSession()?.memberNo) return null;
  return kind === "member" || kind === "staff" ? kind : null;
}
