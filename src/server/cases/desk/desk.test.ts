import { beforeAll, describe, expect, it } from "vitest";
import { notifyOfBreaches } from "#server/cases/casework/breaches.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, type Reply, useServedSociety } from "#test/served-society.ts";
import { TEST_CLOCK_STARTS } from "#test/test-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: {
    ...manyWrites,
    readsPerMinute: 60_000,
    readBurst: 60_000,
    casesPerHour: 1e6,
  },
});
const tokens: Record<string, string> = {};
const people = ["MS1", "MS2", "CLERK", "OFFICER", "ADMIN", "TREASURER"];

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1", { fullName: "Wanjiru Njeri Kamau" });
  await enrolWithLogin(society, "MS2", { fullName: "Otieno Owino" });
  await employ(society, "CLERK", "clerk");
  await employ(society, "OFFICER", "loans-officer");
  await employ(society, "ADMIN", "administrator");
  await employ(society, "TREASURER", "treasurer");
  await society.owner.query(
    `update staff set mobile_number = case staff_no when 'CLERK' then '+254711000001'
      when 'OFFICER' then '+254711000002' when 'ADMIN' then '+254711000003' else '' end`,
  );
  await at(TEST_CLOCK_STARTS);
});

async function at(moment: string): Promise<void> {
  society.clock.set(moment);
  await society.owner.query("delete from session");
  for (const one of people) tokens[one] = await signIn(society, one);
}

const send = (who: string, path: string, body: unknown = {}) =>
  society.send("POST", path, { token: tokens[who] ?? "", body });
const read = (who: string, path: string) => society.send("GET", path, { token: tokens[who] ?? "" });

interface Case {
  readonly caseNo: string;
  readonly seen: string;
  readonly state: string;
  readonly assignedNo: string;
  readonly thread: readonly { readonly step: string; readonly late: boolean }[];
}
interface Inbox {
  readonly rows: readonly (Case & { readonly due: string; readonly late: boolean })[];
  readonly next: string;
  readonly tabs: readonly { readonly state: string; readonly count: number }[];
}
const statuses = (replies: readonly Reply[]) =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
const asCase = (reply: Reply) => reply.body as Case;
const caseAt = async (caseNo: string) => asCase(await read("CLERK", `/api/v1/cases/${caseNo}`));
const inbox = async (query: string, who = "CLERK") =>
  (await read(who, `/api/v1/cases?${query}`)).body as Inbox;
const numbers = ({ rows }: Inbox) => rows.map(({ caseNo }) => caseNo);

async function post(who: string, suggestion: string, others: object = {}): Promise<string> {
  const body = { kind: "question", anonymous: false, suggestion, ...others };
  const reply = await send(who, "/api/v1/own-cases", body);
  expect(reply.status, reply.text).toBe(201);
  return asCase(reply).caseNo;
}

async function act(who: string, caseNo: string, what: string, body: object = {}): Promise<Reply> {
  const { seen } = await caseAt(caseNo);
  return send(who, `/api/v1/cases/${caseNo}/${what}`, { seen, ...body });
}

steps("step by step", () => {
  describe("the inbox", () => {
    let [older, newer, unnamed] = ["", "", ""];

    it("lists cases by due day, or by the day they came", async () => {
      older = await post("MS1", "Why is the fee so high?");
      await at("2026-04-16T06:00:00Z");
      newer = await post("MS2", "Please open on Saturday", { kind: "suggestion" });
      unnamed = await post("MS1", "The gate is shut", { anonymous: true, kind: "complaint" });
      expect(numbers(await inbox(""))).toEqual([older, newer, unnamed]);
      expect(numbers(await inbox("order=newest"))).toEqual([unnamed, newer, older]);
      expect(numbers(await inbox("order=oldest"))).toEqual([older, newer, unnamed]);
    });

    it("is filtered by due day and kind", async () => {
      await at("2026-04-20T06:00:00Z");
      expect(numbers(await inbox("due=late"))).toEqual([older]);
      expect(numbers(await inbox("due=today"))).toEqual([]);
      expect(numbers(await inbox("due=week"))).toEqual([newer, unnamed]);
      expect(numbers(await inbox("kind=complaint"))).toEqual([unnamed]);
    });

    it("is searched by text, member and number", async () => {
      expect(numbers(await inbox("search=satur"))).toEqual([newer]);
      expect(numbers(await inbox("search=wanjiru"))).toEqual([older]);
      expect(numbers(await inbox("search=ms2"))).toEqual([newer]);
      expect(numbers(await inbox(`search=${older}`))).toEqual([older]);
      expect(numbers(await inbox("search=nothing%20such"))).toEqual([]);
      expect(numbers(await inbox("search=%27%26%7C!%3A*"))).toEqual([]);
    });

    it("is filtered by the person who has a case, and counts the cases of each state", async () => {
      await act("CLERK", newer, "assignment", { to: "CLERK" });
      expect(numbers(await inbox("who=mine"))).toEqual([newer]);
      expect(numbers(await inbox("who=mine", "OFFICER"))).toEqual([]);
      expect(numbers(await inbox("who=nobody"))).toEqual([older, unnamed]);
      const { tabs, rows } = await inbox("");
      expect(tabs).toContainEqual({ state: "waiting", count: 3, late: 1 });
      expect(tabs).toContainEqual({ state: "closed", count: 0, late: 0 });
      expect(rows[0]).toMatchObject({ caseNo: older, late: true, left: -1, member: /Wanjiru/ });
    });

    it.each(["due", "newest", "oldest"])(
      "continues page by page in the order %s",
      async (order) => {
        for (let count = 0; count < 60; count += 1) await plant(`Planted for ${order} ${count}`);
        const first = await inbox(`order=${order}`);
        expect(first.rows).toHaveLength(50);
        const found = [...numbers(first)];
        for (let next = first.next; next !== "";) {
          const page = await inbox(`order=${order}&after=${next}`);
          expect(page.tabs).toEqual([]);
          found.push(...numbers(page));
          next = page.next;
        }
        const waiting = first.tabs.find(({ state }) => state === "waiting")?.count;
        expect(new Set(found).size).toBe(waiting);
        expect(found).toHaveLength(waiting ?? 0);
      },
    );

    it("is exported whole as a CSV in which no cell is a formula", async () => {
      await post("MS1", '=HYPERLINK("http://x") "quoted", and\nanother line');
      for (let count = 0; count < 1200; count += 1) await plant(`For the file ${count}`);
      const reply = await read("CLERK", "/api/v1/case-exports/csv?search=file");
      expect(reply.headers.get("content-type")).toMatch(/^text\/csv/);
      expect(reply.text.trimEnd().split("\r\n")).toHaveLength(1201);
      const all = await read("CLERK", "/api/v1/case-exports/csv");
      expect(all.text).toContain(`"'=HYPERLINK(""http://x"") ""quoted"", and\nanother line"`);
      await society.owner.query("delete from member_case where text like '%or the file%'");
    });
  });

  /** Creates a case without an assignee, bypassing the commands, for bulk data. */
  async function plant(text: string): Promise<void> {
    await society.owner.query(
      `insert into member_case (kind, text, is_anonymous, member_id, counted_from, acknowledge_by,
        conclude_by)
      select 'question', $1, false, id, '2026-04-20', '2026-04-23', '2026-05-11' from member
      where member_no = 'MS2'`,
      [text],
    );
  }

  describe("two staff at once", () => {
    const acts = [
      ["acknowledgement", {}],
      ["replies", { text: "Hello" }],
      ["conclusion", { outcome: "done", text: "Done." }],
      ["assignment", { to: "OFFICER" }],
    ] as const;

    it.each(acts)("cannot both take the same step: %s", async (what, body) => {
      const caseNo = await post("MS1", `Raced for ${what}`);
      const { seen } = await caseAt(caseNo);
      const path = `/api/v1/cases/${caseNo}/${what}`;
      const replies = await Promise.all(
        ["CLERK", "OFFICER", "ADMIN", "CLERK"].map((who) => send(who, path, { seen, ...body })),
      );
      expect(statuses(replies)).toEqual([201, 409, 409, 409]);
      const refused = replies.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ reason: "case-newer" });
    });

    it("are shown a problem if they have not read the last message, even a member's", async () => {
      const caseNo = await post("MS1", "I will add something");
      const { seen } = await caseAt(caseNo);
      await send("MS1", `/api/v1/own-cases/${caseNo}/replies`, { text: "And this" });
      const body = { seen, outcome: "done", text: "Done." };
      const refused = await send("CLERK", `/api/v1/cases/${caseNo}/conclusion`, body);
      expect(refused.body).toMatchObject({ code: 409, reason: "case-newer" });
      expect((await act("CLERK", caseNo, "conclusion", body)).status).toBe(409);
      const again = { outcome: "done", text: "Done." };
      expect((await act("CLERK", caseNo, "conclusion", again)).status).toBe(201);
    });

    it("cannot close a case while the member's last message arrives", async () => {
      const caseNo = await post("MS1", "Close me");
      await act("CLERK", caseNo, "conclusion", { outcome: "done", text: "Done." });
      const { seen } = await caseAt(caseNo);
      const replies = await Promise.all([
        send("MS1", `/api/v1/own-cases/${caseNo}/satisfaction`),
        send("CLERK", `/api/v1/cases/${caseNo}/closing`, { seen, told: "phone", text: "" }),
        send("MS1", `/api/v1/own-cases/${caseNo}/reopening`, { text: "Not yet" }),
      ]);
      const kept = replies.filter(({ status }) => status === 201);
      expect(kept.length).toBeGreaterThan(0);
      const steps = (await caseAt(caseNo)).thread.map(({ step }) => step);
      expect(steps.filter((step) => step === "closed" || step === "satisfied")).toHaveLength(
        kept.length === 1 && steps.at(-1) === "reopened" ? 0 : 1,
      );
    });
  });

  describe("the steps of the office", () => {
    it("follow the life of a case, and the database rejects any others", async () => {
      const caseNo = await post("MS1", "A whole life");
      const wrong = await act("CLERK", caseNo, "closing", { told: "phone", text: "" });
      expect(wrong.body).toMatchObject({ reason: "case-state" });
      expect((await act("CLERK", caseNo, "acknowledgement")).body).toMatchObject({
        assignedNo: "CLERK",
        state: "acknowledged",
      });
      expect((await act("CLERK", caseNo, "acknowledgement")).body).toMatchObject({
        reason: "case-state",
      });
      await act("OFFICER", caseNo, "conclusion", { outcome: "not-done", text: "We cannot." });
      await act("OFFICER", caseNo, "closing", { told: "visit", text: "Came by" });
      expect((await caseAt(caseNo)).thread.map(({ step }) => step)).toEqual([
        "posted",
        "acknowledged",
        "concluded",
        "closed",
      ]);
      const id = Number(caseNo.slice(2));
      for (const change of [
        "state = 'acknowledged', outcome = null, told = null, tell_by = null, concluded_on = null",
        "text = 'Other words'",
        "member_id = null, is_anonymous = true",
      ]) {
        const changed = society.owner.query(`update member_case set ${change} where id = $1`, [id]);
        await expect(changed).rejects.toThrow(/case/);
      }
      const thread = society.owner.query("update case_step set text = '' where case_id = $1", [id]);
      await expect(thread).rejects.toThrow(/append-only/);
    });

    it("are for staff who may answer; others read, and are assigned nothing", async () => {
      const caseNo = await post("MS1", "Who may");
      expect((await read("TREASURER", `/api/v1/cases/${caseNo}`)).status).toBe(200);
      const { seen } = await caseAt(caseNo);
      const refused = await send("TREASURER", `/api/v1/cases/${caseNo}/replies`, {
        seen,
        text: "x",
      });
      expect(refused.status).toBe(403);
      for (const to of ["TREASURER", "NOBODY", "MS1"]) {
        const given = await act("CLERK", caseNo, "assignment", { to });
        expect(given.body).toMatchObject({ code: 422, errors: [{ field: "to" }] });
      }
      expect((await act("CLERK", caseNo, "assignment", { to: "OFFICER" })).status).toBe(201);
      expect((await act("CLERK", caseNo, "assignment", { to: "" })).body).toMatchObject({
        assignedNo: "",
      });
      const unnamed = await post("MS1", "Unnamed", { anonymous: true });
      await act("CLERK", unnamed, "conclusion", { outcome: "done", text: "Done." });
      const told = await act("CLERK", unnamed, "closing", { told: "phone", text: "" });
      expect(told.body).toMatchObject({ errors: [{ field: "told" }] });
      expect((await read("CLERK", "/api/v1/cases/Q-999999")).status).toBe(404);
    });
  });

  describe("a missed due day", () => {
    it("is notified once to the assignee, or to the administrator", async () => {
      await at("2026-06-02T06:00:00Z");
      const look = () => notifyOfBreaches(society.database, () => {});
      // Cases left by earlier tests are past their due day by now.
      expect(await look()).toBeGreaterThan(0);
      const [nobodys, officers, answered] = [
        await post("MS1", "Nobody's"),
        await post("MS1", "The officer's"),
        await post("MS1", "Answered in time"),
      ];
      await act("ADMIN", officers, "assignment", { to: "OFFICER" });
      await act("CLERK", answered, "acknowledgement");
      await society.owner.query("delete from outbox_message");
      await at("2026-06-05T20:59:59Z");
      expect(await look()).toBe(0);
      await at("2026-06-05T21:00:01Z");
      const looks = await Promise.all([look(), look(), look()]);
      expect(looks.reduce((all, one) => all + one, 0)).toBe(2);
      expect(await look()).toBe(0);
      const told = async () => {
        const found = await society.owner.query<{ recipient: string; params: { caseNo: string } }>(
          `select recipient, params from outbox_message where template = 'case-breached'
          order by recipient`,
        );
        return found.rows.map(({ recipient, params }) => [recipient, params.caseNo]);
      };
      expect(await told()).toEqual([
        ["+254711000002", officers],
        ["+254711000003", nobodys],
      ]);
      expect(numbers(await inbox("due=late&order=newest")).slice(0, 2)).toEqual([
        officers,
        nobodys,
      ]);
      // Auditors answer no cases, so the administrator is notified of one still assigned to an
      // auditor.
      const audited = await post("MS1", "An auditor's");
      await act("ADMIN", audited, "assignment", { to: "OFFICER" });
      await society.owner.query("update staff set role = 'auditor' where staff_no = 'OFFICER'");
      await at("2026-06-12T21:00:01Z");
      await look();
      expect(await told()).toContainEqual(["+254711000003", audited]);
      expect(await told()).not.toContainEqual(["+254711000002", audited]);
      await society.owner.query(
        "update staff set role = 'loans-officer' where staff_no = 'OFFICER'",
      );
      await society.owner.query(
        "update staff set role_since = '2026-01-01' where staff_no = 'OFFICER'",
      );
      // The next step has its own due day.
      await act("OFFICER", officers, "acknowledgement");
      await at("2026-07-30T06:00:00Z");
      expect(await look()).toBe(2);
      const late = (await caseAt(officers)).thread.find(({ step }) => step === "acknowledged");
      expect(late?.late).toBe(true);
    });

    it("moves when a holiday is added, and back when it is removed", async () => {
      await at("2026-08-03T06:00:00Z");
      const caseNo = await post("MS2", "Around a holiday");
      const due = async () => (await read("MS2", `/api/v1/own-cases/${caseNo}`)).body;
      expect(await due()).toMatchObject({
        clock: [{ due: "2026-08-06" }, { due: "2026-08-21" }, {}],
      });
      const name = { en: "Idd-ul-Fitr", sw: "Idi" };
      const added = await send("CLERK", "/api/v1/holidays", { day: "2026-08-05", name });
      expect(added.status, added.text).toBe(201);
      expect(added.body).toEqual({ day: "2026-08-05", moved: expect.any(Number) });
      expect(await due()).toMatchObject({
        clock: [{ due: "2026-08-07" }, { due: "2026-08-24" }, {}],
      });
      for (const day of ["2026-08-05", "2026-12-25", "2026-04-03"]) {
        const again = await send("ADMIN", "/api/v1/holidays", { day, name });
        expect(again.body).toMatchObject({ reason: "holiday-known" });
      }
      const listed = await read("TREASURER", "/api/v1/holidays?year=2026");
      expect(listed.body).toMatchObject({
        year: 2026,
        rows: expect.arrayContaining([
          { day: "2026-08-05", name, gazetted: true, movedFrom: "" },
          {
            day: "2026-04-03",
            name: { en: "Good Friday", sw: "Ijumaa Kuu" },
            gazetted: false,
            movedFrom: "",
          },
        ]),
      });
      const moved = await read("CLERK", "/api/v1/holidays?year=2027");
      expect(moved.body).toMatchObject({
        rows: expect.arrayContaining([
          expect.objectContaining({ day: "2027-10-11", movedFrom: "2027-10-10" }),
        ]),
      });
      expect(
        (await send("TREASURER", "/api/v1/holidays", { day: "2026-09-01", name })).status,
      ).toBe(403);
      expect((await send("CLERK", "/api/v1/holidays/2026-08-05/removal")).status).toBe(201);
      expect(await due()).toMatchObject({
        clock: [{ due: "2026-08-06" }, { due: "2026-08-21" }, {}],
      });
      const gone = await send("CLERK", "/api/v1/holidays/2026-08-05/removal");
      expect(gone.body).toMatchObject({ reason: "no-such-holiday" });
    });
  });
});
