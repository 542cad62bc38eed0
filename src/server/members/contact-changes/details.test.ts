import { beforeAll, describe, expect, it } from "vitest";
import { applyDueContactChanges } from "#test/contact-changes.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const path = "/api/v1/contact-changes";
const known = { identifiedBy: "passport", reason: "Came to the office" };

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["CD1", "CD2", "CD3"]) await enrol(society, memberNo);
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  await employ(society, "ADMIN", "administrator");
  for (const who of ["CLERK", "TREASURER"]) tokens[who] = await signIn(society, who);
});

const send = (who: string, to: string, body: unknown = {}) =>
  society.send("POST", to, { token: tokens[who] ?? "", body });

async function recordOf(memberNo: string) {
  const found = await society.owner.query(
    `select email, residence, mobile_number, array(select full_name from next_of_kin k
        where k.member_id = m.id order by position) as kin
      from member m where member_no = $1`,
    [memberNo],
  );
  return found.rows[0] as Record<string, unknown>;
}

steps("step by step", () => {
  describe("a change of e-mail, residence and next of kin", () => {
    it("takes the same two people and the same hold, and leaves other details alone", async () => {
      const before = await recordOf("CD1");
      const asked = await send("CLERK", path, {
        memberNo: "CD1",
        email: "Mpya@Example.com",
        residence: "Kasarani",
        nextOfKin: ["Amina Njeri", "Juma  Otieno"],
        ...known,
      });
      expect(asked.body, asked.text).toMatchObject({
        oldMobileNo: "",
        mobileNo: "",
        oldEmail: "c***@example.com",
        email: "mpya@example.com",
        residence: "Kasarani",
        nextOfKin: ["Amina Njeri", "Juma Otieno"],
        identifiedBy: "passport",
      });
      const { id } = asked.body as { id: string };
      expect((await send("TREASURER", `${path}/${id}/approval`)).status).toBe(201);
      expect(await applyDueContactChanges(society)).toBe(0);
      expect(await recordOf("CD1")).toEqual(before);
      society.clock.set("2026-04-17T06:12:00Z");
      expect(await applyDueContactChanges(society)).toBe(1);
      expect(await recordOf("CD1")).toEqual({
        email: "mpya@example.com",
        residence: "Kasarani",
        mobile_number: "+254712000482",
        kin: ["Amina Njeri", "Juma Otieno"],
      });
      const told = (await society.messages()).map(({ text }) => text);
      expect(told).toHaveLength(2);
      expect(told[0]).toContain("were changed as asked");
      expect(told[1]).toContain("the office received a request to change");
    });

    it("shows what is missing at its field, and stays as it was requested", async () => {
      for (const who of ["CLERK", "TREASURER"]) tokens[who] = await signIn(society, who);
      const nothing = await send("CLERK", path, { memberNo: "CD2", ...known });
      expect(nothing.body).toMatchObject({ errors: [{ field: "mobileNo" }] });
      const unknown = await send("CLERK", path, { memberNo: "CD2", email: "a@b.co", reason: "So" });
      expect(unknown.body).toMatchObject({ errors: [{ field: "identifiedBy" }] });
      const long = {
        memberNo: "CD2",
        ...known,
        residence: "R".repeat(121),
        reason: "x".repeat(201),
      };
      const message = expect.stringContaining("too long") as string;
      expect((await send("CLERK", path, long)).body).toMatchObject({
        errors: [
          { field: "residence", message },
          { field: "reason", message },
        ],
      });
      const blank = await send("CLERK", path, { memberNo: "CD2", ...known, reason: "  " });
      expect(blank.body).toMatchObject({
        errors: [{ field: "reason", message: "Please fill this in." }],
      });
      const asked = await send("CLERK", path, { memberNo: "CD2", residence: "Ruiru", ...known });
      const { id } = asked.body as { id: string };
      for (const set of ["residence = 'Elsewhere'", "next_of_kin = '{Somebody}'"]) {
        const query = `update contact_change_request set ${set} where id = $1`;
        await expect(society.owner.query(query, [id])).rejects.toThrow("cannot go from");
      }
    });

    it("is neither requested nor approved at the desk by the member concerned", async () => {
      for (const who of ["ADMIN", "TREASURER"]) tokens[who] = await signIn(society, who);
      await society.owner.query(
        `update staff set member_id = (select id from member where member_no = 'CD3')
        where staff_no = 'ADMIN'`,
      );
      const body = { memberNo: "CD3", email: "other@example.com", ...known };
      const byThemselves = await send("ADMIN", path, body);
      expect(byThemselves.body).toMatchObject({ reason: "own-membership" });
      // The member's request at sign-up is recorded there under their own number.
      const asked = await society.owner.query<{ id: string }>(
        `insert into contact_change_request (member_id, mobile_number, asked_by)
        select id, '+254799000733', 'member:CD3' from member where member_no = 'CD3'
        returning id::text`,
      );
      const approval = `${path}/${asked.rows[0]?.id}/approval`;
      expect((await send("ADMIN", approval)).body).toMatchObject({ reason: "own-membership" });
      expect((await send("TREASURER", approval)).status).toBe(201);
    });
  });
});
