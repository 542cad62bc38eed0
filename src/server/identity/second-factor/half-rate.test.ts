import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, PASSWORD } from "#test/people.ts";
import { useServedWorld } from "#test/served-world.ts";

const world = useServedWorld({
  config: { staffTotp: "required" },
  limits: { writesPerMinute: 1, writeBurst: 5 },
});

beforeAll(() => foundSociety(world));

async function halfway(memberNo: string): Promise<string> {
  const body = { memberNo, password: PASSWORD };
  const reply = await world.send("POST", "/api/v1/auth/authenticate", { body });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { secondFactor: { token: string } }).secondFactor.token;
}

describe("an MFA-pending session", () => {
  it("writes no more than one person may, however many of them the password opened", async () => {
    await employ(world, "RATE1", "clerk");
    const halves = [await halfway("RATE1"), await halfway("RATE1")];
    const guess = (token: string) =>
      world.send("POST", "/api/v1/auth/second-factor/confirmation", {
        token,
        body: { code: "123456" },
      });
    const replies = await Promise.all(
      halves.flatMap((token) => [1, 2, 3, 4].map(() => guess(token))),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });
});
