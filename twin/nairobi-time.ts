/** Kenya has had no summer time since 1942, so its offset from UTC is fixed. */
const OFFSET_MS = 3 * 60 * 60 * 1000;

function isoInNairobi(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString();
}

/** Prints a moment in Nairobi as `YYYYMMDDHHmmss`. */
export function toCompactTime(moment: Date): string {
  return isoInNairobi(moment).slice(0, 19).replaceAll(/\D/g, "");
}

/** Prints a moment in Nairobi as `YYYY-MM-DD HH:mm:ss`, as on statements. */
export function toStatementTime(moment: Date): string {
  return isoInNairobi(moment).slice(0, 19).replace("T", " ");
}

/** Prints a moment in Nairobi as an SMS does: "24/11/26 at 4:05 PM". */
export function toSmsTime(moment: Date): string {
  const [date = "", time = ""] = toStatementTime(moment).split(" ");
  const [year = "", month, day] = date.split("-");
  const [hour = "0", minute] = time.split(":");
  const half = Number(hour) < 12 ? "AM" : "PM";
  const written = `${Number(day)}/${Number(month)}/${year.slice(2)}`;
  return `${written} at ${Number(hour) % 12 || 12}:${minute} ${half}`;
}
