import type { PrivacyDetail } from "#shared/contract/privacy/requests.ts";
import { readKin } from "#shared/next-of-kin.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { replaceNextOfKin } from "./next-of-kin.ts";

/** Details that are corrected at once; numbers and addresses take a slower route. */
export type CorrectedDetail = Exclude<PrivacyDetail, "mobile" | "email">;

const columns = {
  name: "full_name",
  "national-id": "national_id",
  "postal-address": "postal_address",
  "payroll-no": "payroll_no",
  "kra-pin": "kra_pin",
  sex: "gender",
} as const;

/**
 * Corrects one detail of a member, as stated in its request. Throws `details-taken` if another
 * member has the payroll number.
 */
export async function correctRegister(
  work: UnitOfWork,
  memberId: bigint,
  detail: CorrectedDetail,
  shouldBe: string,
): Promise<void> {
  if (detail === "next-of-kin") return correctKin(work, memberId, shouldBe);
  if (detail === "name-parts") return correctNameParts(work, memberId, shouldBe);
  try {
    await work.run(`update member set ${columns[detail]} = $2 where id = $1`, [memberId, shouldBe]);
  } catch (error) {
    if (violatedConstraint(error) !== "member_payroll_no_once") throw error;
    throw new Problem("details-taken");
  }
}

async function correctKin(work: UnitOfWork, memberId: bigint, shouldBe: string): Promise<void> {
  const kin = readKin(shouldBe);
  if (typeof kin === "string") throw new Problem("request-state");
  await replaceNextOfKin(work, memberId, kin);
}

/** The surname is on the first line and the first names on the second. */
async function correctNameParts(
  work: UnitOfWork,
  memberId: bigint,
  shouldBe: string,
): Promise<void> {
  const [surname = "", firstNames = ""] = shouldBe.split("\n");
  const fullName = `${firstNames} ${surname}`;
  // The whole name goes first: when it changes alone, the database empties its parts.
  await work.run("update member set full_name = $2 where id = $1", [memberId, fullName]);
  const parts = "update member set surname = $2, first_names = $3 where id = $1";
  await work.run(parts, [memberId, surname, firstNames]);
}
