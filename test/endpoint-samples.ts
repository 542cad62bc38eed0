import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";

/** Calls that end the session or need a loan in some state; the tests of the slice cover them. */
const endings = /^auth\.signOut$|^sessions\.end/;
const special = /^instant-loans\.(register|amend|application|file|details|approval|decline)$/;
const ofState =
  /^instant-loans\.(disbursement|repayments|reversals|withdrawal)$|^loan-(policy\.cancel$|returns)/;
const ofGuarantee = /^guarantees\.(?!l)|^overpayments\.|^loan-amendments\./;
const ofFile = /^check-off\.(?!batches$|batch$|lines$|review$|variance$)/;
const ofContribution = /^contributions\.(change|cancel)$|^advices\.(?!list$)/;
const ofImport = /^imports\.(?!list$|one$|findings$|faultsFile$|sample$)/;
const ofStaff =
  /^auth\.switchAccount$|^second-factor\.(?!standing$)|^(staff|approvals)\.(?!list$|names$)/;
const ofYear =
  /^dividends\.(?!list$|sums$|split$)|^members\.(.*Mobile|(send|confirm)Email)|^statements\.mail$/;
const ofAccount = /^(transfers|withdrawals|ownBank|nominees)\.(?!list$|account$|own$|changes$)/;
const ofProof = /^months\.(?!list$)|^exports\./;
const ofPayout =
  /^(payouts|payIns|payoutBank)\.(?!list$|files$|nextFile$|queue$)|^contacts\.(?!list$|own)/;
const ofCheque = /^cheques\.(?!list$)/;
const ofTill =
  /^tills\.(float|count|countFor|one)$|^counter\.(?!receipts$|members?$|receive$|payments$)/;
const ofReconciliation = /^reconciliation\.(?!accounts$|open$|matches$)/;
const ofRegister = /^registration\.|^suspensions\.|^codes\.|^exits\.(?!list$|ofMember$|own$)/;
const ofTreasury = /^treasury\.(?!list$|file$|position$)|^chart\.close$/;
const ofMoney = [
  ofState,
  ofGuarantee,
  ofFile,
  ofContribution,
  ofImport,
  ofYear,
  ofPayout,
  ofCheque,
  ofAccount,
  ofProof,
  ofTill,
  ofTreasury,
  ofReconciliation,
];
const ofRequest = /^privacy-desk\.(?!list$)|^privacy\.withdrawal$/;
const ofCase = /^(cases|case-desk)\.(?!mine$|queue$)|^holidays\.remove$|^notices\.(?!desk$)/;
const ofSettings = /^settings\.(save|remove)|^message-texts\.(save|reset)$|^dividend-tax\.cancel/;
const ofPeople = [endings, special, ofStaff, ofRegister, ofRequest, ofCase, ofSettings];
/** Calls that need more than a sample body: the tests of their slices cover them. */
export const needsMore = [...ofMoney, ...ofPeople];

/** The loan of each member. */
export const loans: Readonly<Record<string, string>> = { MS1: "LN-1", MS2: "LN-2" };

/** A valid value for every part of an address but the member's number. */
const named: Readonly<Record<string, string>> = {
  id: "1",
  receipt: "TDE1AA0001",
  receiptNo: "RC0000001",
  transferNo: "TR-000001",
  year: "2025",
  list: "exceptions",
  batch: "1",
  account: "bank",
  added: "6100",
  side: "statement",
  exported: "loans",
  importId: "1",
  file: "1",
  kind: "members",
  row: "2",
  format: "csv",
  statement: "savings",
  code: "ABCD-EFGH-2345",
  caseNo: "Q-000001",
  day: "2026-05-27",
  month: "2026-05",
  secret: "nobody-was-told",
  template: "loan-applied",
  staffNo: "NOBODY",
  approvalId: "1",
  part: "1",
  till: "1",
  payment: "PC0000001",
  reference: "PAYIN-2345",
  attempt: "1e7b6c1a-0000-4000-8000-000000000000",
};

/** The query strings of calls that need one. */
export const asked: Readonly<Record<string, string>> = {
  "members.search": "search=member",
  "counter.members": "search=member",
  "check-off.prepare": "month=2026-05&declared=5&fileName=may.csv",
  "check-off.insist": "month=2026-05&declared=5&fileName=may.csv&reason=Deducted",
  "imports.upload": "kind=entries&fileName=may.csv",
  "contributions.outlook": "month=2026-05&amount=1000",
  "check-off.lines": "state=matched",
  "check-off.variance": "kind=missing",
  "retention.effect": "what=messages&amount=60&unit=days&effectiveFrom=2026-05-01",
};

/** The address of a call on a member's record, with a valid value for each part. */
export const pathFor = ({ path }: Endpoint, memberNo: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === "memberNo") return memberNo;
    return name === "loanNo" ? (loans[memberNo] ?? "LN-NONE") : (named[name] ?? "");
  });

const policy = {
  feeTiers: [{ flatFee: 0, rateBasisPoints: 450 }],
  minimum: 500,
  maximum: "100000",
  minMonths: 1,
  maxMonths: 6,
  depositsPercent: 100,
  membershipMonths: 0,
  shareCapital: 0,
  rejectUnpaid: false,
  rejectBlacklisted: false,
};

/** The bodies of those calls that need one. */
export const bodies: Readonly<Record<string, unknown>> = {
  "statements.document": { format: "print" },
  "statements.loanDocument": { format: "print" },
  "privacy.copy": { format: "json" },
  "exits.voucher": {},
  "counter.print": { paper: "a6" },
  "transfers.print": { paper: "a6" },
  "guarantees.print": { paper: "a6" },
  "overpayments.request": { amount: 1, to: "deposits", reason: "Paid twice" },
  "privacy.consent": { version: 1 },
  "members.setLanguage": { language: "sw" },
  "privacy.ask": { kind: "access" },
  "instant-loans.setPolicy": { ...policy, effectiveFrom: "2026-05-01" },
  "loan-policy.listMember": { memberNo: "MS1", reason: "Arrears" },
  "loan-policy.removeMember": { reason: "Paid" },
  "loan-policy.cancel": {},
  "sms-spend.saveBudget": { version: 0, budget: 1000, partPrice: "0.80" },
  "dividend-tax.setRate": {
    mode: "PAY THROUGH EFT(MOBILE)",
    effectiveFrom: "2026-05-01",
    basisPoints: 1000,
  },
  "dividend-tax.setBasis": { basis: "mode", effectiveFrom: "2026-05-01" },
  "retention.setRule": {
    what: "messages",
    amount: 60,
    unit: "days",
    effectiveFrom: "2026-05-01",
  },
  "tills.open": { float: 0 },
  "chart.open": { code: "6100", name: "Training", type: "expense", kinds: ["expense-by-bank"] },
  "counter.receive": { memberNo: "MS1", to: "deposits", amount: 100 },
  "holidays.add": { day: "2026-05-27", name: { en: "Idd-ul-Adha", sw: "Idi ya Kuchinja" } },
  "instant-loans.previewPolicy": { policy, amounts: [5000], period: 2 },
};
