import { beforeAll, expect, it } from "vitest";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { reasonOf, useServedSociety } from "#test/served-society.ts";
import { withdrawalCalls } from "#test/withdrawals.ts";

const society = useServedSociety({ limits: { writesPerMinute: 6000, writeBurst: 6000 } });
const tokens: Record<string, string> = {};
const { newMember, standing, withdraw } = withdrawalCalls(society, tokens);
const path = "/api/v1/settings/withdrawals";
const read = async () =>
  (await society.send("GET", path, { token: tokens["ADMIN"] ?? "" })).body as {
    newest: string;
    today: string;
  };
const save = (who: string, body: object) =>
  society.send("POST", path, { token: tokens[who] ?? "", body });
const rules = {
  smallest: 200,
  largestDay: "50000",
  fee: 25,
  noticeDays: "3",
  approvalAbove: 0,
};

beforeAll(async () => {
  await foundSociety(society);
  for (const [staffNo, role] of [
    ["ADMIN", "administrator"],
    ["TREASURER", "treasurer"],
  ] as const) {
    await employ(society, staffNo, role);
    tokens[staffNo] = await signIn(society, staffNo);
  }
});

it("are set by the administrator from a later day on, and keep what was asked for", async () => {
  const memberNo = await newMember(9000);
  const { newest: follows, today } = await read();
  const effectiveFrom = "2026-12-01";
  expect((await save("TREASURER", { ...rules, effectiveFrom, follows })).status).toBe(403);
  expect((await save("ADMIN", { ...rules, effectiveFrom: today, follows })).status).toBe(422);
  const upsideDown = { ...rules, largestDay: 100, effectiveFrom, follows };
  expect((await save("ADMIN", upsideDown)).text).toContain("less than the smallest");
  const set = await save("ADMIN", { ...rules, effectiveFrom, follows });
  expect(set.status, set.text).toBe(201);
  await withdraw(memberNo, { amount: 1000, channel: "phone" });
  expect(await standing(memberNo)).toMatchObject({ rows: [{ fee: 0, progress: "waiting" }] });
  society.clock.set("2026-12-01T06:00:00Z");
  tokens[memberNo] = await signIn(society, memberNo);
  expect(await standing(memberNo)).toMatchObject({
    rules: { smallest: 200, largestDay: 50_000, fee: 25, noticeDays: 3, approvalAbove: 0 },
    rows: [{ fee: 0 }],
  });
  await withdraw(memberNo, { amount: 1000, channel: "phone" });
  expect(await standing(memberNo)).toMatchObject({
    rows: [{ fee: 25, progress: "approval", readyOn: "2026-12-04" }, {}],
  });
  const told = (await society.messages()).filter(({ text }) => text.includes("withdrawals from"));
  expect(told.length).toBeGreaterThan(0);
});

it("never take the second person away, neither by the page nor by a write", async () => {
  tokens["ADMIN"] = await signIn(society, "ADMIN");
  const { newest: follows } = await read();
  const open = { ...rules, largestDay: 1_000_000, effectiveFrom: "2027-01-01", follows };
  const tried = await save("ADMIN", { ...open, approvalAbove: "50000.01" });
  expect(tried.status).toBe(422);
  expect(tried.text).toContain("Above Ksh 50,000 the office always approves");
  const written = society.database.unitOfWork("staff:ADMIN", (work) =>
    work.run(
      `insert into withdrawal_policy (effective_from, smallest_cents, largest_day_cents, fee_cents,
          notice_days, approval_above_cents, set_by)
        values ('2027-01-01', 100, 100000000, 0, 0, 5000001, 'staff:ADMIN')`,
    ),
  );
  await expect(written).rejects.toMatchObject({ constraint: "withdrawal_policy_second_person" });
  expect((await save("ADMIN", { ...open, approvalAbove: 50_000 })).status).toBe(201);
});

it("warn the second of two people who saw the same version", async () => {
  tokens["ADMIN"] = await signIn(society, "ADMIN");
  const { newest: follows } = await read();
  const effectiveFrom = "2027-03-01";
  expect((await save("ADMIN", { ...rules, effectiveFrom, follows })).status).toBe(201);
  const second = await save("ADMIN", { ...rules, fee: 0, effectiveFrom, follows });
  expect(reasonOf(second)).toBe("settings-changed");
});
