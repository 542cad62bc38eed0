import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { type AskedPayment, CALLBACK_SECRET, DarajaServer, resultOf } from "../daraja-server.ts";
import { postYear } from "../dividend-year.ts";
import { listenNearby } from "../outbox-society.ts";
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
const provider = new DarajaServer();
/** Of fifty members one in ten has no confirmed number. */
const PAYOUTS = 45;

beforeAll(async () => {
  await provider.open();
  await plantYear(society.owner, 50);
  const day = "2026-04-14" as CalendarDate;
  await postYear(society, { opensOn: day, closesOn: day, defaultMode: "mobile" });
  society.clock.set("2026-04-15T06:12:00Z");
  await society.database.unitOfWork("staff:P", (work) => lock(work, 2025));
  await society.database.unitOfWork("staff:P", (work) => pay(work, 2025, () => {}));
}, PATIENT_MS);
afterAll(() => provider.close());

/** Its address is given to the provider beforehand, so each has a port that was free just now. */
async function start(): Promise<RunningServer> {
  const probe = createServer();
  const port = String(await listenNearby(probe));
  probe.close();
  const account = provider.account("");
  return premises.start({
    DATABASE_URL: databaseUrl(society.connection),
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    PAYOUT_CHANNEL: "daraja",
    DARAJA_CONSUMER_KEY: account.consumerKey,
    DARAJA_CONSUMER_SECRET: account.consumerSecret,
    DARAJA_INITIATOR_NAME: account.initiatorName,
    DARAJA_SECURITY_CREDENTIAL: account.securityCredential,
    DARAJA_SHORT_CODE: account.shortCode,
    DARAJA_BASE_URL: account.baseUrl,
    DARAJA_CALLBACK_SECRET: account.callbackSecret,
    DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
  });
}

async function inState(...states: string[]): Promise<number> {
  const { rows } = await society.owner.query<{ n: number }>(
    "select count(*)::int as n from payout where state = any ($1)",
    [states],
  );
  return rows[0]?.n ?? 0;
}

/** Kills a server after the provider has accepted payments but before it answered. */
async function killInFlight(sent: number): Promise<void> {
  provider.manner = "accept";
  const server = await start();
  await until("some are sent", () => provider.asked.length >= sent);
  provider.manner = "silent";
  const before = provider.asked.length;
  await until("some are in flight", () => provider.asked.length > before + 1);
  await server.end("SIGKILL");
  // As after the end of the lease of payments in flight, which takes a minute.
  await society.owner.query("update payout set due_at = '2026-04-16' where state = 'sending'");
}

it(
  "payouts whose sender is killed leave once, each with one id, and none is lost",
  async () => {
    await killInFlight(5);
    await killInFlight(20);
    provider.manner = "accept";
    const server = await start();
    await until("nothing waits", async () => (await inState("waiting", "sending")) === 0);
    const references = provider.asked.map(({ Remarks }) => Remarks);
    expect(new Set(references).size).toBe(references.length);
    const attempts = await society.owner.query<{ reference: string; id: string }>(
      `select p.reference, a.id::text from payout_attempt a join payout p on p.id = a.payout_id`,
    );
    expect(attempts.rows).toHaveLength(PAYOUTS);
    expect(attempts.rows).toEqual(expect.arrayContaining(provider.asked.map(named)));
    const unknown = await inState("unknown");
    expect(unknown).toBeGreaterThan(1);
    expect(unknown + (await inState("sent"))).toBe(PAYOUTS);

    // In the end every result arrives twice, including those of payments in flight.
    for (const [place, payment] of [...provider.asked, ...provider.asked].entries()) {
      const receipt = `QKP${String(place % provider.asked.length).padStart(7, "0")}`;
      const told = JSON.stringify(resultOf(payment, receipt));
      const to = `${server.url}/api/v1/payout-results/${CALLBACK_SECRET}/result`;
      const headers = { "content-type": "application/json" };
      const reply = await fetch(to, { method: "POST", headers, body: told });
      expect(reply.status).toBe(200);
    }
    expect(await inState("paid")).toBe(provider.asked.length);
    const settled = await society.owner.query(
      "select count(*)::int as n from journal_entry where kind = 'payout-settled'",
    );
    expect(settled.rows).toEqual([{ n: provider.asked.length }]);
    expect(await reconcile(society.database)).toEqual([]);
  },
  PATIENT_MS,
);

const named = ({ Remarks, OriginatorConversationID }: AskedPayment) => ({
  reference: Remarks,
  id: OriginatorConversationID,
});
