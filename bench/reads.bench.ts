// How to read these figures: the share of a bare node:http handler's answers that remains after
// everything the product does for a signed-in read: limits, session, parsing, scope, headers, log.
// Each bare handler runs the product's own SQL, with the same driver, pool size and database:
// "read" the read alone, "session + read" with the look-up of the session, as the product must.
// "rate" is answers a second with everything on the machine, database and load included; "server"
// is the processor time of the serving process for one answer, which the load's share of the
// machine does not affect. Rounds are interleaved and medians taken, so that a neighbour's noise
// affects all alike. "unnamed" is the product with DATABASE_PREPARED_STATEMENTS=off; "pooled" also
// sends its settings with each transaction, as for a pooler, of which there is none here.
import type { MemberNo } from "#shared/member-number.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { memberTotal } from "#server/ledger/journal/balances.ts";
import { memberDetails } from "#server/members/records/queries.ts";
import { runServer } from "../scripts/lib/run-server.js";
import { contest, contestEnvironment, overhear } from "./contest.ts";
import { plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 500;

export default async function measure(tools: BenchTools): Promise<void> {
  const scope = { memberNo: "BENCH1" } as unknown as MemberScope;
  const reads = {
    savings: {
      path: "/api/v1/savings/sumTotal",
      statement: await overhear((s) => memberTotal(s, "savings", "BENCH1" as MemberNo)),
    },
    member: {
      path: "/api/v1/member",
      statement: await overhear((snapshot) => memberDetails(snapshot, scope)),
    },
  };
  const demo = await tools.startDemo(contestEnvironment);
  try {
    const planted = await plantMembers(demo.dataDir, MEMBERS);
    try {
      const { host, port, user, database } = planted.postgres.connection;
      const address = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
      const unnamed = { DATABASE_URL: address, DATABASE_PREPARED_STATEMENTS: "off" };
      const settings = { unnamed, pooled: { ...unnamed, DATABASE_POOLER: "pgbouncer" } };
      const others = [];
      try {
        for (const [name, more] of Object.entries(settings)) {
          const { pid = 0, ...other } = await runServer(demo.dataDir, {
            ...contestEnvironment,
            ...more,
          });
          others.push({ ...other, name: `product, ${name}`, pid });
        }
        await contest(tools, { demo, planted, reads, others });
      } finally {
        await Promise.all(others.map(({ stop }) => stop()));
      }
    } finally {
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}
