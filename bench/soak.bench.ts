// How to read these figures: whether the memory of the portal stays as it is while members use it
// for an hour. A tenth of the calls of a dividend day are sent on schedule (3 sign-ins, 28 reads
// and 1 write a second), and 20 statements are drawn as PDF each minute. The size is the resident
// memory of the server after each minute. The first ten minutes fill caches and pools. "Grown"
// compares the median of the last ten minutes with that of the ten after the warm-up; a server
// that keeps something of each call would grow by more than a tenth.
//   npm run bench -- soak --minutes 60
// Without these words it takes six minutes, which shows that everything works and no figure.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { contestEnvironment } from "./contest.ts";
import { type Answered, Crowd, live, report } from "./dividend-day.ts";
import { median } from "./figures.ts";
import { type PlantedMember, plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const SHARE = 0.1;
const SECONDS = 60;
const DOCUMENTS = 20;
const at = process.argv.indexOf("--minutes");
const MINUTES = at < 0 ? 6 : Number(process.argv[at + 1]);
/** Those who sign in, ask for a code or sign out come once; as many again only read. */
const MEMBERS = 2 * Math.ceil(MINUTES * SECONDS * 4.5);

export default async function measure(tools: BenchTools): Promise<void> {
  if (!(MINUTES > 0)) throw new Error("--minutes needs a number.");
  const demo = await tools.startDemo(contestEnvironment);
  try {
    const planted = await plantMembers(demo.dataDir, MEMBERS);
    try {
      await soak(demo.url, demo.pid, planted.members);
    } finally {
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

async function soak(url: string, pid: number, members: readonly PlantedMember[]): Promise<void> {
  const crowd = new Crowd(members);
  const sizes: number[] = [];
  const all: Answered[] = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const [answers] = await Promise.all([
      live(url, crowd, SHARE, SECONDS),
      drawDocuments(url, members.slice(0, DOCUMENTS)),
    ]);
    all.push(...answers);
    sizes.push(residentSize(pid));
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`  minute ${minute}: ${sizes.at(-1)?.toFixed(0)} MiB, load average ${load}`);
  }
  report(`${MINUTES} minutes`, all);
  tellGrowth(sizes);
}

/** Draws statements one after the other. */
async function drawDocuments(url: string, members: readonly PlantedMember[]): Promise<void> {
  for (const { memberNo, token, ip } of members) {
    const path = `/api/v1/members/${memberNo}/statements/savings/documents`;
    const answer = await fetch(url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "x-forwarded-for": ip,
      },
      body: JSON.stringify({ format: "pdf" }),
    });
    if (!answer.ok) throw new Error(`A statement was answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
}

function residentSize(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

function tellGrowth(sizes: readonly number[]): void {
  const tenth = Math.max(1, Math.min(10, Math.floor(sizes.length / 3)));
  const before = median(sizes.slice(tenth, 2 * tenth));
  const after = median(sizes.slice(-tenth));
  const grown = (100 * (after / before - 1)).toFixed(1);
  console.log(`  ${before.toFixed(0)} MiB, at the end ${after.toFixed(0)} MiB: grown ${grown} %`);
}
