import { beforeAll, expect, it } from "vitest";
import { retained, retentionUnits } from "#shared/retention-bounds.ts";
import { leastKept, mayBeKept, mostKept } from "#shared/retention-limits.ts";
import { applyRetention } from "#server/privacy/personal-data/retention.ts";
import { deposit, employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { type Reply, statusesOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { writesPerMinute: 600, writeBurst: 300 } });
const tokens = { administrator: "", auditor: "" };

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "ST1", "administrator");
  await employ(society, "ST6", "auditor");
  await goOnAt("2026-04-14T06:00:00Z");
});

/** Both sign in at a moment; their earlier sessions have ended. */
async function goOnAt(moment: string): Promise<void> {
  society.clock.set(moment);
  tokens.administrator = await signIn(society, "ST1");
  tokens.auditor = await signIn(society, "ST6");
}

const at = "/api/v1/retention-rules";

interface Rules {
  readonly today: string;
  readonly newest: string;
  readonly inForce: readonly { readonly what: string; readonly amount: number }[];
  readonly rows: readonly {
    readonly what: string;
    readonly amount: number;
    readonly unit: string;
    readonly effectiveFrom: string;
    readonly state: string;
    readonly set: { readonly by: string };
  }[];
}

async function rules(): Promise<Rules> {
  const reply = await society.send("GET", at, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Rules;
}

const statesOf = async (what: string) =>
  (await rules()).rows
    .filter((rule) => rule.what === what && rule.set.by !== "")
    .map(({ effectiveFrom, amount, unit, state }) => `${effectiveFrom} ${amount} ${unit} ${state}`);

const inForce = async (what: string) =>
  (await rules()).inForce.find((rule) => rule.what === what)?.amount;

function set(body: Record<string, unknown>): Promise<Reply> {
  return society.send("POST", at, { token: tokens.administrator, body });
}

const fieldsOf = ({ body }: Reply) =>
  (body as { errors: readonly { readonly field: string }[] }).errors.map(({ field }) => field);

const rule = (what: string, amount: unknown, unit: string, effectiveFrom = "2026-04-16") => {
  return { what, amount, unit, effectiveFrom };
};

async function effectOf(given: ReturnType<typeof rule>): Promise<unknown> {
  const query = new URLSearchParams({ ...given, amount: String(given.amount) });
  const reply = await society.send("GET", `${at}/effect?${query}`, { token: tokens.auditor });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Whether the table accepts a rule from its owner; rolls back afterwards. */
async function takes(what: string, amount: number, unit: string): Promise<boolean> {
  await society.owner.query("begin");
  try {
    await society.owner.query(
      `insert into retention_rule (what, effective_from, amount, unit, set_by)
        values ($1, '2040-01-01', $2, $3, 'staff:ST1')`,
      [what, amount, unit],
    );
    return true;
  } catch {
    return false;
  } finally {
    await society.owner.query("rollback");
  }
}

steps("a retention rule", () => {
  it("is set for a later day, can be replaced before it, and is then in force", async () => {
    const told = await society.owner.query("select from outbox_message");
    expect((await set(rule("messages", 60, "days", "2026-04-15"))).status).toBe(201);
    expect((await set(rule("messages", "2", "months", "2026-04-15"))).status).toBe(201);
    expect(await inForce("messages")).toBe(30);
    expect(await statesOf("messages")).toEqual([
      "2026-04-15 2 months to-come",
      "2026-04-15 60 days replaced",
    ]);
    await goOnAt("2026-04-15T06:00:00Z");
    expect(await inForce("messages")).toBe(2);
    const notice = await society.send("GET", "/api/v1/privacy-notice");
    expect(notice.text).toContain('{"what":"messages","amount":2,"unit":"months"}');
    const written = await society.owner.query(
      `select from audit_record where action = 'retention-rule-set' and actor = 'staff:ST1'
        and subject = 'retention:messages'`,
    );
    expect(written.rowCount).toBe(2);
    const sms = await society.owner.query(
      `select params ->> 'kept' as kept, params ->> 'length' as length from outbox_message
        where template = 'settings-retention' order by id desc limit 1`,
    );
    expect(sms.rows).toEqual([{ kept: "SMS and emails", length: "2 months" }]);
    expect(told.rowCount).toBe(0);
  });

  it("begins tomorrow at the earliest, so that nothing is erased on the same day", async () => {
    const reply = await set(rule("sessions", 10, "days", "2026-04-15"));
    expect(fieldsOf(reply)).toEqual(["effectiveFrom"]);
    expect(await statesOf("sessions")).toEqual([]);
  });

  it.each([
    [rule("books", 6, "years"), "amount"],
    [rule("books", 84, "months"), "amount"],
    [rule("books", 101, "years"), "amount"],
    [rule("messages", 6, "days"), "amount"],
    [rule("messages", 3651, "days"), "amount"],
    [rule("messages", -30, "days"), "amount"],
    [rule("messages", 30.5, "days"), "amount"],
    [rule("messages", "", "days"), "amount"],
    [rule("requests", 11, "months"), "amount"],
    [rule("requests", 364, "days"), "amount"],
    [rule("sessions", 0, "days"), "amount"],
    [rule("audit", 30, "days"), "what"],
    [rule("messages", 30, "weeks"), "unit"],
    [rule("messages", 30, "days", "2026-02-30"), "effectiveFrom"],
  ])("%j is rejected at its field", async (body, field) => {
    const reply = await set(body);
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toEqual([field]);
  });

  it("has the same minimum and maximum on the page and in the table", async () => {
    const nearby = retained.flatMap((what) =>
      retentionUnits.flatMap((unit) =>
        [0, 1, 6, 7, 11, 12, 84, 100, 101, 360, 364, 365, mostKept[unit], mostKept[unit] + 1].map(
          (amount) => ({ what, amount, unit }),
        ),
      ),
    );
    for (const { what, amount, unit } of nearby) {
      const byTheTable = await takes(what, amount, unit);
      expect(mayBeKept(what, { amount, unit }), `${what} ${amount} ${unit}`).toBe(byTheTable);
    }
    for (const what of retained) expect(mayBeKept(what, leastKept[what])).toBe(true);
  });

  it("set twice from the same view is stored once, and the second sees who was first", async () => {
    const { newest: follows } = await rules();
    const both = await Promise.all([
      set({ ...rule("login", 30, "days"), follows }),
      set({ ...rule("login", 60, "days"), follows }),
    ]);
    expect(statusesOf(both)).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ reason: "settings-changed" });
    expect(await statesOf("login")).toHaveLength(1);
  });

  it("shows in advance how much it erases, and then erases exactly that", async () => {
    for (const [index, memberNo] of ["RT1", "RT2", "RT3"].entries()) {
      const mobile = `+25471200081${index}`;
      await enrolWithLogin(society, memberNo, { mobile });
    }
    await deposit(society, "RT3", 10);
    await society.owner.query(
      "update member set left_on = '2026-04-14' where member_no in ('RT1', 'RT2', 'RT3')",
    );
    expect((await set(rule("contacts", 1, "years"))).status).toBe(201);
    expect((await set(rule("login", 1, "years"))).status).toBe(201);
    await goOnAt("2026-04-16T06:00:00Z");
    expect(await applyRetention(society.database)).toBe(0);
    const shorter = rule("contacts", 3, "days", "2026-04-17");
    expect(await effectOf(shorter)).toEqual({ goes: 2, anyway: 0 });
    expect(await effectOf({ ...shorter, amount: 4 })).toEqual({ goes: 0, anyway: 0 });
    expect((await set(shorter)).status).toBe(201);
    expect(await effectOf(rule("contacts", 1, "years", "2026-04-17"))).toEqual({
      goes: 0,
      anyway: 2,
    });
    society.clock.set("2026-04-16T20:59:59Z");
    expect(await applyRetention(society.database)).toBe(0);
    society.clock.set("2026-04-16T21:00:00Z");
    expect(await applyRetention(society.database)).toBe(2);
    const stands = await society.owner.query(
      `select member_no, mobile_number <> '' as reached,
          exists (select from login l where l.member_id = m.id) as login
        from member m where member_no like 'RT%' order by member_no`,
    );
    // The login has its own rule, and nothing is erased for members who are owed money.
    expect(stands.rows).toEqual([
      { member_no: "RT1", reached: false, login: true },
      { member_no: "RT2", reached: false, login: true },
      { member_no: "RT3", reached: true, login: true },
    ]);
  });

  it("counts sessions, messages, texts and names from their own times", async () => {
    await goOnAt("2026-04-17T06:00:00Z");
    await society.owner.query(
      `insert into outbox_message (channel, recipient, template, language, params, state,
          expires_at, finished_at)
        select 'sms', '+254712000899', 'x', 'en', '{}', 'delivered', now(), finished::timestamptz
          from unnest(array['2026-04-11T20:59:59Z', '2026-04-11T21:00:00Z']) as finished`,
    );
    expect(await effectOf(rule("messages", 7, "days", "2026-04-18"))).toEqual({
      goes: 1,
      anyway: 0,
    });
    expect(await effectOf(rule("sessions", 7, "days", "2026-04-18"))).toEqual({
      goes: 0,
      anyway: 0,
    });
    const names = rule("books", 7, "years", "2033-04-14");
    expect(await effectOf(names)).toEqual({ goes: 3, anyway: 3 });
    expect(await effectOf({ ...names, amount: 8 })).toEqual({ goes: 0, anyway: 3 });
    expect(await effectOf(rule("requests", 1, "years", "2026-04-18"))).toEqual({
      goes: 0,
      anyway: 0,
    });
  });
});
