import type { Config } from "#server/kernel/platform/config.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { allStaff, approversBeside, type StaffRow } from "#server/identity/staff/queries.ts";
import { approveThemselves } from "#server/identity/staff/operator-invitations.ts";
import { inColumns } from "./columns.ts";
import { readGiven, UsageError, usageOf } from "./forms.ts";
import { runInvite } from "./invite.ts";
import { type AskHidden, hiddenTerminal } from "./staff-at-terminal.ts";
import { approveUnlock, requestUnlock } from "./unlock-codes.ts";

/** The operator's steps with the people who sign in; returns the exit code. */
export async function runUser(
  database: Database,
  [step = "", ...given]: readonly string[],
  config: Config,
  ask: AskHidden = hiddenTerminal(),
): Promise<number> {
  try {
    if (step === "list") return await list(database, readGiven("user list", given).values.json);
    if (step === "invite") return await runInvite(database, given, config.limits);
    const asked = read(step, given);
    if (ask === null) {
      console.log("Run it at a terminal: each person types their own password there.");
      return 2;
    }
    const { subject, as: staffNo, reason } = asked;
    const parts = { database, config, ask, staffNo };
    if (step === "approve") return await approveUnlock(parts, subject);
    return await requestUnlock(parts, { number: subject, reason });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.log(`${error.message}\n${usageOf("user")}`);
    return 2;
  }
}

/** Reads what the two steps at the terminal need; throws a UsageError if something is missing. */
function read(step: string, given: readonly string[]) {
  if (step === "approve") {
    const { values, positionals } = readGiven("user approve", given);
    return complete({ reason: "of the request", ...values }, positionals);
  }
  if (step !== "unlock") throw new UsageError(`There is no user ${step}.`);
  const { values, positionals } = readGiven("user unlock", given);
  return complete(values, positionals);
}

interface Asked {
  readonly subject: string;
  readonly as: string;
  readonly reason: string;
}

type Options = Partial<Pick<Asked, "as" | "reason">>;

function complete({ as = "", reason = "" }: Options, [subject = ""]: readonly string[]): Asked {
  if (subject === "" || as === "" || reason === "") throw new UsageError("An option is missing.");
  return { subject, as, reason };
}

const HEADINGS = ["NUMBER", "NAME", "ROLE", "STATE", "APP", "CODES", "LAST SIGN-IN"];

/**
 * Prints the staff without their contact details or IDs; returns 1 while fewer than two people can
 * approve, because steps that need two people are then impossible.
 */
async function list(database: Database, asJson: boolean): Promise<number> {
  const { rows, approvers } = await database.unitOfWork("operator", async (work) => {
    work.audit({ action: "staff-listed", subject: "staff" });
    return { rows: await allStaff(work), approvers: await approversBeside(work, "") };
  });
  const isTooFew = !approveThemselves(approvers);
  if (asJson) console.log(JSON.stringify({ approvers, staff: rows.map(shown) }, null, 2));
  else {
    const cells = rows.map((row) => Object.values(shown(row)).map((cell) => cell || "-"));
    for (const line of inColumns([HEADINGS, ...cells])) console.log(line);
    console.log(`\n${approvers} ${approvers === 1 ? "person" : "people"} can approve.`);
    if (isTooFew) console.log(`Invite until there are two: ${commandLine("user invite")}`);
  }
  return isTooFew ? 1 : 0;
}

function shown(row: StaffRow) {
  return {
    number: row.staff_no,
    name: row.full_name,
    role: row.role,
    state: row.state,
    app: row.has_second_factor ? "yes" : "no",
    codes:
      row.codes_closed_until === null
        ? "open"
        : `closed until ${row.codes_closed_until.toISOString()}`,
    lastSignIn: row.last_signed_in_at?.toISOString() ?? "",
  };
}
