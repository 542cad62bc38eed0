import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { reconcile } from "#server/ledger/journal/reconcile.ts";
import { statement } from "#server/kernel/platform/database.ts";
import { silentLog } from "#test/silent-log.ts";
import { DarajaServer, resultOf } from "#test/daraja-server.ts";
import { fileOfAll, payoutOf, payToPhones, totalOf } from "#test/payouts.ts";
import { useServedSociety } from "#test/served-society.ts";
import { darajaPayouts } from "./daraja.ts";
import { doubtWaiting } from "./unanswered.ts";
import { sendDue } from "./send-due.ts";
import { steps } from "#test/steps.ts";

const provider = new DarajaServer();
// The results arrive from another machine than this one.
const society = useServedSociety({
  config: {
    payouts: {
      channel: "daraja",
      ...provider.account("https://sacco.example.ke"),
      callbackAddresses: ["196.201.214.200"],
    },
  },
});

const SHARED = "+254712000950";

beforeAll(async () => {
  await provider.open();
  await payToPhones(society, {
    SD1: { deposits: 100_000, mobile: "+254712000901" },
    // 250,000 each to one number.
    SD2: { deposits: 2_392_345, mobile: SHARED },
    SD3: { deposits: 2_392_345, mobile: SHARED },
    SD4: { deposits: 2_392_345, mobile: SHARED },
    SD5: { deposits: 100_000, mobile: "+254712000905" },
  });
});
afterAll(() => provider.close());

const send = (lanes: number) =>
  sendDue({
    database: society.database,
    provider: darajaPayouts(provider.account("https://sacco.example.ke")),
    log: silentLog,
    lanes,
  });
const sentTo = (reference: string) => provider.asked.filter(({ Remarks }) => Remarks === reference);

/** As when a copy of the books starts in another cluster; the fixture's cluster is the home. */
const wakeIn = (cluster: string) =>
  society.owner.query(
    `insert into database_home (seq, cluster_id, database_id, place, decided_by)
      select count(*) + 1, ${cluster}, akiba_database_id(), 'here', 'test' from database_home`,
  );

steps("step by step", () => {
  describe("payouts of a copy of the books", () => {
    afterAll(() => wakeIn("(select system_identifier::text from pg_control_system())"));

    it("are not sent while it is held, even by two senders at once", async () => {
      await wakeIn("'7000000000000000001'");
      expect(await Promise.all([send(2), send(2)])).toEqual([0, 0]);
      expect(provider.asked).toEqual([]);
      expect(await payoutOf(society, "SD1")).toMatchObject({ state: "waiting" });
    });

    it("are taken into no file, with an explanation", async () => {
      const taken = society.database.unitOfWork("ST1", fileOfAll);
      await expect(taken).rejects.toMatchObject({ code: "database-held" });
      expect(await payoutOf(society, "SD1")).toMatchObject({ state: "waiting" });
    });
  });

  describe("payouts that waited in a copy while its original continued", () => {
    const findStates = statement({
      text: "select distinct state, tab from payout",
      row: z.object({ state: z.string(), tab: z.string() }),
    });

    it("are left to staff, who check them before anything is paid", async () => {
      const undone = new Error("undone, so that they wait for the other tests");
      const doubt = society.database.unitOfWork("operator", async (work) => {
        expect(await doubtWaiting(work)).toBe(5);
        expect(await work.rows(findStates)).toEqual([{ state: "unknown", tab: "exceptions" }]);
        throw undone;
      });
      await expect(doubt).rejects.toBe(undone);
    });
  });

  describe("payouts that are due", () => {
    it("wait if they were not accepted, and leave later as the same attempt", async () => {
      provider.manner = "busy";
      await send(1);
      expect(await payoutOf(society, "SD1")).toMatchObject({ state: "waiting" });
      provider.manner = "accept";
      society.clock.set("2026-04-15T06:20:00Z");
      await Promise.all([send(2), send(2), send(2), send(2)]);
      const attempts = sentTo("DIV-2025-SD1-1").map((one) => one.OriginatorConversationID);
      expect(attempts).toHaveLength(2);
      expect(new Set(attempts).size).toBe(1);
    });

    it("are sent once by any number of instances, within a number's daily maximum", async () => {
      expect(sentTo("DIV-2025-SD2-1")).toHaveLength(1);
      expect(sentTo("DIV-2025-SD3-1")).toHaveLength(1);
      expect(sentTo("DIV-2025-SD4-1")).toHaveLength(0);
      expect(sentTo("DIV-2025-SD5-1")).toHaveLength(1);
      expect(await payoutOf(society, "SD4")).toMatchObject({ state: "waiting" });
    });

    it("return to the member's account if they are rejected", async () => {
      society.clock.set("2026-04-16T06:12:00Z");
      provider.manner = "refuse";
      expect(await send(5)).toBe(1);
      expect(await payoutOf(society, "SD4")).toMatchObject({
        state: "failed",
        problem: "refused-400",
      });
      expect(await totalOf(society, "dividend-payable", "SD4")).toBe(250_000);
      expect(await reconcile(society.database)).toEqual([]);
    });

    it("are not settled from another address, even with the secret", async () => {
      const [payment] = sentTo("DIV-2025-SD1-1");
      const { callbackSecret } = provider.account("");
      const path = `/api/v1/payout-results/${callbackSecret}/result`;
      const body = resultOf(payment ?? { OriginatorConversationID: "", Amount: 0 }, "FORGED0009");
      const headers = { "x-forwarded-for": "196.201.214.200" };
      expect((await society.send("POST", path, { body, headers })).status).toBe(404);
      expect(await payoutOf(society, "SD1")).toMatchObject({ state: "sent", receipt_no: "" });
    });
  });
});
