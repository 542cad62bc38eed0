import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseTests, fastTests } from "../scripts/lib/chosen-tests.js";
import { slowTests } from "../scripts/lib/slow-tests.js";

const root = join(import.meta.dirname, "..");

describe("npm test with a word", () => {
  it("runs the tests of both runners that have it in their path", () => {
    const chosen = chooseTests("membership");
    expect(chosen?.unit).toContain("src/server/members/membership/membership.test.ts");
    expect(chosen?.journeys).toContain("test/e2e/membership.spec.ts");
    expect(chosen?.title).toBeUndefined();
  });

  it("runs the tests that have it in their title when no path has it", () => {
    const title = ["runs the tests that have it", "in their title"].join(" ");
    expect(chooseTests(title)).toEqual({
      unit: ["test/chosen-tests.test.ts"],
      journeys: [],
      title,
    });
  });

  it("finds a title of several words, in capitals or not", () => {
    const title = ["Finds a title", "of several WORDS"].join(" ");
    expect(chooseTests(title)).toEqual({
      unit: ["test/chosen-tests.test.ts"],
      journeys: [],
      title,
    });
  });

  it("finds the title of a row of cases and of a group", () => {
    expect(chooseTests("names a person of the office by")?.unit).toEqual([
      "src/web/staff/actor-label.test.ts",
    ]);
    const group = ["npm test", "-- fast"].join(" ");
    expect(chooseTests(group)?.unit).toEqual(["test/chosen-tests.test.ts"]);
  });

  it("finds nothing by a word that occurs only in code", () => {
    expect(chooseTests("chooseTests")).toBeNull();
    expect(chooseTests("spawnSync(process.execPath")).toBeNull();
  });

  it("rejects an option or a word that matches nothing, and lists the tests", () => {
    for (const word of ["no-test-has-this-name".split("").toReversed().join(""), "--coverage"]) {
      const { status, stderr } = spawnSync(process.execPath, ["scripts/test.js", word], {
        cwd: root,
        encoding: "utf8",
      });
      expect(status).toBe(1);
      expect(stderr).toContain("src/server/loans");
    }
  });
});

describe("npm test -- fast", () => {
  it("leaves out the listed slow tests, all of which exist, and nothing else", () => {
    expect(slowTests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const fast = fastTests();
    expect(fast).toContain("test/chosen-tests.test.ts");
    expect(fast).toContain("src/server/loans/desk/desk.test.ts");
    expect(fast.filter((path) => slowTests.some((slow) => path.startsWith(slow)))).toEqual([]);
  });
});
