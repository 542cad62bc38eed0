import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import {
  codeFor,
  deposit,
  employ,
  enrol,
  enrolWithLogin,
  foundSociety,
  memberIdOf,
  signIn,
  signUpBody,
} from "#test/people.ts";
import { applyDueContactChanges } from "#test/contact-changes.ts";
import { desk, mine, privacyCalls } from "#test/privacy-requests.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { privacyMessages } from "./messages.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const DAY = "2026-04-14T06:12:00Z";
const staff = ["clerk", "treasurer", "administrator", "auditor", "loans-officer"];
const members = ["PR1", "PR2", "PR3", "PR4", "PR5", "PR6", "PR7"];

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of members) {
    const mobile = `+25471200060${memberNo.slice(2)}`;
    await enrolWithLogin(society, memberNo, { mobile });
  }
  for (const role of staff) await employ(society, role.toUpperCase(), role);
});

let now = "";

/** Sets the clock, and signs everybody in again if that ends their sessions. */
async function at(moment: string): Promise<void> {
  if (moment === now) return;
  now = moment;
  society.clock.set(moment);
  await society.owner.query("delete from session");
  for (const who of [...members, ...staff]) {
    const login = await society.owner.query("select from login where login_no = $1", [
      who.toUpperCase(),
    ]);
    if (login.rowCount === 1) tokens[who] = await signIn(society, who.toUpperCase());
  }
}

beforeEach(() => at(DAY));

const { send, read, asked, begun } = privacyCalls(society, tokens);

async function memberRow(memberNo: string) {
  const found = await society.owner.query(
    `select full_name, national_id, mobile_number, email, postal_address, left_on::text,
        array(select full_name from next_of_kin where member_id = m.id order by position) as kin,
        exists (select from login where member_id = m.id) as login
      from member m where member_no = $1`,
    [memberNo],
  );
  return found.rows[0] as Record<string, unknown>;
}

steps("step by step", () => {
  describe("the privacy notice", () => {
    it("is recorded with its version and time when our own page reports it as read", async () => {
      await enrol(society, "NEW1", { mobile: "+254712000701" });
      const otp = await codeFor(society, "NEW1");
      const body = signUpBody("NEW1", otp, { privacyNotice: PRIVACY_NOTICE });
      expect((await society.send("POST", "/api/v1/auth/register", { body })).status).toBe(201);
      tokens["NEW1"] = await signIn(society, "NEW1");
      expect((await read("NEW1", mine)).body).toMatchObject({
        confirmed: { version: PRIVACY_NOTICE, on: "2026-04-14" },
      });
    });

    it.each([
      ["nothing, like the earlier client", undefined],
      ["a value that is not a version", "yes"],
      ["an unknown version", 99],
    ])(
      "does not block a sign-up that sends %s, and is requested afterwards",
      async (name, given) => {
        const memberNo = `OLD${name.length}`;
        await enrol(society, memberNo, { mobile: "+254712000702" });
        const otp = await codeFor(society, memberNo);
        const extra = given === undefined ? {} : { privacyNotice: given };
        const body = signUpBody(memberNo, otp, extra);
        const reply = await society.send("POST", "/api/v1/auth/register", { body });
        expect(reply.status, reply.text).toBe(201);
        tokens[memberNo] = await signIn(society, memberNo);
        const overview = await read(memberNo, `/api/v1/members/${memberNo}/overview`);
        expect(overview.body).toMatchObject({ noticeConfirmed: 0 });
        expect((await send(memberNo, `${mine}/consent`, { version: PRIVACY_NOTICE })).status).toBe(
          201,
        );
        expect((await send(memberNo, `${mine}/consent`, { version: PRIVACY_NOTICE })).status).toBe(
          201,
        );
        const after = await read(memberNo, `/api/v1/members/${memberNo}/overview`);
        expect(after.body).toMatchObject({ noticeConfirmed: PRIVACY_NOTICE });
        const kept = await society.owner.query(
          "select way from privacy_consent where member_id = $1",
          [await memberIdOf(society, memberNo)],
        );
        expect(kept.rows).toEqual([{ way: "portal" }]);
        const newer = await send(memberNo, `${mine}/consent`, { version: PRIVACY_NOTICE + 1 });
        expect(reasonOf(newer)).toBe("notice-newer");
      },
    );

    it("publishes the retention periods", async () => {
      const { body } = await society.send("GET", "/api/v1/privacy-notice");
      expect(body).toMatchObject({ version: PRIVACY_NOTICE });
      expect((body as { retention: unknown[] }).retention).toContainEqual({
        what: "books",
        amount: 7,
        unit: "years",
      });
    });
  });

  describe("a request about personal data", () => {
    it("has a due day that its member sees, and is marked late after it", async () => {
      const id = await asked("PR1", { kind: "copy", note: "For my lawyer" });
      expect((await read("PR1", mine)).body).toMatchObject({
        requests: [{ id, kind: "copy", state: "received", dueOn: "2026-05-14", daysLeft: 30 }],
      });
      await at("2026-05-14T20:59:00Z");
      expect((await read("clerk", desk)).body).toMatchObject({
        open: 1,
        late: 0,
        rows: [{ daysLeft: 0 }],
      });
      await at("2026-05-14T21:00:00Z");
      const late = { open: 1, late: 1, rows: [{ id, memberNo: "PR1", daysLeft: -1 }] };
      expect((await read("auditor", desk)).body).toMatchObject(late);
      expect((await read("loans-officer", desk)).status).toBe(403);
      expect((await send("auditor", `${desk}/${id}/start`)).status).toBe(403);
      await send("clerk", `${desk}/${id}/start`);
      const done = await send("clerk", `${desk}/${id}/answer`, {
        answer: "Handed over at the desk",
      });
      expect(done.body).toMatchObject({ request: { state: "done", answeredOn: "2026-05-15" } });
      expect((await read("PR1", mine)).body).toMatchObject({
        requests: [{ state: "done", answer: "Handed over at the desk" }],
      });
      expect((await society.messages())[0]).toMatchObject({ to: "+254712000601" });
    });

    it("exists once for each subject, however often the button is pressed", async () => {
      const body = { kind: "correction", detail: "name", shouldBe: "Pauline Atieno" };
      const tries = Array.from({ length: 8 }, () => send("PR2", `${mine}/requests`, body));
      const replies = await Promise.all(tries);
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(replies.filter(({ status }) => status !== 201).map(reasonOf))).toEqual(
        new Set(["request-open"]),
      );
      const other = { kind: "correction", detail: "national-id", shouldBe: "30112233" };
      expect((await send("PR2", `${mine}/requests`, other)).status).toBe(201);
    });

    it.each([
      [{ kind: "correction" }, "detail"],
      [{ kind: "correction", detail: "name" }, "shouldBe"],
      [{ kind: "correction", detail: "name", shouldBe: "  " }, "shouldBe"],
      [{ kind: "correction", detail: "mobile", shouldBe: "12" }, "shouldBe"],
      [{ kind: "correction", detail: "email", shouldBe: "nobody" }, "shouldBe"],
      [{ kind: "correction", detail: "next-of-kin", shouldBe: "A\nB\nC\nD" }, "shouldBe"],
      [{ kind: "nothing" }, "kind"],
      [{ kind: "access", note: "x".repeat(1001) }, "note"],
    ])("reports the wrong field of %j", async (body, field) => {
      const reply = await send("PR3", `${mine}/requests`, body);
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ errors: [{ field }] });
    });

    it("can be withdrawn only by its own member, and is not processed afterwards", async () => {
      const id = await asked("PR3", { kind: "erasure" });
      const others = await send("PR4", `${mine}/requests/${id}/withdrawal`);
      expect(reasonOf(others)).toBe("no-such-request");
      const back = await send("PR3", `${mine}/requests/${id}/withdrawal`);
      expect(back.body).toMatchObject({ id, state: "withdrawn" });
      expect(reasonOf(await send("clerk", `${desk}/${id}/start`))).toBe("request-state");
      await expect(
        society.owner.query("update privacy_request set state = 'done' where id = $1", [id]),
      ).rejects.toThrow("cannot go from withdrawn");
    });

    it("is recorded with the day a paper arrived, by staff it is not about", async () => {
      const paper = { memberNo: "PR4", kind: "access", receivedOn: "2026-04-10" };
      const reply = await send("clerk", desk, paper);
      expect(reply.body).toMatchObject({
        request: { way: "office", receivedOn: "2026-04-10", dueOn: "2026-04-17", daysLeft: 3 },
      });
      for (const receivedOn of ["2026-04-15", "2025-04-13"]) {
        const reply = await send("clerk", desk, { ...paper, kind: "copy", receivedOn });
        expect(reply.body).toMatchObject({ errors: [{ field: "receivedOn" }] });
      }
      await society.owner.query(
        "update staff set member_id = $1 where staff_no = 'ADMINISTRATOR'",
        [await memberIdOf(society, "PR4")],
      );
      const { id } = (reply.body as { request: { id: string } }).request;
      expect(reasonOf(await send("administrator", `${desk}/${id}/start`))).toBe("own-listing");
      await society.owner.query("update staff set member_id = null");
      const ground = { ground: "identity", answer: "Bring your ID card" };
      const refused = await send("administrator", `${desk}/${id}/refusal`, ground);
      expect(refused.body).toMatchObject({ request: { state: "refused", ground: "identity" } });
    });
  });

  describe("a correction", () => {
    it.each([
      ["name", "Grace  Wambui", { full_name: "Grace Wambui" }],
      ["national-id", "31234567", { national_id: "31234567" }],
      ["postal-address", "P.O. Box 7\nNakuru", { postal_address: "P.O. Box 7 Nakuru" }],
      ["next-of-kin", "Ann Njeri\n\nJohn Otieno", { kin: ["Ann Njeri", "John Otieno"] }],
    ])("of %s is made by two people in one unit of work", async (detail, shouldBe, after) => {
      const before = await memberRow("PR5");
      const id = await begun("PR5", { kind: "correction", detail, shouldBe });
      expect(reasonOf(await send("clerk", `${desk}/${id}/answer`, { answer: "Done" }))).toBe(
        "request-state",
      );
      await send("administrator", `${desk}/${id}/proposal`);
      expect(await memberRow("PR5")).toEqual(before);
      const alone = await send("administrator", `${desk}/${id}/approval`, { answer: "Corrected" });
      expect(reasonOf(alone)).toBe("privacy-two-people");
      await expect(
        society.owner.query(
          `update privacy_request set state = 'done', answered_by = prepared_by,
          answered_at = now() where id = $1`,
          [id],
        ),
      ).rejects.toThrow("privacy_two_people");
      const tries = Array.from({ length: 5 }, () =>
        send("treasurer", `${desk}/${id}/approval`, { answer: "Corrected" }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(4);
      expect(await memberRow("PR5")).toEqual({ ...before, ...after });
    });

    it("that is sent back is worked on again", async () => {
      const id = await begun("PR5", { kind: "correction", detail: "name", shouldBe: "Other" });
      await send("clerk", `${desk}/${id}/proposal`);
      const back = await send("treasurer", `${desk}/${id}/sending-back`);
      expect(back.body).toMatchObject({ request: { state: "in-progress", preparedBy: "" } });
      const ground = { ground: "correct", answer: "The ID card says what the register says" };
      expect((await send("clerk", `${desk}/${id}/refusal`, ground)).status).toBe(201);
    });

    it("of a number takes the same steps as every change of a number", async () => {
      const body = { kind: "correction", detail: "mobile", shouldBe: "0799 000 611" };
      const id = await begun("PR6", body);
      expect(reasonOf(await send("clerk", `${desk}/${id}/proposal`))).toBe("request-state");
      const changing = await send("clerk", `${desk}/${id}/contact-change`);
      const { contactChange } = changing.body as { contactChange: { id: string; state: string } };
      expect(contactChange.state).toBe("requested");
      const approval = `/api/v1/contact-changes/${contactChange.id}/approval`;
      expect((await send("treasurer", approval)).status).toBe(201);
      const early = await send("clerk", `${desk}/${id}/answer`, { answer: "Changed" });
      expect(reasonOf(early)).toBe("request-waits");
      await at("2026-04-17T06:12:00Z");
      expect(await applyDueContactChanges(society)).toBe(1);
      const done = await send("clerk", `${desk}/${id}/answer`, { answer: "Changed" });
      expect(done.body).toMatchObject({ request: { state: "done", daysLeft: 4 } });
      expect(await memberRow("PR6")).toMatchObject({ mobile_number: "+254799000611" });
    });
  });

  describe("an erasure", () => {
    /** As when an exit is paid, today by the test clock. */
    const leave = (memberNo: string) =>
      society.database.unitOfWork("test", (work) =>
        work.run("update member set membership = 'left' where member_no = $1", [memberNo]),
      );
    const rules = async (id: string) => {
      const { body } = await read("treasurer", `${desk}/${id}`);
      const { erasable } = body as { erasable: { part: string; state: string; until: string }[] };
      return Object.fromEntries(erasable.map(({ part, ...said }) => [part, said]));
    };

    it("removes optional details, and keeps the rest while the member has money", async () => {
      await deposit(society, "PR7", 5_000);
      await society.owner.query(
        "update member set postal_address = 'Box 9' where member_no = 'PR7'",
      );
      const id = await begun("PR7", { kind: "erasure" });
      expect(await rules(id)).toEqual({
        email: { state: "now", because: "", until: "" },
        "postal-address": { state: "now", because: "", until: "" },
        "next-of-kin": { state: "now", because: "", until: "" },
        residence: { state: "empty", because: "", until: "" },
        mobile: { state: "kept", because: "membership", until: "" },
        login: { state: "kept", because: "membership", until: "" },
        name: { state: "kept", because: "membership", until: "" },
      });
      const proposal = `${desk}/${id}/proposal`;
      const none = await send("clerk", proposal, { parts: [] });
      expect(none.body).toMatchObject({ errors: [{ field: "parts" }] });
      for (const part of ["mobile", "login", "name"]) {
        expect(reasonOf(await send("clerk", proposal, { parts: ["email", part] }))).toBe(
          "erasure-kept",
        );
      }
      await send("clerk", proposal, { parts: ["email", "next-of-kin", "postal-address"] });
      await send("treasurer", `${desk}/${id}/approval`, { answer: "Erased" });
      expect(await memberRow("PR7")).toEqual({
        full_name: "Member PR7",
        national_id: "28416903",
        mobile_number: "+254712000607",
        email: "",
        postal_address: "",
        left_on: null,
        kin: [],
        login: true,
      });
    });

    it("of a former member removes the login at once, the name when the law allows", async () => {
      const id = await begun("PR3", { kind: "erasure" });
      await leave("PR3");
      const parts = ["email", "mobile", "login"];
      const proposed = await send("clerk", `${desk}/${id}/proposal`, { parts });
      expect(proposed.status, proposed.text).toBe(201);
      expect(await rules(id)).toMatchObject({
        login: { state: "now" },
        name: { state: "kept", because: "law", until: "2033-04-14" },
      });
      await send("administrator", `${desk}/${id}/approval`, { answer: "Erased; the name stays" });
      expect(await memberRow("PR3")).toMatchObject({
        full_name: "Member PR3",
        mobile_number: "",
        left_on: "2026-04-14",
        login: false,
      });
      expect((await read("PR3", mine)).status).toBe(401);
      const day = async (moment: string, expected: number) => {
        await at(moment);
        const receivedOn = moment.slice(0, 10);
        const paper = { memberNo: "PR3", kind: "erasure", receivedOn };
        const taken = await send("clerk", desk, paper);
        const { request } = taken.body as { request: { id: string } };
        await send("clerk", `${desk}/${request.id}/start`);
        const name = await send("clerk", `${desk}/${request.id}/proposal`, { parts: ["name"] });
        expect(name.status).toBe(expected);
        if (expected === 201) return request.id;
        const ground = { ground: "law", answer: "Seven years are not over" };
        await send("clerk", `${desk}/${request.id}/refusal`, ground);
        return request.id;
      };
      await day("2033-04-13T06:12:00Z", 409);
      const last = await day("2033-04-14T06:12:00Z", 201);
      await send("treasurer", `${desk}/${last}/approval`, { answer: "Erased" });
      expect(await memberRow("PR3")).toMatchObject({
        full_name: "Former member PR3",
        national_id: "",
      });
    });

    it("follows the rules when it is approved, not only when it was proposed", async () => {
      const id = await begun("PR4", { kind: "erasure" });
      await leave("PR4");
      const parts = ["login", "mobile"];
      expect((await send("clerk", `${desk}/${id}/proposal`, { parts })).status).toBe(201);
      await deposit(society, "PR4", 100);
      const before = await memberRow("PR4");
      const late = await send("treasurer", `${desk}/${id}/approval`, { answer: "Erased" });
      expect(reasonOf(late)).toBe("erasure-kept");
      expect(await memberRow("PR4")).toEqual(before);
      await society.owner.query("update member set membership = 'active' where member_no = 'PR4'");
    });
  });

  describe("the messages about a request", () => {
    it("fit one SMS in both languages and say nothing of what was requested", () => {
      const params = { society: "Uzima Hospital Sacco", phone: "0709 000 210", id: "123456" };
      for (const { render } of privacyMessages) {
        for (const language of ["en", "sw"] as const) {
          const { text } = render(language, params);
          expect(text.length, text).toBeLessThanOrEqual(160);
          expect(text).not.toMatch(/[{}]|[^\x20-\x7e]/);
        }
      }
    });

    it("leave no name, number or ID in the audit log", async () => {
      const trail = await society.owner.query<{ detail: string }>(
        "select detail::text from audit_record where action like 'privacy%'",
      );
      const said = trail.rows.map(({ detail }) => detail).join(" ");
      expect(said).not.toMatch(/Grace|31234567|0799|@|Njeri/);
    });
  });
});
