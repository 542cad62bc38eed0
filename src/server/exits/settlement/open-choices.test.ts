import { beforeAll, describe, expect, it } from "vitest";
import { cents } from "#shared/money.ts";
import { bookYear, postYear } from "#test/dividend-year.ts";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();

/** The blocks of the member's exit, as they and the office read them at the moment. */
async function blocks() {
  const read = async (who: string, path: string) => {
    const token = await signIn(society, who);
    const reply = await society.send("GET", `/api/v1${path}`, { token });
    expect(reply.status, reply.text).toBe(200);
    return (reply.body as { blocks: string[] }).blocks;
  };
  return { own: await read("XC1", "/leaving"), desk: await read("CLERK", "/members/XC1/exit") };
}

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "XC1");
  const held = { shareCapital: cents(0n), deposits: [cents(10_000_000n)] };
  await bookYear(society, "XC1", 2025, held);
  await employ(society, "CLERK", "clerk");
});

steps("step by step", () => {
  describe("a member with a dividend to choose for", () => {
    it("is told that choices are open, and once they are closed that money is coming", async () => {
      expect(await blocks()).toEqual({ own: [], desk: [] });
      await postYear(society);
      expect(await blocks()).toEqual({ own: ["choice"], desk: ["choice"] });
      society.clock.set("2026-05-02T06:00:00Z");
      expect(await blocks()).toEqual({ own: ["dividend"], desk: ["dividend"] });
    });
  });
});
