/**
 * Shows enough of a name for the holder of the paper to compare: the first name, initials and
 * always four stars, so that they do not reveal the length of the name.
 */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? "";
  const [first, ...middle] = words;
  const initials = middle.map((word) => `${initialOf(word)}.`);
  return [first, ...initials, `${initialOf(last)}****`].filter(Boolean).join(" ");
}

/** Shows the last two characters of a member number, or one of a short one, after four stars. */
export function maskedMemberNo(memberNo: string): string {
  return `****${memberNo.slice(memberNo.length > 2 ? -2 : -1)}`;
}

/** The first letter with its diacritics. */
function initialOf(word: string): string {
  return /^.\p{M}*/u.exec(word)?.[0] ?? "";
}
