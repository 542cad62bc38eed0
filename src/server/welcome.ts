import { VERSION } from "#shared/version.ts";
import type { Config } from "./kernel/platform/config.ts";
import { commandLine } from "./kernel/platform/command-line.ts";

const accounts = [
  ["a member", "MS1001", "Demo-2026-mwanachama"],
  ["the clerk", "ST9001", "Demo-2026-mfanyakazi"],
  ["the teller", "ST9008", "Demo-2026-mfanyakazi"],
  ["the loans officer", "ST9002", "Demo-2026-mfanyakazi"],
  ["the treasurer", "ST9005", "Demo-2026-mfanyakazi"],
  ["the administrator", "ST9003", "Demo-2026-mfanyakazi"],
  ["the auditor", "ST9006", "Demo-2026-mfanyakazi"],
] as const;

/** An extra notice if the database is an unreleased copy. */
export const heldWords = [
  "",
  "  This database is a copy, or it was moved. It sends no messages and makes no payouts until you",
  `  run: ${commandLine("release")}. Keep it held where the original still runs:`,
  "  docs/operations.md.",
  "",
].join("\n");

/**
 * The text for the person who started the server: the address and, in a demo, the people to sign in
 * as.
 */
export function welcome(config: Config, port: number): string {
  const address = memberAddress(config, port);
  if (config.mode !== "demo") return `Akiba ${VERSION} is ready at ${address}`;
  const rows = accounts.map(
    ([who, number, password]) => `    ${who.padEnd(20)}${number}   ${password}`,
  );
  return [
    "",
    `  Akiba ${VERSION} is ready at ${address}`,
    "",
    "  Sign in as",
    ...rows,
    "",
    `  One-time codes      ${address}/dev/outbox`,
    `  The API             ${address}/api/docs`,
    `  Its data            ${config.dataDir}`,
    "  To stop             Ctrl-C",
    "",
  ].join("\n");
}

/** The public address: as configured, or this machine's own. */
export function memberAddress({ publicUrl, host }: Config, port: number): string {
  return publicUrl ?? `http://${hostName(host)}:${port}`;
}

function hostName(host: string): string {
  const local = ["127.0.0.1", "0.0.0.0", "::", "::1"];
  if (local.includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
