import { beforeAll, expect, it } from "vitest";
import { paybillCalls, paybillConfig, toldPayment } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrol, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ config: paybillConfig });
const tokens: Record<string, string> = {};
const path = "/api/v1/settings/pay-ins";
const read = async (who: string) =>
  (await society.send("GET", path, { token: tokens[who] ?? "" })).body;
const save = (who: string, body: object) =>
  society.send("PUT", path, { token: tokens[who] ?? "", body });

beforeAll(async () => {
  await foundSociety(society);
  await enrol(society, "PS1");
  for (const [staffNo, role] of [
    ["ADMIN", "administrator"],
    ["TREASURER", "treasurer"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

steps("the settings of payments in", () => {
  it("are set by the administrator and take effect with the next payment", async () => {
    expect(await read("TREASURER")).toEqual({
      version: 0,
      purpose: "deposits",
      loanRest: "deposits",
      paybill: "400200",
      changes: [],
    });
    const body = { version: 0, purpose: "share-capital", loanRest: "refund" };
    expect((await save("TREASURER", body)).status).toBe(403);
    expect((await save("ADMIN", body)).status).toBe(200);
    await paybillCalls(society).confirm(toldPayment("TDG0000001", "PS1"));
    expect(await totalOf(society, "share-capital", "PS1")).toBe(1000);
    expect(await read("TREASURER")).toMatchObject({ version: 1, loanRest: "refund" });
  });

  it("of two people who saw the same ones, the second is told", async () => {
    const seen = (await read("ADMIN")) as { version: number };
    const body = { version: seen.version, purpose: "deposits", loanRest: "deposits" };
    expect((await save("ADMIN", body)).status).toBe(200);
    const second = await save("ADMIN", { ...body, loanRest: "refund" });
    expect([second.status, second.body]).toMatchObject([409, { reason: "settings-changed" }]);
  });

  it("accept nothing else", async () => {
    const wrong = { version: 0, purpose: "loan", loanRest: "nobody" };
    expect((await save("ADMIN", wrong)).status).toBe(422);
  });
});
