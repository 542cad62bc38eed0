import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfig, variableNames } from "./config.ts";
import { limitDefaults, limitVariable } from "./limits.ts";

const secret = "kX2v9QmR7tLw4ZpB8nJd6HsF3yGcA5eU";
const pepper = "Wb7Nq3TzM9xKc5VhE2rYj8PgL4sDf6Aa";

const production = {
  AKIBA_MODE: "production",
  PUBLIC_URL: "https://sacco.example.ke/",
  DATABASE_URL: "postgres://akiba:word@db:5432/akiba",
  AKIBA_SECRET: secret,
  AKIBA_PASSWORD_PEPPER: pepper,
  SMS_CHANNEL: "africastalking",
  AFRICASTALKING_USERNAME: "sacco",
  AFRICASTALKING_API_KEY: "key-that-nobody-may-read",
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-config-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("configuration", () => {
  it("needs nothing for a demo", () => {
    const config = parseConfig({ DATA_DIR: folder });
    expect(config).toMatchObject({
      mode: "demo",
      host: "127.0.0.1",
      port: 3000,
      databaseUrl: null,
      sessionBinding: "report",
      staffTotp: "optional",
      sms: { channel: "console" },
      email: { channel: "console" },
      limits: limitDefaults,
    });
  });

  it("keeps a demo's secrets between starts, readable by nobody else", () => {
    const first = parseConfig({ DATA_DIR: folder });
    const second = parseConfig({ DATA_DIR: folder });
    expect(second.secret).toBe(first.secret);
    expect(second.passwordPepper).toBe(first.passwordPepper);
    expect(first.secret).not.toBe(first.passwordPepper);
    expect(statSync(join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("treats an empty variable as one that is not set", () => {
    expect(parseConfig({ DATA_DIR: folder, PORT: "", DATABASE_URL: " " }).port).toBe(3000);
  });

  it("takes limits and proxies from the environment", () => {
    const env = { DATA_DIR: folder, LIMIT_READ_BURST: "7", TRUST_PROXY: "10.0.0.1, 10.0.0.2" };
    const config = parseConfig(env);
    expect(config.limits.readBurst).toBe(7);
    expect(config.trustProxy).toEqual(["10.0.0.1", "10.0.0.2"]);
  });

  it("sends 50 text messages at once, or as many as a setting says", () => {
    const atOnce = { ...production, DATA_DIR: folder };
    expect(parseConfig(atOnce).sms).toMatchObject({ atOnce: 50 });
    const fewer = parseConfig({ ...atOnce, AFRICASTALKING_AT_ONCE: "5" });
    expect(fewer.sms).toMatchObject({ atOnce: 5 });
  });

  it("names every problem at once: the variable, its value, the expected value", () => {
    const env = { PORT: "eighty", LIMIT_READ_BURST: "-1", LOG_LEVEL: "loud", DATA_DIR: folder };
    const sms = { SMS_CHANNEL: "africastalking", AFRICASTALKING_AT_ONCE: "0" };
    const message = problemsOf({ ...env, ...sms });
    expect(message).toContain('PORT is "eighty"; wanted: a whole number from 0 to 65535.');
    expect(message).toContain('LIMIT_READ_BURST is "-1"; wanted: a whole number from 1');
    expect(message).toContain('LOG_LEVEL is "loud"; wanted: one of fatal, error');
    expect(message).toContain("AFRICASTALKING_USERNAME is missing; wanted: a value");
    expect(message).toContain("AFRICASTALKING_API_KEY is missing");
    expect(message).toContain('AT_ONCE is "0"; wanted: a whole number from 1 to 500.');
    expect(message.split("\n")).toHaveLength(7);
  });

  it("never repeats a secret", () => {
    const env = { AKIBA_SECRET: "hunter2", DATABASE_URL: "mysql://root:hunter2@db/akiba" };
    const message = problemsOf(env);
    expect(message).toContain("AKIBA_SECRET is (not shown); wanted: at least 32");
    expect(message).toContain("DATABASE_URL is (not shown)");
    expect(message).not.toContain("hunter2");
  });
});

describe("production", () => {
  it("starts with everything it needs", () => {
    const config = parseConfig(production);
    expect(config).toMatchObject({
      mode: "production",
      publicUrl: "https://sacco.example.ke",
      sessionBinding: "enforce",
      staffTotp: "required",
      secret,
      passwordPepper: pepper,
    });
  });

  it("of a small society may use the embedded database, if it says so and has backups", () => {
    const small = { ...production, DATABASE_URL: "", EMBEDDED_DATABASE: "production" };
    expect(problemsOf(small)).toContain("AKIBA_BACKUP_DIR is missing");
    const config = parseConfig({ ...small, AKIBA_BACKUP_DIR: "/mnt/backups" });
    expect(config).toMatchObject({ mode: "production", databaseUrl: null });
    const both = { ...production, EMBEDDED_DATABASE: "production", AKIBA_BACKUP_DIR: "/mnt" };
    expect(problemsOf(both)).toContain("nothing where DATABASE_URL is set");
  });

  it.each([
    ["no database", { DATABASE_URL: "" }, "EMBEDDED_DATABASE=production for a small society"],
    ["no database", { DATABASE_URL: "" }, "DATABASE_URL is missing"],
    ["no secret", { AKIBA_SECRET: "" }, "AKIBA_SECRET is missing"],
    ["a short secret", { AKIBA_SECRET: "short" }, "AKIBA_SECRET is (not shown)"],
    ["a secret of one key held down", { AKIBA_SECRET: "a".repeat(40) }, "of your own"],
    ["no pepper", { AKIBA_PASSWORD_PEPPER: "" }, "AKIBA_PASSWORD_PEPPER is missing"],
    ["a pepper that is the secret", { AKIBA_PASSWORD_PEPPER: secret }, "another value"],
    ["codes on the console", { SMS_CHANNEL: "console" }, 'SMS_CHANNEL is "console"'],
    ["codes on the console by default", { SMS_CHANNEL: "" }, "SMS_CHANNEL is missing"],
    ["sessions that can be copied", { SESSION_BINDING: "report" }, 'SESSION_BINDING is "report"'],
    ["staff without a second factor", { STAFF_TOTP: "optional" }, 'STAFF_TOTP is "optional"'],
    ["no public address", { PUBLIC_URL: "" }, "PUBLIC_URL is missing"],
    ["an address without TLS", { PUBLIC_URL: "http://sacco.example.ke" }, "PUBLIC_URL is"],
  ])("rejects %s", (_, change, reason) => {
    expect(problemsOf({ ...production, ...change })).toContain(reason);
  });
});

describe("payments by M-Pesa's calls", () => {
  const callbackSecret = "tQ7wZ2mK9xR4vB6nJ8dL3hF5yG1cA0eU";
  const daraja = {
    ...production,
    PAYOUT_CHANNEL: "daraja",
    DARAJA_CONSUMER_KEY: "a-key-that-nobody-may-read",
    DARAJA_CONSUMER_SECRET: "a-word-that-nobody-may-read",
    DARAJA_INITIATOR_NAME: "akiba",
    DARAJA_SECURITY_CREDENTIAL: "sealed",
    DARAJA_SHORT_CODE: "600100",
    DARAJA_CALLBACK_SECRET: callbackSecret,
    DARAJA_CALLBACK_ADDRESSES: "196.201.214.200, 196.201.214.206",
  };

  it("are off by default", () => {
    expect(parseConfig(production).payouts).toEqual({ channel: "file" });
  });

  it("need the address of results and the addresses to trust", () => {
    expect(parseConfig(daraja).payouts).toMatchObject({
      channel: "daraja",
      baseUrl: "https://api.safaricom.co.ke",
      callbackUrl: "https://sacco.example.ke/api/v1/payout-results",
      callbackSecret,
      callbackAddresses: ["196.201.214.200", "196.201.214.206"],
    });
  });

  const payIns = {
    ...daraja,
    PAYOUT_CHANNEL: "file",
    PAY_IN_CHANNEL: "daraja",
    DARAJA_PAYBILL: "400200",
    DARAJA_PASSKEY: "pass-nobody-may-read",
  };

  it("arrive only by a paybill that is named", () => {
    expect(parseConfig(daraja).payIns).toEqual({ channel: "none" });
    expect(parseConfig(payIns)).toMatchObject({
      payouts: { channel: "file" },
      payIns: {
        channel: "daraja",
        shortCode: "400200",
        callbackUrl: "https://sacco.example.ke/api/v1/pay-ins",
      },
    });
    for (const name of ["DARAJA_PAYBILL", "DARAJA_PASSKEY"]) {
      expect(problemsOf({ ...payIns, [name]: "" })).toContain(`${name} is missing`);
    }
  });

  it.each([
    ["no secret", { DARAJA_CALLBACK_SECRET: "" }, "DARAJA_CALLBACK_SECRET is missing"],
    ["a short secret", { DARAJA_CALLBACK_SECRET: "short" }, "(not shown); wanted: 32 to 128"],
    [
      "a secret that names the provider",
      { DARAJA_CALLBACK_SECRET: `mpesa-${callbackSecret}` },
      "without the words mpesa and safaricom",
    ],
    ["the secret of codes", { DARAJA_CALLBACK_SECRET: secret }, "another value than the other"],
    ["a held-down key", { DARAJA_CALLBACK_SECRET: "a".repeat(40) }, "of your own"],
    ["no addresses", { DARAJA_CALLBACK_ADDRESSES: "" }, "DARAJA_CALLBACK_ADDRESSES is missing"],
    ["names for addresses", { DARAJA_CALLBACK_ADDRESSES: "anybody" }, "IP addresses"],
    ["calls without TLS", { DARAJA_BASE_URL: "http://daraja" }, "an https:// address"],
    ["a public address that names it", { PUBLIC_URL: "https://mpesa.sacco.ke" }, "PUBLIC_URL is"],
  ])("reject %s", (_, change, reason) => {
    for (const settings of [daraja, payIns]) {
      const message = problemsOf({ ...settings, ...change });
      expect(message).toContain(reason);
      expect(message).not.toMatch(/nobody-may-read|tQ7wZ2/);
    }
  });
});

describe("a pooler", () => {
  const pooled = { DATA_DIR: folder, DATABASE_POOLER: "pgbouncer" };
  const address = { DATABASE_URL: "postgres://db/akiba" };

  it("switches prepared statements off unless they are set on", () => {
    const prepares = (env: Record<string, string>) => parseConfig(env).preparesStatements;
    expect(prepares({ DATA_DIR: folder })).toBe(true);
    expect(prepares({ ...pooled, ...address })).toBe(false);
    expect(prepares({ ...pooled, ...address, DATABASE_PREPARED_STATEMENTS: "on" })).toBe(true);
  });

  it("needs its address, and a direct one for backups", () => {
    expect(problemsOf(pooled)).toContain("DATABASE_URL is missing");
    const backups = { ...pooled, ...address, AKIBA_BACKUP_DIR: folder };
    expect(problemsOf(backups)).toContain("DATABASE_DIRECT_URL is missing");
  });
});

describe("a replica", () => {
  const replica = { DATA_DIR: folder, DATABASE_READ_URL: "postgres://replica/akiba" };

  it("is one host beside a primary", () => {
    expect(problemsOf(replica)).toContain("DATABASE_URL is missing");
    const primary = { DATABASE_URL: "postgres://db/akiba" };
    expect(parseConfig({ ...replica, ...primary }).databaseReadUrl).toContain("replica");
    const two = { DATABASE_READ_URL: "postgres://one,other/akiba" };
    expect(problemsOf({ ...replica, ...primary, ...two })).toContain("DATABASE_READ_URL");
  });
});

describe(".env.example", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../../../../.env.example"), "utf8");
  const shown = [...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)];

  it("names exactly the variables that are read", () => {
    expect(new Set(shown.map(([, name]) => name))).toEqual(new Set(variableNames));
  });

  it("shows the values that apply when nothing is set", () => {
    const asShown = Object.fromEntries(shown.map(([, name, value]) => [name, value]));
    expect(parseConfig({ ...asShown, DATA_DIR: folder })).toEqual(
      parseConfig({ DATA_DIR: folder }),
    );
    for (const [name, value] of Object.entries(limitDefaults)) {
      expect(asShown[limitVariable(name)]).toBe(String(value));
    }
  });
});

function problemsOf(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  return "no problem";
}
