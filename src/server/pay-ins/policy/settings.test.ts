import { beforeAll, expect, it } from "vitest";
import { fieldProblemsEn } from "#shared/messages/kernel/field-problems-en.ts";
import { officeProblemsEn } from "#shared/messages/kernel/office-problems-en.ts";
import { paybillCalls, paybillConfig, paymentCallback } from "#test/paybill.ts";
import { totalOf } from "#test/payouts.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ config: paybillConfig });
const tokens: Record<string, string> = {};
const limits = { least: 1, most: 250_000, dayMost: 500_000 };
const ask = (amount: number) =>
  society.send("POST", "/api/v1/pay-ins/prompts", {
    token: tokens["PS1"] ?? "",
    body: { to: "deposits", basis: "amount", amount, mobileNo: "+254713000001" },
  });
const path = "/api/v1/settings/pay-ins";
const read = async (who: string) =>
  (await society.send("GET", path, { token: tokens[who] ?? "" })).body;
const save = (who: string, body: object) =>
  society.send("PUT", path, { token: tokens[who] ?? "", body });

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "PS1", { mobile: "+254713000001" });
  tokens["PS1"] = await signIn(society, "PS1");
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
      ...limits,
      paybill: "400200",
      changes: [],
    });
    const body = { version: 0, purpose: "share-capital", loanRest: "refund", ...limits };
    expect((await save("TREASURER", body)).status).toBe(403);
    expect((await save("ADMIN", body)).status).toBe(200);
    await paybillCalls(society).confirm(paymentCallback("TDG0000001", "PS1"));
    expect(await totalOf(society, "share-capital", "PS1")).toBe(1000);
    expect(await read("TREASURER")).toMatchObject({ version: 1, loanRest: "refund" });
  });

  it("warn the second of two people who saw the same version", async () => {
    const seen = (await read("ADMIN")) as { version: number };
    const body = { version: seen.version, purpose: "deposits", loanRest: "deposits", ...limits };
    expect((await save("ADMIN", body)).status).toBe(200);
    const second = await save("ADMIN", { ...body, loanRest: "refund" });
    expect([second.status, second.body]).toMatchObject([409, { reason: "settings-changed" }]);
  });

  it("limit the next payment by prompt, and name old and new amounts and the person", async () => {
    const { version } = (await read("ADMIN")) as { version: number };
    const body = { version, purpose: "deposits", loanRest: "deposits" };
    const set = await save("ADMIN", { ...body, least: 500, most: "2000.00", dayMost: 2500 });
    expect(set.body).toMatchObject({
      least: 500,
      most: 2000,
      dayMost: 2500,
      changes: [
        {
          by: "Staff ADMIN",
          fields: [
            { field: "least", from: "1.00", to: "500.00" },
            { field: "most", from: "250,000.00", to: "2,000.00" },
            { field: "dayMost", from: "500,000.00", to: "2,500.00" },
          ],
        },
        {},
        {},
      ],
    });
    const ways = await society.send("GET", "/api/v1/pay-ins/ways", { token: tokens["PS1"] ?? "" });
    expect(ways.body).toMatchObject({ least: 500, most: 2000, dayMost: 2500 });
    const field = (message: string) => ({ errors: [{ field: "amount", message }] });
    expect((await ask(499)).body).toMatchObject(field(officeProblemsEn["pay-in.least"]));
    expect((await ask(2001)).body).toMatchObject(field(officeProblemsEn["pay-in.most"]));
    expect((await ask(2000)).status).toBe(201);
    expect((await ask(501)).body).toMatchObject(field(officeProblemsEn["pay-in.day"]));
  });

  it.each([
    ["cents", { least: 1.5 }, "least", "pay-in.whole"],
    ["a least of zero", { least: 0 }, "least", "amount.form"],
    ["more than M-Pesa takes at once", { most: 250_001 }, "most", "pay-in.ceiling"],
    ["more than M-Pesa takes in a day", { dayMost: 500_001 }, "dayMost", "pay-in.ceiling"],
    ["a most below the least", { least: 600, most: 599 }, "most", "pay-in.most-below"],
    ["a day below the most", { most: 600, dayMost: 599 }, "dayMost", "pay-in.day-below"],
  ] as const)("reject %s beside its field", async (_, wrong, field, problem) => {
    const before = await read("ADMIN");
    const { version } = before as { version: number };
    const body = { version, purpose: "deposits", loanRest: "deposits", ...limits, ...wrong };
    const answer = await save("ADMIN", body);
    const message = { ...fieldProblemsEn, ...officeProblemsEn }[problem];
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field, message }] }]);
    expect(await read("ADMIN")).toEqual(before);
  });

  it("accept nothing else", async () => {
    const wrong = { version: 0, purpose: "loan", loanRest: "nobody", ...limits };
    expect((await save("ADMIN", wrong)).status).toBe(422);
  });
});
