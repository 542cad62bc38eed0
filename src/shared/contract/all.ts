import * as approvals from "./approvals.ts";
import * as alerts from "./alerts.ts";
import * as auditTrail from "./audit-trail.ts";
import * as auth from "./auth.ts";
import * as books from "./books.ts";
import * as dividendPayments from "./dividend-payments.ts";
import * as dividendSplits from "./dividend-splits.ts";
import * as dividendTax from "./dividend-tax.ts";
import * as retention from "./retention.ts";
import * as dividends from "./dividends.ts";
import * as overpayments from "./overpayments.ts";
import * as exits from "./exits.ts";
import * as checkOff from "./check-off.ts";
import * as checkOffPosting from "./check-off-posting.ts";
import * as checkOffReading from "./check-off-reading.ts";
import * as checkOffReview from "./check-off-review.ts";
import * as checkOffVariance from "./check-off-variance.ts";
import * as checkOffWords from "./check-off-words.ts";
import * as caseDesk from "./case-desk.ts";
import * as cases from "./cases.ts";
import type { Endpoint } from "./endpoint.ts";
import * as exportedLists from "./exports.ts";
import * as guarantees from "./guarantees.ts";
import * as health from "./health.ts";
import * as holidays from "./holidays.ts";
import * as importInsistence from "./import-insistence.ts";
import * as importMending from "./import-mending.ts";
import * as importPosting from "./import-posting.ts";
import * as imports from "./imports.ts";
import * as instantLoanDesk from "./instant-loan-desk.ts";
import * as instantLoans from "./instant-loans.ts";
import * as loanDesk from "./loan-desk.ts";
import * as loanDecisions from "./loan-decisions.ts";
import * as loanLife from "./loan-life.ts";
import * as loanAmendmentDesk from "./loan-amendment-desk.ts";
import * as loanAmendments from "./loan-amendments.ts";
import * as loanReturns from "./loan-returns.ts";
import * as mobileConfirmation from "./mobile-confirmation.ts";
import * as looks from "./looks.ts";
import * as memberDesk from "./member-desk.ts";
import * as loanPolicy from "./loan-policy.ts";
import * as notices from "./notices.ts";
import * as contactChanges from "./contact-changes.ts";
import * as ownContactChange from "./own-contact-change.ts";
import * as payouts from "./payouts.ts";
import * as privacy from "./privacy.ts";
import * as privacyDesk from "./privacy-desk.ts";
import * as members from "./members.ts";
import * as messageTexts from "./message-texts.ts";
import * as settings from "./settings.ts";
import * as smsSpend from "./sms-spend.ts";
import * as months from "./months.ts";
import * as registration from "./registration.ts";
import * as secondFactor from "./second-factor.ts";
import * as society from "./society.ts";
import * as staff from "./staff.ts";
import * as statements from "./statements.ts";
import * as codeOpenings from "./code-openings.ts";
import * as suspensions from "./suspensions.ts";
import * as waitingWork from "./waiting-work.ts";

/** Every call of the product, in the order the reference page shows them. */
export const everyEndpoint: readonly Endpoint[] = [
  auth.authenticate,
  auth.registerOtp,
  auth.register,
  auth.changePassword,
  auth.session,
  auth.signOut,
  auth.changeSelf,
  staff.acceptInvitation,
  secondFactor.prove,
  secondFactor.beginFirst,
  secondFactor.confirmFirst,
  secondFactor.standing,
  secondFactor.begin,
  secondFactor.confirm,
  secondFactor.renewCodes,
  staff.list,
  staff.invite,
  staff.inviteAgain,
  staff.changeRole,
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
  mobileConfirmation.sendCode,
  mobileConfirmation.confirm,
  members.totals.savings,
  members.totals.dividendPayable,
  members.totals.shareCapital,
  waitingWork.counts,
  alerts.list,
  memberDesk.search,
  memberDesk.one,
  memberDesk.record,
  looks.looks,
  registration.registerMember,
  suspensions.suspend,
  suspensions.resume,
  codeOpenings.requestOpening,
  overpayments.requestMove,
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
  statements.loan,
  statements.overview,
  statements.verification,
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
  loanReturns.approval,
  loanReturns.disbursement,
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
  dividendPayments.uptake,
  dividendPayments.reminders,
  dividendPayments.lock,
  dividendPayments.payment,
  dividendPayments.list,
  payouts.list,
  payouts.details,
  payouts.files,
  payouts.takeFile,
  payouts.file,
  payouts.results,
  payouts.mark,
  payouts.confirmation,
  payouts.retry,
  payouts.toShares,
  payouts.toAccount,
  payouts.inCash,
  payouts.providerResult,
  payouts.providerTimeout,
  contactChanges.list,
  contactChanges.request,
  contactChanges.approval,
  contactChanges.rejection,
  contactChanges.cancellation,
  ownContactChange.ownCancellation,
  loanDesk.repayment,
  loanDesk.reversal,
  guarantees.guarantees,
  guarantees.nameGuarantor,
  guarantees.answerCode,
  guarantees.acceptance,
  guarantees.refusal,
  checkOff.batches,
  checkOffReading.look,
  checkOff.prepare,
  checkOff.batch,
  checkOff.lines,
  checkOff.decide,
  checkOff.setValueDate,
  checkOff.rematch,
  checkOffPosting.reversePlacement,
  checkOffPosting.insist,
  checkOffPosting.post,
  checkOff.discard,
  checkOffPosting.reversal,
  checkOffPosting.reverse,
  checkOff.place,
  checkOffVariance.variance,
  checkOffVariance.varianceFile,
  checkOffReview.review,
  checkOffReview.reviewFile,
  settings.society,
  settings.saveSociety,
  settings.look,
  settings.saveColour,
  settings.saveLogo,
  settings.removeLogo,
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
  auditTrail.search,
  auditTrail.file,
  auditTrail.head,
  auditTrail.chain,
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
  privacyDesk.refusal,
  imports.list,
  imports.upload,
  imports.sample,
  imports.one,
  imports.reread,
  imports.map,
  importInsistence.insist,
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
  holidays.holidays,
  holidays.add,
  holidays.remove,
  health.live,
  health.ready,
];
