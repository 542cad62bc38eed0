import { expect, test } from "vitest";
import { openChannels } from "./open-channels.ts";

const message = {
  id: 7n,
  at: new Date("2026-03-02T09:00:00Z"),
  recipient: "+254712000482",
  subject: "Your code",
  text: "Your code is 041882.",
};

const onConsole = { sms: { channel: "console" }, email: { channel: "console" } } as const;

async function printed() {
  const texts: string[] = [];
  const channels = await openChannels({ mode: "demo", ...onConsole }, (text) => texts.push(text));
  return { channels, lines: () => texts.join("\n").split("\n") };
}

test("shows time, number and text to the person who runs the demo", async () => {
  const { channels, lines } = await printed();
  expect(await channels.sms.send(message)).toMatchObject({ outcome: "delivered" });
  const [top, text, bottom] = lines();
  expect(top).toMatch(/^┌─ SMS to 0712 000 482 at 12:00:00 ─+┐$/);
  expect(text).toMatch(/^│ Your code is 041882\. +│$/);
  expect(new Set([top, text, bottom].map((line) => line?.length))).toEqual(new Set([76]));
});

test("wraps a long text inside its box", async () => {
  const { channels, lines } = await printed();
  await channels.email.send({ ...message, text: `${"word ".repeat(40)}${"x".repeat(100)}` });
  expect(lines().filter((line) => line !== "" && line.length !== 76)).toEqual([]);
  expect(lines().join("").match(/word/g)).toHaveLength(40);
});

test("does not let a name control the terminal", async () => {
  const { channels, lines } = await printed();
  await channels.sms.send({ ...message, text: "Amina\u001b[2J\u009b31m\r\u202e" });
  expect(lines()[1]).toMatch(/^│ Amina\[2J31m +│$/);
});

test("prints nothing in production, and records why the message failed", async () => {
  const texts: string[] = [];
  const channels = await openChannels({ mode: "production", ...onConsole }, (text) =>
    texts.push(text),
  );
  const failed = { outcome: "failed", reason: "SMS is not set up" };
  expect(await channels.sms.send(message)).toEqual(failed);
  expect(await channels.email.send(message)).toMatchObject({ outcome: "failed" });
  expect(texts).toEqual([]);
});
