import { runNpm } from "./run.js";

// A registry that does not answer must not hold up the tests: npm tries each request once.
const once = ["--fetch-retries=0", "--json"];

const audits = [
  ["known vulnerabilities", ["audit", "--omit=dev", ...once], judgeVulnerabilities],
  ["package signatures", ["audit", "signatures", ...once], judgeSignatures],
];

/**
 * Asks the registry about the installed packages. Returns one verdict for each question: its name,
 * `ok` (true, false, or null when the registry did not answer within 30 s), and the text to print.
 */
export function auditPackages({ env = {}, within = 30_000 } = {}) {
  return Promise.all(
    audits.map(async ([name, given, judge]) => {
      const result = await runNpm(given, { env, within });
      return { name, ...(judge(readAnswer(result)) ?? unanswered(result)) };
    }),
  );
}

function readAnswer({ output }) {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

// Only packages that reach production, and only ratings of high or critical, fail the tests.
function judgeVulnerabilities({ metadata, vulnerabilities }) {
  if (!metadata || !vulnerabilities) return null;
  const all = Object.values(vulnerabilities);
  const grave = all.filter(({ severity }) => severity === "high" || severity === "critical");
  const listed = grave.map(({ name, severity, range }) => `${name} ${range} (${severity})`);
  if (grave.length > 0) {
    return { ok: false, words: `${listed.join(", ")}: update or override it, then npm audit` };
  }
  return { ok: true, words: `none high or critical, ${all.length} lower` };
}

function judgeSignatures({ invalid, missing }) {
  if (!invalid || !missing) return null;
  const name = (found) => `${found.name}@${found.version}`;
  const listed = [
    ...invalid.map((found) => `${name(found)} (invalid)`),
    ...missing.map((found) => `${name(found)} (missing)`),
  ];
  if (listed.length > 0) return { ok: false, words: listed.join(", ") };
  return { ok: true, words: "all verified" };
}

function unanswered(result) {
  const { error, message } = readAnswer(result);
  const reason = message ?? error?.summary ?? "no answer in time";
  // npm's reason may hold the address of the registry, with a password in it.
  const words = String(reason)
    .split("\n")[0]
    .replace(/https?:\/\/\S+/g, "the registry");
  return { ok: null, words: `not checked: ${words}` };
}
