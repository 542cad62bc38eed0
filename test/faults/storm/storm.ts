import type pg from "pg";
import { beforeAll, expect } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import { shillings } from "#shared/money.ts";
import type { StaffRole } from "#shared/permissions.ts";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { registerMember } from "#server/members/membership/register.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { foundSociety, PASSWORD, raiseOnePersonLimits } from "../../people.ts";
import type { ServedSociety } from "../../served-society.ts";
import { digestFor } from "../../shown-steps.ts";
import { useTestSociety, type TestSociety } from "../../test-society.ts";
import type { Answer, Ask } from "../load.ts";
import { ask } from "../load.ts";
import { databaseUrl, type Environment, PEPPER, usePremises } from "../running-server.ts";
import { Society } from "../society.ts";
import { brokenChecks } from "./ledger-checks.ts";

/** The moment at which both servers' clocks are stopped: a Wednesday, 9.12 in Nairobi. */
export const STORM_NOW = "2026-04-15T06:12:00Z";

/** One request of a race: its sender, address and body. */
export interface Asked extends Pick<Ask, "body" | "csv" | "key" | "from" | "token"> {
  /** The owner of the planted session it is sent in; nobody by default. */
  readonly who?: string;
  /** POST by default. */
  readonly method?: string;
  readonly path: string;
  /** The loan whose file is read before the race, so that its digest is sent with the body. */
  readonly decides?: string;
  /** The address that is read before the race, whose digest is sent with the body. */
  readonly shownAt?: string;
}

interface MemberOptions {
  /** In shillings. */
  readonly deposits?: number;
  readonly withLogin?: boolean;
}

/** The staff of the society: two of each role, so that a decision can be taken by two people. */
const staff = {
  "CLERK-1": "clerk",
  "CLERK-2": "clerk",
  "OFFICER-1": "loans-officer",
  "OFFICER-2": "loans-officer",
  "TREASURER-1": "treasurer",
  "TREASURER-2": "treasurer",
  "ADMIN-1": "administrator",
  "ADMIN-2": "administrator",
} as const satisfies Record<string, StaffRole>;

/**
 * Two servers on one database, and the tools of a race: people, requests and queries of the books.
 */
export class Storm {
  readonly urls: string[] = [];
  readonly society: TestSociety;
  readonly members: Society;
  #phc = "";
  #drawn = 0;
  readonly #told = new Set<string>();

  constructor(society: TestSociety) {
    this.society = society;
    this.members = new Society(society.connection);
  }

  /** Sets up the society and its staff. */
  async settle(): Promise<void> {
    await foundSociety(this.society as ServedSociety);
    const hasher = new PasswordHasher({ pepper: PEPPER, queue: 1, waitMilliseconds: 5000 });
    this.#phc = await hasher.hash(PASSWORD);
    await this.society.owner.query(`set akiba.now = '${STORM_NOW}'`);
    for (const [staffNo, role] of Object.entries(staff)) await this.employ(staffNo, role);
    await raiseOnePersonLimits(this.society);
    await this.society.owner.query(
      "update member_number_series set prefix = 'MS', digits = 4, last = 1000",
    );
  }

  /** Draws a number that no other race has, for names, receipts and amounts. */
  draw(): number {
    this.#drawn += 1;
    return this.#drawn;
  }

  /** Puts somebody on the staff, who has worked here for months and is signed in. */
  async employ(staffNo: string, role: StaffRole): Promise<void> {
    const mobile = `+254711${String(this.draw()).padStart(6, "0")}`;
    const { owner } = this.society;
    await owner.query("set akiba.now = '2026-01-05T06:12:00Z'");
    await owner.query(
      "insert into staff (staff_no, full_name, role, mobile_number) values ($1, $1, $2, $3)",
      [staffNo, role, mobile],
    );
    await owner.query(`set akiba.now = '${STORM_NOW}'`);
    await this.society.database.unitOfWork("test", (work) =>
      createLogin(work, { memberNo: staffNo as MemberNo, phc: this.#phc }),
    );
    await this.signIn(staffNo);
  }

  /** Puts a member on the register, with deposits and signed in. Returns their number. */
  async member({ deposits = 50_000, withLogin = true }: MemberOptions = {}): Promise<string> {
    const number = this.draw();
    const memberNo = `SM${number}`;
    const mobileNumber = `+254712${String(number).padStart(6, "0")}` as MobileNumber;
    await this.society.database.unitOfWork("test", async (work) => {
      const memberId = await registerMember(work, {
        memberNo: memberNo as MemberNo,
        fullName: `Mwanachama ${number}`,
        mobileNumber,
        nationalId: String(10_000_000 + number),
        joinedOn: "2015-01-31" as CalendarDate,
      });
      if (withLogin) {
        await createLogin(work, { memberNo: memberNo as MemberNo, phc: this.#phc });
      }
      if (deposits === 0) return;
      const lines = [
        debit(societyAccount("bank"), shillings(deposits)),
        credit(memberAccount("member-deposits", memberId), shillings(deposits)),
      ];
      await post(work, { kind: "opening-savings", narration: "Opening savings", lines });
    });
    await this.society.owner.query(
      "update member set mobile_confirmed_at = '2026-01-01' where member_no = $1",
      [memberNo],
    );
    if (withLogin) await this.signIn(memberNo);
    return memberNo;
  }

  /** Plants a session whose token is the person's own number. */
  async signIn(who: string): Promise<void> {
    await this.society.owner.query(
      `insert into session (token_hash, login_id, idle_seconds, expires_at, last_seen_at)
        select $2, id, 86400, $3::timestamptz + interval '1 day', $3 from login
          where login_no = $1
        on conflict (token_hash) do update set ended_at = null, end_reason = ''`,
      [who, sha256(tokenOf(who)), STORM_NOW],
    );
  }

  /** Sends requests at the same moment, to one server and the other in turn. */
  async race(requests: readonly Asked[]): Promise<Answer[]> {
    const ready = await Promise.all(requests.map((asked) => this.#withDigest(asked)));
    return Promise.all(ready.map((asked, at) => this.#send(asked, at)));
  }

  /** Sends one request, which must succeed. Returns its body. */
  async done<Body>(asked: Asked): Promise<Body> {
    const { status, text } = await this.#send(await this.#withDigest(asked), this.draw());
    expect(status, `${asked.path}: ${text}`).toBeLessThan(300);
    return JSON.parse(text) as Body;
  }

  /** Returns the rows of a query. */
  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.society.owner.query<Row>(sql, values)).rows;
  }

  /** Returns how many rows a query finds. */
  async count(sql: string, values: unknown[] = []): Promise<number> {
    return (await this.society.owner.query(sql, values)).rowCount ?? 0;
  }

  /** Fails at any new finding of the checks of the books. */
  async isInOrder(): Promise<void> {
    const found = await brokenChecks(this.society.owner);
    // A violation is reported for the race that caused it, and not for every race after it.
    const fresh = found.filter((broken) => !this.#told.has(broken));
    for (const broken of fresh) this.#told.add(broken);
    expect(fresh).toEqual([]);
  }

  async #withDigest({ decides, shownAt, ...asked }: Asked): Promise<Asked> {
    if (shownAt !== undefined) return this.#withDigestOf(shownAt, asked);
    const { who = "" } = asked;
    const read = async (path: string) =>
      JSON.parse((await this.#send({ who, method: "GET", path }, 0)).text) as {
        shownDigest: string;
      };
    const shownDigest =
      decides === undefined
        ? await digestFor(asked, read)
        : (await read(`/api/v1/instant-loans/${decides}/file`)).shownDigest;
    if (shownDigest === null) return asked;
    return { ...asked, body: { ...(asked.body as object), shownDigest } };
  }

  async #withDigestOf(path: string, asked: Asked): Promise<Asked> {
    const read = await this.#send({ who: asked.who ?? "", method: "GET", path }, 0);
    const { digest = "" } = JSON.parse(read.text) as { digest?: string };
    return { ...asked, body: { ...(asked.body as object), digest } };
  }

  async #send({ who, method = "POST", path, ...given }: Asked, at: number): Promise<Answer> {
    const url = this.urls[at % this.urls.length] ?? "";
    const token = who === undefined ? {} : { token: tokenOf(who) };
    const answer = await ask(url, method, path, { from: who ?? "nobody", ...token, ...given });
    if (answer === null) throw new Error(`${method} ${path} was not answered`);
    return answer;
  }
}

// As long as a token is.
function tokenOf(who: string): string {
  return `session-of-${who}`.padEnd(43, "-");
}

/** Raised limits of one person and a slow machine. */
const limits = {
  LIMIT_WRITES_PER_MINUTE: "1000000",
  LIMIT_WRITE_BURST: "1000000",
  LIMIT_READS_PER_MINUTE: "1000000",
  LIMIT_READ_BURST: "1000000",
  LIMIT_APPLICATIONS_PER_MINUTE: "1000",
  LIMIT_APPLICATIONS_PER_DAY: "1000",
  LIMIT_OTP_SENDS_PER_IP_PER_HOUR: "10000",
  // A loaded machine is no fault: with the usual limits it would answer some of a race with a 503.
  LIMIT_LOCK_MILLISECONDS: "12000",
  LIMIT_STATEMENT_MILLISECONDS: "12000",
  LIMIT_POOL_ACQUIRE_MILLISECONDS: "12000",
};

const directly = async (connection: pg.ClientConfig) => ({
  DATABASE_URL: databaseUrl(connection),
});

/**
 * Gives a test file two servers with their clocks stopped at one moment, on one separate database.
 */
export function useStorm(
  reach: (connection: pg.ClientConfig, folder: string) => Promise<Environment> = directly,
): { readonly storm: Storm } {
  const society = useTestSociety();
  const premises = usePremises();
  const given = {} as { storm: Storm };
  beforeAll(async () => {
    const storm = new Storm(society);
    given.storm = storm;
    await storm.settle();
    const { database } = society.connection;
    await society.owner.query(`alter database ${database} set akiba.now = '${STORM_NOW}'`);
    const env = { ...limits, ...(await reach(society.connection, premises.folder)) };
    const servers = await Promise.all([premises.start(env), premises.start(env)]);
    storm.urls.push(...servers.map(({ url }) => url));
  });
  return given;
}
