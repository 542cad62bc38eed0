import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, type ExpectStatic, it, vi } from "vitest";
import { ask } from "./load.ts";
import { databaseUrl, PATIENT_MS, until, usePremises } from "./running-server.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const LIFETIME_SECONDS = 8;
const given = useSociety({ members: 0, newcomers: 20 });
const premises = usePremises();

interface Sent {
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

type Behaviour = (sent: Sent, response: ServerResponse) => void;

/** Africa's Talking, as the product calls it; each test sets how it behaves. */
class Gateway {
  readonly sent: Sent[] = [];
  readonly server: Server;
  /** Its behaviour for each number; it accepts all others. */
  readonly behaviours = new Map<string, Behaviour>();

  constructor() {
    this.server = createServer((request, response) => {
      const at = new Date();
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        const form = new URLSearchParams(body);
        const sent = { to: form.get("to") ?? "", text: form.get("message") ?? "", at };
        this.sent.push(sent);
        (this.behaviours.get(sent.to) ?? accept)(sent, response);
      });
    });
  }

  async listen(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  to(recipient: string): Sent[] {
    return this.sent.filter(({ to }) => to === recipient);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function accept({ to }: Sent, response: ServerResponse): void {
  const Recipients = [{ statusCode: 101, number: to, status: "Success", messageId: "ATXid_1" }];
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ SMSMessageData: { Message: "Sent to 1/1", Recipients } }));
}

function hang(): void {
  // Nothing is sent until the other side gives up, which 30 s of silence would come to as well.
}

function fail(_: Sent, response: ServerResponse): void {
  response.writeHead(500).end("out of order");
}

const gateway = new Gateway();
let url = "";
let next = 0;

beforeAll(async () => {
  const server = await premises.start({
    DATABASE_URL: databaseUrl(given.connection),
    SMS_CHANNEL: "africastalking",
    AFRICASTALKING_USERNAME: "akiba",
    AFRICASTALKING_API_KEY: "a-key",
    AFRICASTALKING_BASE_URL: await gateway.listen(),
    LIMIT_OTP_LIFETIME_SECONDS: String(LIFETIME_SECONDS),
  });
  url = server.url;
});

afterAll(() => gateway.close());

/** Requests a code for somebody who has none yet; the time is in milliseconds. */
async function askForCode(behaviour: Behaviour) {
  next += 1;
  const memberNo = `NEW${next}`;
  const to = `+254712${String(next).padStart(6, "0")}`;
  gateway.behaviours.set(to, behaviour);
  const began = performance.now();
  const path = "/api/v1/auth/registerOtp";
  const answer = await ask(url, "POST", path, { body: { memberNo }, from: memberNo });
  return { memberNo, to, status: answer?.status, took: performance.now() - began };
}

interface Stored {
  readonly state: string;
  readonly attempts: number;
  readonly expires: Date;
}

async function stored(recipient: string): Promise<Stored> {
  const [found] = await given.society.rows<Stored>(
    "select state, attempts, expires_at as expires from outbox_message where recipient = $1",
    [recipient],
  );
  if (found === undefined) throw new Error("the message is not there");
  return found;
}

async function settled(recipient: string): Promise<Stored> {
  await until("the message waits no more", async () => {
    return (await stored(recipient)).state !== "waiting";
  });
  return stored(recipient);
}

async function expectInTime(expect: ExpectStatic, to: string): Promise<void> {
  const { expires } = await stored(to);
  for (const { at } of gateway.to(to)) {
    expect(at.getTime()).toBeLessThanOrEqual(expires.getTime());
  }
}

// In parallel, as each waits for a code to expire.
describe.concurrent("a gateway that", () => {
  it("hangs delays nobody who requests a code, and gets none late", async ({ expect }) => {
    const asked = [];
    for (let n = 0; n < 5; n += 1) asked.push(await askForCode(hang));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const times = asked.map(({ took }) => took).toSorted((one, other) => one - other);
    expect(times[2], `milliseconds: ${times.map(Math.round).join(", ")}`).toBeLessThan(300);
    for (const { to } of asked) {
      expect((await settled(to)).state).toBe("expired");
      expect(gateway.to(to).length).toBeGreaterThan(0);
      await expectInTime(expect, to);
    }
  });

  it("answers after seven seconds gets the message once", async ({ expect }) => {
    const slow: Behaviour = (sent, response) => void setTimeout(accept, 7000, sent, response);
    const { to } = await askForCode(slow);
    expect((await settled(to)).state).toBe("delivered");
    expect(gateway.to(to)).toHaveLength(1);
  });

  it("fails is tried again until the code expires, and then no more", async ({ expect }) => {
    const { status, to } = await askForCode(fail);
    expect(status).toBe(200);
    expect((await settled(to)).state).toBe("expired");
    expect(gateway.to(to).length).toBeGreaterThan(1);
    await expectInTime(expect, to);
  });

  it("failed gets the same code once it works again", async ({ expect }) => {
    const { status, memberNo, to } = await askForCode(fail);
    expect(status).toBe(200);
    await until("it was tried", () => gateway.to(to).length > 0);
    gateway.behaviours.set(to, accept);
    expect((await settled(to)).state).toBe("delivered");
    const code = await given.society.codeOf(memberNo);
    expect(gateway.to(to).every(({ text }) => text.includes(code))).toBe(true);
    await expectInTime(expect, to);
  });

  it("accepted a message after we gave it up gets the same code again", async ({ expect }) => {
    // It has the message when we stop listening; only its answer comes too late.
    const late: Behaviour = (sent, response) => {
      gateway.behaviours.set(sent.to, accept);
      response.once("close", () => accept(sent, response));
    };
    const { status, memberNo, to } = await askForCode(late);
    expect(status).toBe(200);
    expect(["delivered", "expired"]).toContain((await settled(to)).state);
    const code = await given.society.codeOf(memberNo);
    expect(gateway.to(to).length).toBeLessThanOrEqual(2);
    expect(gateway.to(to).every(({ text }) => text.includes(code))).toBe(true);
    await expectInTime(expect, to);
  });
});
