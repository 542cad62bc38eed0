import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sayWho } from "./say-who.ts";

const found = new Map([["ST9002", "Wanjiku Kamau"]]);

it.each(["staff:ST9002", "ST9002"])(
  "a person of the office is a name and a number: %s",
  (actor) => {
    expect(sayWho(actor, found)).toBe("Wanjiku Kamau · ST9002");
  },
);

it("somebody whose name is not known is a number alone", () => {
  expect(sayWho("staff:ST1", found)).toBe("ST1");
  expect(sayWho("member:MS1", found)).toBe("MS1");
  expect(sayWho("", found)).toBe("");
});

it("no page of the office shortens an actor to a number by itself", () => {
  const here = import.meta.dirname;
  const sources = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) => {
    return /\.tsx?$/.test(file) && !/say-who(\.test)?\.ts$/.test(file);
  });
  expect(sources.length).toBeGreaterThan(100);
  const shortens = /\.replace\(("staff:"|\/\^\(?(staff|\\w\+))/;
  const own = sources.filter((file) => shortens.test(readFileSync(join(here, file), "utf8")));
  expect(own).toEqual([]);
});
