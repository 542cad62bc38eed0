import { afterAll, beforeAll, expect, test } from "vitest";
import { CatchingChannel, Gate, outboxSociety } from "#test/outbox-society.ts";

const MESSAGES = 10;

let society: Awaited<ReturnType<typeof outboxSociety>>;

beforeAll(async () => {
  society = await outboxSociety();
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
  await society.owner.query("delete from sms_spend");
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
