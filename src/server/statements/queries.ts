import * as z from "zod/mini";
import type { MemberScope } from "#server/http/actor.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const findTotal = statement({
  name: "member-total",
  text: `select coalesce(sum(a.balance_cents * a.normal_side), 0)::bigint as total
    from member m join ledger_account a on a.member_id = m.id and a.code = $2
    where m.member_no = $1`,
  row: z.object({ total: z.bigint() }),
});
void findTotal;
export type Placeholder = [MemberScope, Snapshot];
