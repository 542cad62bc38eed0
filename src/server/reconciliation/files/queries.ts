import * as z from "zod/mini";
import {
  type ReconciledAccount,
  reconciledAccounts,
} from "#shared/contract/reconciliation/files.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { mappingKind } from "./commands.ts";

const findAccounts = statement({
  name: "reconciled-accounts",
  text: `select r.account, r.starts_on, r.covers_to,
      (coalesce(r.opening_cents, 0) + coalesce((select sum(l.amount_cents)
        from bank_statement_line l
        where l.account = r.account and l.day <= r.covers_to), 0))::bigint as statement_cents,
      bank_books_balance(r.account, coalesce(r.covers_to, akiba_today())) as books_cents,
      o.unrecorded, o.unrecorded_cents, o.unpresented, o.unpresented_cents,
      coalesce(bank_brought_forward(r.account), 0) as brought_forward_cents,
      (select count(*) from bank_match m
        where m.account = r.account and m.state = 'proposed')::int as proposed
    from reconciled_account r cross join lateral (
      select count(*) filter (where i.side = 'statement')::int as unrecorded,
        coalesce(sum(i.amount_cents) filter (where i.side = 'statement'), 0)::bigint
          as unrecorded_cents,
        count(*) filter (where i.side = 'books')::int as unpresented,
        coalesce(sum(i.amount_cents) filter (where i.side = 'books'), 0)::bigint
          as unpresented_cents
      from bank_open_items(r.account, r.covers_to) i
    ) o
    order by r.account`,
  row: z.object({
    account: z.enum(reconciledAccounts),
    starts_on: z.nullable(storedDate),
    covers_to: z.nullable(storedDate),
    statement_cents: bigCents,
    books_cents: bigCents,
    unrecorded: z.int(),
    unrecorded_cents: bigCents,
    unpresented: z.int(),
    unpresented_cents: bigCents,
    brought_forward_cents: bigCents,
    proposed: z.int(),
  }),
});

export type AccountRow = z.infer<typeof findAccounts.row>;

/** The accounts that are compared with a statement, as their last covered day ends. */
export function accountRows(snapshot: Snapshot): Promise<AccountRow[]> {
  return snapshot.rows(findAccounts);
}

const LISTED = 24;

const findFiles = statement({
  name: "bank-statements",
  text: `select id, account, file_name, from_day, to_day, opening_cents, closing_cents, lines,
      added, loaded_by, ${nairobiDay("loaded_at")} as loaded_on
    from bank_statement order by id desc limit ${LISTED}`,
  row: z.object({
    id: z.bigint(),
    account: z.enum(reconciledAccounts),
    file_name: z.string(),
    from_day: storedDate,
    to_day: storedDate,
    opening_cents: bigCents,
    closing_cents: bigCents,
    lines: z.int(),
    added: z.int(),
    loaded_by: z.string(),
    loaded_on: storedDate,
  }),
});

export type FileRow = z.infer<typeof findFiles.row>;

/** The last statements that were imported. */
export function fileRows(snapshot: Snapshot): Promise<FileRow[]> {
  return snapshot.rows(findFiles);
}

const findRemembered = statement({
  name: "bank-statement-mapping",
  text: "select names from import_mapping where kind = $1 and signature = $2",
  row: z.object({ names: z.record(z.string(), z.tuple([z.string(), z.int()])) }),
});

/** The columns chosen for these headings of an account before; null if there are none. */
export async function rememberedPlaces(
  snapshot: Snapshot,
  account: ReconciledAccount,
  signature: string,
) {
  const found = await snapshot.first(findRemembered, [mappingKind(account), signature]);
  if (found === null) return null;
  return Object.fromEntries(Object.entries(found.names).map(([name, [, place]]) => [name, place]));
}
