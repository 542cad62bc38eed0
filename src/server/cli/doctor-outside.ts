import { readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { createTransport } from "nodemailer";
import { backupHours } from "#server/backups/archive/backup-ages.ts";
import { backupDiskProblem } from "#server/kernel/platform/production-database.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import { ask } from "#server/kernel/platform/http-request.ts";
import { insistingOnTls } from "#server/messaging/outbox/smtp-email.ts";
import { Pass, usualTiming } from "#server/payouts/queue/daraja-pass.ts";
import { type Check, machineTime } from "./diagnosis.ts";

const DAY_MS = 86_400_000;
const GIBIBYTE = 2 ** 30;
const ENOUGH_DISK = 2 * GIBIBYTE;
const MIN_DISK = GIBIBYTE / 2;
const CERTIFICATE_DAYS = 21;
const TIMING = { connectMs: 3000, totalMs: 8000 };

/** The checks of the disk, backups, providers and the public address. */
export function outsideChecks(config: Config): Check[] {
  const { backups, databaseUrl, dataDir, publicUrl, payouts, payIns } = config;
  const folders = [...(databaseUrl === null ? [dataDir] : []), backups.folder ?? []].flat();
  const daraja = [payouts, payIns].find(({ channel }) => channel === "daraja");
  return [
    ...folders.map((folder) => ({ check: "disk", examine: () => checkDisk(folder) })),
    ...(databaseUrl === null && config.mode === "production"
      ? [{ check: "backup disk", examine: async () => checkBackupDisk(config) }]
      : []),
    { check: "backup", examine: async () => backupWithin(backups.folder, backupHours.doctor) },
    { check: "SMS", examine: () => checkSms(config.sms) },
    { check: "e-mail", examine: () => checkEmail(config.email) },
    ...(daraja?.channel === "daraja"
      ? [{ check: "M-Pesa", examine: () => checkDaraja(daraja) }]
      : []),
    ...(publicUrl?.startsWith("https:") === true
      ? [{ check: "certificate", examine: () => checkCertificate(new URL(publicUrl)) }]
      : []),
  ];
}

/** Returns the bytes that are free where a folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function checkDisk(folder: string) {
  const free = await freeBytes(folder);
  const text = `${(free / GIBIBYTE).toFixed(1)} GiB are free where ${folder} is`;
  if (free < MIN_DISK) return { state: "failed", text: `${text}; make room now` } as const;
  if (free < ENOUGH_DISK) return { state: "warning", text: `${text}; make room` } as const;
  return { state: "ok", text } as const;
}

function checkBackupDisk(config: Config) {
  const problem = backupDiskProblem(config);
  if (problem !== null) return { state: "failed", text: problem } as const;
  return { state: "ok", text: "the backups are on another disk than the database" } as const;
}

/** Judges the age of the newest backup of a folder by its file. */
export function backupWithin(folder: string | null, most: number) {
  if (folder === null) {
    const text = "AKIBA_BACKUP_DIR is not set; nothing here says that there are backups";
    return { state: "warning", text } as const;
  }
  // The nightly ones are in a folder of their own.
  const times = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".backup"))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  if (times.length === 0) {
    return { state: "failed", text: `${folder} holds no backup` } as const;
  }
  const hours = (machineTime() - Math.max(...times)) / 3_600_000;
  const text = `the newest of ${times.length} is ${Math.round(hours)} hours old`;
  if (hours > most) return { state: "failed", text } as const;
  return { state: "ok", text } as const;
}

/** Asks for the account's balance, which sends nothing. */
async function checkSms(sms: Config["sms"]) {
  if (sms.channel === "console") {
    return { state: "ok", text: "messages are printed, not sent" } as const;
  }
  const url = new URL(`${sms.baseUrl}/version1/user`);
  url.searchParams.set("username", sms.username);
  const headers = { apiKey: sms.apiKey, accept: "application/json" };
  const { status } = await ask({ url, method: "GET", headers, body: "", ...TIMING });
  if (status === 200) return { state: "ok", text: "the gateway knows the account" } as const;
  const text = `the gateway answered ${status}; check the user name and the key`;
  return { state: "failed", text } as const;
}

/** Greets the server and signs in, which sends nothing. */
async function checkEmail(email: Config["email"]) {
  if (email.channel === "console") {
    return { state: "ok", text: "messages are printed, not sent" } as const;
  }
  const { connectMs: connectionTimeout, totalMs: socketTimeout } = TIMING;
  const url = insistingOnTls(new URL(email.url)).href;
  const transport = createTransport({ url, connectionTimeout, socketTimeout });
  try {
    await transport.verify();
    return { state: "ok", text: "the server took the sign-in" } as const;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const text = `the server cannot be used (${String(code)}); check SMTP_URL`;
    return { state: "failed", text } as const;
  } finally {
    transport.close();
  }
}

type DarajaConfig = Extract<Config["payouts"] | Config["payIns"], { channel: "daraja" }>;

/** Asks for a token, which moves nothing. */
async function checkDaraja(daraja: DarajaConfig) {
  const token = await new Pass(daraja, usualTiming).token();
  if (typeof token === "string") return { state: "ok", text: "Daraja took the key" } as const;
  const reason = "reason" in token ? token.reason : token.outcome;
  const text = `Daraja gave no token (${reason}); check the consumer key and the network`;
  return { state: "failed", text } as const;
}

/** Reads the certificate that members' browsers are shown. */
function checkCertificate({ hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, "");
  // SNI does not allow an IP address (RFC 6066).
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise<{ state: "ok" | "warning" | "failed"; text: string }>((resolve, reject) => {
    const socket = connect(
      { host, port: Number(port || 443), timeout: TIMING.totalMs, ...name },
      () => {
        const until = Date.parse(socket.getPeerCertificate().valid_to);
        socket.end();
        const days = Math.floor((until - machineTime()) / DAY_MS);
        const text = `the certificate of ${hostname} is valid for ${days} days`;
        resolve({ state: days < CERTIFICATE_DAYS ? "warning" : "ok", text });
      },
    );
    socket.once("timeout", () => socket.destroy(new Error(`${hostname} does not answer`)));
    socket.once("error", reject);
  });
}
