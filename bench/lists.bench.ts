// How to read these figures: how long the office waits for each of its lists in a society of
// 100,000 members with ten years of contributions (or as many as `npm run bench -- lists 10000`
// says), over HTTP, one call at a time, with the record in the audit log. The target is 200 ms.
// Every GET of the contract that answers staff with a list or a sum over all members is measured; a
// new list is measured once it is in the contract, with its query in `asked`. The worst of twenty
// calls is next to the median; the load average shows how busy the machine was. Below are the
// files: the register of all members, and the growth of the server's memory.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import pg from "pg";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { randomToken, sha256 } from "#server/kernel/platform/random.ts";
import { contestEnvironment } from "./contest.ts";
import { median, printTable } from "./figures.ts";
import { bookYears, plantOffice, plantAuditRecords } from "./planted-books.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const CALLS = 20;

/** The values of the parts of an address. */
const named: Readonly<Record<string, string>> = {
  account: "member-deposits",
  memberNo: "B000777",
  batch: "1",
  id: "1000",
  year: "2025",
};

/** The query strings, one for each index that a list can use. */
const asked: Readonly<Record<string, readonly string[]>> = {
  "members.search": ["search=member+0777"],
  "check-off.lines": ["state=matched"],
  "check-off.variance": ["kind=missing"],
  "books.trialBalance": ["", "day=2021-06-30"],
  "books.entries": [
    "from=2025-06-01&to=2025-06-30",
    "",
    "search=nothing+of+the+kind",
    "member=B000777",
  ],
  "audit.search": [
    "",
    "kind=without-accesses",
    "kind=changes&actor=staff:BENCH7",
    "actor=staff:BENCH7",
    "action=looked&actor=staff:BENCH7",
    "subject=member:B000777",
    "text=nothing+of+the+kind",
    "from=2024-01-01&to=2024-01-31&action=refused",
  ],
};

/** Calls about a single thing rather than many, and those that are files. */
const apart =
  /^(auth|second-factor|health|society|statements|members\.(member$|total))|\.(file|csv)$/i;

const walked = everyEndpoint.filter(
  ({ name, method, audience, files }) =>
    method === "GET" &&
    files.length === 0 &&
    !apart.test(name) &&
    ["staff", "own", "colleague"].includes(audience.kind),
);

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    ...contestEnvironment,
    LIMIT_DOCUMENTS_PER_MINUTE: "6000",
    LIMIT_DOCUMENT_BURST: "600",
    LIMIT_SEARCHES_PER_MINUTE: "60000",
    LIMIT_SEARCH_BURST: "6000",
  });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: demo.dataDir });
    const owner = new pg.Client(postgres.connection);
    await owner.connect();
    try {
      await plantAll(owner);
      const token = await plantSession(owner);
      await timeLists(demo.url, token);
      await timeRegister(demo, token);
    } finally {
      await owner.end();
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function plantAll(owner: pg.Client): Promise<void> {
  const began = performance.now();
  await plantOffice(owner, MEMBERS);
  const lines = await bookYears(owner);
  const records = await plantAuditRecords(owner);
  await owner.query("vacuum analyze");
  await owner.query("checkpoint");
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`  planted ${MEMBERS} members, ${lines} lines, ${records} records in ${seconds} s`);
}

/** A session of the administrator, who may read every list. */
async function plantSession(owner: pg.Client): Promise<string> {
  const token = randomToken();
  await owner.query(
    `insert into session (token_hash, login_id, idle_seconds, expires_at)
      select $1, l.id, 28800, now() + interval '8 hours'
      from login l join staff s on s.id = l.staff_id where s.role = 'administrator' limit 1`,
    [sha256(token)],
  );
  return token;
}

const addressOf = ({ path }: Endpoint): string =>
  path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? "1");

async function timeLists(url: string, token: string): Promise<void> {
  const rows = [["list", "median", "worst", "status", "bytes"]];
  const headers = { authorization: `Bearer ${token}` };
  for (const endpoint of walked) {
    for (const query of asked[endpoint.name] ?? [""]) {
      const took: number[] = [];
      let told: readonly string[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        const began = performance.now();
        const reply = await fetch(`${url}${addressOf(endpoint)}?${query}`, { headers });
        const { length } = await reply.text();
        took.push(performance.now() - began);
        told = [String(reply.status), String(length)];
      }
      const said = (figure: number) => `${figure.toFixed(0)} ms`;
      const name = query === "" ? endpoint.name : `${endpoint.name} ${query}`;
      rows.push([name, said(median(took)), said(Math.max(...took)), ...told]);
    }
  }
  printTable(rows);
  const load = loadavg().map((figure) => figure.toFixed(1));
  console.log(`  load average ${load.join(" ")}`);
}

/** Resident memory of a process in MiB, as Linux reports it. */
function residentMebibytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

async function timeRegister(
  { url, pid }: { readonly url: string; readonly pid: number },
  token: string,
): Promise<void> {
  const before = residentMebibytes(pid);
  let [bytes, most] = [0, before];
  const began = performance.now();
  const reply = await fetch(`${url}/api/v1/exports/members`, {
    headers: { authorization: `Bearer ${token}` },
  });
  for await (const chunk of reply.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    most = Math.max(most, residentMebibytes(pid));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const grown = (most - before).toFixed(0);
  console.log(
    `  register: ${bytes} bytes in ${seconds} s, ${before.toFixed(0)} MiB and ${grown} more`,
  );
}
