import * as z from "zod/mini";
import { promptDestinations } from "#shared/pay-in-prompts.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import type { Cents } from "#shared/money.ts";

// An account number that a person copied from M-Pesa's message may have other letters or spaces.
const byReference = "p.reference = upper(regexp_replace(g.text, '\\s', '', 'g'))";

const selectPrompts = `
  select g.text as account_text, p.id, p.member_id, p.destination, p.account_no, p.loan_id,
    p.amount_cents, p.state, p.differs, p.told_receipt, p.pay_in_id, p.credited_by
  from unnest($1::text[]) as g (text) join pay_in_prompt p on ${byReference}
  order by p.id`;

const findPrompts = statement({
  name: "pay-in-prompts-lock",
  text: `${selectPrompts} for no key update of p`,
  row: z.object({
    account_text: z.string(),
    id: z.bigint(),
    member_id: z.bigint(),
    destination: z.enum(promptDestinations),
    account_no: z.string(),
    loan_id: z.nullable(z.bigint()),
    amount_cents: bigCents,
    state: z.string(),
    differs: z.boolean(),
    told_receipt: z.string(),
    pay_in_id: z.nullable(z.bigint()),
    credited_by: z.enum(["", "confirmation", "callback"]),
  }),
});

/** A prompt, locked until the end of the unit of work. */
export type PromptRow = z.infer<typeof findPrompts.row>;

/** Locks the prompt that an account number names; null if there is no such prompt. */
export async function lockPrompt(work: UnitOfWork, accountText: string): Promise<PromptRow | null> {
  return (await lockPrompts(work, [accountText])).get(accountText) ?? null;
}

/** Locks the prompts that account numbers name, and returns each by its account number. */
export async function lockPrompts(
  work: UnitOfWork,
  accountTexts: readonly string[],
): Promise<ReadonlyMap<string, PromptRow>> {
  const rows = await work.rows(findPrompts, [[...new Set(accountTexts)]]);
  return new Map(rows.map((row) => [row.account_text, row]));
}

const findNamed = statement({
  name: "pay-in-prompt-of",
  text: selectPrompts,
  row: findPrompts.row,
});

/** Returns the prompt that an account number names; null if there is no such prompt. */
export async function promptNamed(
  snapshot: Snapshot,
  accountText: string,
): Promise<PromptRow | null> {
  return (await snapshot.rows(findNamed, [[accountText]])).at(-1) ?? null;
}

const findReference = statement({
  name: "pay-in-prompt-named",
  text: `select p.id from (select $1::text) as g (text) join pay_in_prompt p on ${byReference}`,
  row: z.object({ id: z.bigint() }),
});

/** Whether an account number is the reference of a prompt. */
export async function namesPrompt(snapshot: Snapshot, accountText: string): Promise<boolean> {
  return (await snapshot.first(findReference, [accountText])) !== null;
}

/**
 * Whether M-Pesa's messages about a prompt disagree, with those of another amount and receipt, both
 * given as SQL; a prompt about which they ever disagreed stays so.
 */
export function disagrees(prompt: string, amount: string, receipt: string): string {
  return `(${prompt}.differs or ${prompt}.amount_cents <> ${amount}
    or ${prompt}.told_receipt not in ('', ${receipt}))`;
}

interface Answered {
  readonly payInId: bigint;
  /** The line of a statement that was entered counts as the confirmation that it replaces. */
  readonly by: "confirmation" | "callback" | "statement";
  readonly amount: Cents;
}

/**
 * Ties the first payment that answers a prompt to it, and marks a prompt about which M-Pesa's
 * messages disagree. A later payment with the same account number leaves it as it is.
 */
export async function bindPrompt(
  work: UnitOfWork,
  prompt: PromptRow,
  { payInId, by, amount }: Answered,
): Promise<void> {
  if (prompt.credited_by === "callback") return markPromptDiffers(work, prompt.id);
  if (prompt.pay_in_id !== null) return;
  await work.run(
    `update pay_in_prompt p set state = 'paid', problem = '', pay_in_id = $2, credited_by = $3,
        due_at = null, changed_at = akiba_now(),
        differs = ${disagrees("p", "$4", "(select receipt_no from pay_in where id = $2)")}
      where p.id = $1 and p.pay_in_id is null`,
    [prompt.id, payInId, by === "callback" ? by : "confirmation", amount],
  );
}

/** Notes that payments credited by their callbacks were confirmed after all. */
export async function confirmPrompts(work: UnitOfWork, receipts: readonly string[]): Promise<void> {
  await work.run(
    `update pay_in_prompt p set credited_by = 'confirmation', changed_at = akiba_now()
      from pay_in i where i.id = p.pay_in_id and i.receipt_no = any ($1)
        and p.credited_by = 'callback'`,
    [receipts],
  );
}

/** Marks a prompt about which M-Pesa's messages disagree; the worker no longer credits it. */
export async function markPromptDiffers(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run(
    `update pay_in_prompt set differs = true, changed_at = akiba_now(),
        due_at = case when state = 'paid' then null else due_at end
      where id = $1 and not differs`,
    [id],
  );
}
