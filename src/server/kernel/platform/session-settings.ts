import { escapeLiteral } from "pg";
import type { Limits } from "./limits.ts";

/** How the settings reach a connection; a pooler does not pass on startup options. */
export type SettingsBy = "startup" | "transaction";

/** The settings that everything of the portal runs with, by PostgreSQL's name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** A transaction that is idle for this long is ended, because its locks keep others waiting. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** Returns the role, the time zone, the time limits and the place of the portal's connections. */
export function sessionSettings(limits: Limits, place: string): SessionSettings {
  return {
    role: "akiba_app",
    timezone: "UTC",
    statement_timeout: String(limits.statementMilliseconds),
    lock_timeout: String(limits.lockMilliseconds),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    "akiba.place": place,
  };
}

/** The settings as the startup parameter `options`, after those that were given. */
export function startupOptions(settings: SessionSettings, given = ""): string {
  const options = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(/[\\\s]/g, "\\$&")}`,
  );
  return [given, ...options].join(" ");
}

/** The settings as statements that are in effect until the end of a transaction. */
export function transactionHead(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${escapeLiteral(value)};`)
    .join(" ");
}
