import { once } from "node:events";
import { createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { openMailServer } from "#test/mail-server.ts";
import { listenNearby } from "#test/outbox-society.ts";
import { smtpEmail } from "./smtp-email.ts";

const message = {
  id: 7n,
  at: new Date("2026-03-02T09:00:00Z"),
  recipient: "amina@example.org",
  subject: "Nambari yako\r\nBcc: eve@example.org",
  text: "Nambari yako ni 041882.",
};

let close: () => Promise<void> = async () => {};

afterEach(() => close());

async function mailServer(options?: SMTPServerOptions) {
  const server = await openMailServer(options);
  close = server.close;
  return server;
}

const from = "Akiba Sacco <noreply@akiba.example>";

function channelTo(port: number, { scheme = "smtp", credentials = "", query = "" } = {}) {
  return smtpEmail({ url: `${scheme}://${credentials}127.0.0.1:${port}${query}`, from });
}

function problem(responseCode: number): Error {
  return Object.assign(new Error("no"), { responseCode });
}

test("sends to one recipient, with an identifier that reveals a repeat", async () => {
  const { received, port } = await mailServer();
  const channel = channelTo(port);
  const name = "<akiba.7.1772442000000@akiba.example>";
  expect(await channel.send(message)).toEqual({ outcome: "delivered", reference: name });
  await channel.send(message);
  const [first, second] = received;
  expect(first).toMatchObject({ from: "noreply@akiba.example", to: ["amina@example.org"] });
  expect(first?.text).toContain(message.text);
  expect(first?.text).toContain("Subject: Nambari yako Bcc: eve@example.org\r\n");
  expect(first?.text).not.toMatch(/^Bcc:/m);
  expect(second?.text).toContain(`Message-ID: ${name}`);
});

test("waits out greylisting", async () => {
  let asked = 0;
  const { received, port } = await mailServer({
    onRcptTo: (_address, _session, done) => {
      asked += 1;
      done(asked === 1 ? problem(450) : null);
    },
  });
  const channel = channelTo(port);
  const reason = "the mail server answered 450";
  expect(await channel.send(message)).toEqual({ outcome: "retry", reason });
  expect(await channel.send(message)).toMatchObject({ outcome: "delivered" });
  expect(received).toHaveLength(1);
});

test("fails for good for a rejected recipient and a rejected text", async () => {
  const unknown = await mailServer({ onRcptTo: (_a, _s, done) => done(problem(550)) });
  const reason = "the mail server answered 550";
  expect(await channelTo(unknown.port).send(message)).toEqual({ outcome: "failed", reason });
  await close();
  const spam = await mailServer({
    onData(stream, _session, done) {
      stream.resume().on("end", () => done(problem(554)));
    },
  });
  expect(await channelTo(spam.port).send(message)).toMatchObject({ outcome: "failed" });
});

test("waits for the operator if the sender or password is rejected", async () => {
  const sender = await mailServer({ onMailFrom: (_a, _s, done) => done(problem(550)) });
  const needs = { outcome: "retry", needsOperator: true };
  expect(await channelTo(sender.port).send(message)).toMatchObject(needs);
  await close();
  const { port } = await mailServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(problem(535)),
  });
  const wrong = channelTo(port, { credentials: "akiba:wrong@" });
  expect(await wrong.send(message)).toMatchObject(needs);
});

test("writes to one address and no more", async () => {
  const { received, port } = await mailServer();
  for (const recipient of ["", "no address", "a@example.org,b@example.org"]) {
    await channelTo(port).send({ ...message, recipient });
  }
  expect(received.filter(({ to }) => to.length > 1 || to[0]?.startsWith("a@"))).toEqual([]);
});

test("sends nothing in the clear if TLS is required but not offered", async () => {
  const { received, port } = await mailServer();
  const needs = { outcome: "retry", needsOperator: true };
  const insisting = channelTo(port, { query: "?requireTLS=true" });
  expect(await insisting.send(message)).toMatchObject(needs);
  const fromTheStart = channelTo(port, { scheme: "smtps" });
  expect(await fromTheStart.send(message)).toMatchObject({ outcome: "retry" });
  expect(received).toEqual([]);
});

test("rejects an untrusted certificate", async () => {
  const { received, port } = await mailServer({ disabledCommands: ["AUTH"] });
  expect(await channelTo(port).send(message)).toMatchObject({ outcome: "retry" });
  const trusting = channelTo(port, { query: "?tls.rejectUnauthorized=false" });
  expect(await trusting.send(message)).toMatchObject({ outcome: "delivered" });
  expect(received).toMatchObject([{ secure: true }]);
});

test("tries again when a mail server is silent or away", async () => {
  const silent = createServer(() => {});
  const port = await listenNearby(silent);
  const began = performance.now();
  const noAnswer = { outcome: "retry", reason: "no answer from the mail server" };
  expect(await channelTo(port).send(message)).toEqual(noAnswer);
  expect(performance.now() - began).toBeLessThan(6000);
  silent.close();
  await once(silent, "close");
  expect(await channelTo(port).send(message)).toEqual(noAnswer);
});
