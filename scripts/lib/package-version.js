/**
 * Returns the version of a package of a commit: the release's own if the commit has its tag, and
 * otherwise one that comes after it, and after that of every earlier commit. `at` is the time of
 * the commit, in seconds since 1970.
 */
export function packageVersion(release, { at, commit, tags }) {
  if (tags.includes(`v${release}`)) return release;
  const time = new Date(at * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `${release}+git${time}.${commit}`;
}
