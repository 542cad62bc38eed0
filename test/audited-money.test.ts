import { beforeAll, describe, expect, it } from "vitest";
import { createLogin } from "#server/identity/logins/create-login.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { PasswordHasher } from "#server/kernel/platform/password-hash.ts";
import { useTestSociety } from "./test-society.ts";

const society = useTestSociety();

beforeAll(async () => {
  const hasher = new PasswordHasher({ pepper: "p".repeat(32), queue: 256, waitMilliseconds: 5000 });
  const hash = (password: string) => hasher.hash(password);
  await seedDemo(society.database, { hash, createLogin, secret: "s" });
});

/** By the audit log's name of an event: each that happened, as its subject and its person. */
const events: Readonly<Record<string, string>> = {
  "till-opened": "select 'till:' || id, holder from till",
  "till-float-given": `select 'till:' || till_id, agreed_by from till_movement
    where kind = 'float'`,
  "till-counted": "select 'till:' || till_id, counted_by from till_count",
  "till-closed": `select 'till:' || till_id, agreed_by from till_movement where kind = 'handover'`,
  "counter-received": "select 'receipt:' || receipt_no, received_by from counter_receipt",
  "counter-paid": "select 'receipt:' || payment_no, paid_by from counter_payment",
  "withdrawal-asked": `select 'member:' || member_no, coalesce(entered_by, requested_by)
    from withdrawal w join member m on m.id = w.member_id`,
  "pay-in-suspended": `select 'pay-in:' || receipt_no, e.actor from pay_in p
    join journal_entry e using (receipt_no) where p.state = 'suspense'`,
  "treasury-entered": "select 'treasury:' || id, entered_by from treasury_movement",
  "treasury-posted": `select 'treasury:' || id, approved_by from treasury_movement
    where approved_by is not null`,
  "statement-imported": "select 'reconciliation:' || account, loaded_by from bank_statement",
  "matches-confirmed": `select 'reconciliation:' || account, confirmed_by from bank_match
    where confirmed_by is not null group by account, rule, confirmed_by`,
};

const sorted = async (query: string) =>
  (await society.owner.query(`select * from (${query}) e (subject, actor) order by 1, 2`)).rows;

describe("the audit log of the demo", () => {
  it.each(Object.keys(events))("has each %s with its person", async (action) => {
    const happened = await sorted(events[action] ?? "");
    expect(happened.length).toBeGreaterThan(0);
    const audited = `select subject, actor from audit_record where action = '${action}'`;
    expect(await sorted(audited)).toEqual(happened);
  });
});
