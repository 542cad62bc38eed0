import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";

// A person who has left may join again.
const findKnown = statement({
  name: "registration-known",
  text: `(select 'idno' as field, member_no from member
      where upper(national_id) collate "C" = $1 and membership <> 'left' order by id limit 1)
    union all
    (select 'mobile', member_no from member
      where $2 <> '' and mobile_number collate "C" = $2 and membership <> 'left'
      order by id limit 1)`,
  row: z.object({ field: z.enum(["idno", "mobile"]), member_no: z.string() }),
});

const problems = { idno: "idNo.known", mobile: "mobile.known" } as const;

/** Throws, naming the member, if a current member has the national ID or the mobile number. */
export async function rejectDuplicate(
  work: UnitOfWork,
  { nationalId, mobile }: { readonly nationalId: string; readonly mobile: string },
): Promise<void> {
  const known = await work.rows(findKnown, [nationalId, mobile]);
  if (known.length === 0) return;
  const fields = known.map(({ field, member_no: memberNo }) => {
    return { field, problem: problems[field], values: { memberNo } };
  });
  throw new Problem("invalid", { fields });
}
