import { beforeAll, describe, expect, it } from "vitest";
import { kindsDecidedBy } from "#shared/approval-kinds.ts";
import { roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { type WaitingKind, waitingKindNames, waitingKinds } from "#shared/waiting-kinds.ts";
import { employ, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";
import { steps } from "#test/steps.ts";

const society = useServedSociety({ limits: { readBurst: 5000, readsPerMinute: 60_000 } });
const roles = Object.keys(rolePermissions) as StaffRole[];
const tokens = new Map<StaffRole, string>();

/** One item of each kind, inserted by the owner with the constraints dropped. */
const plants: Readonly<Record<WaitingKind, string>> = {
  alerts: "insert into alert (kind) values ('job-failed')",
  approvals: `insert into approval (kind, requested_by, about, expires_at)
    values ('staff-resumption', 'staff:OTHER', 'staff:ANOTHER', '2030-01-01')`,
  loansToDecide: "insert into loan (policy_id, state) values (1, 'applied')",
  loansToPayOut: "insert into loan (policy_id, state) values (1, 'approved')",
  dividendsToApprove: "insert into dividend (year, state) values (2001, 'prepared')",
  dividendsToPost: "insert into dividend (year, state) values (2002, 'approved')",
  dividendsToLock: `insert into dividend (year, state, closes_at)
    values (2003, 'posted', '2026-04-01')`,
  dividendsToPay: "insert into dividend (year, state) values (2004, 'locked')",
  dividendPartsOnHold: `insert into dividend (id, year, state) overriding system value
      values (901, 2005, 'paid');
    insert into dividend_leg (dividend_id, member_id, leg_no, hold_reason)
      values (901, 1, 1, 'loan-paid')`,
  // The ledger owes no tax here, so a negative day leaves the one before it owed.
  taxToRemit: `insert into tax_withheld_day (withheld_on, due_on, amount_cents)
    values ('2026-04-01', '2026-04-10', 100), ('2026-04-02', '2026-04-10', -100)`,
  checkOffToMatch: `insert into check_off_batch (id, state) overriding system value
      values (901, 'prepared');
    insert into check_off_line (batch_id, row_no, state) values (901, 2, 'unmatched')`,
  checkOffToPost: "insert into check_off_batch (sha256, state) values ('b', 'prepared')",
  suspense: `insert into check_off_batch (id, sha256, state) overriding system value
      values (902, 'c', 'posted');
    insert into check_off_part (batch_id, row_no, part_no, destination)
      values (902, 2, 1, 'suspense')`,
  withdrawals: `insert into withdrawal (state, needs_approval) values ('requested', true)`,
  payIns: "insert into pay_in (state) values ('suspense')",
  chequesToClear: `insert into counter_receipt (state) values ('clearing');
    update counter_series set last_no = 1`,
  tillsLeftOpen: "insert into till (id, state, opened_on) values (9, 'open', '2026-01-01')",
  bankMatches: "insert into bank_match (state) values ('proposed')",
  payouts: "insert into payout (state) values ('waiting')",
  bankFiles: "insert into eft_line (file_id, line_no, state) values (9, 1, 'open')",
  payoutExceptions: "insert into payout (state) values ('failed')",
  cases: "insert into member_case (state) values ('open')",
  contactChanges: "insert into contact_change_request (state) values ('requested')",
  exitsToApprove: "insert into member_exit (state) values ('asked')",
  exitsToPay: "insert into member_exit (state) values ('approved')",
  requestsToHandle: "insert into privacy_request (state) values ('received')",
  requestsToApprove: "insert into privacy_request (state) values ('proposed')",
  importsToFinish: "insert into import_batch (state) values ('draft')",
  importsToPost: "insert into import_batch (state) values ('prepared')",
  monthsToPrepare: "update books_closed set until = '2026-02-28'",
  monthsToApprove: "insert into month_close (month, state) values ('2020-01-01', 'prepared')",
  monthsToReopen: "insert into month_close (month, state) values ('2020-02-01', 'reopening')",
};

/** States in which nothing waits for the office: finished, automatic, or waiting for a member. */
const settled: Readonly<Record<string, readonly string[]>> = {
  approval: ["approved", "lapsed", "rejected", "withdrawn"],
  bank_match: ["confirmed", "undone"],
  check_off_batch: ["discarded", "posted", "reversed"],
  check_off_line: ["decided", "matched"],
  // An approved change takes effect automatically.
  contact_change_request: ["approved", "cancelled", "in-force", "rejected"],
  dividend: ["paid", "withdrawn"],
  // A requested guarantee waits for a member.
  guarantee: ["accepted", "asked", "cancelled", "declined", "released"],
  import_batch: ["discarded", "posted", "undone"],
  loan: ["declined", "disbursed", "settled", "withdrawn"],
  // A proposed change waits for a member.
  loan_amendment: ["agreed", "declined", "expired", "void", "waiting", "withdrawn"],
  member_case: ["closed"],
  member_exit: ["paid", "withdrawn"],
  month_close: ["closed", "reopened", "withdrawn"],
  // Messages that wait too long raise an alert.
  outbox_message: ["delivered", "expired", "failed", "waiting", "withheld"],
  pay_in: ["credited", "recorded", "returned"],
  // A worker asks M-Pesa what became of a prompt; the office places no money by it.
  pay_in_prompt: ["asked", "failed", "paid", "sending", "sent", "unknown"],
  // The payment of a reversal under way is in suspense, where it is counted.
  pay_in_reversal: ["failed", "reversed", "sending", "sent", "unknown", "waiting"],
  payout: ["account", "cash", "paid", "sending", "sent", "shares"],
  // Details and results that wait for a second person are counted by their approval.
  member_bank_details: ["approved", "cancelled", "replaced", "requested"],
  eft_line: ["paid", "returned", "bounced", "taken-back"],
  // One that waits is counted by its approval.
  treasury_movement: ["entered", "posted", "reversed"],
  privacy_request: ["done", "refused", "withdrawn"],
  counter_receipt: ["bounced", "credited", "reversed"],
  till: ["closed"],
  // A withdrawal in the queue is counted as a payout.
  withdrawal: ["cancelled", "queued", "rejected"],
};

/** The states that the kinds count. */
const waits: Readonly<Record<string, readonly string[]>> = {
  approval: ["waiting"],
  bank_match: ["proposed"],
  check_off_batch: ["prepared"],
  check_off_line: ["ambiguous", "unmatched"],
  contact_change_request: ["requested"],
  dividend: ["prepared", "approved", "posted", "locked"],
  import_batch: ["draft", "prepared"],
  loan: ["applied", "approved"],
  member_case: ["open", "acknowledged", "concluded"],
  member_exit: ["asked", "approved"],
  month_close: ["prepared", "reopening"],
  pay_in: ["suspense"],
  payout: ["waiting", "failed", "unknown"],
  eft_line: ["open"],
  withdrawal: ["requested"],
  privacy_request: ["received", "in-progress", "proposed"],
  counter_receipt: ["clearing"],
  till: ["open", "counted"],
};

beforeAll(async () => {
  await foundSociety(society);
  for (const role of roles) {
    await employ(society, role.toUpperCase(), role);
    tokens.set(role, await signIn(society, role.toUpperCase()));
  }
});

/** Every state that a table allows. */
async function statesOfTables(): Promise<Record<string, string[]>> {
  const { rows } = await society.owner.query<{ name: string; states: string[] }>(
    `select c.relname as name, array_agg(distinct found[1]) as states
      from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        cross join lateral
          regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''::text', 'g') found
      where k.contype = 'c' and a.attname = 'state' and cardinality(k.conkey) = 1
      group by c.relname`,
  );
  return Object.fromEntries(rows.map(({ name, states }) => [name, states.toSorted()]));
}

/** Drops the constraints of the tables, so that an insert names only the counted columns. */
async function loosenTables(): Promise<void> {
  await society.owner.query(`do $$
    declare one record;
    begin
      for one in select conrelid::regclass as name, conname from pg_constraint
        where contype in ('c', 'f') and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', one.name, one.conname); end loop;
      for one in select c.oid::regclass as name, a.attname from pg_attribute a
          join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and a.attnotnull
          and a.attidentity = '' and not exists (select from pg_index i
            where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey::int2[]))
      loop
        execute format('alter table %s alter %I drop not null', one.name, one.attname);
      end loop;
    end $$`);
  await society.owner.query("set session_replication_role = replica");
  await society.owner.query("update books_closed set until = '2026-03-31'");
}

async function counts(role: StaffRole): Promise<Record<string, { waiting: number } | null>> {
  const token = tokens.get(role) ?? "";
  const reply = await society.send("GET", "/api/v1/waiting-work", { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Record<string, { waiting: number } | null>;
}

steps("step by step", () => {
  describe("the waiting work of the office, in every state", () => {
    it("has a separate kind, or needs no work, in every state of every table", async () => {
      const allowed = await statesOfTables();
      const named = Object.keys({ ...waits, ...settled }).map((table) => [
        table,
        [...(waits[table] ?? []), ...(settled[table] ?? [])].toSorted(),
      ]);
      expect(Object.fromEntries(named)).toEqual(allowed);
    });

    it("is counted for exactly the roles that may see it, for each kind separately", async () => {
      await loosenTables();
      for (const kind of waitingKindNames) {
        const before = new Map<StaffRole, number>();
        for (const role of roles) before.set(role, (await counts(role))[kind]?.waiting ?? 0);
        await society.owner.query(plants[kind]);
        for (const role of roles) {
          const found = (await counts(role))[kind];
          const decides = kind !== "approvals" || kindsDecidedBy(role).includes("staff-resumption");
          const expected = (before.get(role) ?? 0) + (decides ? 1 : 0);
          const sees = roleMay(role, waitingKinds[kind].opens);
          expect(found?.waiting ?? null, `${kind} for ${role}`).toBe(sees ? expected : null);
        }
      }
    });

    it("can be acted on by somebody who sees it", () => {
      for (const kind of waitingKindNames) {
        const { opens, acts } = waitingKinds[kind];
        const able = roles.filter((role) => roleMay(role, acts));
        expect(able.length, kind).toBeGreaterThan(0);
        for (const role of able) expect(roleMay(role, opens), `${kind} for ${role}`).toBe(true);
      }
    });
  });
});
