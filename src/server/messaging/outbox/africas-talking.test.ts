import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { listenNearby } from "#test/outbox-society.ts";
import { africasTalkingSms, ANSWER_MS, postForm } from "./africas-talking.ts";
import { LEASE_SECONDS, SEND_WITHIN_SECONDS } from "./queue.ts";

const message = {
  id: 7n,
  at: new Date("2026-03-02T09:00:00Z"),
  recipient: "+254712000482",
  subject: "",
  text: "Nambari yako ni 041882. Ni ya dakika 5 & wewe tu.",
};

const gateways: Server[] = [];

afterEach(closeGateways);

function closeGateways(): void {
  for (const gateway of gateways.splice(0)) {
    gateway.closeAllConnections();
    gateway.close();
  }
}

async function channelTo(listener: RequestListener, from = "AKIBA", idleMs = 1000) {
  const gateway = createServer(listener);
  // It never closes an idle connection itself.
  gateway.keepAliveTimeout = 0;
  gateways.push(gateway);
  const port = await listenNearby(gateway);
  const account = { username: "akiba", apiKey: "a-key", from, atOnce: 1 };
  return africasTalkingSms(
    { ...account, baseUrl: `http://127.0.0.1:${port}` },
    { totalMs: 5000, idleMs },
  );
}

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  return channelTo((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

function recipients(...list: object[]) {
  return { SMSMessageData: { Message: `Sent to ${list.length}/1`, Recipients: list } };
}

function told(statusCode: number | string, status: string) {
  const number = message.recipient;
  return recipients({ statusCode, number, status, cost: "0", messageId: "ATXid_1" });
}

/** A gateway that accepts everything and keeps the requests. */
async function listening(from?: string) {
  const asked: unknown[] = [];
  const channel = await channelTo((request, response) => {
    const { method, url, headers } = request;
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push({ method, url, ...pick(headers), form });
      response.writeHead(201).end(JSON.stringify(told(101, "Success")));
    });
  }, from);
  return { channel, asked };
}

test("sends a text in the shape the provider reads", async () => {
  const { channel, asked } = await listening();
  expect(await channel.send(message)).toEqual({ outcome: "delivered", reference: "ATXid_1" });
  expect(asked).toEqual([
    {
      method: "POST",
      url: "/version1/messaging",
      apikey: "a-key",
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      form: {
        username: "akiba",
        to: "+254712000482",
        message: message.text,
        from: "AKIBA",
        bulkSMSMode: "1",
        enqueue: "1",
      },
    },
  ]);
});

function pick(headers: IncomingMessage["headers"]) {
  const { apikey, accept, "content-type": type } = headers;
  return { apikey, accept, "content-type": type };
}

test("names no sender without a registered one", async () => {
  const { channel, asked } = await listening("");
  await channel.send(message);
  expect(asked).toHaveLength(1);
  expect(asked).not.toMatchObject([{ form: { from: expect.anything() } }]);
});

test.each([
  [100, "Processed"],
  [101, "Success"],
  [102, "Queued"],
  ["101", "Sent"],
])("delivers to an accepted recipient: %s %s", async (code, status) => {
  const channel = await answering(201, told(code, status));
  expect(await channel.send(message)).toMatchObject({ outcome: "delivered" });
});

test.each([
  [403, "InvalidPhoneNumber"],
  [404, "UnsupportedNumberType"],
  [406, "UserInBlacklist"],
  [409, "DoNotDisturbRejection"],
])("fails for good for a number that cannot be reached: %s %s", async (code, status) => {
  const channel = await answering(201, told(code, status));
  expect(await channel.send(message)).toEqual({ outcome: "failed", reason: status });
});

test.each([
  [401, "RiskHold"],
  [402, "InvalidSenderId"],
  [405, "InsufficientBalance"],
])("waits for the operator if the account has a problem: %s %s", async (code, status) => {
  const channel = await answering(201, told(code, status));
  const needs = { outcome: "retry", reason: status, needsOperator: true };
  expect(await channel.send(message)).toMatchObject(needs);
});

test.each([
  [407, "CouldNotRoute"],
  [500, "InternalServerError"],
  [501, "GatewayError"],
  [502, "RejectedByGateway"],
])("tries again after a passing problem: %s %s", async (code, status) => {
  const channel = await answering(201, told(code, status));
  expect(await channel.send(message)).toEqual({ outcome: "retry", reason: status });
});

test("gives a recipient's problem precedence over a success code", async () => {
  const channel = await answering(201, told(101, "Invalid Phone Number"));
  expect(await channel.send(message)).toMatchObject({ outcome: "failed" });
});

test("does not count an answer about another, no or an unknown recipient as sent", async () => {
  const others = ["+254700000001", "+254700000002"].map((number) => ({ statusCode: 101, number }));
  for (const body of [recipients(...others), recipients(), told(999, "Novel")]) {
    const channel = await answering(201, body);
    expect(await channel.send(message)).toMatchObject({ outcome: "retry" });
  }
  const body = { SMSMessageData: { Message: "InvalidSenderId", Recipients: [] } };
  expect(await (await answering(201, body)).send(message)).toMatchObject({ needsOperator: true });
});

test.each([
  [400, { outcome: "failed" }],
  [401, { outcome: "retry", needsOperator: true }],
  [302, { outcome: "retry", needsOperator: true }],
  [500, { outcome: "retry", reason: "the gateway answered 500" }],
  [503, { outcome: "retry" }],
])("judges the gateway's own status %s by who can fix it", async (status, wanted) => {
  const channel = await answering(status, "The supplied authentication is invalid");
  expect(await channel.send(message)).toMatchObject(wanted);
});

test("waits as long as a busy gateway asks", async () => {
  const channel = await answering(429, "", { "retry-after": "90" });
  expect(await channel.send(message)).toMatchObject({ outcome: "retry", after: 90 });
});

test.each([
  "",
  "<html>",
  "{}",
  '{"SMSMessageData":{"Recipients":[{"statusCode":"x"}]}}',
  "9".repeat(1e5),
])("tries again after an answer that makes no sense: %.20s", async (body) => {
  const channel = await answering(201, body);
  expect(await channel.send(message)).toMatchObject({ outcome: "retry" });
});

test("tries again after a connection that is rejected or cut", async () => {
  const cut = await channelTo((request) => request.socket.resetAndDestroy());
  expect(await cut.send(message)).toMatchObject({ outcome: "retry" });
  const halfway = await channelTo((request, response) => {
    response.writeHead(201, { "content-length": "1000" });
    response.write('{"SMSMessageData"', () => request.socket.destroy());
  });
  expect(await halfway.send(message)).toMatchObject({ outcome: "retry" });
  closeGateways();
  expect(await halfway.send(message)).toMatchObject({ outcome: "retry" });
});

/** A gateway that accepts everything and keeps its connections. */
async function connections(idleMs: number) {
  const sockets = new Set<Socket>();
  const accept: RequestListener = ({ socket }, response) => {
    sockets.add(socket);
    response.writeHead(201).end(JSON.stringify(told(101, "Success")));
  };
  return { channel: await channelTo(accept, "AKIBA", idleMs), sockets };
}

test("sends messages in quick succession by one connection", async () => {
  const { channel, sockets } = await connections(60_000);
  await channel.send(message);
  await channel.send(message);
  expect(sockets.size).toBe(1);
});

test("closes a connection that is idle, so that none meets a dropped one", async () => {
  const { channel, sockets } = await connections(1);
  await channel.send(message);
  const [first] = sockets;
  if (first?.closed === false) await once(first, "close");
  expect(await channel.send(message)).toMatchObject({ outcome: "delivered" });
  expect(sockets.size).toBe(2);
});

test("waits for an answer for less than a send may take, and its lease lasts", () => {
  // The process needs a moment besides to record what became of the message.
  expect(ANSWER_MS + 3000).toBeLessThan(SEND_WITHIN_SECONDS * 1000);
  expect(SEND_WITHIN_SECONDS + 5).toBeLessThan(LEASE_SECONDS);
});

test("gives up a gateway that hangs after its time and ignores a late answer", async () => {
  let late = 0;
  const hanging = (begin: string) =>
    channelTo((_request, response) => {
      if (begin !== "") response.writeHead(201).write(begin);
      response.once("close", () => {
        late += 1;
        response.end(JSON.stringify(told(101, "Success")));
      });
    });
  const channels = [await hanging(""), await hanging('{"SMSMessageData":')];
  const began = performance.now();
  const outcomes = await Promise.all(channels.map((channel) => channel.send(message)));
  const took = performance.now() - began;
  const noAnswer = { outcome: "retry", reason: "no answer from the gateway" };
  expect(outcomes).toEqual([noAnswer, noAnswer]);
  expect(took).toBeGreaterThan(4900);
  expect(took).toBeLessThan(6000);
  await vi.waitFor(() => expect(late).toBe(2), { timeout: 20_000 });
});

test.runIf(process.platform === "linux")(
  "gives up a gateway that accepts no connection after the time for connecting",
  async () => {
    const full = await listenerThatAcceptsNobody();
    try {
      const began = performance.now();
      const post = { headers: {}, form: new URLSearchParams(), connectMs: 300, totalMs: 5000 };
      const url = new URL(`http://127.0.0.1:${full.port}`);
      await expect(postForm({ ...post, url })).rejects.toThrow("no connection in time");
      expect(performance.now() - began).toBeLessThan(1500);
    } finally {
      full.close();
    }
  },
);

/** A stopped process whose queue of connections is full: the kernel drops the next one. */
async function listenerThatAcceptsNobody(): Promise<{ port: number; close(): void }> {
  const program =
    "const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }," +
    " () => process.send(s.address().port))";
  const child = fork("-", [], { execArgv: ["-e", program], stdio: "ignore" });
  const port = Number((await once(child, "message"))[0]);
  child.kill("SIGSTOP");
  const sockets: Socket[] = [];
  for (let connected = true; connected;) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    connected = await once(socket, "connect", { signal: AbortSignal.timeout(200) }).then(
      () => true,
      () => false,
    );
  }
  const close = () => {
    for (const socket of sockets) socket.destroy();
    child.kill("SIGKILL");
  };
  return { port, close };
}

test("sends no request for a number that is not a Kenyan mobile number", async () => {
  let asked = 0;
  const channel = await channelTo((_request, response) => {
    asked += 1;
    response.end();
  });
  for (const recipient of ["", "0712000482", "+254712000482,+254712000483", "+12025550123"]) {
    expect(await channel.send({ ...message, recipient })).toMatchObject({ outcome: "failed" });
  }
  expect(asked).toBe(0);
});
