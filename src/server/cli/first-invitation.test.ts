import { describe, expect, it } from "vitest";
import { messageTemplates } from "#server/app.ts";
import { recentMessages } from "#server/messaging/outbox/recent.ts";
import { parseConfig } from "#server/kernel/platform/config.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { useCommandSociety } from "#test/command-society.ts";
import { type TerminalQuestion, runInit } from "./init.ts";
import { runInvite } from "./invite.ts";

const command = useCommandSociety();

const flags = ["--name", "Uzima Hospital Staff Sacco", "--short", "Uzima Sacco"];
const phone = ["--phone", "0709 000 210"];
const first = ["ST001", "Amina Hassan Abdi", "0712345678"];

const invite = (ask: TerminalQuestion) =>
  runInvite(command.society.database, first, limitDefaults, ask);

/** Answers questions in order, as a person at a terminal. */
function answering(...answers: string[]): TerminalQuestion {
  return async () => answers.shift() ?? "";
}

async function sent(): Promise<string[]> {
  const templates = messageTemplates(parseConfig({ AKIBA_MODE: "test" }));
  const recent = await command.society.database.snapshot((s) => recentMessages(s, templates));
  return recent.map(({ text }) => text);
}

async function foundSociety() {
  const { rows } = await command.society.owner.query(
    "select organisation_name, short_name, phone from society",
  );
  return rows[0];
}

const uzima = {
  organisation_name: "Uzima Hospital Staff Sacco",
  short_name: "Uzima Sacco",
  phone: "0709 000 210",
};

describe("the first invitation", () => {
  it("explains why it stops if the society has no name and nobody can be asked", async () => {
    expect(await invite(null)).toBe(2);
    expect(command.said.join("\n")).toContain("The society has no name yet");
    expect(command.said.join("\n")).toContain("npm run akiba init -- --name");
    expect(await sent()).toEqual([]);
    expect((await command.society.owner.query("select from staff")).rowCount).toBe(0);
  });

  it("asks for the name at a terminal, and names the society", async () => {
    const answers = ["Uzima Hospital Staff Sacco", "Uzima Sacco", "0709 000 210"];
    expect(await invite(answering(...answers))).toBe(0);
    expect(await foundSociety()).toEqual(uzima);
    const [text = ""] = await sent();
    expect(text).toMatch(/^Uzima Sacco: set the password of your staff account ST001 with /);
    expect(text).toContain("Not expected? Call 0709 000 210.");
  });

  it("names the society that was set up before", async () => {
    expect(await runInit(command.society.database, [...flags, ...phone], null)).toBe(0);
    expect(await invite(null)).toBe(0);
    expect((await sent())[0]).toMatch(/^Uzima Sacco: /);
  });
});

describe("akiba init", () => {
  it("sets the name and the phone number, in the audit log, once", async () => {
    expect(await runInit(command.society.database, [...flags, ...phone], null)).toBe(0);
    expect(await foundSociety()).toEqual(uzima);
    const audit = await command.society.owner.query("select actor, action from audit_record");
    expect(audit.rows).toEqual([{ actor: "operator", action: "settings-changed" }]);
    expect(await runInit(command.society.database, ["--name", "Another"], null)).toBe(1);
    expect(command.said.at(-1)).toContain("/app/Settings");
    expect(await foundSociety()).toEqual(uzima);
  });

  it.each([
    ["no phone number", flags, "--phone: "],
    ["a short name that is too long", ["--name", "X", "--short", "x".repeat(25)], "--short: "],
    ["an option that there is not", ["--nme", "X"], "--nme"],
  ])("rejects %s with the usage, and writes nothing", async (_, given, expected) => {
    expect(await runInit(command.society.database, given, null)).toBe(2);
    expect(command.said.join("\n")).toContain(expected);
    expect(command.said.at(-1)).toContain("npm run akiba init -- --name");
    expect(await foundSociety()).toBeUndefined();
  });
});
