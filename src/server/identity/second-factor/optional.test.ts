import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, PASSWORD, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();

beforeAll(() => foundSociety(society));

describe("an optional second factor", () => {
  it("is not required until its owner has enrolled, and then always", async () => {
    await employ(society, "OPT1", "clerk");
    const token = await signIn(society, "OPT1");
    const path = "/api/v1/session/second-factor";
    const standing = await society.send("GET", path, { token });
    expect(standing.body).toEqual({ enrolledAt: "", recoveryCodesLeft: 0, required: false });
    const offer = await society.send("POST", `${path}/enrolment`, { token, body: {} });
    const secret = (offer.body as { secret: string }).secret.replaceAll(" ", "");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: society.clock.stillAt().getTime(),
    });
    const done = await society.send("POST", `${path}/confirmation`, { token, body: { code } });
    expect((done.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    const body = { memberNo: "OPT1", password: PASSWORD };
    const reply = await society.send("POST", "/api/v1/auth/authenticate", { body });
    expect(reply.body).toMatchObject({ status: 2, secondFactor: { step: "prove" } });
  });
});
