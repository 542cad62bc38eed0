import * as z from "zod/mini";
import { type Snapshot, type Statement, statement } from "./database.ts";

/** A list with the day in Nairobi on which it was read, even if it is empty. */
export interface DatedList<Row> {
  readonly curDate: string;
  readonly rows: readonly Row[];
}

/** Declares a statement that returns all rows with the date, so that an empty list has one too. */
export function datedStatement<Row>(name: string, text: string, row: z.ZodMiniType<Row>) {
  return statement({
    name,
    text: `select akiba_today() as "curDate",
      coalesce((select json_agg(r order by r.id) from (${text}) r), '[]') as rows`,
    row: z.object({ curDate: z.string(), rows: z.array(row) }),
  });
}

/** Reads a list of one member; `$1` of its statement is the member number. */
export async function datedList<Row>(
  snapshot: Snapshot,
  declared: Statement<DatedList<Row>>,
  memberNo: string,
): Promise<DatedList<Row>> {
  const found = await snapshot.first(declared, [memberNo]);
  if (found === null) throw new Error("the database does not tell the day");
  return found;
}
