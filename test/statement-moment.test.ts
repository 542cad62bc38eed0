import type * as z from "zod/mini";
import { beforeAll, describe, expect, it } from "vitest";
import type * as contract from "#shared/contract/statements/member-statements.ts";
import { fromWireAmount, shillings } from "#shared/money.ts";
import { memberAccount, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post, reverse } from "#server/ledger/journal/post.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { enrolWithLogin, lend, memberIdOf, signIn } from "./people.ts";
import { useServedSociety } from "./served-society.ts";
import { payIn } from "#test/withdrawable-accounts.ts";

const society = useServedSociety({ limits: { readsPerMinute: 600_000, readBurst: 600_000 } });

type AnswerOf<Name extends keyof typeof contract> = (typeof contract)[Name] extends {
  answer: infer Schema extends z.ZodMiniType;
}
  ? z.infer<Schema>
  : never;

const READS = 200;
let token = "";
let memberId = 0n;

beforeAll(async () => {
  await enrolWithLogin(society, "MO1");
  memberId = await memberIdOf(society, "MO1");
  token = await signIn(society, "MO1");
  await lend(society, "MO1", { loanNo: "LN-MO", principal: 900_000, months: 6 });
  await society.database.unitOfWork("test", (work) =>
    openWithdrawableAccount(work, withdrawableAccount(memberId, "MO1-W1")),
  );
});

async function ask<Answer>(path: string): Promise<Answer> {
  const reply = await society.send("GET", `/api/v1/${path}`, { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Answer;
}

/** Posts one entry after another until it is stopped, now and then reversing one. */
async function writeUntil(isOver: () => boolean): Promise<number> {
  let written = 0;
  while (!isOver()) {
    const amount = shillings((written % 97) + 1);
    await society.database.unitOfWork("test", async (work) => {
      const words = { narration: `Entry ${written}` };
      const lines = [
        debit(societyAccount("mobile-money"), amount),
        credit(memberAccount("member-deposits", memberId), amount),
      ];
      const id = await post(work, { kind: "deposit-by-mpesa", ...words, lines });
      if (written % 7 === 0) await reverse(work, id);
      const loan = { memberId, loanNo: "LN-MO", amount, ...words };
      await recordRepayments(work, [{ kind: "loan-repaid-by-mpesa", ...loan }]);
      await payIn(work, withdrawableAccount(memberId, "MO1-W1"), amount, words);
    });
    written += 1;
  }
  return written;
}

const total = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + fromWireAmount(amount), 0n);

async function readRunning() {
  const before = fromWireAmount(await ask<number>("savings/sumTotal/MO1"));
  const found = await ask<AnswerOf<"running">>("members/MO1/statements/savings?from=2026-01-01");
  const after = fromWireAmount(await ask<number>("savings/sumTotal/MO1"));
  const closing = fromWireAmount(found.closing);
  const moved = total(found.movements.map(({ amount }) => amount));
  expect(fromWireAmount(found.broughtForward) + moved).toBe(closing);
  expect(fromWireAmount(found.totalIn) - fromWireAmount(found.totalOut)).toBe(moved);
  expect(found.movements.at(-1)?.balance ?? 0).toBe(found.closing);
  expect(before <= closing && closing <= after).toBe(true);
}

async function readSavings() {
  const rows = await ask<AnswerOf<"savings">>("savings/MO1");
  const moved = total(rows.map(({ savings }) => savings));
  expect(fromWireAmount(rows.at(-1)?.runningTotal ?? 0)).toBe(moved);
}

async function readLoan() {
  const loan = await ask<AnswerOf<"loan">>("members/MO1/loans/LN-MO");
  expect(loan.movements.at(-1)?.balance).toBe(loan.outstanding);
  expect(fromWireAmount(loan.paid) + fromWireAmount(loan.outstanding)).toBe(
    fromWireAmount(loan.total),
  );
  expect(total(loan.instalments.map(({ covered }) => covered))).toBe(fromWireAmount(loan.paid));
}

/** The writer moves the loan and the withdrawable account together, so their sum stays the same. */
async function readWrappers() {
  const loanFirst = (await ask<AnswerOf<"loans">>("instant/MO1")).data[0]?.outStanding ?? 0;
  const { data } = await ask<AnswerOf<"withdrawable">>("withDrawable/MO1");
  const loanAfter = (await ask<AnswerOf<"loans">>("instant/MO1")).data[0]?.outStanding ?? 0;
  const repaid = 940_500 - loanFirst;
  const withdrawable = data[0]?.outStanding ?? 0;
  expect(repaid <= withdrawable && withdrawable <= 940_500 - loanAfter).toBe(true);
}

describe("a statement read while postings go on", () => {
  it("is of one moment, whichever it is, two hundred times", async () => {
    let done = 0;
    const writing = writeUntil(() => done >= READS);
    try {
      for (; done < READS; done += 4) {
        await Promise.all([readRunning(), readSavings(), readLoan(), readWrappers()]);
      }
    } finally {
      done = READS;
    }
    expect(await writing).toBeGreaterThan(10);
    const overview = await ask<AnswerOf<"overview">>("members/MO1/overview");
    const sumTotal = await ask<number>("savings/sumTotal/MO1");
    expect(overview.savingsByMonth.at(-1)?.balance).toBe(sumTotal);
  });
});
