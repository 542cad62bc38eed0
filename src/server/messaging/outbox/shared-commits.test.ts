import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CatchingChannel, Gate, outboxSociety } from "#test/outbox-society.ts";

const MESSAGES = 10;

let society: Awaited<ReturnType<typeof outboxSociety>>;

beforeAll(async () => {
  society = await outboxSociety();
});
beforeEach(async () => {
  await society.clear();
  await society.owner.query("delete from sms_spend; update sms_budget set part_price = 0.80");
});
afterAll(() => society.close());

test("messages that the gateway accepts at the same moment share a commit", async () => {
  const gate = new Gate();
  const sms = new CatchingChannel();
  sms.answer = async () => {
    await gate.opened;
    return { outcome: "delivered", reference: "ref" };
  };
  for (let n = 0; n < MESSAGES; n += 1) await society.put();
  const drained = society.worker({ channels: { sms, email: sms } }).drain();
  await sms.count(MESSAGES);
  gate.open();
  await drained;
  // The first two are not held back to fill a group.
  const { rows: commits } = await society.owner.query(
    `select count(*)::int as rows from outbox_message
      where state = 'delivered' group by xmin::text`,
  );
  expect(commits.reduce((sum, { rows }) => sum + rows, 0)).toBe(MESSAGES);
  expect(commits.length).toBeLessThanOrEqual(4);
  const spent = await society.owner.query("select messages from sms_spend");
  expect(spent.rows).toEqual([{ messages: MESSAGES }]);
});

test("a shared commit counts each message at its own cost, by its template", async () => {
  const gate = new Gate();
  const costs: readonly (string | undefined)[] = ["1.60", undefined, "0.80", "0.40"];
  const channel = new CatchingChannel();
  channel.answer = async ({ id }) => {
    await gate.opened;
    const cost = costs[ids.indexOf(id)];
    return { outcome: "delivered", reference: `ref-${id}`, ...(cost !== undefined && { cost }) };
  };
  await society.put();
  await society.put();
  await society.put();
  await society.put({ template: "one-time-code", params: { codeId: "1" } });
  await society.put({ channel: "email", recipient: "m@uzima.example" });
  const { rows } = await society.owner.query(`select id from outbox_message order by id`);
  const ids = rows.map(({ id }) => BigInt(id));
  const drained = society.worker({ channels: { sms: channel, email: channel } }).drain();
  await channel.count(ids.length);
  gate.open();
  await drained;
  const spent = await society.owner.query(
    "select template, messages, parts, cost::float8 from sms_spend order by template",
  );
  expect(spent.rows).toEqual([
    { template: "one-time-code", messages: 1, parts: 1, cost: 0.4 },
    { template: "plain", messages: 3, parts: 3, cost: 3.2 },
  ]);
});
