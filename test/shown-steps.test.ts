import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { useTestSociety } from "./test-society.ts";

const society = useTestSociety();

/**
 * The part of a request that shows what its person saw: a digest, a version or the state of a list.
 */
const shownNames = new Set(["digest", "shownDigest", "seen", "version"]);

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Tables whose rows are requests, with the columns of a request's state. The persons of an approval
 * are found again with each write; the details that a contact change replaces are read again when
 * it is approved.
 */
const requestTables = {
  approval: words(`state decided_by decided_person decided_at decided_because facts
    requested_person about_person`),
  contact_change_request: words(`state approved_by approved_at held_until ended_by ended_at
    ended_because in_force_at old_mobile_number old_email`),
  guarantee: words(`state level asked_at answered_at given_on released_on revived_at settled_at
    replaces_id import_run_id`),
  loan_amendment: words("state answered_by answered_at entered_by"),
  loan_policy: [],
  month_close: words(`state approved_by approved_at audit_seq audit_hash reopen_by reopen_because
    reopen_at reopened_by reopened_at approved_because`),
  privacy_request: words(`state parts prepared_by contact_change_id answer answered_by answered_at
    ground`),
  withholding_rate: [],
} satisfies Readonly<Record<string, readonly string[]>>;

type RequestTable = keyof typeof requestTables;

/** Calls that act on a request which nobody can change after it was made, by its table. */
const fixed: Readonly<Record<string, RequestTable>> = {
  "approvals.reject": "approval",
  "approvals.withdraw": "approval",
  "contacts.approval": "contact_change_request",
  "contacts.rejection": "contact_change_request",
  "contacts.cancellation": "contact_change_request",
  "guarantees.code": "guarantee",
  "guarantees.acceptance": "guarantee",
  "guarantees.decline": "guarantee",
  "loan-amendments.code": "loan_amendment",
  "loan-amendments.consent": "loan_amendment",
  "loan-amendments.withdrawal": "loan_amendment",
  "loan-amendments.agreement": "loan_amendment",
  "loan-amendments.decline": "loan_amendment",
  "loan-policy.cancel": "loan_policy",
  "months.withdrawal": "month_close",
  "privacy-desk.start": "privacy_request",
  "privacy-desk.contactChange": "privacy_request",
  "privacy-desk.proposal": "privacy_request",
  "privacy-desk.answer": "privacy_request",
  "privacy-desk.rejectRequest": "privacy_request",
  "privacy.withdrawal": "privacy_request",
  "dividend-tax.cancelRate": "withholding_rate",
};

/** Why a call decides nothing that a figure could change. */
const reasons = {
  requests: "it makes a request, and the approval takes the digest",
  says: "its path and body say all that it does",
  prepares: "it prepares what another person posts by its digest",
  ends: "it only ends something, gives it back or takes a right away",
  draws: "it only makes a document or a calculation",
  code: "it only sends a code, or proves one's own number by it",
} as const;

// Earlier clients send no digest with an amendment or a repayment: the approval of a loan takes
// one, and a repayment's excess above a limit waits for a second person.
const free = {
  requests: words(`staff.invite staff.changeDetails staff.changeRole staff.linkMember staff.resume
    staff.resetSecondFactor codes.requestOpening overpayments.request check-off.place
    payIns.place payIns.move payIns.return tills.float tills.count tills.countFor
    treasury.enter treasury.requestReversal payIns.reverse
    counter.reverse counter.reversePayment counter.requestPayment cheques.stop
    payoutBank.requestDetails payoutBank.requestFile payoutBank.results payoutBank.takeBack
    payoutBank.resultsFile ownBank.give payouts.cameBack
    check-off.reversePlacement check-off.insist imports.insist payouts.results dividends.sendHeld
    reconciliation.match reconciliation.enterLine reconciliation.correctLine months.reopening
    exits.ask contacts.request
    instant-loans.amend`),
  says: words(`staff.inviteAgain registration.register suspensions.suspend instant-loans.setPolicy
    loan-policy.listMember loan-policy.removeMember instant-loans.register guarantees.name
    payIns.ask
    dividends.chooseHeld dividend-tax.setRate dividend-tax.setBasis retention.setRule
     transfers.make transfers.order transfers.openAccount withdrawals.ask withdrawals.enter
     settings.saveWithdrawals contributions.change settings.saveContributions
     nominees.change
    dividends.reminders privacy.ask privacy-desk.record notices.add cases.suggest cases.post
    members.setLanguage
    cases.answer cases.satisfied cases.reopen holidays.add holidays.remove
    instant-loans.repayments tills.open counter.receive payouts.ask payIns.failReversal
    reconciliation.note counter.slip counter.cheque counter.clear counter.bounce
    counter.pay chart.open cheques.handOver ownBank.choose`),
  prepares: words(`dividends.declare months.prepare check-off.preview check-off.prepare
    check-off.decide check-off.setValueDate check-off.rematch imports.upload imports.reread
    imports.map imports.meanRepeats imports.mend imports.previewCorrection imports.remove
    imports.send treasury.attach
    reconciliation.preview reconciliation.load reconciliation.propose
    payoutBank.readResults`),
  ends: words(`sessions.end sessions.endOthers staff.suspend staff.endSessions exits.withdrawal
    instant-loans.withdrawal
    withdrawals.cancel contacts.ownCancellation check-off.discard imports.giveBack imports.discard
    reconciliation.undoMatch privacy-desk.sendingBack chart.close
     ownBank.cancel contributions.cancel transfers.stopStanding`),
  draws: words(`exits.voucher statements.mail statements.document statements.loanDocument
    instant-loans.previewPolicy books.reconciliation
    privacy.copy counter.print transfers.print guarantees.print payIns.find`),
  code: words(`members.sendMobileCode members.confirmMobile withdrawals.code
    members.sendEmailCode members.confirmEmail
    withdrawals.counterCode ownBank.code counter.paymentCode
    transfers.standingCode nominees.code`),
} satisfies Readonly<Record<keyof typeof reasons, readonly string[]>>;

const freeNames = new Set<string>(Object.values(free).flat());
const audiences: ReadonlySet<string> = new Set(["staff", "own", "record", "member"]);
const writes = everyEndpoint.filter(({ method, audience }) => {
  return method !== "GET" && audiences.has(audience.kind);
});

/** Returns whether a call cannot be made without a proof of what its person saw. */
function takesShown({ body, query }: Endpoint): boolean {
  return demandsShown(body) || demandsShown(query);
}

function demandsShown(schema: z.ZodMiniType): boolean {
  if (schema instanceof z.ZodMiniDiscriminatedUnion) {
    return schema.def.options.every((one) => demandsShown(one as z.ZodMiniType));
  }
  if (!(schema instanceof z.ZodMiniObject)) return false;
  const shape = schema.shape as Readonly<Record<string, z.ZodMiniType>>;
  return Object.entries(shape).some(([name, field]) => {
    return shownNames.has(name) && !field.safeParse(undefined).success;
  });
}

describe("every call that changes something", () => {
  it.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s takes what its person saw, acts on a fixed request or decides on no figure",
    (name, endpoint) => {
      const classes = [takesShown(endpoint), name in fixed, freeNames.has(name)];
      expect(classes.filter(Boolean)).toHaveLength(1);
    },
  );

  it("is classed only once, and only while it exists", () => {
    const names = new Set(writes.map(({ name }) => name));
    const classed = [...Object.keys(fixed), ...Object.values(free).flat()];
    expect(classed.filter((name) => !names.has(name))).toEqual([]);
    expect(classed).toHaveLength(new Set(classed).size);
  });
});

interface Declared {
  readonly name: string;
  readonly path: string;
  readonly audience: unknown;
}

it("the list of all calls has each call that a contract module declares", async () => {
  const folder = new URL("../src/shared/contract/", import.meta.url);
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = entries.filter((file) => file.endsWith(".ts") && file !== "all.ts");
  expect(files.length).toBeGreaterThan(50);
  const listed = new Set<unknown>(everyEndpoint);
  const missing: string[] = [];
  for (const file of files) {
    const module = new URL(file, folder).href;
    const declared: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ module);
    const calls = Object.values(declared).filter(isCall);
    missing.push(...calls.filter((call) => !listed.has(call)).map(({ name }) => name));
  }
  expect(missing).toEqual([]);
});

function isCall(value: unknown): value is Declared {
  if (typeof value !== "object" || value === null) return false;
  return "name" in value && "path" in value && "audience" in value;
}

/**
 * One open request of each table, written past every trigger, and the columns that must be fixed.
 */
const plantedRequests = [
  `insert into approval (kind, subject, payload, requested_by, requested_person, expires_at)
    values ('staff-role', 'staff:CL1', '{}', 'staff:CL2', 'staff:CL2', '2027-01-01')`,
  `insert into contact_change_request (member_id, mobile_number, email, asked_by, asked_because,
      identified_by)
    values (1, '+254712000001', 'a@example.org', 'staff:CL1', 'Lost', 'known')`,
  "insert into guarantee (loan_id, guarantor_id, amount_cents, state) values (1, 1, 5, 'asked')",
  `insert into loan_amendment (loan_id, principal_cents, fee_cents, total_cents,
      monthly_deduction_cents, proposed_by, expires_at)
    values (1, 5, 0, 5, 5, 'staff:CL1', '2027-01-01')`,
  `insert into privacy_request (member_id, kind, detail, should_be, way, received_on, due_on,
      recorded_by)
    values (1, 'correction', 'name', 'Amina', 'office', '2026-01-01', '2026-01-08', 'staff:CL1')`,
];

const lifeConstraints: ReadonlySet<string> = new Set(
  words(`approval_life contact_change_life guarantee_terms loan_amendment_once
    privacy_request_life`),
);
const RESTRICTED = "23001";
const NOT_PERMITTED = "42501";

/** Returns another value of a column than it has, as SQL. */
function another(column: string, type: string): string {
  if (type.endsWith("int") || type.endsWith("integer")) return `coalesce(${column}, 0) + 1`;
  if (type === "text") return `coalesce(${column}, '') || 'x'`;
  if (type === "jsonb") return `'{"another": true}'`;
  if (type === "ARRAY") return "'{another}'";
  if (type === "date") return `coalesce(${column}, '2026-01-01') + 1`;
  if (type === "boolean") return `not ${column}`;
  return `coalesce(${column}, akiba_now()) + interval '1 day'`;
}

interface Column {
  readonly column_name: string;
  readonly data_type: string;
}

async function columnsOf(table: RequestTable): Promise<Column[]> {
  const moves: readonly string[] = requestTables[table];
  const found = await society.owner.query<Column>(
    `select column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> 'id'
      order by ordinal_position`,
    [table],
  );
  return found.rows.filter(({ column_name: name }) => !moves.includes(name));
}

/** Returns what keeps the application from changing a column; empty if it can. */
async function heldBy(table: RequestTable, { column_name: name, data_type: type }: Column) {
  await society.owner.query("savepoint before");
  try {
    await society.owner.query(`update ${table} set ${name} = ${another(name, type)}`);
    return "nothing";
  } catch (error) {
    const { code, constraint = "" } = error as { code?: string; constraint?: string };
    if (code === RESTRICTED || code === NOT_PERMITTED) return "held";
    return lifeConstraints.has(constraint) ? "held" : `${code} ${constraint}`;
  } finally {
    await society.owner.query("rollback to before");
  }
}

describe("a request that a second person decides on", () => {
  it.each(Object.keys(requestTables) as RequestTable[])(
    "%s: the application cannot change what was requested",
    async (table) => {
      const columns = await columnsOf(table);
      expect(columns.length).toBeGreaterThan(0);
      await society.owner.query("begin");
      try {
        await society.owner.query("set local session_replication_role = replica");
        for (const planted of plantedRequests) await society.owner.query(planted);
        await society.owner.query("set local session_replication_role = origin");
        await society.owner.query("set local role akiba_app");
        const found: Record<string, string> = {};
        for (const column of columns) found[column.column_name] = await heldBy(table, column);
        expect(found).toEqual(
          Object.fromEntries(columns.map(({ column_name: name }) => [name, "held"])),
        );
      } finally {
        await society.owner.query("rollback");
      }
    },
  );
});
