import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { settleSecrets } from "./stored-secrets.ts";
import { limitDefaults, limitVariable } from "./limits.ts";
import type { Limits } from "./limits.ts";
import {
  assemblePayIns,
  assemblePayouts,
  darajaCompanions,
  darajaVariables,
  type PayInConfig,
  type PayoutConfig,
  rejectDaraja,
} from "./daraja-config.ts";
import { addressesIn } from "./server-hosts.ts";
import { address, oneOf, readTrustProxy, whole, withDefault } from "./config-values.ts";
import {
  assembleEmail,
  assembleSms,
  type EmailConfig,
  messageCompanions,
  messageVariables,
  type SmsConfig,
} from "./message-config.ts";
import { rejectDatabase } from "./production-database.ts";

/** The server's whole configuration, read once at its start. */
export interface Config {
  mode: "demo" | "production" | "test";
  host: string;
  port: number;
  /** The address members use, without a trailing slash. */
  publicUrl: string | null;
  /**
   * Fastify `trustProxy` for X-Forwarded-For: false, true, a number of hops, or a list of
   * addresses.
   */
  trustProxy: boolean | number | string[];
  dataDir: string;
  databaseUrl: string | null;
  /** The connection that migrates; without it the portal does not migrate. */
  databaseOwnerUrl: string | null;
  /** The server itself, for work that needs a session, if `databaseUrl` names a pooler. */
  databaseDirectUrl: string | null;
  /** A standby that answers reads; null without one. */
  databaseReadUrl: string | null;
  databasePooler: "none" | "pgbouncer";
  preparesStatements: boolean;
  /** The name of the database's home, instead of its address. */
  databasePlace: string | null;
  poolSize: number;
  /** The HMAC key from which one-time codes are derived. */
  secret: string;
  passwordPepper: string;
  sessionBinding: "report" | "enforce";
  /** Whether staff need a second factor, or may have one. */
  staffTotp: "required" | "optional";
  sms: SmsConfig;
  email: EmailConfig;
  payouts: PayoutConfig;
  payIns: PayInConfig;
  backups: BackupConfig;
  /** Where metrics are read; null serves none. */
  metrics: { host: string; port: number } | null;
  limits: Limits;
  /** Whether browsers keep members' pages, to open them without a network. */
  keepsPages: boolean;
  /** The duration in milliseconds from which a statement is logged; 0 logs none. */
  slowStatementMs: number;
  logLevel: (typeof logLevels)[number];
}

/** Where backups go, and how they are encrypted and proven. */
export interface BackupConfig {
  readonly folder: string | null;
  /** Null leaves backups unencrypted. */
  readonly passphrase: string | null;
  /** The owner's address of an empty database; null starts a separate PostgreSQL. */
  readonly scratchUrl: string | null;
}

/** The fewest characters of a passphrase for backups. */
export const shortestPassphrase = 12;

type Environment = Record<string, string | undefined>;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

// Their values are never repeated, not even in an error message.
const confidential = new Set([
  "AKIBA_SECRET",
  "AKIBA_PASSWORD_PEPPER",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "AKIBA_BACKUP_PASSPHRASE",
  "AKIBA_BACKUP_SCRATCH_URL",
  "AFRICASTALKING_API_KEY",
  "SMTP_URL",
  "DARAJA_CONSUMER_KEY",
  "DARAJA_CONSUMER_SECRET",
  "DARAJA_SECURITY_CREDENTIAL",
  "DARAJA_PASSKEY",
  "DARAJA_CALLBACK_SECRET",
]);

const postgres = z
  .string()
  .check(
    z.refine(
      (text) => addressesIn(text) !== null,
      "an address that begins with postgres:// or postgresql://, of one or several hosts, with " +
        "target_session_attrs=read-write or none",
    ),
  );

const secretText = z.string().check(z.minLength(32, "at least 32 random characters"));

const limitFields = Object.fromEntries(
  Object.entries(limitDefaults).map(([name, value]) => [
    limitVariable(name),
    withDefault(whole(1, 1_000_000_000), value),
  ]),
);

const variables = z.object({
  AKIBA_MODE: withDefault(oneOf(["demo", "production", "test"]), "demo"),
  HOST: withDefault(z.string(), "127.0.0.1"),
  PORT: withDefault(whole(0, 65_535), 3000),
  PUBLIC_URL: z.optional(address("http:", "https:")),
  TRUST_PROXY: z.pipe(withDefault(z.string(), "false"), z.transform(readTrustProxy)),
  DATA_DIR: withDefault(z.string(), ".data"),
  DATABASE_URL: z.optional(postgres),
  EMBEDDED_DATABASE: withDefault(oneOf(["demo", "production"]), "demo"),
  DATABASE_OWNER_URL: z.optional(postgres),
  DATABASE_DIRECT_URL: z.optional(postgres),
  DATABASE_READ_URL: z.optional(
    postgres.check(
      z.refine((text) => addressesIn(text)?.length === 1, "the address of one standby"),
    ),
  ),
  DATABASE_POOLER: withDefault(oneOf(["none", "pgbouncer"]), "none"),
  DATABASE_PREPARED_STATEMENTS: z.optional(oneOf(["on", "off"])),
  DATABASE_PLACE: z.optional(
    z.string().check(z.regex(/^[\w.:-]{1,60}$/, "1 to 60 letters, digits, dots, colons or dashes")),
  ),
  DATABASE_POOL_SIZE: withDefault(whole(1, 90), 10),
  AKIBA_SECRET: z.optional(secretText),
  AKIBA_PASSWORD_PEPPER: z.optional(secretText),
  SESSION_BINDING: z.optional(oneOf(["report", "enforce"])),
  STAFF_TOTP: z.optional(oneOf(["required", "optional"])),
  ...messageVariables,
  ...darajaVariables,
  AKIBA_BACKUP_DIR: z.optional(z.string()),
  AKIBA_BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(shortestPassphrase, `at least ${shortestPassphrase} characters`)),
  ),
  AKIBA_BACKUP_SCRATCH_URL: z.optional(postgres),
  METRICS_ADDR: z.optional(
    z.string().check(z.regex(/^[\w.-]+:\d{1,5}$/, "a host and a port, such as 127.0.0.1:9464")),
  ),
  OFFLINE_PAGES: withDefault(oneOf(["on", "off"]), "on"),
  SLOW_STATEMENT_MS: withDefault(whole(0, 60_000), 500),
  LOG_LEVEL: withDefault(oneOf(logLevels), "info"),
});

type Variables = z.output<typeof variables>;

/** The name of every environment variable that `parseConfig` reads. */
export const variableNames: string[] = [
  ...Object.keys(variables.shape),
  ...Object.keys(limitFields),
];

/** Returns the settings of the environment unchanged, for a report on them. */
export function givenSettings(): Readonly<Environment> {
  return Object.fromEntries(variableNames.map((name) => [name, process.env[name]]));
}

/**
 * Returns the environment for another of our programs, with settings that replace the current ones.
 */
export function environmentWith(settings: Environment): Environment {
  return { ...process.env, ...settings };
}

interface ParseOptions {
  /** False for a command that needs no secret, so that it writes nothing to an empty folder. */
  readonly keepSecrets: boolean;
}

/**
 * Reads the configuration from environment variables; an empty one counts as absent. Throws one
 * Error that names every problem. A demo's missing secrets are generated and kept in DATA_DIR.
 */
export function parseConfig(
  env: Environment,
  options: ParseOptions = { keepSecrets: true },
): Config {
  const given = Object.fromEntries(
    variableNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const read = variables.safeParse(given);
  const limits = z.object(limitFields).safeParse(given);
  const problems = new Set([
    ...[...(read.error?.issues ?? []), ...(limits.error?.issues ?? [])].map((issue) =>
      describe(String(issue.path[0]), given, issue.message),
    ),
    ...missingCompanions(given),
    ...missingMode(env, given),
    ...(given["AKIBA_MODE"] === "production" ? unfitForProduction(given) : []),
  ]);
  if (!read.success || !limits.success || problems.size > 0) {
    const lines = [...problems].map((problem) => `  ${problem}`);
    throw new Error(["The configuration cannot be used:", ...lines].join("\n"));
  }
  return assemble(read.data, readLimits(limits.data), options);
}

/** Adds the variables of a `.env` file, if there is one; the real environment takes precedence. */
export function loadEnvFile(root: string): void {
  // A tester's own settings could send the journeys' messages to real telephones.
  if (process.env["NODE_ENV"] === "test") return;
  try {
    process.loadEnvFile(join(root, ".env"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function describe(name: string, given: Environment, wanted: string): string {
  const value = given[name];
  if (value === undefined) return `${name} is missing; wanted: ${wanted}.`;
  const shown = confidential.has(name) ? "(not shown)" : JSON.stringify(value);
  return `${name} is ${shown}; wanted: ${wanted}.`;
}

// The settings of a channel are required only when that channel is chosen.
function missingCompanions(given: Environment): string[] {
  const companions: Record<string, string[]> = {
    "DATABASE_POOLER=pgbouncer": [
      "DATABASE_URL",
      // A backup holds a session lock and a connection until it ends.
      ...(given["AKIBA_BACKUP_DIR"] === undefined ? [] : ["DATABASE_DIRECT_URL"]),
    ],
    ...messageCompanions,
    ...darajaCompanions,
  };
  const needsPrimary = given["DATABASE_READ_URL"] && !given["DATABASE_URL"];
  const primary = describe("DATABASE_URL", given, "the primary of DATABASE_READ_URL");
  const others = Object.entries(companions).flatMap(([choice, names]) => {
    const [name = "", value] = choice.split("=");
    if (given[name] !== value) return [];
    const missing = names.filter((companion) => given[companion] === undefined);
    return missing.map((companion) => describe(companion, given, `a value, for ${choice}`));
  });
  return needsPrimary ? [primary, ...others] : others;
}

/** NODE_ENV=production means real books; forgetting AKIBA_MODE must not turn them into a demo. */
function missingMode(env: Environment, given: Environment): string[] {
  if (env["NODE_ENV"] !== "production" || given["AKIBA_MODE"] !== undefined) return [];
  return [describe("AKIBA_MODE", given, "production, demo or test, as NODE_ENV is production")];
}

function unfitForProduction(given: Environment): string[] {
  const problems: string[] = [];
  const refuse = (name: string, wanted: string): unknown =>
    problems.push(describe(name, given, `${wanted}, in production`));

  rejectDatabase(given, refuse);
  for (const name of ["AKIBA_SECRET", "AKIBA_PASSWORD_PEPPER"]) {
    const value = given[name];
    if (value === undefined) refuse(name, "at least 32 random characters");
    // Length is checked elsewhere; this catches the example's text and a held-down key.
    else if (value.length >= 32 && (new Set(value).size < 12 || /change|example/i.test(value))) {
      refuse(name, "random characters of your own");
    }
  }
  if (given["AKIBA_SECRET"] && given["AKIBA_SECRET"] === given["AKIBA_PASSWORD_PEPPER"]) {
    refuse("AKIBA_PASSWORD_PEPPER", "another value than AKIBA_SECRET");
  }
  if ((given["SMS_CHANNEL"] ?? "console") === "console") {
    refuse("SMS_CHANNEL", "africastalking (console shows one-time codes to whoever reads the log)");
  }
  if (given["SESSION_BINDING"] === "report") refuse("SESSION_BINDING", "enforce");
  if (given["STAFF_TOTP"] === "optional") refuse("STAFF_TOTP", "required");
  if (!given["PUBLIC_URL"]?.startsWith("https://")) {
    refuse("PUBLIC_URL", "the https:// address that members use");
  }
  const channels = [given["PAYOUT_CHANNEL"], given["PAY_IN_CHANNEL"]];
  if (channels.includes("daraja")) rejectDaraja(given, refuse);
  return problems;
}

function assemble(read: Variables, limits: Limits, options: ParseOptions): Config {
  const dataDir = resolve(read.DATA_DIR);
  return {
    mode: read.AKIBA_MODE,
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    trustProxy: read.TRUST_PROXY,
    dataDir,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
    databaseDirectUrl: read.DATABASE_DIRECT_URL ?? null,
    databaseReadUrl: read.DATABASE_READ_URL ?? null,
    databasePooler: read.DATABASE_POOLER,
    preparesStatements:
      (read.DATABASE_PREPARED_STATEMENTS ?? (read.DATABASE_POOLER === "none" ? "on" : "off")) ===
      "on",
    databasePlace: read.DATABASE_PLACE ?? null,
    poolSize: read.DATABASE_POOL_SIZE,
    ...settleSecrets(dataDir, {
      secret: read.AKIBA_SECRET,
      passwordPepper: read.AKIBA_PASSWORD_PEPPER,
      outlive: read.AKIBA_MODE === "demo",
      create: options.keepSecrets,
    }),
    sessionBinding:
      read.SESSION_BINDING ?? (read.AKIBA_MODE === "production" ? "enforce" : "report"),
    staffTotp: read.STAFF_TOTP ?? (read.AKIBA_MODE === "production" ? "required" : "optional"),
    sms: assembleSms(read),
    email: assembleEmail(read),
    payouts: assemblePayouts(read),
    payIns: assemblePayIns(read),
    backups: assembleBackups(read),
    metrics: assembleMetrics(read),
    limits,
    keepsPages: read.OFFLINE_PAGES === "on",
    slowStatementMs: read.SLOW_STATEMENT_MS,
    logLevel: read.LOG_LEVEL,
  };
}

function assembleBackups(read: Variables): BackupConfig {
  return {
    folder: read.AKIBA_BACKUP_DIR === undefined ? null : resolve(read.AKIBA_BACKUP_DIR),
    passphrase: read.AKIBA_BACKUP_PASSPHRASE ?? null,
    scratchUrl: read.AKIBA_BACKUP_SCRATCH_URL ?? null,
  };
}

function assembleMetrics({ METRICS_ADDR: address }: Variables): Config["metrics"] {
  if (address === undefined) return null;
  const [host = "", port] = address.split(":");
  return { host, port: Number(port) };
}

/** The search path for the programs that this process starts. */
export function searchPath(): string {
  return process.env["PATH"] ?? "/usr/bin:/bin";
}

function readLimits(read: Record<string, number>): Limits {
  const names = Object.keys(limitDefaults);
  return Object.fromEntries(names.map((name) => [name, read[limitVariable(name)]])) as Limits;
}
