import { existsSync, readdirSync } from "node:fs";
import { asRoot, installPackages, mayInstall } from "./apt.js";
import { say } from "./say.js";

const major = /^\d+$/;
const postgres = "/usr/lib/postgresql";
const hasPostgres = () =>
  existsSync(postgres) && readdirSync(postgres).some((name) => major.test(name));
const isThere = (name) =>
  ["/usr/sbin", "/usr/bin", "/usr/local/bin"].some((folder) => existsSync(`${folder}/${name}`));

/** The programs that tests of faults and proxies run, each with its package on Debian. */
const wanted = [
  { name: "PostgreSQL with a standby", debian: "postgresql", isThere: hasPostgres },
  ...[
    ["pgbouncer", "pgbouncer"],
    ["haproxy", "haproxy"],
    ["caddy", "caddy"],
    ["nginx", "nginx-light"],
    ["promtool", "prometheus"],
    ["openssl", "openssl"],
    ["pgbackrest", "pgbackrest"],
  ].map(([name, debian]) => ({ name, debian, isThere: () => isThere(name) })),
];
const findMissing = () => wanted.filter((program) => !program.isThere());

// It forbids the packages to start their servers; the tests start their own.
const policy = "/usr/sbin/policy-rc.d";

/**
 * Installs the programs that tests run beside the portal, where that needs no password and leaves
 * nothing running: on a machine with systemd their servers would start at its next boot. Otherwise
 * says which tests are skipped.
 */
export async function installTestPrograms() {
  const missing = findMissing();
  if (missing.length === 0) return;
  let complaint = "";
  if (!existsSync("/run/systemd/system") && (await mayInstall())) {
    say(`Installing ${missing.map(({ name }) => name).join(", ")} for the tests`);
    complaint = await withoutServices(() => installPackages(missing.map(({ debian }) => debian)));
  }
  const absent = findMissing();
  if (absent.length === 0) return;
  if (complaint) console.log(complaint);
  const names = absent.map(({ name }) => name).join(", ");
  const packages = absent.map(({ debian }) => debian).join(" ");
  say(`Tests that need ${names} are skipped. On Debian: apt-get install ${packages}`);
}

async function withoutServices(install) {
  if (existsSync(policy)) return install();
  const script = `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`;
  const { code, said } = await asRoot("sh", ["-c", script]);
  if (code !== 0) return said.trim();
  try {
    return await install();
  } finally {
    await asRoot("rm", ["-f", policy]);
  }
}
