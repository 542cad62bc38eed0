import * as z from "zod/mini";
import { type AddedType, addedTypes } from "#shared/added-accounts.ts";
import type { TreasuryKind } from "#shared/treasury-kinds.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { AccountCode, SocietyAccountCode } from "./chart-of-accounts.ts";

/** The account of the chart that accounts of a type are added under. */
export const controlOf = {
  income: "other-income",
  expense: "operating-expenses",
} as const satisfies Readonly<Record<AddedType, SocietyAccountCode>>;

/** The accounts of the chart that accounts can be added under. */
export const controlCodes: readonly SocietyAccountCode[] = Object.values(controlOf);

/** Returns whether accounts can be added under an account of the chart. */
export const takesAdded = (code: string): boolean =>
  (controlCodes as readonly string[]).includes(code);

/** The name of an account in a report: its code, for an added one with its own code behind it. */
export type AccountLabel = AccountCode | `${AccountCode}/${string}`;

/** Returns the label of an account; `added` is empty for one of the chart. */
export function labelOf(code: AccountCode, added: string): AccountLabel {
  return added === "" ? code : `${code}/${added}`;
}

/** Returns the two codes of a label; `added` is empty for an account of the chart. */
export function codesOf(label: AccountLabel): { code: AccountCode; added: string } {
  const [code = "", added = ""] = label.split("/");
  return { code: code as AccountCode, added };
}

/** The names of added accounts, open or closed, by their code. */
export type AddedNames = ReadonlyMap<string, string>;

const findNames = statement({
  name: "added-names",
  text: "select code, name from chart_account",
  row: z.object({ code: z.string(), name: z.string() }),
});

/** Reads the names of all added accounts. */
export async function addedNames(snapshot: Snapshot): Promise<AddedNames> {
  const rows = await snapshot.rows(findNames);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

const findOne = statement({
  name: "added-account",
  text: "select name, type from chart_account where code = $1",
  row: z.object({ name: z.string(), type: z.enum(addedTypes) }),
});

/** Returns an added account under an account of the chart; null if there is none. */
export async function addedUnder(snapshot: Snapshot, code: string, added: string) {
  const found = await snapshot.first(findOne, [added]);
  return found !== null && controlOf[found.type] === code ? found : null;
}

const lockOpen = statement({
  name: "added-lock-open",
  text: `select c.code from chart_account c join chart_account_kind k on k.code = c.code
    where c.code = $1 and k.kind = $2 and c.closed_at is null for share of c`,
  row: z.object({ code: z.string() }),
});

/** Keeps an account open until the commit; false if it is closed or does not accept the kind. */
export async function keepOpen(
  work: UnitOfWork,
  code: string,
  kind: TreasuryKind,
): Promise<boolean> {
  return (await work.first(lockOpen, [code, kind])) !== null;
}
