import { beforeAll, expect, it } from "vitest";
import { importOffice } from "#test/imports.ts";
import { applyDueContactChanges } from "#test/contact-changes.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "MS1");
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  await society.owner.query(
    `update staff set email = 'clerk@example.com', national_id = 'ID' || staff_no
      where staff_no = 'CLERK'`,
  );
  await society.owner.query("update staff set national_id = 'IDT' where staff_no = 'TREASURER'");
  for (const who of ["CLERK", "TREASURER"]) tokens[who] = await signIn(society, who);
});

const CLERKS_PHONE = "+254711000001";
const send = (who: string, to: string, body: unknown = {}) =>
  society.send("POST", `/api/v1/${to}`, { token: tokens[who] ?? "", body });
const form = (more: object) => ({
  member: "Akoth Awuor",
  idno: "99887766",
  savings: 1000,
  ...more,
});

steps("the details of a member of staff", () => {
  it("are rejected at their field when a member is registered", async () => {
    const tries = { mobile: "0711000001", email: "CLERK@example.com" };
    for (const [field, value] of Object.entries(tries)) {
      const reply = await send("TREASURER", "members", form({ [field]: value }));
      expect(reply.status, reply.text).toBe(403);
      const refused = await send("CLERK", "members", form({ [field]: value }));
      expect(refused.body).toMatchObject({ errors: [{ field }] });
    }
  });

  it("cannot be registered by that member of staff: another one does it", async () => {
    const own = form({ idno: "IDCLERK", mobile: "0711000001" });
    const reply = await send("CLERK", "members", own);
    expect(reply.body).toMatchObject({ reason: "own-membership" });
    await employ(society, "CLERK2", "clerk");
    tokens["CLERK2"] = await signIn(society, "CLERK2");
    const another = await send("CLERK2", "members", own);
    expect(another.status, another.text).toBe(201);
    const linked = await society.owner.query(
      `select m.national_id from staff s join member m on m.id = s.member_id
        where s.staff_no = 'CLERK'`,
    );
    expect(linked.rows).toEqual([{ national_id: "IDCLERK" }]);
  });

  it("are rejected at their field when another member would get them", async () => {
    const known = { identifiedBy: "passport", reason: "Came to the office" };
    const ask = (more: object) =>
      send("CLERK2", "contact-changes", { memberNo: "MS1", ...more, ...known });
    expect((await ask({ mobileNo: CLERKS_PHONE })).body).toMatchObject({
      errors: [{ field: "mobileNo" }],
    });
    expect((await ask({ email: "Clerk@Example.com" })).body).toMatchObject({
      errors: [{ field: "email" }],
    });
  });

  it("stop a held change if somebody else got them in the meantime", async () => {
    const known = { identifiedBy: "passport", reason: "Came to the office" };
    const asked = await send("CLERK", "contact-changes", {
      memberNo: "MS1",
      mobileNo: "0712 777 001",
      ...known,
    });
    const { id } = asked.body as { id: string };
    expect((await send("TREASURER", `contact-changes/${id}/approval`)).status).toBe(201);
    await society.owner.query(
      `insert into staff (staff_no, full_name, role, mobile_number, national_id)
        values ('NEWEST', 'Newest', 'clerk', '+254712777001', 'IDNEW')`,
    );
    society.clock.advance(73 * 3600);
    expect(await applyDueContactChanges(society)).toBe(0);
    const found = await society.owner.query(
      "select mobile_number from member where member_no = 'MS1'",
    );
    expect(found.rows).toEqual([{ mobile_number: "+254712000482" }]);
  });

  it("are a finding on their row in a file of members", async () => {
    tokens["CLERK2"] = await signIn(society, "CLERK2");
    const members = [
      "member_no,name,joined_on,mobile,email,id_no",
      "NEW1,Akoth Awuor,2020-01-31,0711000001,,A1",
      "NEW2,Barasa Wekesa,2020-01-31,,clerk@example.com,A2",
      "NEW3,Chebet Koech,2020-01-31,,,IDT",
      "NEW4,Dida Galgalo,2020-01-31,,,",
    ].join("\n");
    const { id } = await office.bring({ members }, "CLERK2");
    const { body } = await office.ask("CLERK2", "GET", `/${id}/findings`);
    const { rows } = body as { rows: { row: number; column: string }[] };
    expect(rows.map(({ row, column }) => [row, column])).toEqual([
      [2, "mobile"],
      [3, "email"],
    ]);
  });
});
