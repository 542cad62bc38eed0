import { beforeAll, expect, it } from "vitest";
import { enrolWithLogin, foundSociety, PASSWORD } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

// So little hashing capacity that most of many simultaneous sign-ins are answered `busy`.
const society = useServedSociety({
  limits: { hashQueue: 1, hashWaitMilliseconds: 1 },
  passwordsCost: true,
});

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "BU1");
});

const signIn = () =>
  society.send("POST", "/api/v1/auth/authenticate", {
    body: { memberNo: "BU1", password: PASSWORD },
  });

it("does not count a sign-in as failed when it was too busy to compare", async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const replies = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
    statuses.push(...replies.map(({ status }) => status));
  }
  expect(new Set([200, 503, ...statuses]).size).toBe(2);
  expect(statuses).toContain(503);
  const standing = await society.owner.query(
    "select 1 from sign_in_standing where login_no = 'BU1' and failures > 0",
  );
  expect(standing.rows).toEqual([]);
  const guesses = await society.owner.query("select 1 from rate_counter where count > 0");
  expect(guesses.rows).toEqual([]);
});
