import { approvalMessages } from "./oversight/approval-desk/messages.ts";
import { approvalRoutes } from "./oversight/approval-desk/routes.ts";
import type { ApprovalKind } from "./oversight/approvals/approval-kind.ts";
import { alertDeskRoutes } from "./oversight/alert-desk/routes.ts";
import { alertMessages } from "./oversight/alerts/notify-administrators.ts";
import { auditLogRoutes } from "./oversight/audit-log/routes.ts";
import { authMessages } from "./identity/auth/messages.ts";
import { deviceRoutes } from "./identity/devices/routes.ts";
import { authRoutes } from "./identity/auth/routes.ts";
import { paymentMessages } from "./dividends/payments/messages.ts";
import { dividendPaymentApprovals } from "./dividends/payments/approvals.ts";
import { dividendPaymentRoutes } from "./dividends/payments/routes.ts";
import { dividendTaxRoutes } from "./dividends/tax/routes.ts";
import { dividendMessages } from "./dividends/splits/messages.ts";
import { dividendSplitRoutes } from "./dividends/splits/routes.ts";
import { dividendRoutes } from "./dividends/declarations/routes.ts";
import { caseDeskRoutes } from "./cases/desk/routes.ts";
import { caseMessages } from "./cases/own/messages.ts";
import { caseRoutes } from "./cases/own/routes.ts";
import { bookRoutes } from "./ledger/books/routes.ts";
import { checkOffApprovals } from "./check-off/files/approvals.ts";
import { adviceRoutes } from "./check-off/advice/routes.ts";
import { contributionMessages } from "./check-off/contributions/messages.ts";
import { contributionRoutes } from "./check-off/contributions/routes.ts";
import { checkOffMessages } from "./check-off/files/messages.ts";
import { checkOffRoutes } from "./check-off/files/routes.ts";
import { checkOffPlacementApprovals } from "./check-off/placement/approvals.ts";
import { checkOffPlacementRoutes } from "./check-off/placement/routes.ts";
import { checkOffReversalRoutes } from "./check-off/reversal/routes.ts";
import { checkOffReviewRoutes } from "./check-off/review/routes.ts";
import { checkOffMonthRoutes } from "./check-off/months/routes.ts";
import { checkOffVarianceRoutes } from "./check-off/variance/routes.ts";
import { checkOffWordsApprovals } from "./check-off/words/approvals.ts";
import { checkOffWordsRoutes } from "./check-off/words/routes.ts";
import { codeOpeningApprovals } from "./identity/code-unlocks/approvals.ts";
import { codeOpeningRoutes } from "./identity/code-unlocks/routes.ts";
import { contactMessages } from "./members/contact-changes/messages.ts";
import { contactChangeRoutes } from "./members/contact-changes/routes.ts";
import { exportRoutes } from "./statements/exports/routes.ts";
import { exitMessages } from "./exits/settlement/messages.ts";
import { exitRoutes } from "./exits/settlement/routes.ts";
import { invitationMessages } from "./identity/employment/invitations.ts";
import { guaranteeMessages } from "./loans/guarantees/messages.ts";
import { guaranteeRoutes } from "./loans/guarantees/routes.ts";
import { holidayRoutes } from "./cases/holidays/routes.ts";
import type { Mounted } from "./kernel/http/mount.ts";
import { limitersOf } from "./kernel/http/limiters.ts";
import { createServer, type HttpServer } from "./kernel/http/server.ts";
import { importApprovals } from "./imports/desk/approvals.ts";
import { importRoutes } from "./imports/desk/routes.ts";
import { loanMessages } from "./loans/instant-loans/messages.ts";
import { instantLoanRoutes } from "./loans/instant-loans/routes.ts";
import { loanDeskMessages } from "./loans/desk/messages.ts";
import { loanDeskApprovals } from "./loans/desk/approvals.ts";
import { loanDeskRoutes } from "./loans/desk/routes.ts";
import { loanAmendmentRoutes } from "./loans/amendments/routes.ts";
import { takenBackApprovals } from "./loans/taken-back/approvals.ts";
import { takenBackRoutes } from "./loans/taken-back/routes.ts";
import { policyMessages } from "./loans/policy/messages.ts";
import { loanPolicyRoutes } from "./loans/policy/routes.ts";
import { afterSignUp } from "./members/membership/signed-up.ts";
import { emailConfirmationRoutes } from "./members/email-confirmation/routes.ts";
import { memberRoutes } from "./members/records/routes.ts";
import { noticeRoutes } from "./office/notices/routes.ts";
import { chartRoutes } from "./ledger/chart/routes.ts";
import { monthRoutes } from "./ledger/months/routes.ts";
import { FileReadingQueue } from "./imports/engine/file-reading-queue.ts";
import { tillApprovals } from "./counter/desk/approvals.ts";
import { tillRoutes } from "./counter/desk/routes.ts";
import { payingApprovals } from "./counter/paying/approvals.ts";
import { payingRoutes } from "./counter/paying/routes.ts";
import { receivingApprovals } from "./counter/receiving/approvals.ts";
import { receiveDeposits } from "./counter/receiving/commands.ts";
import { counterMessages } from "./counter/receipts/messages.ts";
import { receivingRoutes } from "./counter/receiving/routes.ts";
import { DocumentSigner } from "./kernel/documents/document-signer.ts";
import { DrawingQueue } from "./kernel/documents/drawing-queue.ts";
import type { DocumentIssuing } from "./kernel/documents/signed-drawing.ts";
import { messageTextRoutes } from "./messaging/texts/routes.ts";
import { codeMessages } from "./identity/one-time-codes/messages.ts";
import type { MessageTemplate, Notify } from "./messaging/outbox/enqueue.ts";
import { overpaymentApprovals } from "./check-off/overpayments/approvals.ts";
import { overpaymentMessages } from "./check-off/overpayments/messages.ts";
import { overpaymentRoutes } from "./check-off/overpayments/routes.ts";
import { loanPayouts } from "./payouts/queue/loan-payouts.ts";
import { bankApprovals } from "./payouts/bank/approvals.ts";
import { bankMessages } from "./payouts/transfers/messages.ts";
import { bankRoutes } from "./payouts/bank/routes.ts";
import { ownBankRoutes } from "./payouts/own-bank/routes.ts";
import { payoutApprovals } from "./payouts/desk/approvals.ts";
import { payoutMessages } from "./payouts/desk/messages.ts";
import { payoutDeskRoutes } from "./payouts/desk/routes.ts";
import { privacyMessages } from "./privacy/requests/messages.ts";
import { privacyRoutes } from "./privacy/requests/routes.ts";
import { reportRoutes } from "./ledger/reports/routes.ts";
import { treasuryApprovals } from "./treasury/desk/approvals.ts";
import { treasuryRoutes } from "./treasury/desk/routes.ts";
import { lineApprovals } from "./reconciliation/matching/approvals.ts";
import { matchingRoutes } from "./reconciliation/matching/routes.ts";
import { dayStatementRoutes } from "#server/reconciliation/statement/routes.ts";
import { statementFileRoutes } from "./reconciliation/files/routes.ts";
import { payInApprovals } from "./pay-ins/desk/approvals.ts";
import { payInDeskRoutes } from "./pay-ins/desk/routes.ts";
import { payInPolicyRoutes } from "./pay-ins/policy/routes.ts";
import { payInMessages } from "./pay-ins/receiving/messages.ts";
import { paybillRoutes } from "./pay-ins/paybill/routes.ts";
import { finderRoutes } from "./pay-ins/finding/routes.ts";
import { promptRoutes } from "./pay-ins/prompts/routes.ts";
import { payoutResultRoutes } from "./payouts/results/routes.ts";
import { placementReversalApprovals } from "./check-off/placement-reversals/approvals.ts";
import { placementReversalRoutes } from "./check-off/placement-reversals/routes.ts";
import { transferMessages } from "./withdrawals/moves/messages.ts";
import { withdrawalDeskRoutes } from "./withdrawals/desk/routes.ts";
import { withdrawalRoutes } from "./withdrawals/own/routes.ts";
import { withdrawalPolicyRoutes } from "./withdrawals/policy/routes.ts";
import { withdrawalMessages } from "./withdrawals/requests/messages.ts";
import { transferRoutes } from "./withdrawals/transfers/routes.ts";
import { releaseConfirmed } from "./payouts/queue/held-parts.ts";
import type { PayInConfig } from "./kernel/platform/daraja-config.ts";
import type { Config } from "./kernel/platform/config.ts";
import type { Database } from "./kernel/platform/database.ts";
import { hasherFor, type PasswordHasher } from "./kernel/platform/password-hash.ts";
import { settingsMessages } from "./office/settings/messages.ts";
import { retentionRoutes } from "./privacy/retention/routes.ts";
import { settingsRoutes } from "./office/settings/routes.ts";
import { smsBudgetMessages } from "./messaging/sms-spend/messages.ts";
import { smsSpendRoutes } from "./messaging/sms-spend/routes.ts";
import { nomineeMessages } from "./members/nominees/messages.ts";
import { nomineeRoutes } from "./members/nominees/routes.ts";
import { registrationApprovals } from "./members/registration/approvals.ts";
import { registrationMessages } from "./members/registration/messages.ts";
import { registrationRoutes } from "./members/registration/routes.ts";
import { secondFactorMessages } from "./identity/second-factor/messages.ts";
import { secondFactorRoutes } from "./identity/second-factor/routes.ts";
import { societyRoutes } from "./office/society/routes.ts";
import { staffApprovals } from "./identity/staff/approvals.ts";
import { staffMessages } from "./identity/staff/messages.ts";
import { staffRoutes } from "./identity/staff/routes.ts";
import { statementMails } from "./statements/member-statements/messages.ts";
import { statementRoutes } from "./statements/member-statements/routes.ts";
import { suspensionMessages } from "./members/suspensions/messages.ts";
import { suspensionRoutes } from "./members/suspensions/routes.ts";
import { verificationRoutes } from "./statements/verification/routes.ts";
import { waitingWorkRoutes } from "./office/waiting-work/routes.ts";
import type { AppOptions } from "./app-options.ts";
import { serveDescription, serveOutbox } from "./developer-pages.ts";
import { healthRoutes } from "./health.ts";
import { presentHeader } from "./office/society/present.ts";
import { societySettings } from "./office/society/queries.ts";
import { serveWeb } from "./web-pages.ts";
import { memberAddress } from "./welcome.ts";

/** The message templates of the districts, from which the outbox fills in its texts. */
export function messageTemplates(config: Config): MessageTemplate[] {
  return [
    ...codeMessages(config.secret),
    ...invitationMessages(config.secret, memberAddress(config, config.port)),
    ...authMessages,
    ...loanMessages,
    ...dividendMessages,
    ...paymentMessages,
    ...loanDeskMessages,
    ...overpaymentMessages,
    ...guaranteeMessages,
    ...policyMessages,
    ...checkOffMessages,
    ...contributionMessages,
    ...contactMessages,
    ...smsBudgetMessages,
    ...settingsMessages,
    ...payoutMessages,
    ...nomineeMessages,
    ...bankMessages,
    ...payInMessages,
    ...transferMessages,
    ...counterMessages,
    ...withdrawalMessages,
    ...caseMessages,
    ...registrationMessages,
    ...suspensionMessages,
    ...exitMessages,
    ...secondFactorMessages,
    ...staffMessages,
    ...approvalMessages,
    ...privacyMessages,
    ...alertMessages,
    ...statementMails,
  ];
}

/** Puts the product together: every slice on one server. The only file that knows them all. */
export async function buildApp(options: AppOptions): Promise<HttpServer> {
  const { config, database, log, onAnswered } = options;
  const { keepsPages, limits, trustProxy, publicUrl } = config;
  const behindTls = publicUrl?.startsWith("https:") ?? false;
  const desk = options.desk ?? new DrawingQueue();
  const reading = options.reading ?? new FileReadingQueue(limits);
  const { notify, wakePrompts = () => {} } = options;
  const signer = new DocumentSigner(config.secret);
  const issuing = { publicUrl: memberAddress(config, config.port), desk, signer };
  const given = { config, database, notify, wakePrompts, behindTls, issuing, reading };
  const calls = mountEverySlice(options, given);
  const services = pipelineServices(options);
  const serving = { services, log, limits, behindTls, publicUrl, trustProxy, onAnswered };
  const server = createServer(serving, calls);
  const limiter = services.limiters.public;
  server.addHook("onClose", () => desk.close());
  server.addHook("onClose", () => reading.close());
  serveDescription(server, limiter, config);
  if (config.mode === "demo") {
    serveOutbox(server, limiter, { database, templates: messageTemplates(config) });
  }
  const society = async () => {
    const settings = await societySettings(database.oneStatementSnapshot());
    return settings && presentHeader(settings);
  };
  const { page: directory } = options;
  await serveWeb(server, limiter, { database, signer, directory, keepsPages, society });
  return server;
}

/** The services that the districts are built with. */
interface Given {
  readonly config: Config;
  readonly database: Database;
  readonly notify: Notify;
  readonly wakePrompts: () => void;
  readonly behindTls: boolean;
  /** The means to issue documents with a code. */
  readonly issuing: DocumentIssuing;
  readonly reading: FileReadingQueue;
}

function mountEverySlice(options: AppOptions, given: Given): Mounted[] {
  return [
    ...healthRoutes(options),
    ...mountPeople(given, options.hasher ?? hasherFor(given.config)),
    ...mountLoans(given),
    ...mountMoney(given),
    ...mountOffice(given),
    ...approvalRoutes(everyApprovalKind(options), options.notify),
  ];
}

/** The districts `identity`, `members`, `privacy` and `cases`. */
function mountPeople(given: Given, hasher: PasswordHasher): Mounted[] {
  const { config, database, notify, behindTls, issuing } = given;
  const { limits, secret, staffTotp, passwordPepper: pepper } = config;
  const common = { database, limits, secret, notify };
  const signUp = { afterSignUp: afterSignUp(releaseConfirmed) };
  return [
    ...authRoutes({ ...common, ...signUp, hasher, behindTls, staffTotp }),
    ...deviceRoutes(),
    ...secondFactorRoutes({ ...common, pepper, behindTls, required: staffTotp === "required" }),
    ...staffRoutes({ limits, notify }),
    ...codeOpeningRoutes(),
    ...memberRoutes({ ...common, onNumberConfirmed: releaseConfirmed }),
    ...emailConfirmationRoutes(common),
    ...registrationRoutes({
      address: issuing.publicUrl,
      notify,
      receiveInTill: receiveDeposits,
    }),
    ...suspensionRoutes({ notify }),
    ...contactChangeRoutes({ notify }),
    ...exitRoutes({ notify, ...issuing }),
    ...privacyRoutes({ notify, desk: issuing.desk }),
    ...retentionRoutes(notify),
    ...caseRoutes({ limits, secret }),
    ...caseDeskRoutes({ secret, notify }),
    ...holidayRoutes(),
  ];
}

function mountLoans({ config: { limits, secret }, notify, issuing }: Given): Mounted[] {
  return [
    ...instantLoanRoutes({ limits, notify, payouts: loanPayouts }),
    ...loanPolicyRoutes(notify),
    ...loanDeskRoutes({ notify }),
    ...loanAmendmentRoutes({ limits, secret, notify }),
    ...takenBackRoutes(),
    ...guaranteeRoutes({ limits, secret, notify, issuing }),
  ];
}

/** The districts of money, from `ledger` to `statements`. */
function mountMoney(given: Given): Mounted[] {
  const { config, database, notify, wakePrompts: wake, issuing, reading } = given;
  const { limits, payouts, payIns, secret } = config;
  return [
    ...bookRoutes({ database }),
    ...reportRoutes(issuing.desk),
    ...chartRoutes(notify),
    ...monthRoutes(),
    ...treasuryRoutes(),
    ...importRoutes({ limits, reading }),
    ...payoutDeskRoutes({ reading, channel: payouts.channel }),
    ...bankRoutes({ notify, reading }),
    ...nomineeRoutes({ limits, secret, notify }),
    ...ownBankRoutes({ limits, secret, notify }),
    ...payoutResultRoutes(payouts),
    ...paybillRoutes(payIns, notify),
    ...promptRoutes({ payIns, limits, wake }),
    ...payInDeskRoutes(payIns),
    ...finderRoutes(limits),
    ...payInPolicyRoutes(payIns),
    ...transferRoutes({ limits, secret, notify, issuing }),
    ...tillRoutes(),
    ...payingRoutes({ limits, secret, notify }),
    ...receivingRoutes({ notify, ...issuing }),
    ...withdrawalRoutes({ limits, secret, notify }),
    ...withdrawalDeskRoutes({ limits, secret, notify }),
    ...withdrawalPolicyRoutes({ notify }),
    ...statementFileRoutes({ reading }),
    ...matchingRoutes(shortCodeOf(payIns)),
    ...dayStatementRoutes(issuing.desk),
    ...dividendRoutes(),
    ...dividendSplitRoutes({ limits, notify }),
    ...dividendPaymentRoutes({ notify }),
    ...dividendTaxRoutes(notify),
    ...checkOffRoutes({ reading, notify }),
    ...checkOffWordsRoutes(),
    ...checkOffReviewRoutes(),
    ...checkOffPlacementRoutes(),
    ...placementReversalRoutes(),
    ...checkOffReversalRoutes({ notify }),
    ...checkOffVarianceRoutes(),
    ...checkOffMonthRoutes(),
    ...overpaymentRoutes(),
    ...contributionRoutes({ notify }),
    ...adviceRoutes(),
    ...statementRoutes({ database, issuing, notify }),
    ...verificationRoutes(),
    ...exportRoutes(),
  ];
}

/** The districts `messaging`, `oversight` and `office`. */
function mountOffice({ config, database, notify }: Given): Mounted[] {
  const templates = messageTemplates(config);
  return [
    ...messageTextRoutes(templates, notify),
    ...smsSpendRoutes({ templates, limits: config.limits, notify }),
    ...auditLogRoutes(),
    ...alertDeskRoutes({ database }),
    ...societyRoutes(),
    ...settingsRoutes(notify),
    ...noticeRoutes(),
    ...waitingWorkRoutes(),
  ];
}

/** The paybill of the society; empty without one. */
function shortCodeOf(payIns: PayInConfig): string {
  return payIns.channel === "daraja" ? payIns.shortCode : "";
}

/** Every kind of step that needs a second person. */
function everyApprovalKind({ config, notify }: AppOptions): ApprovalKind[] {
  const { limits, payIns } = config;
  return [
    ...codeOpeningApprovals(),
    ...checkOffApprovals(),
    ...checkOffPlacementApprovals({ notify }),
    ...checkOffWordsApprovals({ notify }),
    ...placementReversalApprovals({ notify }),
    ...dividendPaymentApprovals({ notify }),
    ...importApprovals(),
    ...loanDeskApprovals({ notify }),
    ...takenBackApprovals({ notify, payouts: loanPayouts }),
    ...overpaymentApprovals({ notify }),
    ...payoutApprovals(),
    ...bankApprovals(notify),
    ...payInApprovals({ notify }),
    ...lineApprovals({ notify, ourShortCode: shortCodeOf(payIns) }),
    ...tillApprovals(),
    ...treasuryApprovals(),
    ...payingApprovals(),
    ...receivingApprovals({ notify }),
    ...registrationApprovals(),
    ...staffApprovals({ limits, notify }),
  ];
}

function pipelineServices({ config, database, log }: AppOptions) {
  const { limits, secret, sessionBinding, mode } = config;
  return {
    database,
    secret,
    idempotencyHours: limits.idempotencyHours,
    limiters: limitersOf(limits),
    actors: {
      sessionBinding,
      onUnbound: () => log.warn("a token came without the cookie it is bound to"),
      newRoleHours: limits.newRoleHours,
    },
    checkAnswers: mode === "test",
  };
}
