import type { AddedType } from "#shared/added-accounts.ts";
import { languages } from "#shared/language.ts";
import { accountNames } from "#shared/messages/statements/exports.ts";
import type { TreasuryKind } from "#shared/treasury-kinds.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { notifyOffice } from "#server/messaging/outbox/notify-office.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { controlOf } from "#server/ledger/journal/added-accounts.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { type UnitOfWork, violatedConstraint } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { accountAt, typeRows } from "./queries.ts";

/** An account as the administrator adds it. */
export interface NewAccount {
  readonly code: string;
  readonly name: string;
  readonly type: AddedType;
  readonly kinds: readonly TreasuryKind[];
}

const subjectOf = (code: string): string => `account:${code}`;

/**
 * Adds an account to the chart, opens it in the ledger and notifies the office. Throws a problem on
 * the field for a code or a name that another account has, and for a kind that the type does not
 * allow.
 */
export async function openAccount(
  work: UnitOfWork,
  given: NewAccount,
  notify: Notify,
): Promise<void> {
  const { code, name, type } = given;
  const kinds = [...new Set(given.kinds)];
  const ofType = (await typeRows(work)).find((one) => one.type === type)?.kinds ?? [];
  if (kinds.some((kind) => !ofType.includes(kind))) throw fieldProblem("kinds", "account.kinds");
  if (isNameOfChart(name)) throw fieldProblem("name", "account.name-taken");
  await writeAccount(work, given);
  await work.run(
    `insert into chart_account_kind (code, type, kind)
      select $1, $2, kind from unnest($3::text[]) as k (kind)`,
    [code, type, kinds],
  );
  await openAccounts(work, [societyAccount(controlOf[type], code)]);
  const detail = { name, type, kinds: kinds.join(", ") };
  work.audit({ action: "account-opened", subject: subjectOf(code), detail });
  await notifyOffice(work, "settings-account-opened", { account: code }, notify);
}

/** Returns whether an account of the chart has this name, in either language. */
function isNameOfChart(name: string): boolean {
  const names = languages.flatMap((language) => Object.values(accountNames(language)));
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

const taken: Readonly<Record<string, Problem>> = {
  chart_account_pkey: fieldProblem("code", "account.code-taken"),
  chart_account_code_alike: fieldProblem("code", "account.code-taken"),
  chart_account_name_once: fieldProblem("name", "account.name-taken"),
};

async function writeAccount(work: UnitOfWork, { code, name, type }: NewAccount): Promise<void> {
  try {
    await work.run(
      "insert into chart_account (code, name, type, opened_by) values ($1, $2, $3, $4)",
      [code, name, type, work.actor],
    );
  } catch (error) {
    throw taken[violatedConstraint(error) ?? ""] ?? error;
  }
}

/**
 * Closes an account to further movements and notifies the office. Throws `account-in-use` while a
 * movement on it waits for a second person, and `account-closed` if it is closed.
 */
export async function closeAccount(
  work: UnitOfWork,
  code: string,
  notify: Notify,
): Promise<{ name: string }> {
  const closed = await closeOnce(work, code);
  const found = await accountAt(work, code);
  if (found === null) throw new Problem("no-such-account");
  if (closed === 0) throw new Problem("account-closed");
  const { name } = found;
  work.audit({ action: "account-closed", subject: subjectOf(code), detail: { name } });
  await notifyOffice(work, "settings-account-closed", { account: code }, notify);
  return { name };
}

async function closeOnce(work: UnitOfWork, code: string): Promise<number> {
  try {
    return await work.run(
      `update chart_account set closed_by = $2, closed_at = akiba_now()
        where code = $1 and closed_at is null`,
      [code, work.actor],
    );
  } catch (error) {
    if (violatedConstraint(error) === "chart_account_unused") throw new Problem("account-in-use");
    throw error;
  }
}
