import { expect, it } from "vitest";
import { reasonOf, startFailure } from "./start-failure.ts";

function refused(address: string): Error {
  const error = new Error(`connect ECONNREFUSED ${address}`);
  return Object.assign(error, { code: "ECONNREFUSED" });
}

it("says that the embedded database stopped, and names no address to check", () => {
  const told = startFailure(refused("/srv/data/postgres/cluster/.s.PGSQL.5432"));
  expect(told).toMatch(/^The database stopped, /);
  expect(told).not.toContain("DATABASE_URL");
});

it("names the address of a database of one's own that cannot be reached", () => {
  expect(startFailure(refused("127.0.0.1:5432"))).toMatch(
    /^The database cannot be reached\..*DATABASE_URL/,
  );
});

it("says why none of the addresses of a host answers", () => {
  expect(reasonOf(new AggregateError([refused("127.0.0.1:443")]))).toContain("ECONNREFUSED");
});
