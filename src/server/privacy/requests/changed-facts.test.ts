import { beforeAll, describe, expect, it } from "vitest";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { desk, privacyCalls } from "#test/privacy-requests.ts";
import { manyWrites, useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({ limits: manyWrites });
const tokens: Record<string, string> = {};
const { send, read, begun } = privacyCalls(society, tokens);

beforeAll(async () => {
  await foundSociety(society);
  for (const memberNo of ["PS1", "PS2"]) {
    await enrolWithLogin(society, memberNo);
    tokens[memberNo] = await signIn(society, memberNo);
  }
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  await society.owner.query(
    "update member set email = 'old@example.org', postal_address = 'P.O. Box 1, Nairobi'",
  );
});

const digestOf = async (id: string) =>
  ((await read("treasurer", `${desk}/${id}`)).body as { shownDigest: string }).shownDigest;
const approve = (id: string, body: object = {}) =>
  send("treasurer", `${desk}/${id}/approval`, { answer: "Done", ...body });

async function detailsOf(memberNo: string) {
  const sql = "select email, postal_address from member where member_no = $1";
  return (await society.owner.query(sql, [memberNo])).rows[0];
}

describe("an approval of a request about personal data covers what was shown", () => {
  it("erases nothing that was proposed after the page was opened", async () => {
    const id = await begun("PS1", { kind: "erasure" });
    await send("clerk", `${desk}/${id}/proposal`, { parts: ["email"] });
    const shownDigest = await digestOf(id);
    expect((await send("administrator", `${desk}/${id}/sending-back`)).status).toBe(201);
    const more = { parts: ["email", "postal-address"] };
    expect((await send("clerk", `${desk}/${id}/proposal`, more)).status).toBe(201);
    const before = await detailsOf("PS1");
    const reply = await approve(id, { shownDigest });
    expect(reply.body).toMatchObject({
      code: 409,
      reason: "shown-changed",
      changes: [{ name: "part", value: "email; postal-address" }],
    });
    expect(await detailsOf("PS1")).toEqual(before);
    expect((await approve(id)).status).toBe(201);
    expect(await detailsOf("PS1")).toEqual({ email: "", postal_address: "" });
  });

  it("corrects nothing if the register changed after the page was opened", async () => {
    const shouldBe = "P.O. Box 2, Nairobi";
    const id = await begun("PS2", { kind: "correction", detail: "postal-address", shouldBe });
    await send("clerk", `${desk}/${id}/proposal`);
    const shownDigest = await digestOf(id);
    await society.owner.query(
      "update member set postal_address = 'P.O. Box 3, Nakuru' where member_no = 'PS2'",
    );
    expect((await approve(id, { shownDigest })).body).toMatchObject({
      reason: "shown-changed",
      changes: [{ name: "current", value: "P.O. Box 3, Nakuru" }],
    });
    for (const garbled of ["", "part", "part:x"]) {
      expect((await approve(id, { shownDigest: garbled })).body).toMatchObject({
        reason: "shown-changed",
      });
    }
    expect((await approve(id)).status).toBe(201);
    expect(await detailsOf("PS2")).toMatchObject({ postal_address: shouldBe });
  });

  it("is rejected without a digest", async () => {
    const to = `${desk}/1/approval`;
    const token = tokens["treasurer"] ?? "";
    const reply = await society.send("POST", to, { token, body: { answer: "Done" } });
    expect(reply.status).toBe(422);
  });
});
