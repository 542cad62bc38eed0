import { afterEach, beforeEach, vi } from "vitest";
import { closeWorld, openWorld, type World } from "./world.ts";

/** The database of one test of a command, and the lines printed so far. */
export interface CommandWorld {
  readonly world: World;
  said: string[];
}

/** Gives each test of a file its own database, and keeps what its commands print. */
export function useCommandWorld(): CommandWorld {
  const command = { said: [] as string[] } as { world: World; said: string[] };
  beforeEach(async () => {
    command.world = await openWorld();
    command.said = [];
    vi.spyOn(console, "log").mockImplementation((line: string) => void command.said.push(line));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await closeWorld(command.world);
  });
  return command;
}
