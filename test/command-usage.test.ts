import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type FormName, forms } from "#server/cli/forms.ts";
import { PATIENT_MS } from "./faults/running-server.ts";
import { usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const names = Object.keys(forms) as FormName[];

/** Runs a command that must end before it looks for settings or a database. */
async function run(...given: readonly string[]) {
  const dataDir = join(programs.folder, "none");
  const env = { DATA_DIR: dataDir, AKIBA_MODE: "no such mode" };
  const ended = await programs.command(given, env);
  expect(existsSync(dataDir)).toBe(false);
  return ended;
}

/** As many words as a form takes. */
function filled(name: FormName): string[] {
  const most = Math.min(forms[name].words[1], 9);
  return [...name.split(" "), ...Array.from({ length: most }, (_, at) => `word${at}`)];
}

describe("a command", () => {
  it.each(names)("explains itself, and does nothing else: %s", async (name) => {
    const [command = "", ...step] = name.split(" ");
    for (const option of ["--help", "-h"]) {
      const { code, said } = await run(command, ...step, option);
      expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`akiba ${name}`) });
    }
  });

  it.each(names)("rejects an option that it does not have: %s", async (name) => {
    const { code, said } = await run(...filled(name), "--bogus");
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/^Unknown option/) });
    expect(said).toContain(`akiba ${name}`);
  });

  it.each(names.filter((name) => forms[name].words[1] < Infinity))(
    "rejects a word too many: %s",
    async (name) => {
      const { code, said } = await run(...filled(name), "leftover");
      expect({ code, said }).toEqual({
        code: 2,
        said: expect.stringContaining("leftover is one word too many."),
      });
    },
  );

  it.each(["restore", "backup verify", "user", "user lock", "mpesa", "mpesa registre"])(
    "rejects a word too few, or another step: %s",
    async (given) => {
      const { code, said } = await run(...given.split(" "));
      expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining("npm run akiba") });
    },
  );
});

describe("the command line", () => {
  it.each([["--help"], ["-h"], ["help"], []])("lists every command: %j", async (...given) => {
    const { code, said } = await run(...given);
    expect(code).toBe(0);
    for (const name of names) expect(said).toContain(`npm run akiba ${name.split(" ")[0]}`);
  });

  it("explains one command to `help`", async () => {
    const { code, said } = await run("help", "backup");
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining("npm run akiba backup verify FILE -- [--into-scratch]"),
    });
  });

  it("rejects a command that there is not", async () => {
    const { code, said } = await run("mised", "--help");
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringMatching(/^There is no command/),
    });
  });
});
