import * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { kindOfLine } from "#shared/contract/reconciliation/matching.ts";
import { type Cents, negateCents } from "#shared/money.ts";
import { enterMovement } from "#server/treasury/movements/enter.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { lockReconciled } from "../lines/account-state.ts";

const findLine = statement({
  name: "bank-line-to-enter",
  text: `select day, amount_cents, match_id is not null as is_taken,
      left(concat_ws(', ', nullif(details, ''), nullif(receipt_no, '')), 200) as text
    from bank_statement_line where account = $1 and id = $2`,
  row: z.object({
    day: storedDate,
    amount_cents: bigCents,
    is_taken: z.boolean(),
    text: z.string(),
  }),
});

/**
 * Enters the movement of an open line, for another person to approve. Its reference is the line,
 * which counts once: a line that is pressed twice is entered once.
 */
export async function enterLine(work: UnitOfWork, account: ReconciledAccount, id: bigint) {
  await lockReconciled(work, account);
  const line = await work.first(findLine, [account, id]);
  if (line === null) throw new Problem("no-such-item");
  const kind = kindOfLine(account, line.amount_cents > 0n);
  if (line.is_taken || kind === null) throw new Problem("match-taken");
  const reference = `LINE-${id}`;
  const { day, text: description } = line;
  const amount = sizeOf(line.amount_cents);
  const given = { kind, amount, day, reference, description: description || reference };
  return { kind, ...(await enterMovement(work, given)) };
}

function sizeOf(amount: Cents): Cents {
  return amount < 0n ? negateCents(amount) : amount;
}
