import { beforeAll, describe, expect, it } from "vitest";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, type Reply, useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
  },
});
const tokens: Record<string, string> = {};
const staff = ["clerk", "loans-officer", "treasurer", "administrator", "auditor"];

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1", {
    fullName: "Wanjiru Njeri Kamau",
    mobile: "+254712000111",
  });
  await enrolWithLogin(society, "MS2", { fullName: "Otieno Owino", mobile: "+254712000222" });
  for (const memberNo of ["MS3", "MS4", "MS5", "MS6"]) await enrolWithLogin(society, memberNo);
  for (const role of staff) await employ(society, `ST-${role.toUpperCase()}`, role);
  await at(TEST_CLOCK_STARTS);
});

/** Moves the clock and signs everybody in again, as no session lasts that long. */
async function at(moment: string): Promise<void> {
  society.clock.set(moment);
  await society.owner.query("delete from session");
  for (const memberNo of ["MS1", "MS2", "MS3", "MS4", "MS5", "MS6"]) {
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of staff) tokens[role] = await signIn(society, `ST-${role.toUpperCase()}`);
}

const send = (who: string, path: string, body: unknown = {}) =>
  society.send("POST", path, { token: tokens[who] ?? "", body });
const read = (who: string, path: string) => society.send("GET", path, { token: tokens[who] ?? "" });

interface Case {
  readonly caseNo: string;
  readonly state: string;
  readonly seen: string;
  readonly thread: readonly { readonly step: string; readonly text: string }[];
}
const asCase = (reply: Reply) => reply.body as Case;

async function post(who: string, suggestion: string, others: object = {}): Promise<string> {
  const body = { kind: "complaint", anonymous: false, suggestion, ...others };
  const reply = await send(who, "/api/v1/own-cases", body);
  expect(reply.status, reply.text).toBe(201);
  return asCase(reply).caseNo;
}

/** Acts as the office does, after reading everything. */
async function act(who: string, caseNo: string, what: string, body: object = {}): Promise<Case> {
  const { seen } = asCase(await read(who, `/api/v1/cases/${caseNo}`));
  const reply = await send(who, `/api/v1/cases/${caseNo}/${what}`, { seen, ...body });
  expect(reply.status, reply.text).toBe(201);
  return asCase(reply);
}

steps("step by step", () => {
  describe("a suggestion of the earlier client", () => {
    it.each(["/suggestions", "/api/v1/suggestions"])(
      "is accepted at %s with a 201, whatever else is sent with it",
      async (path) => {
        const suggestion = `More seats at ${path}`;
        const body = { suggestion, memberNo: "MS2", rating: null, nested: { a: [1] } };
        const reply = await send("MS3", path, body);
        expect(reply.status).toBe(201);
        expect(reply.body).toEqual({
          code: 201,
          message: "Suggestion Received",
          caseNo: expect.stringMatching(/^Q-\d{6}$/),
        });
        const caseNo = asCase(reply).caseNo;
        expect((await read("clerk", `/api/v1/cases/${caseNo}`)).body).toMatchObject({
          kind: "suggestion",
          memberNo: "MS3",
          suggestion,
        });
      },
    );

    it("needs a bearer token and a text, and a problem names the field", async () => {
      const unsigned = await society.send("POST", "/suggestions", { body: { suggestion: "x" } });
      expect(unsigned.status).toBe(401);
      const wrong = [undefined, "", "  \n ", 7, null, "x".repeat(2001), "a\u0007b", "\u202e\u200b"];
      for (const suggestion of wrong) {
        const reply = await send("MS3", "/suggestions", { suggestion });
        expect(reply.status).toBe(422);
        expect(reply.body).toMatchObject({ code: 422, errors: [{ field: "suggestion" }] });
      }
      expect((await send("clerk", "/suggestions", { suggestion: "x" })).status).toBe(403);
    });

    it.each([true, "true", 1])("is unnamed to the office if anonymous is %j", async (anonymous) => {
      const suggestion = `A bench at the gate, said ${typeof anonymous}`;
      const reply = await send("MS2", "/suggestions", { suggestion, anonymous });
      expect(reply.status, reply.text).toBe(201);
      const { caseNo } = asCase(reply);
      const seen = await read("clerk", `/api/v1/cases/${caseNo}`);
      expect(seen.body).toMatchObject({ anonymous: true, memberNo: "" });
      expect((await read("MS2", `/api/v1/own-cases/${caseNo}`)).status).toBe(200);
    });

    it("sent twice with one key is one case", async () => {
      const headers = { "idempotency-key": "one-and-the-same" };
      const body = { suggestion: "Open on Saturdays" };
      const given = { token: tokens["MS3"] ?? "", body, headers };
      const first = await society.send("POST", "/suggestions", given);
      const again = await society.send("POST", "/suggestions", given);
      expect(again.text).toBe(first.text);
    });
  });

  describe("the limit of five an hour", () => {
    it("spans both calls, even at once, and allows a sixth an hour later", async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `At once ${index}`);
      const replies = await Promise.all(
        texts.map((suggestion, index) =>
          index % 2 === 0
            ? send("MS4", "/suggestions", { suggestion })
            : send("MS4", "/api/v1/own-cases", { kind: "question", anonymous: true, suggestion }),
        ),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(7);
      expect(refused[0]?.body).toMatchObject({ reason: "cases-hour" });
      expect(refused[0]?.headers.get("retry-after")).toBe("3600");
      expect((await send("MS5", "/suggestions", { suggestion: "Another's" })).status).toBe(201);
      await at("2026-04-14T07:12:01Z");
      expect((await send("MS4", "/suggestions", { suggestion: "The sixth" })).status).toBe(201);
    });

    it("does not count the same text sent again, which is the same case", async () => {
      const body = { kind: "question", anonymous: true, suggestion: "Is it open on Friday?" };
      const replies = await Promise.all(
        Array.from({ length: 9 }, () => send("MS6", "/api/v1/own-cases", body)),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 201));
      expect(new Set(replies.map((reply) => asCase(reply).caseNo)).size).toBe(1);
      for (const kind of ["suggestion", "complaint"]) await post("MS6", "Another", { kind });
    });
  });

  describe("the clock of a case", () => {
    it("counts 3, 14 and 7 working days, skipping weekends and holidays", async () => {
      await at(TEST_CLOCK_STARTS);
      const caseNo = await post("MS1", "My deduction was taken twice");
      const path = `/api/v1/own-cases/${caseNo}`;
      expect((await read("MS1", path)).body).toMatchObject({
        state: "open",
        due: "2026-04-17",
        left: 3,
        late: false,
        clock: [
          { step: "acknowledge", due: "2026-04-17", done: "", late: false, left: 3 },
          { step: "conclude", due: "2026-05-05", done: "", left: 14 },
          { step: "tell", due: "", done: "", late: false },
        ],
      });
      await at("2026-04-20T06:00:00Z");
      expect((await read("MS1", path)).body).toMatchObject({ late: true, left: -1 });
      await act("clerk", caseNo, "acknowledgement");
      expect((await read("MS1", path)).body).toMatchObject({
        state: "acknowledged",
        due: "2026-05-05",
        clock: [{ done: "2026-04-20", late: true }, { left: 10 }, {}],
      });
      await at("2026-05-05T20:59:00Z");
      await act("clerk", caseNo, "conclusion", { outcome: "done", text: "Paid back today." });
      const concluded = (await read("MS1", path)).body;
      expect(concluded).toMatchObject({
        state: "concluded",
        outcome: "done",
        due: "2026-05-14",
        clock: [{}, { done: "2026-05-05", late: false }, { due: "2026-05-14", left: 7 }],
      });
      await act("clerk", caseNo, "closing", { told: "phone", text: "" });
      const closed = (await read("MS1", path)).body;
      expect(closed).toMatchObject({ state: "closed", due: "", late: false, reopened: false });
    });
  });

  describe("a member's own case", () => {
    it("goes from the first message to the last, reopened once at most", async () => {
      await at(TEST_CLOCK_STARTS);
      const caseNo = await post("MS2", "The queue is too long");
      const own = `/api/v1/own-cases/${caseNo}`;
      expect((await send("MS2", `${own}/satisfaction`)).body).toMatchObject({
        reason: "case-state",
      });
      expect((await send("MS2", `${own}/replies`, { text: "Every Monday" })).status).toBe(201);
      const twice = await send("MS2", `${own}/replies`, { text: "Every Monday" });
      expect(asCase(twice).thread.map(({ step }) => step)).toEqual(["posted", "answered"]);
      await act("loans-officer", caseNo, "replies", { text: "Which counter?" });
      await act("clerk", caseNo, "conclusion", { outcome: "partly", text: "One more counter." });
      const late = await send("MS2", `${own}/replies`, { text: "Thanks" });
      expect(late.body).toMatchObject({ code: 409, reason: "case-state" });
      const reopened = await send("MS2", `${own}/reopening`, { text: "It is still long" });
      expect(reopened.body).toMatchObject({
        state: "open",
        reopened: true,
        outcome: "",
        due: "2026-04-17",
      });
      await act("clerk", caseNo, "conclusion", { outcome: "done", text: "Two more." });
      const again = await send("MS2", `${own}/reopening`, { text: "No" });
      expect(again.body).toMatchObject({ code: 409, reason: "case-reopened" });
      const satisfied = await send("MS2", `${own}/satisfaction`);
      expect(satisfied.body).toMatchObject({ state: "closed" });
      expect((await send("MS2", `${own}/satisfaction`)).text).toBe(satisfied.text);
      expect(asCase(satisfied).thread.map(({ step }) => step)).toEqual([
        "posted",
        "answered",
        "acknowledged",
        "replied",
        "concluded",
        "reopened",
        "concluded",
        "satisfied",
      ]);
    });

    it("is for its member only: another's and an unknown number get the same bytes", async () => {
      const caseNo = await post("MS2", "Only mine");
      for (const [method, rest] of [
        ["GET", ""],
        ["POST", "/replies"],
        ["POST", "/reopening"],
        ["POST", "/satisfaction"],
      ] as const) {
        const body = rest === "/satisfaction" || method === "GET" ? {} : { text: "Hello" };
        const ask = (number: string) =>
          society.send(method, `/api/v1/own-cases/${number}${rest}`, {
            token: tokens["MS1"] ?? "",
            ...(method === "POST" && { body }),
          });
        const [anothers, nobodys] = [await ask(caseNo), await ask("Q-999999")];
        expect(anothers.status).toBe(404);
        expect(nobodys.text).toBe(anothers.text);
      }
    });

    it("is listed in pages, newest first, named and unnamed together", async () => {
      for (let count = 0; count < 30; count += 1) {
        await society.owner.query("delete from rate_counter");
        await post("MS5", `Number ${count}`, { anonymous: count % 2 === 0 });
      }
      const first = (await read("MS5", "/api/v1/own-cases")).body as Page;
      const second = (await read("MS5", `/api/v1/own-cases?after=${first.next}`)).body as Page;
      const texts = [...first.rows, ...second.rows].map(({ suggestion }) => suggestion);
      expect(first.rows).toHaveLength(20);
      expect(second.next).toBe("");
      expect(texts.slice(0, 30)).toEqual(
        Array.from({ length: 30 }, (_, count) => `Number ${29 - count}`),
      );
    });
  });

  interface Page {
    readonly rows: readonly { readonly suggestion: string }[];
    readonly next: string;
  }

  describe("a member is notified", () => {
    it("by SMS and e-mail in their language at each step, never with the text", async () => {
      await at(TEST_CLOCK_STARTS);
      await society.owner.query("delete from outbox_message");
      await society.owner.query("delete from rate_counter");
      await society.owner.query("update member set language = 'sw' where member_no = 'MS2'");
      const caseNo = await post("MS2", "kipalamoto kwenye foleni");
      await act("clerk", caseNo, "acknowledgement");
      await act("clerk", caseNo, "replies", { text: "jibusiri" });
      await act("clerk", caseNo, "conclusion", { outcome: "not-done", text: "uamuzisiri" });
      const found = await society.owner.query<{
        template: string;
        language: string;
        params: object;
      }>("select template, language, params from outbox_message order by id");
      expect(found.rows.map(({ template }) => template)).toEqual([
        "case-acknowledged",
        "case-acknowledged-email",
        "case-replied",
        "case-replied-email",
        "case-concluded",
        "case-concluded-email",
      ]);
      expect(new Set(found.rows.map(({ language }) => language))).toEqual(new Set(["sw"]));
      expect(JSON.stringify(found.rows)).not.toMatch(/kipalamoto|jibusiri|uamuzisiri/);
      const [latest] = await society.messages();
      expect(latest?.text).toMatch(new RegExp(`^Uzima Sacco: tumetoa uamuzi .*${caseNo}`));
      const texts = await society.messages();
      for (const { text } of texts) expect(text.length, text).toBeLessThanOrEqual(160);
    });
  });

  describe("a member who wishes to stay unnamed", () => {
    const traces = /MS1|Wanjiru|Kamau|712 ?000 ?111|ms1@example|28416903/i;
    let caseNo = "";

    it("appears in no answer to the office, and can follow the whole case", async () => {
      await at(TEST_CLOCK_STARTS);
      await society.owner.query("delete from rate_counter");
      await society.owner.query("delete from outbox_message");
      await society.owner.query("truncate idempotency_record");
      caseNo = await post("MS1", "The cashier is rude", { anonymous: true });
      const own = `/api/v1/own-cases/${caseNo}`;
      await send("MS1", `${own}/replies`, { text: "Also yesterday" });
      await act("clerk", caseNo, "assignment", { to: "ST-LOANS-OFFICER" });
      await act("loans-officer", caseNo, "replies", { text: "At what time?" });
      await act("clerk", caseNo, "conclusion", { outcome: "partly", text: "We spoke to her." });
      await send("MS1", `${own}/reopening`, { text: "It went on" });
      await act("clerk", caseNo, "conclusion", { outcome: "done", text: "She was moved." });
      await send("MS1", `${own}/satisfaction`);
      const listed = (await read("MS1", "/api/v1/own-cases")).body as Page;
      expect(listed.rows[0]).toMatchObject({ caseNo, anonymous: true, state: "closed" });
      for (const who of staff) {
        const answers = await Promise.all(
          [
            `/api/v1/cases/${caseNo}`,
            "/api/v1/cases?state=closed&search=cashier",
            "/api/v1/case-exports/csv?state=closed&search=cashier",
          ].map((path) => read(who, path)),
        );
        for (const { status, text } of answers) {
          expect(status).toBe(200);
          expect(text).toContain(caseNo);
          expect(text).not.toMatch(traces);
        }
        const whole = answers[0]?.body as { thread: { by: string; time: string }[] };
        const times = whole.thread.filter(({ by }) => by === "member").map(({ time }) => time);
        expect(times).toEqual(["", "", "", ""]);
      }
    });

    it("is not found by their name or number", async () => {
      for (const search of ["Wanjiru", "MS1", "Kamau"]) {
        const found = await read("clerk", `/api/v1/cases?state=closed&search=${search}`);
        expect(found.text).not.toContain(caseNo);
      }
    });

    it("is named nowhere in the database: no audit record, message, count or answer", async () => {
      const trail = await society.owner.query<{ actor: string; action: string }>(
        "select actor, action, detail::text from audit_record where subject = $1 order by seq",
        [`case:${caseNo}`],
      );
      expect(trail.rows.map(({ action }) => action)).toContain("case-posted");
      const members = trail.rows.filter(({ action }) =>
        /posted|answered|reopened|satisfied/.test(action),
      );
      expect(members.map(({ actor }) => actor)).toEqual(
        Array.from({ length: 4 }, () => "a-member"),
      );
      const all = await society.owner.query<{ held: string }>(
        `select (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from member_case c
          where c.is_anonymous)::text
        || (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from case_step s
          where s.case_id = $1)::text
        || (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from outbox_message o)::text
        || (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from case_author a)::text
        || (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from idempotency_record i
          where i.scope like 'member:%' or i.scope like 'cases.%')::text
        || (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from rate_counter r
          where r.name like 'case%')::text
        || (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from audit_record a
          where a.subject = $2)::text as held`,
        [Number(caseNo.slice(2)), `case:${caseNo}`],
      );
      expect(all.rows[0]?.held).not.toMatch(traces);
    });

    it("cannot answer the case as staff, and is not revealed by the rejection", async () => {
      await society.owner.query("delete from rate_counter");
      const link = "update staff set member_id = (select id from member where member_no = $1)";
      await society.owner.query(`${link} where staff_no = 'ST-CLERK'`, ["MS1"]);
      for (const anonymous of [true, false]) {
        const own = await post("MS1", `About my colleagues ${anonymous}`, { anonymous });
        const { seen } = asCase(await read("clerk", `/api/v1/cases/${own}`));
        const refused = await send("clerk", `/api/v1/cases/${own}/acknowledgement`, { seen });
        expect(refused.body).toMatchObject({ code: 403, reason: "own-case" });
        // A rejection here for an unnamed case would reveal its author.
        const to = { seen, to: "ST-CLERK" };
        const given = await send("administrator", `/api/v1/cases/${own}/assignment`, to);
        expect(given.status).toBe(anonymous ? 201 : 422);
      }
      await society.owner.query("update staff set member_id = null");
    });
  });
});
