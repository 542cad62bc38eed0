import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  CatchingChannel,
  codeFor,
  codeTemplate,
  outboxSociety,
  plainTemplate,
} from "#test/outbox-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { outboxPage } from "./outbox-page.ts";
import { recentMessages } from "./recent.ts";

let society: Awaited<ReturnType<typeof outboxSociety>>;

beforeAll(async () => {
  society = await outboxSociety();
});
afterEach(() => society.clear());
afterAll(() => society.close());

function recent() {
  const templates = [codeTemplate, plainTemplate];
  return society.database.snapshot((snapshot) => recentMessages(snapshot, templates));
}

test("shows a message as soon as it is committed, with its code and in its language", async () => {
  await society.put({ template: "one-time-code", language: "sw", params: { codeId: "41" } });
  const text = `Nambari yako ni ${codeFor("41")}.`;
  const at = new Date(TEST_CLOCK_STARTS).toISOString();
  expect(await recent()).toEqual([{ at, channel: "sms", to: "+254712000482", text }]);
});

test("keeps delivered messages visible, and hides withheld ones", async () => {
  await society.put();
  await society.put({ recipient: null });
  const channels = { sms: new CatchingChannel(), email: new CatchingChannel() };
  await society.worker({ channels }).drain();
  expect(await recent()).toMatchObject([{ text: "A text" }]);
});

test("shows the last 50, the newest first, e-mails with their subject", async () => {
  for (let count = 1; count <= 51; count += 1) await society.put({ params: { text: `${count}` } });
  const mail = { channel: "email", recipient: "amina@example.org" } as const;
  await society.put({ ...mail, params: { subject: "Receipt", text: "Paid." } });
  const messages = await recent();
  expect(messages).toHaveLength(50);
  expect(messages[0]?.text).toBe("Receipt\n\nPaid.");
  expect(messages[1]?.text).toBe("51");
  expect(messages.at(-1)?.text).toBe("3");
});

test("shows the others when this version cannot word a message", async () => {
  await society.put();
  await society.put({ template: "of a newer version" });
  const texts = (await recent()).map(({ text }) => text);
  expect(texts).toEqual(["(of a newer version)", "A text"]);
});

test("lets nothing in a message become part of the page", () => {
  const script = `<script>alert("1")</script>&'`;
  const html = outboxPage([
    { at: "2026-03-02T09:00:00.000Z", channel: "email", to: script, text: script },
  ]);
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;");
});

test("needs nothing our policy forbids, and says when there is nothing yet", () => {
  const at = "2026-03-02T09:00:00.000Z";
  const html = outboxPage([{ at, channel: "sms", to: "+254712000482", text: "A text" }]);
  expect(html).not.toMatch(/<style|style=|<script|\son\w+=|https?:/);
  expect(html).toContain("SMS to 0712 000 482");
  expect(html).toContain('<time datetime="2026-03-02T09:00:00.000Z">2 Mar 2026, 12:00:00</time>');
  expect(outboxPage([])).toContain("No messages yet");
});
