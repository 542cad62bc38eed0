import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { actorLabel } from "./actor-label.ts";

const found = new Map([["ST9002", "Wanjiku Kamau"]]);

it.each(["staff:ST9002", "ST9002"])(
  "names a person of the office by name and number: %s",
  (actor) => {
    expect(actorLabel(actor, found)).toBe("Wanjiku Kamau · ST9002");
  },
);

it("names somebody whose name is not known by number alone", () => {
  expect(actorLabel("staff:ST1", found)).toBe("ST1");
  expect(actorLabel("member:MS1", found)).toBe("MS1");
  expect(actorLabel("", found)).toBe("");
});

it("is the only code of the staff pages that shortens an actor to a number", () => {
  const here = import.meta.dirname;
  const sources = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) => {
    return /\.tsx?$/.test(file) && !/actor-label(\.test)?\.ts$/.test(file);
  });
  expect(sources.length).toBeGreaterThan(100);
  const shortens = /\.replace\(("staff:"|\/\^\(?(staff|\\w\+))/;
  const own = sources.filter((file) => shortens.test(readFileSync(join(here, file), "utf8")));
  expect(own).toEqual([]);
});
