import * as z from "zod/mini";
import { retained } from "#shared/contract/privacy.ts";
import {
  type Database,
  type Snapshot,
  statement,
  type UnitOfWork,
} from "#server/platform/database.ts";
import { erase, goByThemselves } from "./erasure.ts";

const findRules = statement({
  name: "retention-rules",
  text: `select distinct on (what) what, amount, unit from retention_rule
    where effective_from <= akiba_today() order by what, effective_from desc`,
  row: z.object({
    what: z.enum(retained),
    amount: z.int(),
    unit: z.enum(["days", "months", "years"]),
  }),
});

/** For how long what is kept, by the rules that hold today. */
export function retentionRules(snapshot: Snapshot) {
  return snapshot.rows(findRules);
}

/** So many members a round, each in a unit of work of their own. */
const AT_ONCE = 500;

const findLeft = statement({
  name: "retention-left",
  // Of who left, whatever there still is of what goes without being asked for.
  text: `select m.id, m.member_no from member m
    where m.left_on + retention('contacts') <= akiba_today()
      and m.left_on + retention('login') <= akiba_today()
      and (m.email <> '' or m.postal_address <> '' or m.mobile_number <> ''
        or m.residence <> '' or m.gender <> '' or m.stated_age is not null
        or exists (select from next_of_kin k where k.member_id = m.id)
        or exists (select from login l where l.member_id = m.id))
      and not exists (
        select from ledger_account a where a.member_id = m.id and a.balance_cents <> 0)
    order by m.left_on, m.id limit ${AT_ONCE}`,
  row: z.object({ id: z.bigint(), member_no: z.string() }),
});

/** Takes away what is past its rule and gives of how many members something was. */
export async function applyRetention(database: Database): Promise<number> {
  await database.unitOfWork("retention", forgetRequests);
  const left = await database.one(findLeft);
  for (const { id, member_no: memberNo } of left) {
    await database.unitOfWork("retention", async (work) => {
      await work.run("select from member where id = $1 for update", [id]);
      await erase(work, id, goByThemselves);
      const detail = { parts: goByThemselves };
      work.audit({ action: "retention-erased", subject: `member:${memberNo}`, detail });
    });
  }
  return left.length;
}

/** That something was asked for and answered stays; what the member wrote goes. */
async function forgetRequests(work: UnitOfWork): Promise<void> {
  await work.run(
    `update privacy_request set should_be = '', note = '', answer = ''
      where state in ('done', 'refused', 'withdrawn')
        and coalesce(answered_at, recorded_at) < akiba_now() - retention('requests')
        and (should_be <> '' or note <> '' or answer <> '')`,
  );
}

const EVERY_MS = 86_400_000;

/** Applies the rules at the start and daily until it is stopped; a failure waits for the next. */
export function startRetention(database: Database, onFailure: (error: unknown) => void) {
  const round = () => void applyRetention(database).catch(onFailure);
  round();
  const timer = setInterval(round, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
