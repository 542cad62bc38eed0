import * as contract from "#shared/contract/staff.ts";
import { refusalWords } from "#shared/messages/refusals.ts";
import { type Asking, isNamed, runInit, terminal } from "./init.ts";
import type { Database } from "../platform/database.ts";
import type { Limits } from "../platform/limits.ts";
import { Refusal } from "../platform/refusal.ts";
import { inviteFirst } from "../staff/commands.ts";

const USAGE = 'npm run akiba invite -- ST001 "Full Name" 0712345678 [name@example.com]';

/** Invites the first administrator of a society; gives the exit code. */
export async function runInvite(
  database: Database,
  [staffNo = "", fullName = "", mobileNo = "", email = ""]: readonly string[],
  limits: Limits,
  ask: Asking = terminal(),
): Promise<number> {
  const role = "administrator";
  const given = { staffNo, fullName, role, mobileNo, email, memberNo: "" };
  const read = contract.invite.body.safeParse(given);
  if (!read.success) {
    console.log(`${read.error.issues.map(({ path }) => path[0]).join(", ")}: as in ${USAGE}`);
    return 2;
  }
  if (!(await isNamed(database))) {
    console.log("The society has no name yet, so the invitation could not say who sends it.");
    const code = await runInit(database, [], ask);
    if (code !== 0) return code;
  }
  try {
    // The portal's own messenger, or that of its next start, sends what is queued here.
    await database.unitOfWork("operator", (work) =>
      inviteFirst(work, read.data, { limits, wake: () => {} }),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(error.code === "staff-state" ? ONE_THERE : refusalWords("en", "staffNo.taken"));
    return 1;
  }
  console.log(`${read.data.staffNo} is being sent a code to set a password with.`);
  return 0;
}

const ONE_THERE = "There is an administrator, who invites everybody else at /app/Staff.";
