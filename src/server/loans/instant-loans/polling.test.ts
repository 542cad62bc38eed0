import { beforeAll, expect, it } from "vitest";
import { employ, enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety();
const tokens = { member: "", officer: "" };

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "PO1");
  await enrolWithLogin(society, "PO2");
  await employ(society, "OFFICER", "loans-officer");
  tokens.member = await signIn(society, "PO1");
  tokens.officer = await signIn(society, "OFFICER");
});

const ask = (token: string, path: string) => society.send("GET", path, { token });
const many = async (count: number, act: () => ReturnType<typeof ask>) => {
  const replies = await Promise.all(Array.from({ length: count }, act));
  return replies.map(({ status }) => status);
};

steps("step by step", () => {
  it("polling one's own loans does not count against other reads, at both addresses", async () => {
    const polled = await many(150, () => ask(tokens.member, "/v1/loan"));
    const again = await many(150, () => ask(tokens.member, "/api/v1/loan"));
    expect(new Set([...polled, ...again])).toEqual(new Set([200]));
    for (const path of ["/member/PO1", "/members/PO1/overview", "/members/PO1/guarantees"]) {
      expect((await ask(tokens.member, `/api/v1${path}`)).status).toBe(200);
    }
  });

  it("only a member who polls beyond that limit is asked to wait", async () => {
    const polled = await many(500, () => ask(tokens.member, "/v1/loan"));
    expect(polled).toContain(429);
    expect((await ask(await signIn(society, "PO2"), "/v1/loan")).status).toBe(200);
  });

  it("reading all loans page by page counts as reads, and their limit stops it", async () => {
    const walked = await many(300, () => ask(tokens.officer, "/api/v1/loan?page=1"));
    expect(walked).toContain(429);
  });
});
