import { beforeAll, describe, expect, it } from "vitest";
import { applyDueContactChanges } from "#test/contact-changes.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { manyWrites, reasonOf, type Reply, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const send = (who: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  society.send(method, `/api/v1${path}`, {
    token: tokens[who] ?? "",
    ...(body !== undefined && { body }),
  });

const family = [
  { name: "Grace Achieng", relation: "Wife", share: "66.67" },
  { name: "Brian Ochieng", relation: "Son", share: "33.33" },
];

let members = 0;
async function newMember(): Promise<string> {
  const memberNo = `NM${(members += 1)}`;
  await enrolWithLogin(society, memberNo, { mobile: `+2547150000${20 + members}` });
  await society.owner.query(
    "update member set mobile_confirmed_at = akiba_now() where member_no = $1",
    [memberNo],
  );
  tokens[memberNo] = await signIn(society, memberNo);
  return memberNo;
}

/** Asks for a code for a list and returns it. */
async function codeFor(memberNo: string, nominees: readonly object[]): Promise<string> {
  await society.owner.query("delete from otp_standing where member_no = $1", [memberNo]);
  const sent = await send(memberNo, "POST", "/nominees/code", { nominees });
  expect(sent.status, sent.text).toBe(200);
  const latest = (await society.messages()).find(({ text }) => text.includes("your nominees"));
  return /\b\d{6}\b/.exec(latest?.text ?? "")?.[0] ?? "";
}

const changeWith = (memberNo: string, otp: string, nominees: readonly object[]) =>
  send(memberNo, "POST", "/nominees", { nominees, otp });

const registered = async (memberNo: string) =>
  ((await send(memberNo, "GET", "/nominees")).body as { nominees: readonly object[] }).nominees;

beforeAll(async () => {
  await foundSociety(society);
  await employ(society, "OFFICER", "loans-officer");
  await employ(society, "CLERK", "clerk");
  await employ(society, "TREASURER", "treasurer");
  for (const who of ["OFFICER", "CLERK", "TREASURER"]) tokens[who] = await signIn(society, who);
});

describe("the nominees of a member", () => {
  it("are changed by a code for exactly them; the office reads the old list", async () => {
    const memberNo = await newMember();
    const otp = await codeFor(memberNo, family);
    const made = await changeWith(memberNo, otp, family);
    expect(made.status, made.text).toBe(201);
    expect(await registered(memberNo)).toEqual(family);
    // Another test may have let the first session end.
    tokens["OFFICER"] = await signIn(society, "OFFICER");
    const read = await send("OFFICER", "GET", `/members/${memberNo}/nominee-changes`);
    expect(read.body).toMatchObject({
      changes: [{ old: [{ name: "Peter Kamau Mwangi", share: "" }], new: family }],
    });
    const news = (await society.messages()).find(({ text }) => text.includes("were changed on"));
    expect(news?.text).not.toContain("Grace");
  });

  it("stay as proven by code when an earlier request of the office takes effect", async () => {
    const memberNo = await newMember();
    const asked = await send("CLERK", "POST", "/contact-changes", {
      memberNo,
      nextOfKin: ["Somebody Else"],
      reason: "Came to the office with the passport",
      identifiedBy: "passport",
    });
    const { id } = asked.body as { id: string };
    const approval = `/contact-changes/${id}/approval`;
    expect((await send("TREASURER", "POST", approval, {})).status).toBe(201);
    society.clock.advance(60);
    expect((await changeWith(memberNo, await codeFor(memberNo, family), family)).status).toBe(201);
    society.clock.advance(73 * 3600);
    expect(await applyDueContactChanges(society)).toBe(1);
    tokens[memberNo] = await signIn(society, memberNo);
    expect(await registered(memberNo)).toEqual(family);
  });

  it("are two people if they share a name, but not if they share the relation too", async () => {
    const memberNo = await newMember();
    const [first, second] = family.map((one) => ({ ...one, name: "Brian Ochieng" }));
    const namesakes = [first ?? {}, second ?? {}];
    const otp = await codeFor(memberNo, namesakes);
    expect((await changeWith(memberNo, otp, namesakes)).status).toBe(201);
    const repeated = [first, { ...second, name: "BRIAN  ochieng", relation: "wife" }];
    const reply = await send(memberNo, "POST", "/nominees/code", { nominees: repeated });
    expect(reply.body).toMatchObject({
      errors: [{ field: "nominees.1.name", message: expect.stringMatching(/^This person is/) }],
    });
    expect(await registered(memberNo)).toEqual(namesakes);
  });

  it("are not changed by a code for another list or person, or by a used code", async () => {
    const [memberNo, other] = [await newMember(), await newMember()];
    const otp = await codeFor(memberNo, family);
    const swapped = family.map((one, at) => ({ ...one, share: at === 0 ? "33.33" : "66.67" }));
    expect(reasonOf(await changeWith(memberNo, otp, swapped))).toBe("otp-refused");
    expect(reasonOf(await changeWith(other, otp, family))).toBe("otp-refused");
    const again = await codeFor(memberNo, family);
    expect((await changeWith(memberNo, again, family)).status).toBe(201);
    expect(reasonOf(await changeWith(memberNo, again, family))).toBe("otp-refused");
    expect(await registered(other)).toHaveLength(1);
  });

  it.each([
    ["shares below the whole", [{ ...family[0], share: "99.99" }]],
    ["no share", [{ ...family[0], share: "" }]],
    ["no relation", [{ ...family[0], share: "100", relation: "" }]],
    ["a semicolon", [{ ...family[0], share: "100", name: "A; B" }]],
    ["nobody", []],
    ["four people", [1, 2, 3, 4].map((one) => ({ ...family[0], name: `N ${one}`, share: "25" }))],
  ])("with %s are rejected", async (_, nominees) => {
    const memberNo = await newMember();
    const reply = await send(memberNo, "POST", "/nominees/code", { nominees });
    expect(reply.status).toBe(422);
  });

  it("are not changed with an unconfirmed number or soon after a password reset", async () => {
    const memberNo = await newMember();
    const set = (sql: string) =>
      society.owner.query(`update member set ${sql} where member_no = $1`, [memberNo]);
    await set("mobile_confirmed_at = null");
    const ask = () => send(memberNo, "POST", "/nominees/code", { nominees: family });
    expect(reasonOf(await ask())).toBe("mobile-unconfirmed");
    await set("mobile_confirmed_at = akiba_now()");
    await society.owner.query(
      `update login set password_changed_at = akiba_now(),
          created_at = akiba_now() - interval '1 day' where login_no = $1`,
      [memberNo],
    );
    expect(reasonOf(await ask())).toBe("payout-held");
  });
});

describe("the database", () => {
  it("accepts no change of nominees without the member's code", async () => {
    const memberNo = await newMember();
    for (const by of [`member:${memberNo}`, "staff:OFFICER"]) {
      await expect(
        society.owner.query(
          `insert into nominee_change (member_id, old_list, new_list, otp_id, changed_by)
            select id, '', 'A; B; 10000', gen_random_uuid(), $2 from member where member_no = $1`,
          [memberNo, by],
        ),
      ).rejects.toMatchObject({ constraint: "nominee_change_by_code" });
    }
  });

  it("keeps no change whose list is not on the register", async () => {
    const memberNo = await newMember();
    await codeFor(memberNo, family);
    // One transaction, at whose end the register is compared.
    const unregistered = society.owner.query(
      `update otp set used_at = akiba_now() where member_no = '${memberNo}'
          and purpose = 'nominees' and replaced_at is null;
        insert into nominee_change (member_id, old_list, new_list, otp_id, changed_by)
          select m.id, '', E'Grace Achieng; Wife; 6667\\nBrian Ochieng; Son; 3333', o.id,
            'member:' || m.member_no
          from member m join otp o on o.member_no = m.member_no and o.purpose = 'nominees'
          where m.member_no = '${memberNo}'`,
    );
    await expect(unregistered).rejects.toMatchObject({ constraint: "nominee_change_done" });
  });

  it("keeps a change while its list is on the register", async () => {
    const memberNo = await newMember();
    await changeWith(memberNo, await codeFor(memberNo, family), family);
    const remove = (tables: readonly string[]) =>
      society.owner.query(
        tables
          .map(
            (table) => `delete from ${table} where member_id =
              (select id from member where member_no = '${memberNo}')`,
          )
          .join(";"),
      );
    await expect(remove(["nominee_change"])).rejects.toMatchObject({
      constraint: "nominee_change_kept",
    });
    await remove(["nominee_change", "next_of_kin"]);
  });
});
