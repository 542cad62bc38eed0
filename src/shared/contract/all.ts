import * as approvals from "./oversight/approvals.ts";
import * as alerts from "./oversight/alerts.ts";
import * as jobs from "./oversight/jobs.ts";
import * as auditLog from "./oversight/audit-log.ts";
import * as auth from "./identity/auth.ts";
import { authenticate } from "./identity/sign-in.ts";
import { deviceCalls } from "./identity/devices.ts";
import * as books from "./ledger/books.ts";
import * as dividendPayments from "./dividends/payments.ts";
import * as dividendSplits from "./dividends/splits.ts";
import * as dividendTax from "./dividends/tax.ts";
import * as retention from "./privacy/retention.ts";
import * as dividends from "./dividends/declarations.ts";
import * as overpayments from "./check-off/overpayments.ts";
import { ownExit } from "./exits/own.ts";
import * as exits from "./exits/settlement.ts";
import { checkOffCalls } from "./check-off/all.ts";
import * as checkOffWords from "./check-off/words.ts";
import * as caseDesk from "./cases/desk.ts";
import * as cases from "./cases/own.ts";
import type { Endpoint } from "./kernel/endpoint.ts";
import * as exportedLists from "./statements/exports.ts";
import * as guarantees from "./loans/guarantees.ts";
import * as health from "./kernel/health.ts";
import { holidayCalls } from "./cases/holidays.ts";
import * as importMending from "./imports/corrections.ts";
import * as importPosting from "./imports/posting.ts";
import * as imports from "./imports/desk.ts";
import * as instantLoanDesk from "./loans/application-desk.ts";
import * as instantLoans from "./loans/instant-loans.ts";
import * as loanDesk from "./loans/desk.ts";
import * as loanDecisions from "./loans/decisions.ts";
import * as loanLife from "./loans/life.ts";
import * as loanAmendmentDesk from "./loans/amendment-desk.ts";
import * as loanAmendments from "./loans/amendments.ts";
import * as takenBack from "./loans/taken-back.ts";
import { setLanguage } from "./members/own-language.ts";
import * as emailConfirmation from "./members/email-confirmation.ts";
import * as mobileConfirmation from "./members/mobile-confirmation.ts";
import * as accessLog from "./members/access-log.ts";
import * as memberDesk from "./members/desk.ts";
import * as loanPolicy from "./loans/policy.ts";
import * as notices from "./office/notices.ts";
import * as contactChanges from "./members/contact-changes.ts";
import * as ownContactChange from "./members/own-contact-change.ts";
import { reconciliationEndpoints } from "./reconciliation/all.ts";
import { bankCalls } from "./payouts/bank.ts";
import { nomineeCalls } from "./members/nominee-desk.ts";
import { ownBankCalls } from "./payouts/own-bank.ts";
import * as payouts from "./payouts/desk.ts";
import * as counterReceiving from "./counter/receiving.ts";
import { payingCalls } from "./counter/paying.ts";
import * as tills from "./counter/tills.ts";
import * as reports from "./ledger/reports.ts";
import { treasuryCalls } from "./treasury/movements.ts";
import { payInEndpoints } from "./pay-ins/all.ts";
import * as withdrawalDesk from "./withdrawals/desk.ts";
import * as withdrawals from "./withdrawals/own.ts";
import * as withdrawalPolicy from "./withdrawals/policy.ts";
import { standingCalls } from "./withdrawals/standing.ts";
import { standingList } from "./withdrawals/standing-list.ts";
import * as transfers from "./withdrawals/transfers.ts";
import * as payoutProvider from "./payouts/provider.ts";
import * as payoutQuestions from "./payouts/questions.ts";
import * as privacy from "./privacy/requests.ts";
import * as privacyDesk from "./privacy/desk.ts";
import * as members from "./members/records.ts";
import * as messageTexts from "./messaging/texts.ts";
import * as settings from "./office/settings.ts";
import * as smsSpend from "./messaging/sms-spend.ts";
import * as months from "./ledger/months.ts";
import { chartCalls } from "./ledger/chart.ts";
import * as registration from "./members/registration.ts";
import * as secondFactor from "./identity/second-factor.ts";
import * as society from "./office/society.ts";
import * as staff from "./identity/staff.ts";
import { mailStatement } from "./statements/mailed-statements.ts";
import * as statements from "./statements/member-statements.ts";
import * as verifications from "./statements/verification.ts";
import * as codeUnlocks from "./identity/code-unlocks.ts";
import * as suspensions from "./members/suspensions.ts";
import * as waitingWork from "./office/waiting-work.ts";

/** Every call of the API, in the order of the reference page. */
export const everyEndpoint: readonly Endpoint[] = [
  authenticate,
  auth.registerOtp,
  auth.register,
  auth.changePassword,
  auth.session,
  auth.signOut,
  auth.switchAccount,
  ...deviceCalls,
  staff.acceptInvitation,
  secondFactor.prove,
  secondFactor.beginFirst,
  secondFactor.confirmFirst,
  secondFactor.standing,
  secondFactor.begin,
  secondFactor.confirm,
  secondFactor.renewCodes,
  staff.list,
  staff.names,
  staff.invite,
  staff.inviteAgain,
  staff.changeDetails,
  staff.changeRole,
  staff.linkMember,
  staff.suspend,
  staff.resume,
  staff.endSessions,
  staff.resetSecondFactor,
  approvals.list,
  approvals.one,
  approvals.approve,
  approvals.reject,
  approvals.withdraw,
  members.member,
  emailConfirmation.ownEmail,
  emailConfirmation.sendEmailCode,
  emailConfirmation.confirmEmail,
  mobileConfirmation.sendCode,
  mobileConfirmation.confirm,
  setLanguage,
  members.totals.savings,
  members.totals.dividendPayable,
  members.totals.shareCapital,
  waitingWork.counts,
  alerts.list,
  jobs.list,
  memberDesk.search,
  memberDesk.one,
  memberDesk.record,
  accessLog.accesses,
  registration.registerMember,
  suspensions.suspend,
  suspensions.resume,
  codeUnlocks.requestOpening,
  overpayments.requestMove,
  ownExit,
  exits.list,
  exits.ofMember,
  exits.ask,
  exits.approval,
  exits.payment,
  exits.voucher,
  exits.withdrawal,
  statements.dividend,
  statements.loans,
  statements.guarantor,
  statements.shareCapital,
  statements.savings,
  statements.savingsBroughtForward,
  statements.withdrawable,
  statements.contributions,
  statements.running,
  statements.issueDocument,
  statements.issueLoanStatement,
  mailStatement,
  verifications.sealedRows,
  statements.loan,
  statements.overview,
  verifications.verification,
  instantLoans.policyInForce,
  instantLoanDesk.setPolicy,
  instantLoanDesk.previewPolicy,
  loanPolicy.policies,
  loanPolicy.cancelPolicy,
  loanPolicy.blacklist,
  loanPolicy.listMember,
  loanPolicy.removeMember,
  instantLoans.eligibility,
  instantLoans.register,
  instantLoanDesk.loans,
  instantLoanDesk.amend,
  loanDesk.queue,
  loanDesk.exported,
  loanLife.ofMember,
  loanLife.application,
  loanDesk.file,
  loanDesk.details,
  loanLife.withdrawal,
  loanDecisions.approval,
  loanDecisions.decline,
  loanDecisions.disbursement,
  loanAmendmentDesk.sendCode,
  loanAmendmentDesk.consent,
  loanAmendmentDesk.withdrawal,
  loanAmendments.agreement,
  loanAmendments.decline,
  takenBack.approval,
  takenBack.disbursement,
  dividends.declare,
  dividends.list,
  dividends.preview,
  dividends.approval,
  dividends.withdrawal,
  dividends.posting,
  dividends.progress,
  dividendSplits.sums,
  dividendSplits.split,
  dividendSplits.elect,
  dividendSplits.chooseHeld,
  dividendPayments.uptake,
  dividendPayments.reminders,
  dividendPayments.lock,
  dividendPayments.payment,
  dividendPayments.held,
  dividendPayments.sendHeld,
  dividendPayments.list,
  payouts.list,
  payouts.details,
  payouts.files,
  payouts.nextFile,
  payouts.takeFile,
  payouts.file,
  payouts.results,
  payouts.mark,
  ...payoutQuestions.questionCalls,
  payouts.confirmation,
  payouts.retry,
  payouts.toShares,
  payouts.toAccount,
  payouts.inCash,
  ...bankCalls,
  ...nomineeCalls,
  ...ownBankCalls,
  reports.incomeStatement,
  reports.incomeStatementFile,
  reports.balanceSheet,
  reports.balanceSheetFile,
  ...chartCalls,
  ...treasuryCalls,
  ...payInEndpoints,
  ...payingCalls,
  tills.own,
  tills.open,
  tills.requestFloat,
  tills.countOwn,
  tills.list,
  tills.one,
  tills.countFor,
  counterReceiving.members,
  counterReceiving.member,
  counterReceiving.receive,
  counterReceiving.receiveSlip,
  counterReceiving.takeCheque,
  counterReceiving.clear,
  counterReceiving.bounce,
  counterReceiving.requestReversal,
  counterReceiving.list,
  counterReceiving.one,
  counterReceiving.print,
  transfers.transfers,
  transfers.makeTransfer,
  transfers.printTransfer,
  transfers.openAccount,
  ...standingCalls,
  standingList,
  withdrawals.withdrawals,
  withdrawals.withdrawalCode,
  withdrawals.askWithdrawal,
  withdrawals.cancelWithdrawal,
  withdrawalDesk.list,
  withdrawalDesk.details,
  withdrawalDesk.approveWithdrawal,
  withdrawalDesk.rejectWithdrawal,
  withdrawalDesk.counterCode,
  withdrawalDesk.enterWithdrawal,
  withdrawalPolicy.withdrawalPolicy,
  withdrawalPolicy.saveWithdrawalPolicy,
  ...reconciliationEndpoints,
  ...payoutProvider.resultCalls,
  contactChanges.list,
  contactChanges.request,
  contactChanges.approval,
  contactChanges.rejection,
  contactChanges.cancellation,
  ownContactChange.own,
  ownContactChange.ownCancellation,
  loanDesk.repayment,
  loanDesk.reversal,
  guarantees.guarantees,
  guarantees.nameGuarantor,
  guarantees.answerCode,
  guarantees.acceptance,
  guarantees.decline,
  guarantees.printGuarantee,
  ...checkOffCalls,
  settings.society,
  settings.saveSociety,
  settings.look,
  settings.saveColour,
  settings.saveLogo,
  settings.removeLogo,
  settings.receiptLimits,
  settings.saveReceiptLimits,
  checkOffWords.checkOffWords,
  checkOffWords.saveCheckOffWords,
  messageTexts.list,
  messageTexts.save,
  messageTexts.reset,
  messageTexts.versions,
  smsSpend.spend,
  smsSpend.saveBudget,
  dividendTax.rates,
  dividendTax.setRate,
  dividendTax.setBasis,
  dividendTax.cancelRate,
  retention.rules,
  retention.effect,
  retention.setRule,
  books.trialBalance,
  books.trialBalanceFile,
  books.controls,
  books.entries,
  books.entriesFile,
  books.entry,
  books.ties,
  books.runs,
  books.reconciliation,
  months.list,
  months.prepare,
  months.approval,
  months.withdrawal,
  months.reopening,
  months.reopened,
  months.keptClosed,
  auditLog.search,
  auditLog.file,
  auditLog.head,
  auditLog.chain,
  exportedLists.exported,
  ...Object.values(exportedLists.openExports),
  privacy.notice,
  privacy.own,
  privacy.consent,
  privacy.copy,
  privacy.ask,
  privacy.withdrawal,
  privacyDesk.list,
  privacyDesk.record,
  privacyDesk.request,
  privacyDesk.start,
  privacyDesk.contactChange,
  privacyDesk.proposal,
  privacyDesk.approval,
  privacyDesk.sendingBack,
  privacyDesk.answer,
  privacyDesk.rejectRequest,
  imports.list,
  imports.upload,
  imports.sample,
  imports.one,
  imports.reread,
  imports.map,
  imports.insist,
  importMending.meanRepeats,
  importMending.preview,
  importMending.mend,
  imports.remove,
  imports.findings,
  imports.faultsFile,
  imports.send,
  importPosting.giveBack,
  importPosting.post,
  importPosting.undo,
  imports.discard,
  society.header,
  society.notices,
  notices.desk,
  notices.add,
  notices.edit,
  notices.order,
  notices.withdraw,
  notices.versions,
  cases.suggest,
  cases.post,
  cases.mine,
  cases.own,
  cases.answer,
  cases.satisfied,
  cases.reopen,
  caseDesk.queue,
  caseDesk.exported,
  caseDesk.one,
  caseDesk.assign,
  caseDesk.acknowledge,
  caseDesk.reply,
  caseDesk.conclude,
  caseDesk.close,
  ...holidayCalls,
  ...health.healthCalls,
];
