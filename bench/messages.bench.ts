// How to read these figures: how fast text messages leave the outbox to a gateway that takes 30 ms
// for each answer, and what members notice meanwhile. Messages wait as after the posting of a
// dividend. The calls of a dividend day (28 sign-ins, 280 reads and 8 writes a second) are sent on
// schedule, first without messages and then while they are sent; then its sign-ins alone. Gateway,
// load, server and database share the machine.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Crowd, live, percentilesOf, report } from "./dividend-day.ts";
import { plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const MEMBERS = 5000;
const MESSAGES = 40_000;
const SECONDS = 20;
const GATEWAY_MS = 30;

export default async function measure(tools: BenchTools): Promise<void> {
  const gateway = await startGateway();
  const demo = await tools.startDemo({
    TRUST_PROXY: "1",
    SMS_CHANNEL: "africastalking",
    AFRICASTALKING_USERNAME: "sandbox",
    AFRICASTALKING_API_KEY: "bench",
    AFRICASTALKING_BASE_URL: gateway.url,
  });
  try {
    const planted = await plantMembers(demo.dataDir, MEMBERS);
    try {
      const crowd = new Crowd(planted.members);
      const quiet = await live(demo.url, crowd, 1, SECONDS);
      report("A dividend day without messages", quiet);
      await queueMessages(planted.postgres.connection);
      const kinds = [["sign-in", "read", "write"], ["sign-in"]] as const;
      for (const chosen of kinds) {
        const [before, used] = [gateway.sent(), process.cpuUsage()];
        const beside = await live(demo.url, crowd, 1, SECONDS, [...chosen]);
        const sent = gateway.sent() - before;
        report(`${chosen.join(", ")} while ${sent / SECONDS} messages a second left`, beside);
        const [was, is] = [quiet, beside].map((all) => percentilesOf(all, 95)["sign-in"] ?? 0);
        console.log(`  sign-in p95 ${is?.toFixed(0)} ms, ${was?.toFixed(0)} ms without messages`);
        const { user, system } = process.cpuUsage(used);
        const own = (user + system) / 1e6 / SECONDS;
        console.log(`  load and gateway used ${own.toFixed(2)} of the processors`);
      }
      await tellRateAlone(gateway.sent);
    } finally {
      await planted.postgres.stop();
    }
  } finally {
    await demo.stop();
    gateway.stop();
  }
}

/** Counts the messages that leave in some seconds without calls. */
async function tellRateAlone(sent: () => number): Promise<void> {
  const [before, began] = [sent(), performance.now()];
  await pause(10_000);
  const rate = (1000 * (sent() - before)) / (performance.now() - began);
  console.log(`  without calls ${rate.toFixed(0)} a second`);
}

/** Queues news for invented numbers, due at once. */
async function queueMessages(connection: pg.ClientConfig): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(
    `insert into outbox_message (channel, recipient, template, language, params, expires_at)
      select 'sms', '+2547' || lpad(n::text, 8, '0'), 'loan-settled', 'en',
        '{"loan": "IL1", "society": "Uzima Sacco"}', akiba_now() + interval '1 day'
      from generate_series(1, $1) n`,
    [MESSAGES],
  );
  await owner.end();
}

/** A gateway that accepts every message after a while, as Africa's Talking answers. */
async function startGateway() {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      sent += 1;
      const recipient = { statusCode: 101, status: "Success", messageId: `AT${sent}` };
      const answer = { SMSMessageData: { Message: "Sent", Recipients: [recipient] } };
      setTimeout(() => {
        response.writeHead(201, { "content-type": "application/json" });
        response.end(JSON.stringify(answer));
      }, GATEWAY_MS);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, stop: () => server.close() };
}
