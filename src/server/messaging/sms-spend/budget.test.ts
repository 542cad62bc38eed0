import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { startOutboxWorker } from "#server/messaging/outbox/deliver.ts";
import { enqueueAll } from "#server/messaging/outbox/enqueue.ts";
import { silentLog } from "#test/silent-log.ts";
import { CatchingChannel } from "#test/outbox-society.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { type Reply, statusesOf, useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";

const society = useServedSociety({ limits: { writesPerMinute: 600, writeBurst: 300 } });
const desks = { administrator: "ST1", treasurer: "ST3" };
const tokens = { administrator: "", treasurer: "" };
const stopping: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST1", "administrator");
  await employ(society, "ST3", "treasurer");
  await society.owner.query("update staff set email = lower(staff_no) || '@uzima.example'");
});

beforeEach(async () => {
  society.clock.set(TEST_CLOCK_STARTS);
  await society.owner.query(`delete from outbox_message; delete from sms_spend;
    delete from sms_budget_notice; update sms_budget set month_cents = null`);
});

afterAll(() => Promise.all(stopping.map((worker) => worker.stop())));

const at = "/api/v1/settings/sms";

interface Spend {
  readonly version: number;
  readonly percent?: number;
  readonly held: number;
  readonly spent: { readonly messages: number; readonly parts: number; readonly cost: number };
  readonly byPurpose: readonly { readonly purpose: string; readonly cost: number }[];
}

async function spend(): Promise<Spend> {
  // The clock moves by weeks here, which no session outlives.
  for (const [role, staffNo] of Object.entries(desks)) {
    tokens[role as keyof typeof tokens] = await signIn(society, staffNo);
  }
  const reply = await society.send("GET", at, { token: tokens.treasurer });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Spend;
}

async function setBudget(budget: number | null, partPrice = "0.80"): Promise<Reply> {
  const { version } = await spend();
  const body = { version, partPrice, ...(budget !== null && { budget }) };
  const reply = await society.send("PUT", at, { token: tokens.administrator, body });
  // The notification of the office costs as well, and is counted in a separate test.
  await society.owner.query("delete from outbox_message where template = 'settings-budget'");
  return reply;
}

/** A channel that reports what each text cost, or nothing about it. */
function courier(cost?: string) {
  const sms = new CatchingChannel();
  const email = new CatchingChannel();
  sms.answer = () => ({ outcome: "delivered", reference: "r", ...(cost && { cost }) });
  const worker = startOutboxWorker({
    database: society.database,
    templates: messageTemplates(society.config),
    channels: { sms, email },
    log: silentLog,
    pollMs: 3_600_000,
  });
  stopping.push(worker);
  return { send: () => worker.drain(), sms, email };
}

const params = {
  society: "Uzima",
  phone: "1",
  loanNo: "LN-7",
  amount: "5",
  otpId: "x",
  salt: "00",
};

function put(...templates: string[]) {
  const message = { channel: "sms", recipient: "+254712000482", language: "en", params } as const;
  const all = templates.map((template) => ({ ...message, template, lifetimeSeconds: 172_800 }));
  return society.database.unitOfWork("test", (work) => enqueueAll(work, all, () => {}));
}

describe("the cost of text messages", () => {
  it("is kept by day and by purpose: the provider's figure, else parts by price", async () => {
    await put("loan-approved", "loan-applied");
    await courier("1.2500").send();
    await put("otp-reset");
    await courier().send();
    expect(await spend()).toMatchObject({
      month: "2026-04-01",
      spent: { messages: 3, parts: 3, cost: 3.3 },
      byPurpose: [
        { purpose: "loans", messages: 2, parts: 2, cost: 2.5 },
        { purpose: "codes", messages: 1, parts: 1, cost: 0.8 },
      ],
      byDay: [{ day: "2026-04-14", messages: 3, cost: 3.3 }],
    });
    society.clock.set("2026-05-01T06:00:00Z");
    await put("loan-approved");
    await courier("2").send();
    expect(await spend()).toMatchObject({
      month: "2026-05-01",
      spent: { messages: 1, cost: 2 },
      before: [{ month: "2026-04-01", messages: 3, cost: 3.3 }],
    });
  });

  it("counts a text once, however many send at the same time", async () => {
    await put(...Array.from({ length: 30 }, () => "loan-approved"));
    await Promise.all([courier("1").send(), courier("1").send(), courier("1").send()]);
    expect((await spend()).spent).toEqual({ messages: 30, parts: 30, cost: 30 });
  });

  it("counts each part of a long text in the society's own words", async () => {
    await society.owner.query(
      `insert into message_text (template, version, text_en, text_sw, set_by)
        values ('loan-settled', 1, $1, $1, 'somebody')`,
      [`{loanNo} {amount} ${"x".repeat(200)}`],
    );
    await put("loan-settled");
    await courier().send();
    expect((await spend()).spent).toEqual({ messages: 1, parts: 2, cost: 1.6 });
  });
});

describe("a month's budget", () => {
  it("once spent, sends only codes and warnings until it is raised", async () => {
    expect((await setBudget(10)).status).toBe(200);
    await put("loan-approved");
    await courier("10").send();
    await put("loan-approved", "loan-applied", "otp-reset", "password-changed");
    const second = courier("1");
    await second.send();
    const told = second.sms.caught.map(({ text }) => text.slice(0, 40));
    expect(told.filter((text) => /is your code|password was changed/.test(text))).toHaveLength(2);
    expect(told.filter((text) => /loan/.test(text))).toEqual([]);
    expect(await spend()).toMatchObject({ percent: 120, held: 2 });
    expect((await setBudget(100)).status).toBe(200);
    await second.send();
    expect((await spend()).held).toBe(0);
    expect(second.sms.caught.filter(({ text }) => text.includes("LN-7"))).toHaveLength(2);
  });

  it("starts again each month, and sends what is still of use", async () => {
    society.clock.set("2026-04-30T18:00:00Z");
    await setBudget(10);
    await put("loan-approved");
    await courier("10").send();
    await put("loan-approved");
    const worker = courier("1");
    const news = () => worker.sms.caught.filter(({ text }) => text.includes("LN-7"));
    await worker.send();
    expect(news()).toEqual([]);
    society.clock.set("2026-05-01T05:00:00Z");
    await worker.send();
    expect(news()).toHaveLength(1);
  });

  it("notifies administrator and treasurer at 80 and at 100 percent, once each", async () => {
    await setBudget(10);
    await put("loan-approved");
    const first = courier("8");
    await first.send();
    const others = [courier("1"), courier("1"), courier("1")];
    await Promise.all(others.map(({ send }) => send()));
    const mailed = () =>
      [first, ...others].flatMap(({ email }) => email.caught.map(({ text }) => text));
    expect(mailed()).toEqual([
      expect.stringContaining("80 % of this month's SMS budget of Ksh 10"),
      expect.stringContaining("80 % of"),
    ]);
    await put("loan-approved", "loan-approved");
    for (const { send } of others) await send();
    for (const { send } of others) await send();
    expect(mailed().filter((text) => text.includes("100 % of"))).toHaveLength(2);
  });

  it("is unlimited unless it is set, and may be removed", async () => {
    expect(await spend()).not.toHaveProperty("percent");
    await setBudget(1);
    expect(await spend()).toMatchObject({ percent: 0 });
    await setBudget(null);
    expect(await spend()).not.toHaveProperty("budget");
  });

  it("notifies the office when it is changed, with the old and the new figure", async () => {
    const { version } = await spend();
    const put = (body: object) => society.send("PUT", at, { token: tokens.administrator, body });
    await put({ version, partPrice: "0.80", budget: 5000 });
    await put({ version: version + 1, partPrice: "0.80", budget: 7000 });
    const found = await society.owner.query<{ recipient: string; params: object }>(
      "select recipient, params from outbox_message where template = 'settings-budget' order by id",
    );
    expect(found.rows).toHaveLength(4);
    expect(found.rows[2]).toMatchObject({
      recipient: "+254711000001",
      params: { who: "Staff ST1", budgetWas: "5,000.00", budget: "7,000.00" },
    });
  });

  it("saved by two who saw the same version is kept for one", async () => {
    const { version } = await spend();
    const token = tokens.administrator;
    const replies = await Promise.all(
      [10, 20, 30].map((budget) => {
        return society.send("PUT", at, { token, body: { version, budget, partPrice: "0.8" } });
      }),
    );
    expect(statusesOf(replies)).toEqual([200, 409, 409]);
  });
});
