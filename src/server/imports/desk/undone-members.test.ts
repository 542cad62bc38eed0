import { beforeAll, expect, it } from "vitest";
import { rejectUnlessActive } from "#server/members/membership/member-state.ts";
import { checkOffOffice } from "#test/check-off.ts";
import { declaration2025 } from "#test/dividend-year.ts";
import { importOffice } from "#test/imports.ts";
import { employ, foundSociety, memberIdOf, signIn, signUpBody } from "#test/people.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const office = importOffice(society, tokens);
const UNDONE = "UN1";
const STRANGER = "ZZ1";

const members =
  "member_no,full_name,joined_on,mobile,email,id_no,payroll_no\n" +
  `${UNDONE},Nekesa Wafula,2020-01-01,0712000482,nekesa@example.com,28416903,PF9\n`;

const ask = (path: string, body: unknown) => society.send("POST", `/api/v1/auth/${path}`, { body });

/** The traces of a number wherever a sign-in or a code would look for it. */
async function heldOf(no: string): Promise<number[]> {
  const tables = [
    `otp where member_no = '${no}'`,
    `otp_standing where member_no = '${no}'`,
    `sign_in_standing where login_no = '${no}'`,
    `outbox_message where params ->> 'memberNo' = '${no}'`,
    `login where login_no = '${no}'`,
  ];
  return Promise.all(tables.map((table) => office.count(`select from ${table}`)));
}

let run = "";

beforeAll(async () => {
  await foundSociety(society);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  const head = "member_no,date,kind,amount,reference";
  const entries = `${head}\n${UNDONE},2025-03-31,deposit,5000,UN-1\n`;
  const detail = await office.bring({ members, entries });
  await office.send(detail.id);
  await office.post(detail.id);
  run = detail.id;
  await ask("registerOtp", { memberNo: UNDONE });
  await ask("authenticate", { memberNo: UNDONE, password: "not the one" });
  expect(await heldOf(UNDONE)).not.toEqual([0, 0, 0, 0, 0]);
  const undone = await office.undo(run);
  expect(undone.status, undone.text).toBe(201);
});

steps("a member of an import that was undone", () => {
  it("leaves nothing that a code or a sign-in would look for", async () => {
    expect(await heldOf(UNDONE)).toEqual([0, 0, 0, 0, 0]);
    const { rows } = await society.owner.query(
      `select full_name, mobile_number, email, national_id, payroll_no from member
        where member_no = '${UNDONE}'`,
    );
    expect(rows).toEqual([
      {
        full_name: `Not imported ${UNDONE}`,
        mobile_number: "",
        email: "",
        national_id: "",
        payroll_no: "",
      },
    ]);
    expect(await office.count("select from member_word where word = 'nekesa'")).toBe(0);
    expect(await office.count("select from import_file where row_set is not null")).toBe(0);
  });

  it.each([
    ["registerOtp", {}],
    [
      "changePassword",
      {
        otp: "123456",
        password: "a long enough one 7",
        password_confirmation: "a long enough one 7",
      },
    ],
    ["authenticate", { password: "not the one" }],
  ])("answers %s as for an unknown number, and stores as much", async (path, more) => {
    const [own, strangers] = [
      await ask(path, { memberNo: UNDONE, ...more }),
      await ask(path, { memberNo: STRANGER, ...more }),
    ];
    expect([own.status, own.text]).toEqual([strangers.status, strangers.text]);
    expect(await heldOf(UNDONE)).toEqual(await heldOf(STRANGER));
  });

  it("cannot sign up", async () => {
    const [own, strangers] = [
      await ask("register", signUpBody(UNDONE, "123456")),
      await ask("register", signUpBody(STRANGER, "123456")),
    ];
    expect([own.status, own.text]).toEqual([strangers.status, strangers.text]);
    expect(own.status).not.toBe(201);
    expect(await office.count(`select from login where login_no = '${UNDONE}'`)).toBe(0);
  });

  it("is credited by no check-off file and by no placement out of suspense", async () => {
    const { lines, post, take } = checkOffOffice(society, tokens);
    const { id } = await take(`member_no,amount,note\n${UNDONE},70,deposits\n`, "70");
    expect((await lines(id, "unmatched"))[0]).toMatchObject({ parts: [{ to: "suspense" }] });
    const path = `/api/v1/check-off/${id}/lines/2`;
    const to = { token: tokens["clerk"] ?? "", body: { to: "deposits", memberNo: UNDONE } };
    const decided = await society.send("POST", `${path}/decision`, to);
    expect(decided.body).toMatchObject({ reason: "no-such-member" });
    await post(id);
    const placed = await society.send("POST", `${path}/placement`, to);
    expect(placed.body).toMatchObject({ reason: "no-such-member" });
    const release = `insert into check_off_release (batch_id, row_no, destination, member_id,
        amount_cents, proposed_by, released_by)
      select $1, 2, 'deposits', m.id, 7000, 'staff:CLERK', 'staff:TREASURER'
      from member m where m.member_no = '${UNDONE}'`;
    await expect(society.owner.query(release, [id])).rejects.toMatchObject({
      constraint: "check_off_places_with_members",
    });
    expect(await office.standing("member-deposits", UNDONE)).toBe(0);
  });

  it("counts as no member, and an import of entries for it is rejected by row", async () => {
    expect(await office.count("select from member where membership <> 'left'")).toBe(0);
    const entries = `member_no,date,kind,amount,reference\n${UNDONE},2024-01-31,deposit,70,U1\n`;
    const detail = await office.bring({ entries });
    expect(await office.findings(detail.id)).toMatchObject([
      { row: 2, column: "member_no", reason: "books.left-member" },
    ]);
    await office.ask("clerk", "POST", `/${detail.id}/discarding`, { reason: "A try" });
  });

  it("is distinguished from an active member wherever a call asks for one", async () => {
    const id = await memberIdOf(society, UNDONE);
    const refused = society.database.unitOfWork("test", (work) => rejectUnlessActive(work, id));
    await expect(refused).rejects.toMatchObject({ code: "not-active" });
  });

  it("has no dividend, although its entries were reversed after the year", async () => {
    const body = declaration2025;
    const token = tokens["administrator"] ?? "";
    const declared = await society.send("POST", "/api/v1/dividends", { token, body });
    expect(declared.status, declared.text).toBe(201);
    expect(await office.count("select from dividend_entitlement")).toBe(0);
  });

  it("frees its phone and ID for others, and may be imported again", async () => {
    const other = members.replace(UNDONE, "UN2");
    const detail = await office.bring({ members: other });
    expect(detail.findings, JSON.stringify(await office.findings(detail.id))).toBe(0);
    await office.ask("clerk", "POST", `/${detail.id}/discarding`, { reason: "A try" });
    const again = await office.bring({ members });
    await office.send(again.id);
    await office.post(again.id);
    const { body } = await ask("registerOtp", { memberNo: UNDONE });
    expect(body).toBeDefined();
    expect(await office.count(`select from otp where member_no = '${UNDONE}'`)).toBe(1);
    const active = `select from member where member_no = '${UNDONE}' and membership = 'active'
      and left_on is null`;
    expect(await office.count(active)).toBe(1);
  });
});
