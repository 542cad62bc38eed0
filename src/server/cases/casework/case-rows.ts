import * as z from "zod/mini";
import { caseKinds, caseOutcomes, caseStates } from "#shared/contract/cases/own.ts";
import { toldBy } from "#shared/contract/cases/desk.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { type Author, idsOfAuthor } from "./authorship.ts";

const dateOrNone = z.nullable(storedDate);

/** The columns of a case's row `c` that every reader needs. */
export const caseColumns = `c.id, c.kind, c.text, c.is_anonymous, c.state, c.counted_from,
  c.acknowledge_by, c.conclude_by, c.tell_by, c.acknowledged_on, c.concluded_on, c.closed_on,
  c.outcome, c.told, c.due_on, c.reopened_at is not null as was_reopened,
  ${nairobiDay("c.posted_at")} as posted_on`;

export const caseFields = {
  id: z.bigint(),
  kind: z.enum(caseKinds),
  text: z.string(),
  is_anonymous: z.boolean(),
  state: z.enum(caseStates),
  counted_from: storedDate,
  acknowledge_by: storedDate,
  conclude_by: storedDate,
  tell_by: dateOrNone,
  acknowledged_on: dateOrNone,
  concluded_on: dateOrNone,
  closed_on: dateOrNone,
  outcome: z.nullable(z.enum(caseOutcomes)),
  told: z.nullable(z.enum([...toldBy, "satisfied"])),
  due_on: dateOrNone,
  was_reopened: z.boolean(),
  posted_on: storedDate,
};

const caseRow = z.object(caseFields);

/** A case as it is now; nothing in it reveals its author. */
export type CaseRow = z.infer<typeof caseRow>;

const lockCase = statement({
  name: "case-lock",
  text: `select ${caseColumns} from member_case c where c.id = $1 for no key update`,
  row: caseRow,
});

/** Locks a case before a change. */
export async function lockedCase(work: UnitOfWork, id: bigint): Promise<CaseRow> {
  const found = await work.first(lockCase, [id]);
  if (found === null) throw new Problem("no-such-case");
  return found;
}

const findOwn = statement({
  name: "case-own",
  text: `select ${caseColumns} from member_case c
    where c.id = $1 and c.id in (${idsOfAuthor("$2", "$3")})`,
  row: caseRow,
});

/**
 * Returns a case to its own member; another member's case and a missing one get the same answer.
 */
export async function ownCase(
  snapshot: Snapshot,
  id: bigint,
  { digest, memberNo }: Author,
): Promise<CaseRow> {
  const found = await snapshot.first(findOwn, [id, digest, memberNo]);
  if (found === null) throw new Problem("no-such-case");
  return found;
}
