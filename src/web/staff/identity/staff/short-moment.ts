import type { Language } from "#shared/language.ts";
import { languageTag } from "#web/lib/language.ts";
import { formatTime } from "#web/lib/moment.ts";

const zone = { timeZone: "Africa/Nairobi" } as const;

/** Formats an instant briefly: 14 Apr 2026, 9.12. */
export function formatShort(instant: number, language: Language): string {
  const day = new Intl.DateTimeFormat(languageTag(language), { ...zone, dateStyle: "medium" });
  const time = new Intl.DateTimeFormat("en-GB", { ...zone, timeStyle: "short" });
  return `${day.format(instant)}, ${formatTime(time.format(instant))}`;
}
