const TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

/** The provider's time, which is Nairobi's, in ISO form; null if it is invalid. */
export function providerTime(text: string): string | null {
  const [, year, month, day, hour, minute, second] = TIME.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`;
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return null;
  // A day such as 31 June would be read as 1 July.
  const inNairobi = new Date(time.getTime() + 3 * 3_600_000).toISOString();
  return inNairobi.startsWith(iso.slice(0, 19)) ? iso : null;
}
