import * as z from "zod/mini";
import { eftResult } from "#shared/contract/payouts/bank.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount } from "#shared/money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textId } from "#server/kernel/platform/row-fields.ts";
import { sharersOf, warningsOf } from "#server/payouts/transfers/approver-warnings.ts";
import {
  approveDetails,
  currentDetails,
  rejectDetails,
  requestedDetails,
} from "#server/payouts/transfers/bank-details.ts";
import { chequeAt, lockCheque } from "#server/payouts/transfers/cheque-rows.ts";
import { stopCheque } from "#server/payouts/transfers/cheques.ts";
import {
  lockFile,
  makeFile,
  openLinesOf,
  printOf,
  printOfText,
  requestedFile,
  sumOf,
  takeBack,
  takeResults,
  type ReportedLine,
} from "#server/payouts/transfers/eft-files.ts";
import { eftFileAt, eftLinesOf } from "#server/payouts/transfers/eft-rows.ts";
import { payableOf } from "#server/payouts/transfers/payable-by-bank.ts";

const ofMember = z.object({ memberNo: z.string() });
const ofFile = z.object({ file: textId });
const ofResults = z.object({ file: textId, rows: z.array(eftResult) });

const ofCheque = z.object({ cheque: textId });

/** Bank details, files for the bank, their results, and files that never reached the bank. */
export function bankApprovals(notify: Notify): ApprovalKind[] {
  return [
    approvalKind({
      name: "bank-details",
      payload: ofMember,
      facts: (snapshot, { memberNo }) => detailFacts(snapshot, memberNo),
      carryOut: (work, { memberNo }) => approveDetails(work, memberNo, notify),
      release: (work, { memberNo }) => rejectDetails(work, memberNo, notify),
    }),
    approvalKind({
      name: "eft-file",
      payload: requestedFile,
      facts: fileFacts,
      carryOut: async (work, { debitAccount, payouts }, by) => {
        const rows = await payableOf(work, payouts);
        if (rows.length !== payouts.length) throw new Problem("approval-changed");
        await makeFile(work, { debitAccount, rows }, by);
      },
    }),
    approvalKind({
      name: "eft-results",
      payload: ofResults,
      lock: (work, { file }) => lockFile(work, file),
      facts: async (snapshot, { file, rows }) => {
        const told = openLinesOf(await eftLinesOf(snapshot, file), rows);
        return told === null ? null : resultFacts(file, told);
      },
      carryOut: async (work, { file, rows }, { requestedBy }) => {
        const told = openLinesOf(await eftLinesOf(work, file), rows);
        if (told === null) throw new Problem("approval-changed");
        await takeResults(work, file, told, requestedBy);
      },
    }),
    approvalKind({
      name: "eft-take-back",
      payload: ofFile,
      lock: (work, { file }) => lockFile(work, file),
      facts: async (snapshot, { file: id }) => {
        const file = await eftFileAt(snapshot, id);
        if (file === null || file.taken_back || file.open < file.payments) return null;
        return [
          { name: "eftFile", value: String(id) },
          { name: "eftPayments", value: String(file.payments) },
          { name: "amount", value: String(toWireAmount(file.amount)) },
        ];
      },
      carryOut: (work, { file }, by) => takeBack(work, file, by),
    }),
    chequeStop,
  ];
}

/** A cheque that is stopped before the bank has paid it. */
const chequeStop = approvalKind({
  name: "cheque-stop",
  payload: ofCheque,
  lock: async (work, { cheque }) => {
    await lockCheque(work, cheque);
  },
  facts: async (snapshot, { cheque: id }) => {
    const cheque = await chequeAt(snapshot, id);
    if (cheque === null || cheque.state === "cleared" || cheque.state === "stopped") return null;
    return [
      { name: "chequeNo", value: cheque.cheque_no },
      { name: "name", value: cheque.payee },
      { name: "memberNo", value: cheque.member_no },
      { name: "amount", value: String(toWireAmount(cheque.amount_cents)) },
      { name: "reference", value: cheque.reference },
      { name: "date", value: cheque.written_on },
    ];
  },
  carryOut: (work, { cheque }, by) => stopCheque(work, cheque, by),
});

async function detailFacts(snapshot: Snapshot, memberNo: string): Promise<Fact[] | null> {
  const asked = await requestedDetails(snapshot, memberNo);
  if (asked === null) return null;
  const now = await currentDetails(snapshot, memberNo);
  const sharers = await sharersOf(snapshot, asked);
  const warnings = await warningsOf(snapshot, asked);
  const namesOf = (isStaff: boolean) =>
    sharers.flatMap((one) =>
      one.is_staff === isStaff ? [`${one.full_name}, ${one.member_no}`] : [],
    );
  const [members, staff] = [namesOf(false).join("; "), namesOf(true).join("; ")];
  return [
    { name: "memberName", value: asked.full_name },
    { name: "memberNo", value: memberNo },
    { name: "bankName", value: asked.bank_name },
    { name: "branchCode", value: asked.branch_code },
    { name: "bankAccountNo", value: asked.account_no },
    { name: "bankAccountName", value: asked.account_name },
    ...filled("bankAccountNow", now?.account_no ?? ""),
    ...filled("bankCodeTo", maskedMobile(warnings?.code_to ?? "")),
    ...filled("numberSince", warnings?.number_since ?? ""),
    ...filled("passwordSince", warnings?.password_since ?? ""),
    ...filled("bankAccountAlso", members),
    ...filled("bankAccountAlsoStaff", staff),
  ];
}

const filled = (name: Fact["name"], value: string): Fact[] =>
  value === "" ? [] : [{ name, value }];

async function fileFacts(
  snapshot: Snapshot,
  { debitAccount, payouts }: z.infer<typeof requestedFile>,
): Promise<Fact[] | null> {
  const rows = await payableOf(snapshot, payouts);
  if (rows.length !== payouts.length) return null;
  return [
    { name: "debitAccount", value: debitAccount },
    { name: "eftPayments", value: String(rows.length) },
    { name: "amount", value: String(toWireAmount(sumOf(rows))) },
    { name: "eftPrint", value: printOf(rows) },
  ];
}

function resultFacts(file: bigint, told: readonly ReportedLine[]): Fact[] {
  const of = (outcome: "paid" | "returned") =>
    told.flatMap(({ line, result }) => (result.outcome === outcome ? [line] : []));
  const count = (outcome: "paid" | "returned") => String(of(outcome).length);
  const sum = (outcome: "paid" | "returned") => String(toWireAmount(sumOf(of(outcome))));
  return [
    { name: "eftFile", value: String(file) },
    { name: "resultsPaid", value: count("paid") },
    { name: "resultsPaidSum", value: sum("paid") },
    { name: "resultsFailed", value: count("returned") },
    { name: "resultsFailedSum", value: sum("returned") },
    { name: "eftResultRows", value: told.map(said).join(", ") },
    { name: "resultsPrint", value: printOfText(JSON.stringify(told.map(full))) },
  ];
}

const said = ({ line, result }: ReportedLine): string =>
  `${line.reference}: ${result.outcome === "paid" ? result.bankReference : result.reason}`;
const full = ({ line, result }: ReportedLine) => [
  line.reference,
  String(line.amount_cents),
  result,
];
