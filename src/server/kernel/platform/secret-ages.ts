import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { Config } from "./config.ts";
import { type Database, statement } from "./database.ts";

/** Whether a secret is changed regularly, or only after a leak because much depends on it. */
type Renewal = "yearly" | "after-a-leak";

/** The secret that keys the digests of all. */
const PEPPER = "AKIBA_PASSWORD_PEPPER";

interface HeldSecret {
  /** The variable that holds it. */
  readonly name: string;
  readonly value: string;
  readonly renewal: Renewal;
}

/** The secrets of a configuration; those that it does not use are left out. */
function heldSecrets(config: Config): HeldSecret[] {
  const { payouts, payIns, sms, email, backups } = config;
  const paying = payouts.channel === "daraja" ? payouts : null;
  const receiving = payIns.channel === "daraja" ? payIns : null;
  const daraja = paying ?? receiving;
  const initiator = paying ?? receiving?.initiator;
  const yearly = {
    AKIBA_BACKUP_PASSPHRASE: backups.passphrase,
    DATABASE_URL: passwordIn(config.databaseUrl),
    DATABASE_OWNER_URL: passwordIn(config.databaseOwnerUrl),
    AFRICASTALKING_API_KEY: sms.channel === "africastalking" ? sms.apiKey : null,
    SMTP_URL: email.channel === "smtp" ? passwordIn(email.url) : null,
    DARAJA_CONSUMER_SECRET: daraja?.consumerSecret,
    DARAJA_SECURITY_CREDENTIAL: initiator?.securityCredential,
    DARAJA_PASSKEY: receiving?.passkey,
    DARAJA_CALLBACK_SECRET: daraja?.callbackSecret,
  };
  return [
    { name: "AKIBA_SECRET", value: config.secret, renewal: "after-a-leak" },
    { name: PEPPER, value: config.passwordPepper, renewal: "after-a-leak" },
    ...Object.entries(yearly).flatMap(([name, value]) =>
      value ? [{ name, value, renewal: "yearly" } as const] : [],
    ),
  ];
}

/**
 * The password of an address; null without a password. An address with several hosts is not a valid
 * URL.
 */
function passwordIn(address: string | null): string | null {
  return /^\w+:\/\/[^:@/]*:(?<password>[^@/]+)@/.exec(address ?? "")?.groups?.["password"] ?? null;
}

/**
 * Digests a secret so that a copy of the database cannot be used to guess a short one: the key is
 * the pepper. With another pepper all ages start again from zero.
 */
function digestOf({ passwordPepper }: Config, { name, value }: HeldSecret): Buffer {
  const digest = createHmac("sha256", passwordPepper).update(`akiba secret ${name}\0${value}`);
  return digest.digest().subarray(0, 16);
}

const note = statement({
  name: "secret-seen-note",
  text: `insert into secret_seen (name, digest)
    select * from unnest($1::text[], $2::bytea[]) on conflict do nothing returning name`,
  row: z.object({ name: z.string() }),
});

/** Records the secrets of this start, so that their ages count from their first start. */
export async function noteSecrets(database: Database, config: Config): Promise<void> {
  await database.oneWrite("secrets", note, columnsOf(config));
}

function columnsOf(config: Config): [string[], Buffer[]] {
  const held = heldSecrets(config);
  return [held.map(({ name }) => name), held.map((secret) => digestOf(config, secret))];
}

const findAges = statement({
  name: "secret-ages",
  // Digests change with the pepper: a secret that was first seen together with it may be older.
  text: `with held as (
      select given.name, given.at, s.first_seen_at,
        max(s.first_seen_at) filter (where given.name = '${PEPPER}') over () as pepper_seen_at
      from unnest($1::text[], $2::bytea[]) with ordinality as given (name, digest, at)
        left join secret_seen s on s.name = given.name and s.digest = given.digest
    )
    select h.name, h.first_seen_at,
      floor(extract(epoch from akiba_now() - h.first_seen_at) / 86400)::int as days,
      coalesce((h.name = '${PEPPER}' or h.first_seen_at > h.pepper_seen_at)
        and exists (select from secret_seen e where e.name = h.name
          and e.first_seen_at < h.first_seen_at), false) as is_exact
    from held h order by h.at`,
  row: z.object({
    name: z.string(),
    first_seen_at: z.nullable(z.date()),
    days: z.nullable(z.int()),
    is_exact: z.boolean(),
  }),
});

/** How long a secret has been in use. */
export interface SecretAge {
  readonly name: string;
  readonly renewal: Renewal;
  /** The first start with this secret, as an ISO date and time; null before it. */
  readonly since: string | null;
  /** Whole days since then. */
  readonly days: number | null;
  /** True if another value was seen before it; otherwise it may be older than the first record. */
  readonly isExact: boolean;
}

/** Returns the age of each secret of a configuration, without recording anything. */
export async function secretAges(database: Database, config: Config): Promise<SecretAge[]> {
  const found = await database.one(findAges, columnsOf(config));
  const renewals = new Map(heldSecrets(config).map(({ name, renewal }) => [name, renewal]));
  return found.map(({ name, first_seen_at: since, days, is_exact: isExact }) => ({
    name,
    renewal: renewals.get(name) ?? "yearly",
    since: since?.toISOString() ?? null,
    days,
    isExact,
  }));
}
