import { beforeAll, expect, it } from "vitest";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { declaration2025, shownAt } from "../dividend-year.ts";
import { employSignedIn } from "../people.ts";
import { plantYear } from "../planted-year.ts";
import { useTestSociety } from "../test-society.ts";
import {
  databaseUrl,
  PATIENT_MS,
  type RunningServer,
  until,
  usePremises,
} from "./running-server.ts";

const society = useTestSociety();
const premises = usePremises();
// More than one chunk of 5,000 entries, so that a posting is killed between two.
const MEMBERS = 9_000;
const year = "/api/v1/dividends/2025";

let server: RunningServer | null = null;
const tokens = { administrator: "A".repeat(43), treasurer: "C".repeat(43) };

beforeAll(async () => {
  await plantYear(society.owner, MEMBERS);
  for (const [role, token] of Object.entries(tokens)) await employSignedIn(society, role, token);
}, PATIENT_MS);

const start = () => premises.start({ DATABASE_URL: databaseUrl(society.connection) });

/** The server that runs, or another one once it was killed. */
async function running(): Promise<RunningServer> {
  if (!server?.lives) server = await start();
  return server;
}

async function send(who: keyof typeof tokens, path: string, body: unknown = {}) {
  const reply = await fetch((await running()).url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[who]}` },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
}

/** Takes a step of the dividend with the digest of what is shown of it. */
async function step(who: keyof typeof tokens, noun: string) {
  const headers = { authorization: `Bearer ${tokens[who]}` };
  const shown = await fetch((await running()).url + shownAt(2025, noun), { headers });
  const { digest = "" } = (await shown.json()) as { digest?: string };
  return send(who, `${year}/${noun}`, { digest });
}

async function look(sql: string): Promise<unknown> {
  const { rows } = await society.owner.query<{ found: unknown }>(`select (${sql}) as found`);
  return rows[0]?.found;
}

/** The statements under way may go on for a moment without their sender. */
const isAlone = () =>
  look(`select count(*) = 0 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      and query ~ 'dividend|staged|journal'`);

/** Sends something that is killed once the database shows that it is under way. */
async function killWhile(sending: () => Promise<unknown>, underWay: string): Promise<void> {
  const victim = await running();
  const lost = sending().catch(() => "lost");
  await until("it is under way", () => look(underWay));
  await victim.end("SIGKILL");
  expect(await lost).toBe("lost");
  await until("the database has noticed", isAlone);
}

const states = "select string_agg(state, ',') from dividend";
const posted = "select count(*)::int from journal_entry where kind = 'dividend-declared'";
const written = "select last_value >= 5000 from dividend_progress";
const payable = `select sum(-balance_cents)::text from ledger_account
  where code = 'dividend-payable'`;
const gross = "select sum(gross_cents)::text from dividend_entitlement";
const runs = (query: string) =>
  `select count(*) > 0 from pg_stat_activity
    where datname = current_database() and state = 'active' and query ~ '^ *${query}'`;

it(
  "a dividend killed while calculated or posted leaves nothing and is repeatable",
  async () => {
    const declare = () => send("administrator", "/api/v1/dividends", declared);
    await killWhile(declare, runs("insert into dividend_entitlement"));
    expect(await look(states)).toBeNull();
    expect((await declare()).status).toBe(201);
    const approved = await step("treasurer", "approval");
    expect(approved, approved.text).toMatchObject({ status: 201 });
    const post = () => step("administrator", "posting");
    await killWhile(post, written);
    expect(await look(states)).toBe("approved");
    expect(await look(posted)).toBe(0);
    expect(await reconcile(society.database)).toEqual([]);
    const again = await post();
    expect(again, again.text).toMatchObject({ status: 201 });
    expect(await look(posted)).toBe(MEMBERS);
    expect((await post()).status).toBe(409);
  },
  PATIENT_MS,
);

it(
  "a payment killed at either end leaves nothing and is repeated, each part once",
  async () => {
    await society.owner.query(`update dividend set opens_at = now() - interval '2 days',
      closes_at = now() - interval '1 day'`);
    const lock = () => step("administrator", "lock");
    const pay = () => step("administrator", "payment");
    await killWhile(lock, runs("insert into dividend_leg"));
    expect(await look(states)).toBe("posted");
    expect((await lock()).status).toBe(201);
    for (const underWay of [runs("insert into staged_line"), written]) {
      await killWhile(pay, underWay);
      expect(await look(states)).toBe("locked");
      expect(await look(payable)).toBe(await look(gross));
    }
    expect(await reconcile(society.database)).toEqual([]);
    const paid = await pay();
    expect(paid, paid.text).toMatchObject({ status: 201 });
    expect((await pay()).status).toBe(409);
    expect(await look(payable)).toBe("0");
  },
  PATIENT_MS,
);

/** By the machine's own clock, which a separate server uses. */
const today = new Date().toISOString().slice(0, 10);
const declared = { ...declaration2025, opensOn: today, closesOn: "2035-12-31" };
