import { beforeAll, expect, it } from "vitest";
import { problemWords } from "#shared/messages/kernel/problems.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { desk, mine, privacyCalls } from "#test/privacy-requests.ts";
import { manyWrites, reasonOf, useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["PR7", "PR8", "PR9"]) {
    const mobile = `+25471200060${memberNo.slice(2)}`;
    await enrolWithLogin(society, memberNo, { mobile });
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
});

const { send, read, asked, begun } = privacyCalls(society, tokens);

/** The details that a register from another system has of a member, besides the name. */
async function detailsOf(memberNo: string) {
  const found = await society.owner.query(
    `select full_name, surname, first_names, payroll_no, kra_pin, gender,
        array(select concat_ws('/', full_name, relation, share_bp) from next_of_kin
          where member_id = m.id order by position) as kin
      from member m where member_no = $1`,
    [memberNo],
  );
  return found.rows[0] as Record<string, unknown>;
}

steps("a correction of details from another system", () => {
  it.each([
    [
      "next-of-kin",
      "Ann Njeri; Sister; 60\nJohn Otieno ; ; 40 %",
      { kin: ["Ann Njeri/Sister/6000", "John Otieno//4000"] },
    ],
    [
      "name-parts",
      "Wambui\nGrace  Njeri",
      { full_name: "Grace Njeri Wambui", surname: "Wambui", first_names: "Grace Njeri" },
    ],
    ["payroll-no", "knh/12", { payroll_no: "KNH/12" }],
    ["kra-pin", "a012345678z", { kra_pin: "A012345678Z" }],
    ["sex", "Mwanamke", { gender: "female" }],
  ])("of %s as %j is made once a second person approves it", async (detail, shouldBe, after) => {
    const before = await detailsOf("PR8");
    const id = await begun("PR8", { kind: "correction", detail, shouldBe });
    await send("administrator", `${desk}/${id}/proposal`);
    expect(await detailsOf("PR8")).toEqual(before);
    const alone = await send("administrator", `${desk}/${id}/approval`, { answer: "Corrected" });
    expect(reasonOf(alone)).toBe("privacy-two-people");
    const done = await send("treasurer", `${desk}/${id}/approval`, { answer: "Corrected" });
    expect(done.status, done.text).toBe(201);
    expect(await detailsOf("PR8")).toEqual({ ...before, ...after });
  });

  it("to a payroll number that another member has is not approved", async () => {
    await society.owner.query("update member set payroll_no = 'KNH/13' where member_no = 'PR7'");
    const id = await begun("PR9", {
      kind: "correction",
      detail: "payroll-no",
      shouldBe: "KNH/13",
    });
    await send("clerk", `${desk}/${id}/proposal`);
    const reply = await send("treasurer", `${desk}/${id}/approval`, { answer: "Corrected" });
    expect(reasonOf(reply)).toBe("details-taken");
    expect(await detailsOf("PR9")).toMatchObject({ payroll_no: "" });
    await send("treasurer", `${desk}/${id}/sending-back`);
    const ground = { ground: "correct", answer: "The payslip says another number" };
    expect((await send("clerk", `${desk}/${id}/refusal`, ground)).status).toBe(201);
  });

  it("shows the current value of each detail on the register", async () => {
    const cases = {
      "next-of-kin": "Ann Njeri; Sister; 60 %\nJohn Otieno; ; 40 %",
      "name-parts": "Wambui\nGrace Njeri",
      "payroll-no": "KNH/12",
      "kra-pin": "A012345678Z",
      sex: "female",
    };
    for (const [detail, current] of Object.entries(cases)) {
      const shouldBe = { sex: "male", "kra-pin": "P000000001B" }[detail] ?? "Ann\nNjeri";
      const given = detail === "payroll-no" ? "KNH/99" : shouldBe;
      const id = await asked("PR8", { kind: "correction", detail, shouldBe: given });
      expect((await read("clerk", `${desk}/${id}`)).body).toMatchObject({ current });
      await send("PR8", `${mine}/requests/${id}/withdrawal`);
    }
  });

  it.each([
    ["name", "0712 000 482", "name.form"],
    ["name", "wanjiru@example.com", "name.form"],
    ["name", "W", "name.form"],
    ["next-of-kin", "A B; Sister; 60", "kin.shares"],
    ["next-of-kin", "A B; Sister; 101", "share.form"],
    ["next-of-kin", "; Sister", "kin.line"],
    ["next-of-kin", "A\nB\nC\nD", "kin.many"],
    ["name-parts", "Kamau", "name.parts"],
    ["national-id", "abc", "idNo.form"],
    ["payroll-no", "KNH 7", "payrollNo.form"],
    ["kra-pin", "A1", "kraPin.form"],
    ["sex", "unknown", "gender.form"],
  ] as const)("of %s as %j is rejected at its field", async (detail, shouldBe, problem) => {
    const body = { kind: "correction", detail, shouldBe };
    const reply = await send("PR7", `${mine}/requests`, body);
    expect(reply.status).toBe(422);
    const message = problemWords("en", problem);
    expect(reply.body).toMatchObject({ errors: [{ field: "shouldBe", message }] });
  });
});
