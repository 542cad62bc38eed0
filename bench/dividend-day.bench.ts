// How to read these figures: whether members are still served on the day a dividend is declared,
// when 100,000 of them come in an hour: 28 sign-ins, 280 reads and 8 writes a second; then four
// times that. Calls are sent on schedule whether or not earlier ones were answered, as people do,
// and each is timed from its scheduled moment: a server that stalls is charged for all who came
// meanwhile. Database, server and load share the machine. Members come from many addresses; reads
// are the profile and the three totals in turn, writes are requested codes and sign-outs in turn.
// The figures are the product's only if the machine's processor time is little more than that of
// server, load and database: two cores give 2,000 ms a second, and neighbours take theirs out of
// it.
import { CALLS_A_SECOND, Crowd, live, report } from "./dividend-day.ts";
import { machineMilliseconds, processorMilliseconds } from "./figures.ts";
import { plantMembers } from "./planted.ts";
import type { BenchTools, Demo } from "./tools.ts";

const MEMBERS = 6000;
const DAYS = [
  { name: "Dividend day", times: 1, seconds: 20 },
  { name: "Four times that", times: 4, seconds: 15 },
] as const;
export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    // Each member comes from a different address.
    TRUST_PROXY: "1",
  });
  try {
    const planted = await plantMembers(demo.dataDir, MEMBERS);
    try {
      const crowd = new Crowd(planted.members);
      for (const { name, times, seconds } of DAYS) {
        const before = processorTimes(demo);
        const answers = await live(demo.url, crowd, times, seconds);
        const spent = processorTimes(demo).map((after, at) => after - (before[at] ?? 0));
        report(`${name}: ${times * CALLS_A_SECOND} calls a second for ${seconds} s`, answers);
        const [took, server, load, machine] = spent.map((ms) => `${(ms / 1000).toFixed(1)} s`);
        console.log(
          `  took ${took}; processor: server ${server}, load ${load}, machine ${machine}`,
        );
      }
    } finally {
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

function processorTimes(demo: Demo): number[] {
  const own = process.pid;
  return [
    performance.now(),
    processorMilliseconds(demo.pid),
    processorMilliseconds(own),
    machineMilliseconds(),
  ];
}
