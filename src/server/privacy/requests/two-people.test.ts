import { beforeAll, describe, expect, it } from "vitest";
import { employ, enrolWithLogin, foundSociety, memberIdOf, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { sendAsShown } from "#test/shown-steps.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({
  limits: { ...manyWrites, documentsPerMinute: 6000 },
});
const tokens: Record<string, string> = {};
const desk = "/api/v1/privacy-requests";
const TODAY = "2026-04-14";

const staff = {
  CLERK: "clerk",
  CLERK2: "clerk",
  ADMIN: "administrator",
  TREASURER: "treasurer",
} as const;

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["TP1", "TP2", "TP3", "TP4"]) {
    await enrolWithLogin(society, memberNo, { mobile: `+25471200050${memberNo.slice(2)}` });
  }
  for (const [staffNo, role] of Object.entries(staff)) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

const send = (who: string, to: string, body: unknown = {}) =>
  sendAsShown(society, { token: tokens[who] ?? "", path: to, body });
const copyOf = (who: string, memberNo: string) =>
  send(who, `/api/v1/members/${memberNo}/personal-data`, { format: "json" });

interface Paper {
  readonly memberNo: string;
  readonly kind: string;
  readonly detail?: string;
  readonly shouldBe?: string;
}

/** Records a paper request and starts work on it; returns its number. */
async function recorded(by: string, paper: Paper): Promise<string> {
  const reply = await send(by, desk, { ...paper, receivedOn: TODAY });
  expect(reply.status, reply.text).toBe(201);
  const { id } = (reply.body as { request: { id: string } }).request;
  expect((await send(by, `${desk}/${id}/start`)).status).toBe(201);
  return id;
}

steps("step by step", () => {
  describe("a request for a copy, recorded by the office", () => {
    it("is reported to the member at once, in their language", async () => {
      await society.owner.query("update member set language = 'sw' where member_no = 'TP2'");
      const first = await recorded("CLERK", { memberNo: "TP1", kind: "copy" });
      const second = await recorded("CLERK", { memberNo: "TP2", kind: "access" });
      const told = async (to: string) =>
        (await society.messages()).filter((message) => message.to === to).map(({ text }) => text);
      expect(await told("+254712000501")).toEqual([
        expect.stringContaining(`our office recorded your request no. ${first}`),
      ]);
      expect(await told("+254712000502")).toEqual([
        expect.stringContaining(`ofisi imerekodi ombi lako na. ${second}`),
      ]);
    });

    it("is answered by another person than the one who recorded it", async () => {
      const refused = await copyOf("CLERK", "TP1");
      expect(refused.body).toMatchObject({ code: 403, reason: "privacy-two-people" });
      expect((await copyOf("CLERK2", "TP1")).status).toBe(201);
      const given = await society.owner.query("select given_by, format from privacy_copy");
      expect(given.rows).toEqual([{ given_by: "staff:CLERK2", format: "json" }]);
    });

    it("must be answered by another person, in the database too, by any staff name", async () => {
      const request = await society.owner.query<{ id: string }>(
        `select r.id::text from privacy_request r join member m on m.id = r.member_id
        where m.member_no = 'TP1'`,
      );
      const give = (by: string) =>
        society.owner.query(
          "insert into privacy_copy (request_id, format, given_by) values ($1, 'pdf', $2)",
          [request.rows[0]?.id, by],
        );
      await expect(give("staff:CLERK")).rejects.toThrow("recorded by the person");
      await society.owner.query("update staff set member_id = $1 where staff_no = 'CLERK'", [
        await memberIdOf(society, "TP4"),
      ]);
      await expect(give("member:TP4")).rejects.toThrow("recorded by the person");
      await society.owner.query("update staff set member_id = null");
      await give("staff:ADMIN");
    });
  });

  describe("a correction or an erasure, recorded by the office", () => {
    it("is not approved by the person who recorded it, even if another prepared it", async () => {
      const correction = { kind: "correction", detail: "name", shouldBe: "Other Name" };
      const id = await recorded("ADMIN", { memberNo: "TP3", ...correction });
      await send("CLERK", `${desk}/${id}/proposal`);
      const own = await send("ADMIN", `${desk}/${id}/approval`, { answer: "Corrected" });
      expect(own.body).toMatchObject({ reason: "privacy-two-people" });
      const name = async () =>
        (await society.owner.query("select full_name from member where member_no = 'TP3'")).rows[0];
      expect(await name()).toEqual({ full_name: "Member TP3" });
      const other = await send("TREASURER", `${desk}/${id}/approval`, { answer: "Corrected" });
      expect(other.status, other.text).toBe(201);
      expect(await name()).toEqual({ full_name: "Other Name" });
    });

    it("of a number is approved by somebody other than the person who recorded it", async () => {
      const correction = { kind: "correction", detail: "mobile", shouldBe: "0799 000 504" };
      const id = await recorded("ADMIN", { memberNo: "TP4", ...correction });
      const changing = await send("CLERK", `${desk}/${id}/contact-change`);
      const { contactChange } = changing.body as { contactChange: { id: string } };
      const approve = (who: string) =>
        send(who, `/api/v1/contact-changes/${contactChange.id}/approval`);
      expect((await approve("ADMIN")).body).toMatchObject({ reason: "change-two-people" });
      expect((await approve("TREASURER")).status).toBe(201);
    });
  });
});
