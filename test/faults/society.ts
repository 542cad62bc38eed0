import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import { verifyAuditChain } from "#server/oversight/audit/verify.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { findingsIn } from "#server/ledger/journal/reconcile.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { codeOf } from "#server/identity/one-time-codes/code.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { PASSWORD } from "../people.ts";
import { closeTestSociety, openTestSociety, patientLimits } from "../test-society.ts";
import { PEPPER, SECRET } from "./running-server.ts";

/** The members of a society under fault, in its database, seen from outside of the server. */
export class Society {
  readonly #connect: () => pg.ClientConfig;

  /** A database that moves to another server gives its current address. */
  constructor(connection: pg.ClientConfig | (() => pg.ClientConfig)) {
    this.#connect = typeof connection === "function" ? connection : () => connection;
  }

  /** Puts members on the register: MS1… with a login, NEW1… without one yet. */
  async settle(counts: { readonly members: number; readonly newcomers: number }): Promise<void> {
    await this.rows(
      `insert into society values (1, 'Uzima Hospital Staff Sacco', 'Uzima Sacco', 'Uzima',
        'Box 1', '0709 000 210', 'help@uzimasacco.example', '8 to 4', 'Block C')
      on conflict do nothing`,
    );
    const hasher = new PasswordHasher({ pepper: PEPPER, queue: 1, waitMilliseconds: 5000 });
    const phc = await hasher.hash(PASSWORD);
    await this.withDatabase((database) =>
      database.unitOfWork("test", async (work) => {
        for (let n = 1; n <= counts.members; n += 1) {
          const memberNo = `MS${n}` as MemberNo;
          await registerMember(work, { memberNo, fullName: "Mwanachama Mmoja" });
          await createLogin(work, { memberNo, phc });
        }
        for (let n = 1; n <= counts.newcomers; n += 1) {
          const memberNo = `NEW${n}` as MemberNo;
          const mobileNumber = `+254712${String(n).padStart(6, "0")}` as MobileNumber;
          await registerMember(work, { memberNo, fullName: "Mgeni Mmoja", mobileNumber });
        }
      }),
    );
  }

  /** The owner's view of the database, on a connection that no fault has touched yet. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.#connect());
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Begins a transaction with this statement and holds its locks until it is released. */
  async hold(text: string): Promise<() => Promise<void>> {
    const client = new pg.Client(this.#connect());
    client.on("error", () => {});
    await client.connect();
    await client.query("begin");
    await client.query(text);
    return async () => {
      await client.query("commit");
      await client.end();
    };
  }

  /** Whether any connection waits for a lock of another. */
  async somebodyWaits(): Promise<boolean> {
    const waiting = await this.rows(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }

  /** The code that was sent to a member, as it reads on their telephone. */
  async codeOf(memberNo: string): Promise<string> {
    const [open] = await this.rows<{ id: string; salt: Buffer }>(
      "select id, salt from otp where member_no = $1 and used_at is null and replaced_at is null",
      [memberNo],
    );
    if (open === undefined) throw new Error(`${memberNo} has no code`);
    return codeOf(SECRET, open.id, open.salt);
  }

  /** Fails unless the audit chain verifies and the books reconcile. */
  async isInOrder(): Promise<void> {
    await this.withDatabase(async (database) => {
      const chain = await verifyAuditChain(database);
      expect(chain.brokenAt, "where the audit chain breaks").toBeNull();
      // Without the turn of a run: a server that has just started may be reconciling as well.
      const findings = await database.snapshot((snapshot) => findingsIn(snapshot));
      expect(findings, "the books reconcile").toEqual([]);
    });
  }

  /** Lends the portal's own access to the database. */
  async withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
    const database = new Database({
      connection: this.#connect(),
      poolSize: 1,
      limits: patientLimits,
    });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  }
}

/**
 * Gives a test file a society on the run's own database server, for faults outside the database.
 */
export function useSociety(counts: { readonly members: number; readonly newcomers: number }) {
  const given = {} as { society: Society; connection: pg.ClientConfig };
  let close = async () => {};
  beforeAll(async () => {
    const society = await openTestSociety();
    close = () => closeTestSociety(society);
    given.connection = society.connection;
    given.society = new Society(society.connection);
    await given.society.settle(counts);
  });
  afterAll(() => close());
  return given;
}
