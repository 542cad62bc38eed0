/** The browsers by the word that only they send; several also send the word of another. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bHeadlessChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bKAIOS\//i, "KaiOS"],
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The longest header that is read; browsers send a fifth of it. */
const LONGEST = 1000;

/**
 * Returns the browser and the system of a caller for people to recognise, such as "Chrome,
 * Android"; empty if the header names neither. The caller can send anything, so the name proves
 * nothing.
 */
export function clientName(userAgent: string | undefined): string {
  const sent = (userAgent ?? "").slice(0, LONGEST);
  const named = [browsers, systems].flatMap(
    (known) => known.find(([pattern]) => pattern.test(sent))?.[1] ?? [],
  );
  return named.join(", ");
}
