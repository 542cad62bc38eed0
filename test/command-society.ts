import { afterEach, beforeEach, vi } from "vitest";
import { closeTestSociety, openTestSociety, type TestSociety } from "./test-society.ts";

/** The database of one test of a command, and the lines printed so far. */
export interface CommandSociety {
  readonly society: TestSociety;
  said: string[];
}

/** Gives each test of a file its own database, and keeps what its commands print. */
export function useCommandSociety(): CommandSociety {
  const command = { said: [] as string[] } as { society: TestSociety; said: string[] };
  beforeEach(async () => {
    command.society = await openTestSociety();
    command.said = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void command.said.push(line));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await closeTestSociety(command.society);
  });
  return command;
}
