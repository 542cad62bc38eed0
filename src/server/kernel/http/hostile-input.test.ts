import { beforeAll, describe, expect, it } from "vitest";
import { employ, enrolWithLogin, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();
let clerk = "";

beforeAll(async () => {
  await enrolWithLogin(society, "MS1");
  await employ(society, "CLERK", "clerk");
  clerk = await signIn(society, "CLERK");
});

/** As much as the header or the body of a request may hold. */
const LONG = 15_000;
const search = (text: string) => `/api/v1/members?search=${text}`;
const many = Array.from({ length: LONG / 4 }, (_, at) => at.toString(36).padStart(3, "0"));

describe("hostile input", () => {
  it.each([
    ["a query of thousands of parameters", `/api/v1/session?${many.join("&")}`],
    ["a parameter given thousands of times", `/api/v1/members?${"search=a&".repeat(LONG / 9)}`],
    ["a long search word", search("a".repeat(LONG))],
    ["thousands of search words", search("abc+".repeat(LONG / 4))],
    ["a search word that grows when it is normalised", search("%EF%B7%BA".repeat(LONG / 9))],
    ["accents without end", search(`a${"%CC%81".repeat(LONG / 6)}`)],
    ["a long path", `/api/v1/${"a".repeat(LONG)}`],
    ["a path of slashes", `/api/v1/${"/".repeat(LONG)}`],
    ["a path of dots", `/api/v1/${"../".repeat(LONG / 3)}`],
  ])("%s is answered at once, and shortly", async (_, path) => {
    const began = performance.now();
    const reply = await society.send("GET", path, { token: clerk });
    expect(performance.now() - began).toBeLessThan(1000);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text.length).toBeLessThan(40_000);
  });

  it.each([
    ["deep JSON", "[".repeat(LONG)],
    ["thousands of fields", JSON.stringify(Object.fromEntries(many.map((name) => [name, 1])))],
    [
      "a password that grows when it is normalised",
      JSON.stringify({ memberNo: "MS1", password: "\ufdfa".repeat(LONG / 3) }),
    ],
    ["a long member number", JSON.stringify({ memberNo: "1".repeat(LONG), password: "x" })],
    ["blanks", JSON.stringify({ memberNo: `A${" ".repeat(LONG)}B`, password: "x" })],
  ])("a body of %s is answered at once, and shortly", async (_, body) => {
    for (const path of ["/api/v1/auth/authenticate", "/api/v1/auth/register", "/suggestions"]) {
      const began = performance.now();
      const reply = await society.send("POST", path, { body, token: clerk });
      expect(performance.now() - began, path).toBeLessThan(1000);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(reply.text.length).toBeLessThan(40_000);
    }
  });
});
