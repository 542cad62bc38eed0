import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as contract from "#shared/contract/identity/staff.ts";
import { rolePermissions } from "#shared/permissions.ts";
import { problemWords } from "#shared/messages/kernel/problems.ts";
import { type TerminalQuestion, isNamed, runInit, terminal } from "./init.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { inviteByOperator } from "#server/identity/staff/commands.ts";
import { readGiven, usageOf } from "./forms.ts";

/** The server's operator may not have the ID at hand; the nightly check asks for it. */
const invitation = z.object({
  ...contract.invite.body.shape,
  nationalId: fields.nationalIdOrNone,
});

/** The words after the mobile number, in any order: each is recognised by its form. */
function readRest(rest: readonly string[]) {
  const role = rest.find((one) => Object.hasOwn(rolePermissions, one));
  const email = rest.find((one) => one.includes("@"));
  const nationalId = rest.find((one) => one !== "" && one !== role && one !== email);
  return { role: role ?? "administrator", email: email ?? "", nationalId: nationalId ?? "" };
}

/**
 * Invites staff while fewer than two people can approve an invitation, the first as administrator;
 * returns the exit code.
 */
export async function runInvite(
  database: Database,
  words: readonly string[],
  limits: Limits,
  ask: TerminalQuestion = terminal(),
): Promise<number> {
  const { positionals } = readGiven("invite", words);
  const [staffNo = "", fullName = "", mobileNo = "", ...rest] = positionals;
  const given = { staffNo, fullName, mobileNo, memberNo: "", ...readRest(rest) };
  const read = invitation.safeParse(given);
  if (!read.success) {
    console.log(
      `${read.error.issues.map(({ path }) => path[0]).join(", ")}: as in ${usageOf("invite")}`,
    );
    return 2;
  }
  if (!(await isNamed(database))) {
    console.log("The society has no name yet, so the invitation could not say who sends it.");
    const code = await runInit(database, [], ask);
    if (code !== 0) return code;
  }
  try {
    // The portal's own messenger sends what is queued here, now or at its next start.
    await database.unitOfWork("operator", (work) =>
      inviteByOperator(work, read.data, { limits, notify: () => {} }),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.log(error.code === "staff-state" ? TWO_THERE : wordsOf(error));
    return 1;
  }
  console.log(`${read.data.staffNo} is being sent a code to set a password with.`);
  return 0;
}

function wordsOf({ code, fields: [first] }: Problem): string {
  return problemWords("en", first?.problem ?? code);
}

const TWO_THERE = "Two people can approve invitations. One of them invites at /app/Staff.";
