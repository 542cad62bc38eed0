import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { denominations } from "#shared/denominations.ts";
import { addCents, type Cents, negateCents, toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { textCents, textId } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

const floating = z.object({ till: textId, amount: textCents });
const closing = z.object({ till: textId, count: textId });

/** Reads the payload of a request for a float. */
export function floatOf(payload: unknown): z.infer<typeof floating> {
  return floating.parse(payload);
}

/**
 * Cash between the safe and a till, moved by the holder of the till and the keeper of the safe
 * together.
 */
export function tillApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "till-float",
      payload: floating,
      lock: lockTill,
      facts: async (snapshot, { till: tillId, amount }) => {
        const till = await queries.tillAt(snapshot, tillId);
        if (till?.state !== "open") return null;
        return [...tillFacts(till), money("amount", amount)];
      },
      carryOut: (work, given, by) => commands.giveFloat(work, given, by),
    }),
    approvalKind({
      name: "till-handover",
      payload: closing,
      lock: lockTill,
      facts: async (snapshot, { till: tillId, count: countId }) => {
        const till = await queries.tillAt(snapshot, tillId);
        const count = await queries.lastCount(snapshot, tillId);
        if (till?.state !== "counted" || count?.id !== countId) return null;
        return [...tillFacts(till), ...countFacts(count, till.balance_cents)];
      },
      carryOut: (work, given, by) => commands.acceptHandover(work, given, by),
      release: (work, { till }) => commands.reopen(work, till),
    }),
  ];
}

async function lockTill(work: UnitOfWork, { till }: { readonly till: bigint }): Promise<void> {
  await queries.lockTill(work, till);
}

function tillFacts({ id, full_name: name, opened_on: openedOn }: queries.TillRow): Fact[] {
  return [
    { name: "till", value: String(id) },
    { name: "name", value: name },
    { name: "openedOn", value: openedOn },
  ];
}

function countFacts(count: queries.CountRow, expected: Cents): Fact[] {
  const { counted_cents: counted, pieces } = count;
  const lines = denominations.map((value, at) => ({ value, pieces: pieces[at] ?? 0 }));
  return [
    money("cashExpected", expected),
    money("cashCounted", counted),
    money("cashVariance", addCents(counted, negateCents(expected))),
    ...lines
      .filter((line) => line.pieces > 0)
      .map((line): Fact => ({ name: "pieces", value: `${line.pieces} × ${line.value}` })),
  ];
}

function money(name: Fact["name"], amount: Cents): Fact {
  return { name, value: String(toWireAmount(amount)) };
}
