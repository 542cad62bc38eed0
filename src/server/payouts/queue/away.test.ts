import { expect, it } from "vitest";
import { Database } from "#server/kernel/platform/database.ts";
import { KeptLog } from "#test/outbox-society.ts";
import { startPayoutWorker } from "./send-due.ts";

it("the payout worker logs an unreachable database as a warning, not as a defect", async () => {
  const nowhere = { host: "127.0.0.1", port: 9, user: "x", database: "x" };
  const database = new Database({ connection: nowhere, poolSize: 1 });
  const log = new KeptLog();
  const defects: string[] = [];
  log.defect = (message) => void defects.push(message);
  const provider = { send: async () => ({ outcome: "accepted", reference: "x" }) as const };
  const worker = startPayoutWorker({ database, provider, log, pollMs: 1 });
  await log.says("the payouts could not be read");
  await worker.stop();
  await database.close();
  expect(defects).toEqual([]);
  expect(log.lines[0]?.fields).toMatchObject({ job: "payouts", reason: "busy" });
});
