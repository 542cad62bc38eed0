import { beforeAll, describe, expect, it } from "vitest";
import { importOffice } from "#test/imports.ts";
import { employ, foundSociety, signIn, signUpBody } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({ limits: { writesPerMinute: 60_000, writeBurst: 60_000 } });
const tokens: Record<string, string> = {};
const office = importOffice(world, tokens);
const UNDONE = "UN1";
const STRANGER = "ZZ1";

const members =
  "member_no,full_name,joined_on,mobile,email,id_no,payroll_no\n" +
  `${UNDONE},Nekesa Wafula,2020-01-01,0712000482,nekesa@example.com,28416903,PF9\n`;

const ask = (path: string, body: unknown) => world.send("POST", `/api/v1/auth/${path}`, { body });

/** What is held of a number wherever a sign-in or a code would look for it. */
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
  await foundSociety(world);
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(world, role.toUpperCase(), role);
    tokens[role] = await signIn(world, role.toUpperCase());
  }
  const detail = await office.bring({ members });
  await office.send(detail.id);
  await office.post(detail.id);
  run = detail.id;
  await ask("registerOtp", { memberNo: UNDONE });
  await ask("authenticate", { memberNo: UNDONE, password: "not the one" });
  expect(await heldOf(UNDONE)).not.toEqual([0, 0, 0, 0, 0]);
  const undone = await office.undo(run);
  expect(undone.status, undone.text).toBe(201);
});

describe("a member of an import that was undone", () => {
  it("is left with nothing that a code or a sign-in would look for", async () => {
    expect(await heldOf(UNDONE)).toEqual([0, 0, 0, 0, 0]);
    const { rows } = await world.owner.query(
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
  ])("finds with %s what a stranger finds, and leaves as much behind", async (path, more) => {
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

  it("leaves its phone and ID to whoever has them next, and comes in again", async () => {
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
  });
});
