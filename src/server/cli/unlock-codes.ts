import * as z from "zod/mini";
import { one as approvalContract } from "#shared/contract/oversight/approvals.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import type { Config } from "#server/kernel/platform/config.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { type InnerAnswer, type InnerPortal, withInnerPortal } from "./inner-portal.ts";
import { type AskHidden, asStaff } from "./staff-at-terminal.ts";

interface Parts {
  readonly database: Database;
  readonly config: Config;
  readonly ask: NonNullable<AskHidden>;
  /** The member of staff at the terminal. */
  readonly staffNo: string;
}

interface Unlocking {
  /** The member or staff number whose one-time codes are blocked. */
  readonly number: string;
  readonly reason: string;
}

/** Requests that codes be opened, as the member of staff at the terminal; returns the exit code. */
export async function requestUnlock(parts: Parts, { number, reason }: Unlocking): Promise<number> {
  return asPerson(parts, async (portal, token) => {
    const path = `/api/v1/codes/${encodeURIComponent(number)}/opening`;
    const answer = await portal({ method: "POST", path, token, body: { reason } });
    const made = bodyOf(answer, requested);
    if (made === null) return 1;
    console.log(
      `Requested as ${made.approvalId}. Another person approves it at /app/Approvals, or`,
    );
    console.log(commandLine(`user approve ${made.approvalId}`, "--as THEIR-NUMBER"));
    return 0;
  });
}

/** Approves such a request as a second person, who first reads it; returns the exit code. */
export async function approveUnlock(parts: Parts, approvalId: string): Promise<number> {
  return asPerson(parts, async (portal, token) => {
    const path = `/api/v1/approvals/${encodeURIComponent(approvalId)}`;
    const found = bodyOf(await portal({ method: "GET", path, token }), approvalContract.answer);
    if (found === null) return 1;
    if (found.kind !== "codes-opening") {
      console.log(`Request ${approvalId} is of another kind. It is decided at /app/Approvals.`);
      return 1;
    }
    for (const line of factsOf(found)) console.log(line);
    const yes = await parts.ask("Type yes to open these codes: ");
    if (yes.trim().toLowerCase() !== "yes") {
      console.log("Nothing was changed.");
      return 1;
    }
    const body = { digest: found.digest };
    const approved = await portal({ method: "POST", path: `${path}/approval`, token, body });
    if (bodyOf(approved, approvalContract.answer) === null) return 1;
    console.log("The codes are open, and their owner is being told by SMS.");
    return 0;
  });
}

async function asPerson(
  { database, config, ask, staffNo }: Parts,
  act: (portal: InnerPortal, token: string) => Promise<number>,
): Promise<number> {
  const code = await withInnerPortal(config, database, (portal) =>
    asStaff(portal, staffNo, ask, (token) => act(portal, token)),
  );
  return code ?? 1;
}

function factsOf({ facts, reason, requestedBy }: z.infer<typeof approvalContract.answer>) {
  const told = facts.map(({ name, value }) => `${name}: ${value}`);
  return [...told, `requested by: ${requestedBy}`, `reason: ${reason}`];
}

/** The body of a success; prints the words of a problem and returns null. */
function bodyOf<Body extends z.ZodMiniType>(answer: InnerAnswer, body: Body) {
  if (answer.ok) return body.parse(answer.body);
  console.log(answer.words);
  return null;
}
