import { beforeAll, describe, expect, it } from "vitest";
import { employ, foundSociety, PASSWORD } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety({
  config: { staffTotp: "required" },
  limits: { writesPerMinute: 1, writeBurst: 5 },
});

beforeAll(() => foundSociety(society));

async function pendingSignIn(memberNo: string): Promise<string> {
  const body = { memberNo, password: PASSWORD };
  const reply = await society.send("POST", "/api/v1/auth/authenticate", { body });
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { secondFactor: { token: string } }).secondFactor.token;
}

describe("an MFA-pending session", () => {
  it("writes at most as much as one person may, however many sessions were opened", async () => {
    await employ(society, "RATE1", "clerk");
    const pendings = [await pendingSignIn("RATE1"), await pendingSignIn("RATE1")];
    const guess = (token: string) =>
      society.send("POST", "/api/v1/auth/second-factor/confirmation", {
        token,
        body: { code: "123456" },
      });
    const replies = await Promise.all(
      pendings.flatMap((token) => [1, 2, 3, 4].map(() => guess(token))),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });
});
