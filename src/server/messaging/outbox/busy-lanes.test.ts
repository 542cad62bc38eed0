import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { CatchingChannel, Gate, outboxSociety } from "#test/outbox-society.ts";

let society: Awaited<ReturnType<typeof outboxSociety>>;

beforeAll(async () => {
  society = await outboxSociety();
});
afterEach(() => society.clear());
afterAll(() => society.close());

test("holds no connection and delays nobody else when a gateway hangs", async () => {
  const ways = { sms: new CatchingChannel(2), email: new CatchingChannel() };
  const gate = hangsUntilOpened(ways.sms);
  const worker = society.worker({ channels: ways, database: society.open(1) });
  await society.put({ params: { text: "hangs" }, lifetimeSeconds: 60 }, worker.notify);
  await ways.sms.count(1);
  await society.put({ params: { text: "one" } });
  await society.put({ params: { text: "two" } });
  await society.put({ channel: "email", recipient: "amina@example.org" }, worker.notify);
  await ways.sms.count(3);
  await ways.email.count(1);
  await vi.waitFor(
    async () => {
      const states = (await society.rows()).map(({ state }) => state);
      expect(states).toEqual(["waiting", "delivered", "delivered", "delivered"]);
    },
    { timeout: 20_000 },
  );
  gate.open();
  await worker.drain();
  expect(await society.rows()).toMatchObject([
    { state: "delivered", reference: "hangs" },
    {},
    {},
    {},
  ]);
});

test("sends what is due by a single free lane while all others hang", async () => {
  const ways = { sms: new CatchingChannel(), email: new CatchingChannel() };
  const gate = hangsUntilOpened(ways.sms);
  for (let n = 0; n < 9; n += 1) await society.put({ params: { text: "hangs" } });
  for (const text of ["one", "two", "three"]) await society.put({ params: { text } });
  const worker = society.worker({ channels: ways, pollMs: 20 });
  await ways.sms.count(12);
  gate.open();
  await worker.drain();
  const states = (await society.rows()).map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: 12 }, () => "delivered"));
});

test("sends no more at once than a channel allows", async () => {
  const sms = new CatchingChannel(3);
  let onTheWay = 0;
  let most = 0;
  sms.answer = async () => {
    onTheWay += 1;
    most = Math.max(most, onTheWay);
    await nextTurn();
    onTheWay -= 1;
    return { outcome: "delivered", reference: "ref" };
  };
  for (let n = 0; n < 12; n += 1) await society.put();
  await society.worker({ channels: { sms, email: new CatchingChannel() } }).drain();
  expect(sms.caught).toHaveLength(12);
  expect(most).toBe(3);
});

/** Answers at once, but for texts that say otherwise. */
function hangsUntilOpened(channel: CatchingChannel): Gate {
  const gate = new Gate();
  channel.answer = async ({ text }) => {
    if (text === "hangs") await gate.opened;
    return { outcome: "delivered", reference: text };
  };
  return gate;
}
