import { expect, it } from "vitest";
import { employ, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

const society = useServedSociety();

it("staff may search thirty times a minute, and others are not affected", async () => {
  await employ(society, "ST1", "clerk");
  await employ(society, "ST2", "loans-officer");
  const [clerk, officer] = [await signIn(society, "ST1"), await signIn(society, "ST2")];
  const ask = (token: string) => society.send("GET", "/api/v1/members?search=kamau", { token });
  const statuses: number[] = [];
  for (let search = 0; search < 30; search += 1) statuses.push((await ask(clerk)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const many = await Promise.all(Array.from({ length: 40 }, () => ask(clerk)));
  const refused = many.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(officer)).status).toBe(200);
});
