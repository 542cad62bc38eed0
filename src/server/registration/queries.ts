import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/platform/database.ts";

const drawNumber = statement({
  name: "registration-draw-number",
  text: "select draw_member_no() as member_no",
  row: z.object({ member_no: z.string() }),
});

/**
 * Draws the next member number of the society's form. Until the unit of work ends nobody else draws
 * one, and so nobody else registers a member.
 */
export async function drawMemberNo(work: UnitOfWork): Promise<string> {
  const drawn = await work.first(drawNumber);
  if (drawn === null) throw new Error("no member number was drawn");
  return drawn.member_no;
}

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

/** Whose ID and mobile number they are already; nothing for those that are nobody's. */
export function knownBy(work: UnitOfWork, nationalId: string, mobile: string) {
  return work.rows(findKnown, [nationalId, mobile]);
}
