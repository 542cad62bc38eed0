import type { UnitOfWork } from "#server/platform/database.ts";
import { replaceNextOfKin } from "./next-of-kin.ts";

/** What of the register is corrected at once; numbers and addresses go another, slower way. */
export type CorrectedDetail = "name" | "national-id" | "postal-address" | "next-of-kin";

const columns = {
  name: "full_name",
  "national-id": "national_id",
  "postal-address": "postal_address",
} as const;

/** Corrects one detail of a member; next of kin are names, each on a line, at most three. */
export async function correctRegister(
  work: UnitOfWork,
  memberId: bigint,
  detail: CorrectedDetail,
  shouldBe: string,
): Promise<void> {
  if (detail !== "next-of-kin") {
    await work.run(`update member set ${columns[detail]} = $2 where id = $1`, [memberId, shouldBe]);
    return;
  }
  await replaceNextOfKin(work, memberId, shouldBe.split("\n"));
}
