import { afterAll, beforeAll, describe, type ExpectStatic, it, vi } from "vitest";
import { ask } from "./load.ts";
import { databaseUrl, PATIENT_MS, until, usePremises } from "./running-server.ts";
import { accept, type Behaviour, SmsGateway } from "./sms-gateway.ts";
import { useSociety } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const LIFETIME_SECONDS = 8;
const given = useSociety({ members: 0, newcomers: 20 });
const premises = usePremises();

function hang(): void {
  // Nothing is sent until the other side gives up, which 30 s of silence would come to as well.
}

const fail: Behaviour = (_, response) => void response.writeHead(500).end("out of order");

const gateway = new SmsGateway();
let url = "";
let next = 0;

beforeAll(async () => {
  const server = await premises.start({
    DATABASE_URL: databaseUrl(given.connection),
    ...(await gateway.listen()),
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
