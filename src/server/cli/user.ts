import { parseArgs } from "node:util";
import type { Config } from "#server/kernel/platform/config.ts";
import { commandLine } from "#server/kernel/platform/command-line.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import { allStaff, approversBeside, type StaffRow } from "#server/identity/staff/queries.ts";
import { inColumns } from "./columns.ts";
import { runInvite } from "./invite.ts";
import { type AskHidden, hiddenTerminal } from "./staff-at-terminal.ts";
import { approveUnlock, requestUnlock } from "./unlock-codes.ts";

const USAGE = [
  commandLine("user list", "[--json]"),
  commandLine("user invite", 'ST001 "Full Name" 0712345678 [e-mail] [ID number] [role]'),
  commandLine("user unlock NUMBER", '--as ST001 --reason "They called from the ward"'),
  commandLine("user approve REQUEST", "--as ST002"),
].join("\n");

/** The operator's steps with the people who sign in; returns the exit code. */
export async function runUser(
  database: Database,
  [step = "", ...given]: readonly string[],
  config: Config,
  ask: AskHidden = hiddenTerminal(),
): Promise<number> {
  if (step === "invite") return runInvite(database, given, config.limits);
  const options = read(given);
  if (options === null) return usage();
  const { positionals, json, as, reason } = options;
  const [subject = "", ...more] = positionals;
  if (step === "list" && subject === "") return list(database, json);
  if (as === "" || subject === "" || more.length > 0) return usage();
  if (step !== "unlock" && step !== "approve") return usage();
  if (ask === null) {
    console.log("Run it at a terminal: each person types their own password there.");
    return 2;
  }
  const parts = { database, config, ask, staffNo: as };
  if (step === "approve") return approveUnlock(parts, subject);
  return reason === "" ? usage() : requestUnlock(parts, { number: subject, reason });
}

function usage(): number {
  console.log(USAGE);
  return 2;
}

/** The options as they were given; null if one is unknown or has no value. */
function read(given: readonly string[]) {
  const text = { type: "string", default: "" } as const;
  const options = { json: { type: "boolean", default: false }, as: text, reason: text } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options,
      allowPositionals: true,
    });
    return { ...values, positionals };
  } catch (error) {
    console.log((error as Error).message);
    return null;
  }
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
  if (asJson) console.log(JSON.stringify({ approvers, staff: rows.map(shown) }, null, 2));
  else {
    const cells = rows.map((row) => Object.values(shown(row)).map((cell) => cell || "-"));
    for (const line of inColumns([HEADINGS, ...cells])) console.log(line);
    console.log(`\n${approvers} ${approvers === 1 ? "person" : "people"} can approve.`);
    if (approvers < 2) console.log(`Invite until there are two: ${commandLine("user invite")}`);
  }
  return approvers < 2 ? 1 : 0;
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
