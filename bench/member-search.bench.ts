// How to read these figures: how long a member of staff waits for the results of one search, in a
// register of 100,000 members with realistic name frequencies: one in eight is a Wanjiru, Kamau or
// the like. "HTTP" is one call after the other, from the session through the audit record to the
// answer; "SQL" is the search alone, on one connection, as a prepared statement with its general
// plan. Each row is one kind of search, its calls spread over many values. The target is an answer
// within 200 ms, preferably within 30 ms. `npm run bench -- member-search 10000` plants that many
// members instead.
import { loadavg } from "node:os";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { randomToken, sha256 } from "#server/kernel/platform/random.ts";
import { membersFound } from "#server/members/records/queries.ts";
import type { Database, Snapshot } from "#server/kernel/platform/database.ts";
import { median, percentile, printTable } from "./figures.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const CALLS = 200;
const WARM_UP = 20;

const environment = {
  LIMIT_SEARCHES_PER_MINUTE: "1000000",
  LIMIT_SEARCH_BURST: "1000000",
};

// The most frequent come first: the frequency of a name falls with its place.
const given =
  "Wanjiru Mary John Grace Peter Faith James Mercy Joseph Jane David Esther Daniel Ann Samuel " +
  "Lucy Stephen Rose Kevin Joyce Brian Beatrice Dennis Caroline Victor Nancy Collins Agnes " +
  "Abdi Fatuma Hassan Amina Mohamed Halima Ali Zainab Omar Asha Ibrahim Mwanaisha Yusuf Rehema";
const family =
  "Kamau Mwangi Njoroge Otieno Odhiambo Achieng Atieno Kipkoech Chebet Cheruiyot Mutua Muthoni " +
  "Nyambura Wambui Wangari Wanjiku Maina Kariuki Karanja Ng'ang'a Ochieng Owino Anyango Akinyi " +
  "Kiprotich Jepkemoi Kosgei Rotich Koech Langat Wafula Wekesa Nekesa Barasa Simiyu Makokha " +
  "Musyoka Mwende Kioko Nzioka Mbithi Ndunge Kilonzo Muli Mwikali Katana Kazungu Baya Charo " +
  "Mwachiro Mgange Mwakio Nyong'o Onyango Ouma Okoth Oduor Adhiambo Awuor Were Juma Bakari";

/** Each way to search, with what to type for the nth call. */
const ways: Readonly<Record<string, (call: number) => string>> = {
  "three letters that begin many names": (call) => ["wan", "mwa", "kam", "ach"][call % 4] ?? "",
  "one whole name": (call) => nth(family, call),
  "two names": (call) => `${nth(given, call)} ${nth(family, call * 7)}`,
  "three single letters": (call) => ["m w k", "a n o", "j m k"][call % 3] ?? "",
  "a name that nobody has": (call) => `xyzzy${call}`,
  "the beginning of a number": (call) => `SM${1000 + call * 37}`.slice(0, 5),
  "a whole number": (call) => `SM${100_000 + ((call * 7919) % MEMBERS)}`,
  "the beginning of a phone": (call) => `07${10 + (call % 80)}`,
  "a whole phone": (call) => `0${700_000_000 + ((call * 7919) % MEMBERS) * 997}`,
  "the last three digits of a phone": (call) => String(100 + ((call * 31) % 900)),
  "a whole national ID": (call) => String(20_000_000 + ((call * 7919) % MEMBERS) * 191),
};

function nth(names: string, place: number): string {
  const all = names.split(" ");
  return all[place % all.length] ?? "";
}

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo(environment);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    try {
      await plantRegister(owner);
      const token = await plantSession(owner);
      const rows: string[][] = [];
      for (const [way, typed] of Object.entries(ways)) {
        const http = await times((call) => search(demo.url, token, typed(call)));
        const sql = await times((call) => membersFound(snapshotOn(owner), typed(call)));
        rows.push([way, ...figures(http), ...figures(sql)]);
      }
      report(rows);
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function plantRegister(owner: pg.Client): Promise<void> {
  const began = performance.now();
  await owner.query(
    `insert into member (member_no, full_name, mobile_number, national_id, joined_on)
      select 'SM' || 100000 + n,
        f[1 + floor(power(random(), 2) * cardinality(f))::int] || ' ' ||
          l[1 + floor(power(random(), 2) * cardinality(l))::int] || ' ' ||
          l[1 + floor(power(random(), 2) * cardinality(l))::int],
        '+254' || 700000000 + n * 997, (20000000 + n * 191)::text, '2019-03-01'
      from generate_series(0, $1::int - 1) as n,
        (select string_to_array($2, ' ') as f, string_to_array($3, ' ') as l) as names`,
    [MEMBERS, given, family],
  );
  await owner.query("checkpoint");
  await owner.query("vacuum (analyze) member, member_word");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  planted ${MEMBERS} members in ${seconds} s`);
}

/** A session of the demo's first staff member, which none of the searches may let go idle. */
async function plantSession(owner: pg.Client): Promise<string> {
  const token = randomToken();
  await owner.query(
    `insert into session (token_hash, login_id, idle_seconds, expires_at)
      select $1, id, 28800, now() + interval '8 hours' from login
      where staff_id is not null order by id limit 1`,
    [sha256(token)],
  );
  return token;
}

async function search(url: string, token: string, typed: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/members?search=${encodeURIComponent(typed)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.json();
  if (response.status !== 200) throw new Error(`${response.status} for ${typed}.`);
}

/** Runs the product's own statement over one connection, with raw rows. */
function snapshotOn(owner: pg.Client): Snapshot {
  const rows = async ({ name, text }: { name?: string; text: string }, values: unknown[] = []) =>
    (await owner.query({ ...(name !== undefined && { name }), text, values })).rows as never[];
  return { rows } as unknown as Database & Snapshot;
}

/** Milliseconds of each call, one after the other. */
async function times(ask: (call: number) => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    const began = performance.now();
    await ask(Math.abs(call));
    if (call >= 0) measured.push(performance.now() - began);
  }
  return measured;
}

function figures(measured: readonly number[]): string[] {
  const said = (figure: number) => `${figure.toFixed(1)} ms`;
  return [said(median(measured)), said(percentile(measured, 99))];
}

function report(rows: readonly (readonly string[])[]): void {
  console.log(`\n  ${CALLS} searches of each kind among ${MEMBERS} members`);
  printTable([["", "HTTP median", "HTTP p99", "SQL median", "SQL p99"], ...rows]);
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`  load average ${loads.join(" ")}`);
}
