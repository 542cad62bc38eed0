import pg from "pg";

/** A database's address; it may name several servers, one of which is the primary. */
export interface Address extends pg.ClientConfig {
  readonly hosts?: ServerHosts;
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/;
/** The values of libpq that ask for the primary; the portal can use no other server. */
const PRIMARY_VALUES = new Set(["read-write", "primary"]);

/** The addresses of the servers that a URL names, in its order; null for an invalid URL. */
export function addressesIn(url: string): readonly string[] | null {
  const [, before, hosts = "", path, query = ""] = URL_PARTS.exec(url) ?? [];
  if (before === undefined || path === undefined) return null;
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get("target_session_attrs");
  if (wanted !== null && !PRIMARY_VALUES.has(wanted)) return null;
  parameters.delete("target_session_attrs");
  const after = parameters.size > 0 ? `${path}?${parameters.toString()}` : path;
  const addresses = hosts.split(",").map((host) => `${before}${host}${after}`);
  return addresses.every((address) => URL.canParse(address)) ? addresses : null;
}

/** Returns how to reach the database of a URL. */
export function addressOf(url: string): Address {
  const [first = url, ...others] = addressesIn(url) ?? [];
  if (others.length === 0) return { connectionString: first };
  return { connectionString: first, hosts: new ServerHosts([first, ...others]) };
}

/** A server's own account of its role. */
interface Standing {
  readonly writable: boolean;
  readonly system: string;
  /** Grows by one with each promotion; zero on a standby. */
  readonly timeline: number;
}

// The first eight digits of a WAL file's name are the timeline; the control file shows it only
// later.
const findStanding = `select
  not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writable,
  (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** Thrown for a server that must not be used; the next one is tried. */
class NotThePrimary extends Error {
  // The code of a server that does not accept connections now.
  readonly code = "57P03";
}

/** How long to wait for a server: a frozen one accepts connections and never answers. */
const SURVEY_MS = 3000;
const SURVEY_EVERY_MS = 5000;

/**
 * Several servers, of which the primary is used. A former primary that comes back is recognised by
 * its timeline: every promotion begins a new one.
 */
export class ServerHosts {
  readonly #addresses: readonly string[];
  readonly #timelines = new WeakMap<pg.ClientBase, number>();
  #at = 0;
  #known: { readonly system: string; readonly timeline: number } | null = null;
  #survey: Promise<void> | null = null;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** The address to try next. */
  get current(): string {
    return this.#addresses[this.#at] ?? "";
  }

  /** Goes on to the next server, unless another caller already has. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count;
  }

  /** Asks a new connection whether its server is the primary; throws if it must not be used. */
  async accept(client: pg.ClientBase, address: string): Promise<void> {
    try {
      const standing = await standingOf(client);
      this.#reject(standing);
      this.#timelines.set(client, standing.timeline);
      this.#remember(standing, address);
    } catch (error) {
      this.leave(address);
      throw error;
    }
  }

  /** Whether a connection leads to a server that is no longer the primary. */
  isStale(client: pg.ClientBase): boolean {
    return (this.#timelines.get(client) ?? 0) < (this.#known?.timeline ?? 0);
  }

  /** Throws if a connection leads to a server that is no longer the primary. */
  rejectStale(client: pg.ClientBase): void {
    if (this.isStale(client)) throw new NotThePrimary("This server was the primary before.");
  }

  /**
   * Asks every server, so that the newest primary is known although an older one also answers.
   * Callers at the same moment share one survey.
   */
  survey(): Promise<void> {
    this.#survey ??= this.#surveyAll().finally(() => {
      this.#survey = null;
    });
    return this.#survey;
  }

  /** Surveys at intervals; returns the function that stops this. */
  watch(): () => void {
    const timer = setInterval(() => void this.survey(), SURVEY_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** The first use surveys, because an old primary may come first in the list. */
  async prepare(): Promise<void> {
    if (this.#known === null) await this.survey();
  }

  async #surveyAll(): Promise<void> {
    const ask = async (address: string): Promise<void> => {
      const standing = await askServer(address);
      // At once: a frozen server keeps the survey waiting.
      if (standing !== null && this.#isUsable(standing)) this.#remember(standing, address);
    };
    await Promise.all(this.#addresses.map(ask));
  }

  #isUsable({ writable, system, timeline }: Standing): boolean {
    if (!writable) return false;
    if (this.#known === null) return true;
    return system === this.#known.system && timeline >= this.#known.timeline;
  }

  #reject(standing: Standing): void {
    if (this.#isUsable(standing)) return;
    const reason = standing.writable
      ? "was the primary before a failover, or is of another cluster"
      : "is a standby or read-only";
    throw new NotThePrimary(`This database server ${reason}, so it is not used.`);
  }

  #remember({ system, timeline }: Standing, address: string): void {
    if (this.#known !== null && this.#known.timeline >= timeline) return;
    this.#known = { system, timeline };
    this.#at = Math.max(0, this.#addresses.indexOf(address));
  }
}

async function standingOf(client: pg.ClientBase): Promise<Standing> {
  const { rows } = await client.query<Standing>(findStanding);
  const [standing] = rows;
  if (standing === undefined) throw new NotThePrimary("The database server told nothing.");
  return standing;
}

async function askServer(address: string): Promise<Standing | null> {
  let client: pg.Client | undefined;
  try {
    // Even this may throw: it reads the certificates that the address names.
    client = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: SURVEY_MS,
      query_timeout: SURVEY_MS,
    });
    client.on("error", () => {});
    await client.connect();
    return await standingOf(client);
  } catch {
    return null;
  } finally {
    void client?.end().catch(() => {});
  }
}

/** Opens one connection outside the pool, to the primary where there are several servers. */
export async function openClient(
  { hosts, ...connection }: Address,
  more: pg.ClientConfig = {},
): Promise<pg.Client> {
  if (hosts === undefined) return connected({ ...connection, ...more });
  await hosts.prepare();
  for (let left = hosts.count; ; left -= 1) {
    const connectionString = hosts.current;
    try {
      const timed = { connectionString, connectionTimeoutMillis: SURVEY_MS, ...more };
      const client = await connected(timed);
      await acceptOrEnd(hosts, client, connectionString);
      return client;
    } catch (error) {
      hosts.leave(connectionString);
      if (left <= 1) throw error;
    }
  }
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function acceptOrEnd(hosts: ServerHosts, client: pg.Client, address: string): Promise<void> {
  try {
    await hosts.accept(client, address);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
