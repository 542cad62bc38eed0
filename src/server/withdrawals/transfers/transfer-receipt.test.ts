import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { runStandingTransfers } from "#server/withdrawals/moves/run-due.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { VerificationCode } from "#shared/verification-code.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { issuedUnder } from "#server/statements/verification/queries.ts";
import { printedTransfer } from "#server/withdrawals/moves/transfer-rows.ts";
import { reverse } from "#server/ledger/journal/post.ts";
import { signIn } from "#test/people.ts";
import { tellerOffice } from "#test/teller-office.ts";

const { society, tokens, employStaff, withdrawals } = tellerOffice(
  { CLERK: "clerk", OFFICER: "loans-officer" },
  { otpSendsPerMemberPerDay: 1000, documentBurst: 60 },
);
const { newMember, post, codeIn } = withdrawals;

beforeAll(employStaff);

const print = (memberNo: string, reference: string, who = memberNo, paper = "a6") =>
  fetch(`${society.address}/api/v1/members/${memberNo}/transfers/${reference}/documents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens[who]}` },
    body: JSON.stringify({ paper }),
  });

async function drawn(reply: Response): Promise<{ text: string; code: string; width: number }> {
  expect(reply.status).toBe(201);
  const pdf = await getDocumentProxy(new Uint8Array(await reply.arrayBuffer()));
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "";
  return { text, code, width: Math.round((page.getViewport({ scale: 1 }).width * 25.4) / 72) };
}

const verified = async (code: string) =>
  (await society.send("GET", `/api/v1/verification/${code}`)).body;

const withMoney = () => newMember(5000);
const move = async (memberNo: string) => {
  const made = await post("/api/v1/transfers", memberNo, { to: "deposits", amount: 700 });
  return (made.body as { reference: string }).reference;
};

/** Orders a transfer of today for each month, and makes it; returns its reference. */
const moveEachMonth = async (memberNo: string) => {
  const day = Number(society.clock.stillAt().toISOString().slice(8, 10));
  const wish = { to: "share-capital", amount: 900, day };
  expect((await post("/api/v1/standing-transfers/code", memberNo, wish)).status).toBe(200);
  const ordered = await post("/api/v1/standing-transfers", memberNo, {
    ...wish,
    otp: await codeIn(),
  });
  expect(ordered.status, ordered.text).toBeLessThan(300);
  society.clock.advance(32 * 86_400);
  await runStandingTransfers(society.database, () => {});
  tokens[memberNo] = await signIn(society, memberNo);
  const token = tokens[memberNo] ?? "";
  const read = await society.send("GET", `/api/v1/members/${memberNo}/transfers`, { token });
  return (read.body as { rows: { reference: string }[] }).rows[0]?.reference ?? "";
};

describe("the receipt of a transfer", () => {
  it("has the number, the accounts and a code that shows the amount to anyone", async () => {
    const memberNo = await withMoney();
    const reference = await move(memberNo);
    const reply = await print(memberNo, reference);
    expect(reply.headers.get("content-disposition")).toContain(`${reference}-a6.pdf`);
    const { text, code, width } = await drawn(reply);
    expect(width).toBe(105);
    for (const part of [reference, `${memberNo}-W1`, "Deposits", "Ksh 700.00", "Made once"]) {
      expect(text).toContain(part);
    }
    expect(await verified(code)).toMatchObject({
      statement: "transfer-receipt",
      closing: 700,
      receipt: "credited",
    });
    expect((await drawn(await print(memberNo, reference, memberNo, "roll"))).width).toBe(80);
  });

  it("is given for each month of an order", async () => {
    const memberNo = await withMoney();
    const { text, code } = await drawn(await print(memberNo, await moveEachMonth(memberNo)));
    expect(text).toContain("for each month");
    expect(await verified(code)).toMatchObject({ closing: 900, receipt: "credited" });
  });

  it("is given to its member and to those who read records, to nobody else", async () => {
    const [memberNo, other] = [await withMoney(), await withMoney()];
    const reference = await move(memberNo);
    tokens["CLERK"] = await signIn(society, "CLERK");
    const statuses = [
      (await print(memberNo, reference, "CLERK")).status,
      (await print(memberNo, reference, other)).status,
      (await print(other, reference, other)).status,
      (await print(memberNo, "TR-999999")).status,
    ];
    expect(statuses).toEqual([201, 403, 404, 404]);
  });

  it("is no longer valid once its transfer is reversed, as its code says", async () => {
    const memberNo = await withMoney();
    const reference = await move(memberNo);
    const { code } = await drawn(await print(memberNo, reference));
    const { rows } = await society.owner.query<{ entry_id: bigint }>(
      "select entry_id from member_transfer where reference = $1",
      [reference],
    );
    const seen: unknown[] = [];
    // Rolled back: no rule of ours reverses a transfer, and the reconciler would report it.
    const undone = society.database.unitOfWork("staff:T", async (work) => {
      await reverse(work, BigInt(rows[0]?.entry_id ?? 0));
      seen.push((await issuedUnder(work, code as VerificationCode))?.receipt);
      const row = await printedTransfer(work, memberNo as MemberNo, reference);
      seen.push(row?.is_reversed);
      throw new Problem("busy");
    });
    await expect(undone).rejects.toThrow();
    expect(seen).toEqual(["reversed", true]);
  });

  it("has no code for another amount or another member, whoever writes it", async () => {
    const [memberNo, other] = [await withMoney(), await withMoney()];
    const reference = await move(memberNo);
    const forge = (holder: string, cents: number) =>
      society.owner.query(
        `insert into issued_statement (code, member_id, statement, period_to, closing_cents,
            row_count, issued_by, transfer_id)
          select 'FFFF-FFFF-FFFF', m.id, 'transfer-receipt', akiba_today(), $2, 1, 'x', t.id
          from member m, member_transfer t where m.member_no = $1 and t.reference = $3`,
        [holder, cents, reference],
      );
    await expect(forge(memberNo, 70_001)).rejects.toThrow("is not printed like this");
    await expect(forge(other, 70_000)).rejects.toThrow("is not printed like this");
  });
});
