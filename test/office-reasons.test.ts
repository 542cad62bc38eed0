import { beforeAll, expect, it } from "vitest";
import { documentStatements } from "#shared/contract/statements/member-statements.ts";
import { checkOffOffice } from "./check-off.ts";
import { takeLoanStep } from "./loan-steps.ts";
import { employ, enrolWithLogin, foundSociety, lend, signIn } from "./people.ts";
import { manyWrites, useServedSociety } from "./served-society.ts";

const society = useServedSociety({
  limits: { ...manyWrites, readsPerMinute: 60_000, readBurst: 60_000 },
});
const tokens: Record<string, string> = {};
const { take, post, reverseAs } = checkOffOffice(society, tokens);

/** A reason typed by the office, which is not meant for the member. */
const REASON = "Qwhy the teller is slow";

beforeAll(async () => {
  await foundSociety(society);
  await enrolWithLogin(society, "MS1");
  await lend(society, "MS1", { loanNo: "LN-1" });
  await society.owner.query("update loan set policy_id = 1 where loan_no = 'LN-1'");
  for (const role of ["clerk", "treasurer", "administrator"]) {
    await employ(society, role.toUpperCase(), role);
    tokens[role] = await signIn(society, role.toUpperCase());
  }
  tokens["member"] = await signIn(society, "MS1");
});

const send = async (who: string, method: string, path: string, body?: unknown) => {
  const token = tokens[who] ?? "";
  const given = body === undefined ? { token } : { token, body };
  const reply = await society.send(method, `/api/v1${path}`, given);
  expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300);
  return reply.text;
};

it("a reason that the office types for a reversal reaches no member", async () => {
  const { id } = await take("member_no,amount,note\nMS1,100,\nMS1,40,deposits\n", "140");
  await post(id);
  const reversed = await reverseAs("administrator", id, REASON);
  expect(reversed.status, reversed.text).toBe(201);
  const paid = { amount: 50, receipt: "TK41WHY001" };
  await send("clerk", "POST", "/instant-loans/LN-1/repayments", paid);
  const back = { receipt: paid.receipt, reason: REASON };
  const token = tokens["administrator"] ?? "";
  await takeLoanStep(society, token, { loanNo: "LN-1", noun: "reversals", body: back });

  const office = await send("clerk", "GET", "/instant-loans/LN-1");
  expect(office).toContain(REASON);
  const seen = [await send("member", "GET", "/instant-loans/LN-1")];
  for (const statement of documentStatements) {
    const path = `/members/MS1/statements/${statement}/documents`;
    seen.push(await send("member", "POST", path, { format: "csv" }));
  }
  expect(seen.length).toBeGreaterThan(4);
  seen.push(...(await society.messages()).map(({ text }) => text));
  expect(seen.filter((text) => text.includes("Qwhy"))).toEqual([]);
  const narrated = "select from journal_entry where narration like '%Qwhy%'";
  expect((await society.owner.query(narrated)).rowCount).toBe(0);
});
