import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  CatchingChannel,
  Gate,
  KeptLog,
  codeFor,
  messageOf,
  outboxSociety,
} from "#test/outbox-society.ts";
import { enqueue } from "./enqueue.ts";
import type { MessageTemplate } from "./enqueue.ts";
import { claimDue, purgeFinished } from "./queue.ts";

let society: Awaited<ReturnType<typeof outboxSociety>>;

beforeAll(async () => {
  society = await outboxSociety();
});
afterEach(() => society.clear());
afterAll(() => society.close());

function channels(smsAtOnce?: number) {
  return { sms: new CatchingChannel(smsAtOnce), email: new CatchingChannel() };
}

const retry = () => ({ outcome: "retry", reason: "the gateway answered 500" }) as const;

test("sends a message only once the work that causes it is committed", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  await society.database.unitOfWork("test", async (work) => {
    await enqueue(work, messageOf({}), worker.notify);
    await worker.drain();
    expect(ways.sms.caught).toEqual([]);
  });
  await ways.sms.count(1);
  await worker.drain();
  expect(await society.rows()).toMatchObject([{ state: "delivered" }]);
});

test("sends nothing of a unit of work that was rolled back", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  const undone = society.database.unitOfWork("test", async (work) => {
    await enqueue(work, messageOf({}), worker.notify);
    throw new Error("changed its mind");
  });
  await expect(undone).rejects.toThrow("changed its mind");
  await worker.drain();
  expect(ways.sms.caught).toEqual([]);
});

test("is woken by the commit itself", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  await worker.drain();
  await society.put({}, worker.notify);
  await ways.sms.count(1);
});

test("finds messages queued by another instance", async () => {
  const ways = channels();
  society.worker({ channels: ways, pollMs: 20 });
  await society.put();
  await ways.sms.count(1);
});

test("sends each message by its own channel, and a withheld one by none", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  await society.put({ channel: "email", recipient: "amina@example.org" });
  await society.put({ recipient: null });
  await worker.drain();
  expect(ways.sms.caught).toEqual([]);
  expect(ways.email.caught).toMatchObject([
    { recipient: "amina@example.org", subject: "A subject", text: "A text" },
  ]);
  expect((await society.rows()).map(({ state }) => state)).toEqual(["delivered", "withheld"]);
});

test("takes a withheld message through every step, and sends it to nobody", async () => {
  const ways = channels();
  await society.owner.query("delete from sms_spend");
  await society.put();
  await society.put({ recipient: null, pretend: true });
  const steps = async () =>
    (await society.rows()).map(({ state, attempts, wait }) => ({ state, attempts, wait }));
  const [real, pretended] = await steps();
  expect(pretended).toEqual(real);
  // A worker checks at its start too, and would have claimed the messages before they are compared.
  await society.worker({ channels: ways }).drain();
  expect(ways.sms.caught).toHaveLength(1);
  expect(await steps()).toMatchObject([
    { state: "delivered", attempts: 1 },
    { state: "withheld", attempts: 1 },
  ]);
  const spent = await society.owner.query("select messages, parts, cost::float8 from sms_spend");
  expect(spent.rows).toMatchObject([{ messages: 1, parts: 1 }]);
});

test("sends a held message at its time, in the words of the last one with its key", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  const held = { seconds: 600, key: "choice 7" };
  await society.put({ params: { text: "first" }, held, lifetimeSeconds: 86_400 });
  society.clock.advance(599);
  await society.put({ params: { text: "last" }, held, lifetimeSeconds: 86_400 });
  await society.put({ params: { text: "another's" }, held: { ...held, key: "choice 8" } });
  await worker.drain();
  expect(ways.sms.caught).toEqual([]);
  society.clock.advance(1);
  await worker.drain();
  expect(ways.sms.caught.map(({ text }) => text)).toEqual(["last"]);
});

test("does not replace a held message while it is being sent: the next one waits", async () => {
  const ways = channels();
  const gate = new Gate();
  ways.sms.answer = async () => {
    await gate.opened;
    return retry();
  };
  const worker = society.worker({ channels: ways });
  const held = { seconds: 600, key: "choice 7" };
  await society.put({ params: { text: "first" }, held, lifetimeSeconds: 86_400 });
  society.clock.advance(600);
  const drained = worker.drain();
  await ways.sms.count(1);
  await society.put({ params: { text: "next" }, held, lifetimeSeconds: 86_400 });
  gate.open();
  await drained;
  ways.sms.answer = () => ({ outcome: "delivered", reference: "ref" });
  society.clock.advance(600);
  await worker.drain();
  expect(ways.sms.caught.map(({ text }) => text).toSorted()).toEqual(["first", "first", "next"]);
});

test("repeats a failed attempt with growing pauses", async () => {
  const ways = channels();
  ways.sms.answer = retry;
  const worker = society.worker({ channels: ways });
  await society.put({ lifetimeSeconds: 86_400 });
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await worker.drain();
    expect(ways.sms.caught).toHaveLength(attempt);
    const [row] = await society.rows();
    const middle = Math.min(300, 2 ** attempt);
    expect(row?.wait).toBeGreaterThanOrEqual(middle * 0.75);
    expect(row?.wait).toBeLessThanOrEqual(middle * 1.25);
    expect(row).toMatchObject({ state: "waiting", failure: "the gateway answered 500" });
    society.clock.advance(middle * 0.7);
    await worker.drain();
    expect(ways.sms.caught).toHaveLength(attempt);
    society.clock.advance(middle * 0.6);
  }
});

test("respects a pause the provider asks for", async () => {
  const ways = channels();
  ways.sms.answer = () => ({ outcome: "retry", reason: "InsufficientBalance", after: 120 });
  const worker = society.worker({ channels: ways });
  await society.put();
  await worker.drain();
  expect(await society.rows()).toMatchObject([{ wait: 120 }]);
});

test("gives up at once a message that can never arrive, with its reason", async () => {
  const ways = channels();
  ways.sms.answer = () => ({ outcome: "failed", reason: "InvalidPhoneNumber" });
  const worker = society.worker({ channels: ways });
  await society.put();
  await worker.drain();
  society.clock.advance(299);
  await worker.drain();
  expect(ways.sms.caught).toHaveLength(1);
  expect(await society.rows()).toMatchObject([{ state: "failed", failure: "InvalidPhoneNumber" }]);
});

test("sends nothing after it expired, whatever it waited for", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  ways.sms.answer = retry;
  await society.put({ lifetimeSeconds: 10 });
  await worker.drain();
  await society.put({ lifetimeSeconds: 10 });
  society.clock.advance(10);
  await worker.drain();
  expect(ways.sms.caught).toHaveLength(1);
  expect((await society.rows()).map(({ state }) => state)).toEqual(["expired", "expired"]);
});

test("checks the time again after stalling between claim and send", async () => {
  const ways = channels();
  const stalling = (seconds: number): MessageTemplate => ({
    name: `stalls ${seconds}`,
    render: () => {
      society.clock.advance(seconds);
      return { subject: "", text: "late" };
    },
  });
  const worker = society.worker({ channels: ways, templates: [stalling(9), stalling(25)] });
  await society.put({ template: "stalls 9", lifetimeSeconds: 9 });
  await worker.drain();
  await society.put({ template: "stalls 25" });
  await worker.drain();
  expect(ways.sms.caught).toEqual([]);
  expect((await society.rows()).map(({ state }) => state)).toEqual(["expired", "waiting"]);
});

test("sends each message once by several instances", async () => {
  const ways = channels(7);
  const seen = new Map<bigint, number>();
  ways.sms.answer = async ({ id }) => {
    seen.set(id, (seen.get(id) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    return { outcome: "delivered", reference: "" };
  };
  await society.database.unitOfWork("test", async (work) => {
    for (let count = 0; count < 200; count += 1) await enqueue(work, messageOf({}), () => {});
  });
  const workers = [1, 2, 3, 4].map(() =>
    society.worker({ channels: ways, database: society.open(2) }),
  );
  await Promise.all(workers.map((worker) => worker.drain()));
  await Promise.all(workers.map((worker) => worker.drain()));
  expect(seen.size).toBe(200);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
});

test("sends after the lease what a killed instance had claimed", async () => {
  const ways = channels();
  await society.put();
  // Everything left behind by an instance that is killed between its claim and its send.
  await claimDue(society.database, [{ channel: "sms", limit: 10 }], [], null);
  const worker = society.worker({ channels: ways });
  society.clock.advance(29);
  await worker.drain();
  expect(ways.sms.caught).toEqual([]);
  society.clock.advance(1);
  await worker.drain();
  expect(ways.sms.caught).toHaveLength(1);
  expect(await society.rows()).toMatchObject([{ state: "delivered", attempts: 2 }]);
});

test("waits for messages on their way when stopping, and claims no more", async () => {
  const ways = channels(1);
  const gate = new Gate();
  ways.sms.answer = async () => {
    await gate.opened;
    return { outcome: "delivered", reference: "just in time" };
  };
  const worker = society.worker({ channels: ways });
  await society.put({}, worker.notify);
  await ways.sms.count(1);
  await society.put({}, worker.notify);
  const stopped = worker.stop();
  gate.open();
  await stopped;
  expect(ways.sms.caught).toHaveLength(1);
  expect((await society.rows()).map(({ state }) => state)).toEqual(["delivered", "waiting"]);
});

test("sends first what expires soonest", async () => {
  const ways = channels(1);
  await society.put({ params: { text: "receipt" }, lifetimeSeconds: 86_400 });
  await society.put({ params: { text: "code" }, lifetimeSeconds: 300 });
  const worker = society.worker({ channels: ways });
  await worker.drain();
  expect(ways.sms.caught.map(({ text }) => text)).toEqual(["code", "receipt"]);
});

test("skips a message that cannot be worded", async () => {
  const ways = channels(1);
  const speaking: MessageTemplate = {
    name: "plain",
    render: (_language, { text = "A text" }) => {
      if (text === "unspeakable") throw new Error("a defect of the template");
      return { subject: "", text };
    },
  };
  const worker = society.worker({ channels: ways, templates: [speaking] });
  await society.put({ template: "of a newer version", lifetimeSeconds: 100 });
  await society.put({ params: { text: "unspeakable" }, lifetimeSeconds: 100 });
  ways.sms.answer = ({ text }) => {
    if (text === "breaks") throw new Error("a defect of the channel");
    return { outcome: "delivered", reference: "\u0000strange\u0000" };
  };
  await society.put({ params: { text: "breaks" }, lifetimeSeconds: 100 });
  await society.put();
  await worker.drain();
  expect(await society.rows()).toMatchObject([
    { state: "waiting", failure: "no such template here" },
    { state: "waiting", failure: "could not be worded" },
    { state: "waiting", failure: "the channel broke" },
    { state: "delivered", reference: "strange" },
  ]);
});

test("sends a message in its language, and never stores its code in the table", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  const code = codeFor("41");
  await society.put({ template: "one-time-code", language: "sw", params: { codeId: "41" } });
  const [waiting] = await society.rows();
  await worker.drain();
  const [delivered] = await society.rows();
  expect(ways.sms.caught).toMatchObject([{ text: `Nambari yako ni ${code}.` }]);
  expect(waiting?.whole).not.toContain(code);
  expect(delivered?.whole).not.toContain(code);
});

test("does not send again what was sent while the database could not record it", async () => {
  const ways = channels();
  const { owner } = society;
  ways.sms.answer = async () => {
    await owner.query("begin; lock table outbox_message in exclusive mode");
    return { outcome: "delivered", reference: "once" };
  };
  const log = new KeptLog();
  // With the defaults, which wait two seconds for a lock.
  const worker = society.worker({ channels: ways, log, database: society.open() });
  await society.put({}, worker.notify);
  await log.says("what became of a message could not be written yet");
  society.clock.advance(31);
  await owner.query("rollback");
  worker.notify();
  await worker.drain();
  expect(ways.sms.caught).toHaveLength(1);
  expect(await society.rows()).toMatchObject([{ state: "delivered", reference: "once" }]);
});

test("logs missing credit as an error, once, and names no person or code in a log", async () => {
  const ways = channels();
  ways.sms.answer = () => ({
    outcome: "retry",
    reason: "InsufficientBalance",
    needsOperator: true,
  });
  const log = new KeptLog();
  const worker = society.worker({ channels: ways, log });
  const code = { template: "one-time-code", params: { codeId: "41" } };
  for (let count = 0; count < 5; count += 1) await society.put(code);
  await worker.drain();
  expect(log.lines).toEqual([
    {
      message: "sms: messages wait until somebody acts",
      fields: { job: "outbox", reason: "InsufficientBalance", count: 1 },
    },
  ]);
});

test("deletes finished messages after 30 days, and waiting ones never", async () => {
  const ways = channels();
  const worker = society.worker({ channels: ways });
  await society.put();
  await society.put({ recipient: null });
  await worker.drain();
  ways.sms.answer = retry;
  await society.put({ lifetimeSeconds: 90 * 86_400 });
  society.clock.advance(30 * 86_400);
  expect(await purgeFinished(society.database)).toBe(0);
  society.clock.advance(301);
  expect(await purgeFinished(society.database)).toBe(2);
  expect((await society.rows()).map(({ state }) => state)).toEqual(["waiting"]);
});
