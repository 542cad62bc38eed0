import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/kernel/platform/embedded-postgres.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { randomToken, sha256 } from "#server/kernel/platform/random.ts";

export const PASSWORD = "korosho-tamu-41";

/** A member with a login, an open session, and a separate address. */
export interface PlantedMember {
  readonly memberNo: string;
  readonly token: string;
  readonly ip: string;
}

export interface Planted {
  /** How to reach the demo's database while the hold lasts. */
  readonly postgres: EmbeddedPostgres;
  readonly members: readonly PlantedMember[];
}

/**
 * Plants members with totals, logins and sessions into a running demo's database, all at once:
 * signing up that many by calls would take longer than the measurement.
 */
export async function plantMembers(dataDir: string, count: number): Promise<Planted> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const phc = await hashLikeTheDemo(dataDir);
  return { postgres, members: await plantInto(postgres.connection, count, phc) };
}

/** The same in any database, reached as its owner. */
export async function plantInto(
  connection: pg.ClientConfig,
  count: number,
  phc: string,
): Promise<PlantedMember[]> {
  const members = Array.from({ length: count }, (_, at) => ({
    memberNo: `BENCH${at + 1}`,
    token: randomToken(),
    ip: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  }));
  const owner = new pg.Client(connection);
  await owner.connect();
  try {
    await owner.query("begin");
    const numbers = members.map(({ memberNo }) => memberNo);
    await owner.query(plantRegister, [numbers]);
    await owner.query(plantKin, [numbers]);
    await owner.query(plantAccounts, [numbers]);
    await owner.query(plantLogins, [numbers, phc]);
    const hashes = members.map(({ token }) => sha256(token));
    await owner.query(plantSessions, [numbers, hashes]);
    await owner.query("commit");
    await owner.query("vacuum analyze");
  } finally {
    await owner.end();
  }
  return members;
}

/** One hash is used for all: checking it costs a sign-in as much as separate hashes would. */
async function hashLikeTheDemo(dataDir: string): Promise<string> {
  const kept = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as {
    passwordPepper: string;
  };
  const hasher = new PasswordHasher({
    pepper: kept.passwordPepper,
    queue: 1,
    waitMilliseconds: 5000,
  });
  return hasher.hash(PASSWORD);
}

const plantRegister = `
  insert into member (member_no, full_name, mobile_number, email, national_id, postal_address,
      joined_on)
    select no, 'Wanjiru Kamau ' || no, '+254712' || lpad(n::text, 6, '0'),
      lower(no) || '@example.com', '28416903', 'P.O. Box 1203-00100 Nairobi', '2019-03-01'
    from unnest($1::text[]) with ordinality as given (no, n)`;

const plantKin = `
  insert into next_of_kin (member_id, position, full_name)
    select id, position, 'Peter Kamau Mwangi'
    from member, generate_series(1, 2) as position where member_no = any ($1)`;

const plantAccounts = `
  insert into ledger_account (code, member_id, normal_side, floor_cents, balance_cents)
    select code, id, -1, 0, -12345678
    from member, unnest(array['member-deposits', 'share-capital', 'dividend-payable']) as code
    where member_no = any ($1)`;

const plantLogins = `
  insert into login (login_no, member_id, password_phc)
    select member_no, id, $2 from member where member_no = any ($1)`;

const plantSessions = `
  insert into session (token_hash, login_id, idle_seconds, expires_at)
    select hash, login.id, 900, now() + interval '8 hours'
    from unnest($1::text[], $2::bytea[]) as given (no, hash) join login on login_no = no`;
