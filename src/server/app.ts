import { everyEndpoint } from "#shared/contract/all.ts";
import * as health from "#shared/contract/health.ts";
import { approvalMessages } from "./approval-desk/messages.ts";
import { approvalRoutes } from "./approval-desk/routes.ts";
import type { ApprovalKind } from "./approvals/approval-kind.ts";
import { alertDeskRoutes } from "./alert-desk/routes.ts";
import { alertMessages } from "./alerts/tell.ts";
import { auditTrailRoutes } from "./audit-trail/routes.ts";
import { authMessages } from "./auth/messages.ts";
import { authRoutes } from "./auth/routes.ts";
import { paymentMessages } from "./dividend-payments/messages.ts";
import { dividendPaymentApprovals } from "./dividend-payments/approvals.ts";
import { dividendPaymentRoutes } from "./dividend-payments/routes.ts";
import { dividendTaxRoutes } from "./dividend-tax/routes.ts";
import { dividendMessages } from "./dividend-splits/messages.ts";
import { dividendSplitRoutes } from "./dividend-splits/routes.ts";
import { dividendRoutes } from "./dividends/routes.ts";
import { caseDeskRoutes } from "./case-desk/routes.ts";
import { caseMessages } from "./cases/messages.ts";
import { caseRoutes } from "./cases/routes.ts";
import { bookRoutes } from "./books/routes.ts";
import { checkOffApprovals } from "./check-off/approvals.ts";
import { checkOffMessages } from "./check-off/messages.ts";
import { checkOffRoutes } from "./check-off/routes.ts";
import { checkOffPlacementApprovals } from "./check-off-placement/approvals.ts";
import { checkOffPlacementRoutes } from "./check-off-placement/routes.ts";
import { checkOffReversalRoutes } from "./check-off-reversal/routes.ts";
import { checkOffReviewRoutes } from "./check-off-review/routes.ts";
import { checkOffVarianceRoutes } from "./check-off-variance/routes.ts";
import { checkOffWordsApprovals } from "./check-off-words/approvals.ts";
import { checkOffWordsRoutes } from "./check-off-words/routes.ts";
import { codeOpeningApprovals } from "./code-openings/approvals.ts";
import { codeOpeningRoutes } from "./code-openings/routes.ts";
import { contactMessages } from "./contact-changes/messages.ts";
import { contactChangeRoutes } from "./contact-changes/routes.ts";
import type { DemoLogins } from "./demo/seed.ts";
import { exportRoutes } from "./exports/routes.ts";
import { exitMessages } from "./exits/messages.ts";
import { exitRoutes } from "./exits/routes.ts";
import { invitationMessages } from "./employment/invitations.ts";
import { guaranteeMessages } from "./guarantees/messages.ts";
import { guaranteeRoutes } from "./guarantees/routes.ts";
import { holidayRoutes } from "./holidays/routes.ts";
import { type Mounted, mountRead } from "./http/mount.ts";
import { openApi } from "./http/openapi.ts";
import { InstanceLimiter } from "./http/rate-limit.ts";
import { referencePage } from "./http/reference-page.ts";
import { createServer, type HttpServer } from "./http/server.ts";
import { servePage } from "./http/static-files.ts";
import { serveFixedText, serveLasting, serveText } from "./http/texts.ts";
import { importApprovals } from "./imports/approvals.ts";
import { importRoutes } from "./imports/routes.ts";
import { loanMessages } from "./instant-loans/messages.ts";
import { instantLoanRoutes } from "./instant-loans/routes.ts";
import { loanDeskMessages } from "./loan-desk/messages.ts";
import { loanDeskApprovals } from "./loan-desk/approvals.ts";
import { loanDeskRoutes } from "./loan-desk/routes.ts";
import { loanAmendmentRoutes } from "./loan-amendments/routes.ts";
import { loanReturnApprovals } from "./loan-returns/approvals.ts";
import { loanReturnRoutes } from "./loan-returns/routes.ts";
import { policyMessages } from "./loan-policy/messages.ts";
import { loanPolicyRoutes } from "./loan-policy/routes.ts";
import { createLogin } from "./logins/create-login.ts";
import { afterSignUp } from "./membership/signed-up.ts";
import { memberRoutes } from "./members/routes.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { monthRoutes } from "./months/routes.ts";
import { ReadingDesk } from "./csv-import/reading-desk.ts";
import { DrawingDesk } from "./documents/drawing-desk.ts";
import { logoAt, logoPath } from "./documents/society-logo.ts";
import { messageTextRoutes } from "./message-texts/routes.ts";
import { codeMessages } from "./one-time-codes/messages.ts";
import type { MessageTemplate, Wake } from "./outbox/enqueue.ts";
import { outboxPage, outboxPageStyle, outboxPageStylePath } from "./outbox/outbox-page.ts";
import { recentMessages } from "./outbox/recent.ts";
import { overpaymentApprovals } from "./overpayments/approvals.ts";
import { overpaymentMessages } from "./overpayments/messages.ts";
import { overpaymentRoutes } from "./overpayments/routes.ts";
import { payoutApprovals } from "./payout-desk/approvals.ts";
import { payoutMessages } from "./payout-desk/messages.ts";
import { payoutDeskRoutes } from "./payout-desk/routes.ts";
import { privacyMessages } from "./privacy/messages.ts";
import { privacyRoutes } from "./privacy/routes.ts";
import { payoutResultRoutes } from "./payout-results/routes.ts";
import { placementReversalApprovals } from "./placement-reversals/approvals.ts";
import { placementReversalRoutes } from "./placement-reversals/routes.ts";
import { releaseConfirmed } from "./payouts/held-parts.ts";
import type { Config } from "./platform/config.ts";
import { isHeld } from "./platform/database-home.ts";
import type { Database } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import { hasherFor } from "./platform/password-hash.ts";
import { Refusal } from "./platform/refusal.ts";
import { WriteProbe } from "./platform/write-probe.ts";
import { settingsMessages } from "./settings/messages.ts";
import { retentionRoutes } from "./retention/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { smsBudgetMessages } from "./sms-spend/messages.ts";
import { smsSpendRoutes } from "./sms-spend/routes.ts";
import { registrationApprovals } from "./registration/approvals.ts";
import { registrationMessages } from "./registration/messages.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { secondFactorMessages } from "./second-factor/messages.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { presentHeader } from "./society/present.ts";
import { societySettings } from "./society/queries.ts";
import { societyRoutes } from "./society/routes.ts";
import { staffApprovals } from "./staff/approvals.ts";
import { staffMessages } from "./staff/messages.ts";
import { staffRoutes } from "./staff/routes.ts";
import { statementRoutes } from "./statements/routes.ts";
import { suspensionMessages } from "./suspensions/messages.ts";
import { suspensionRoutes } from "./suspensions/routes.ts";
import { verificationRoutes } from "./verification/routes.ts";
import { waitingWorkRoutes } from "./waiting-work/routes.ts";
import { memberAddress } from "./welcome.ts";

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Wakes whoever delivers messages. */
  readonly wake: Wake;
  /** The folder of the built page; null serves the calls alone. */
  readonly page: string | null;
  /** Learns whether writes work; one of its own when left out. */
  readonly probe?: WriteProbe;
  /** Where documents are drawn; a desk of its own when left out. */
  readonly desk?: DrawingDesk;
  /** Where uploaded files are read; a desk of its own when left out. */
  readonly reading?: ReadingDesk;
}

const json = "application/json; charset=utf-8";
const html = "text/html; charset=utf-8";
const css = "text/css; charset=utf-8";

/** The texts that slices send, by which the outbox fills in its messages. */
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
    ...contactMessages,
    ...smsBudgetMessages,
    ...settingsMessages,
    ...payoutMessages,
    ...caseMessages,
    ...registrationMessages,
    ...suspensionMessages,
    ...exitMessages,
    ...secondFactorMessages,
    ...staffMessages,
    ...approvalMessages,
    ...privacyMessages,
    ...alertMessages,
  ];
}

/** How the demo's people get their logins: as anybody does. */
export function demoLogins(config: Config): DemoLogins {
  const hasher = hasherFor(config);
  return { hash: (password) => hasher.hash(password), createLogin, secret: config.secret };
}

/** Puts the product together: every slice on one server. The only file that knows them all. */
export async function buildApp(options: AppOptions): Promise<HttpServer> {
  const { config, database, log } = options;
  const { limits, trustProxy, publicUrl } = config;
  const behindTls = publicUrl?.startsWith("https:") ?? false;
  const desk = options.desk ?? new DrawingDesk();
  const reading = options.reading ?? new ReadingDesk(limits);
  const calls = mountEverySlice(options, behindTls, { desk, reading });
  const services = pipelineServices(options);
  const server = createServer({ services, log, limits, behindTls, publicUrl, trustProxy }, calls);
  const limiter = services.limiters.public;
  server.addHook("onClose", () => desk.close());
  server.addHook("onClose", () => reading.close());
  serveDescription(server, limiter, config);
  if (config.mode === "demo") serveOutbox(server, limiter, options);
  const find = (file: string) => logoAt(database.oneStatementSnapshot(), file);
  serveLasting(server, limiter, { path: logoPath, find });
  if (options.page !== null) {
    const society = async () => {
      const settings = await societySettings(database.oneStatementSnapshot());
      return settings && presentHeader(settings);
    };
    await servePage(server, { directory: options.page, society, limiter });
  }
  return server;
}

function mountEverySlice(
  options: AppOptions,
  behindTls: boolean,
  { desk, reading }: { readonly desk: DrawingDesk; readonly reading: ReadingDesk },
): Mounted[] {
  const { config, database, wake } = options;
  const { limits, secret, staffTotp, passwordPepper: pepper } = config;
  const hasher = hasherFor(config);
  const required = staffTotp === "required";
  const templates = messageTemplates(config);
  const probe = options.probe ?? new WriteProbe(database);
  const onNumberConfirmed = releaseConfirmed;
  return [
    ...authRoutes({
      database,
      hasher,
      limits,
      secret,
      wake,
      behindTls,
      staffTotp,
      afterSignUp: afterSignUp(onNumberConfirmed),
    }),
    ...secondFactorRoutes({ limits, pepper, secret, wake, behindTls, required }),
    ...staffRoutes({ limits, wake }),
    ...approvalRoutes(everyApprovalKind(options), options.wake),
    ...memberRoutes({ database, secret, limits, wake, onNumberConfirmed }),
    ...registrationRoutes({ address: memberAddress(config, config.port), wake }),
    ...suspensionRoutes({ wake }),
    ...codeOpeningRoutes(),
    ...exitRoutes({ wake, publicUrl: memberAddress(config, config.port), desk }),
    ...statementRoutes({ publicUrl: memberAddress(config, config.port), desk }),
    ...loanPolicyRoutes(wake),
    ...instantLoanRoutes({ limits, wake }),
    ...dividendRoutes(),
    ...dividendSplitRoutes({ limits, wake }),
    ...dividendPaymentRoutes({ wake }),
    ...payoutDeskRoutes({ reading, channel: config.payouts.channel }),
    ...payoutResultRoutes(config.payouts),
    ...contactChangeRoutes({ wake }),
    ...loanDeskRoutes({ wake }),
    ...loanAmendmentRoutes({ limits, secret, wake }),
    ...loanReturnRoutes(),
    ...overpaymentRoutes(),
    ...guaranteeRoutes({ limits, secret, wake }),
    ...checkOffRoutes({ reading, wake }),
    ...checkOffPlacementRoutes(),
    ...placementReversalRoutes(),
    ...checkOffReversalRoutes({ wake }),
    ...checkOffReviewRoutes(),
    ...checkOffVarianceRoutes(),
    ...checkOffWordsRoutes(),
    ...bookRoutes({ database }),
    ...monthRoutes(),
    ...auditTrailRoutes(),
    ...waitingWorkRoutes(),
    ...alertDeskRoutes({ database }),
    ...exportRoutes(),
    ...privacyRoutes({ wake, desk }),
    ...importRoutes({ limits, reading }),
    ...verificationRoutes(),
    ...societyRoutes(),
    ...settingsRoutes(wake),
    ...messageTextRoutes(templates, wake),
    ...smsSpendRoutes({ templates, limits, wake }),
    ...dividendTaxRoutes(wake),
    ...retentionRoutes(wake),
    ...noticeRoutes(),
    ...caseRoutes({ limits, secret }),
    ...caseDeskRoutes({ secret, wake }),
    ...holidayRoutes(),
    mountRead(health.live, async () => ({ status: "up" }) as const),
    mountRead(health.ready, async (snapshot) => {
      const found = await probe.check();
      if (found !== "ok") throw new Refusal(found === "away" ? "busy" : found, { retryAfter: 5 });
      return { status: "up", held: await isHeld(snapshot) } as const;
    }),
  ];
}

/** Every kind of step that waits for a second person. */
function everyApprovalKind({ config, wake }: AppOptions): ApprovalKind[] {
  const { limits } = config;
  return [
    ...codeOpeningApprovals(),
    ...checkOffApprovals(),
    ...checkOffPlacementApprovals({ wake }),
    ...checkOffWordsApprovals({ wake }),
    ...placementReversalApprovals({ wake }),
    ...dividendPaymentApprovals({ wake }),
    ...importApprovals(),
    ...loanDeskApprovals({ wake }),
    ...loanReturnApprovals({ wake }),
    ...overpaymentApprovals({ wake }),
    ...payoutApprovals(),
    ...registrationApprovals(),
    ...staffApprovals({ limits, wake }),
  ];
}

function pipelineServices({ config, database, log }: AppOptions) {
  const { limits, secret, sessionBinding, mode } = config;
  return {
    database,
    secret,
    idempotencyHours: limits.idempotencyHours,
    limiters: {
      public: new InstanceLimiter({
        perMinute: limits.requestsPerIpPerMinute,
        burst: limits.requestsPerIpBurst,
      }),
      reads: new InstanceLimiter({ perMinute: limits.readsPerMinute, burst: limits.readBurst }),
      polls: new InstanceLimiter({ perMinute: limits.pollsPerMinute, burst: limits.pollBurst }),
      documents: new InstanceLimiter({
        perMinute: limits.documentsPerMinute,
        burst: limits.documentBurst,
      }),
      verification: new InstanceLimiter({
        perMinute: limits.verificationsPerMinute,
        burst: limits.verificationBurst,
      }),
      search: new InstanceLimiter({
        perMinute: limits.searchesPerMinute,
        burst: limits.searchBurst,
      }),
      writes: new InstanceLimiter({ perMinute: limits.writesPerMinute, burst: limits.writeBurst }),
    },
    actors: {
      sessionBinding,
      onUnbound: () => log.warn("a token came without the cookie it is bound to"),
      newRoleHours: limits.newRoleHours,
    },
    checkAnswers: mode === "test",
  };
}

/** The demo's messages, codes and all, for whoever runs it. */
function serveOutbox(
  server: HttpServer,
  limiter: InstanceLimiter,
  { config, database }: AppOptions,
): void {
  const templates = messageTemplates(config);
  const recent = () => recentMessages(database.oneStatementSnapshot(), templates);
  serveText(server, limiter, {
    path: "/dev/outbox.json",
    mediaType: json,
    text: async () => JSON.stringify(await recent()),
  });
  serveText(server, limiter, {
    path: "/dev/outbox",
    mediaType: html,
    text: async () => outboxPage(await recent()),
  });
  const style = { path: outboxPageStylePath, mediaType: css, text: () => outboxPageStyle };
  serveText(server, limiter, style);
}

/** The description of the calls, as data and, for developers, as a page; made when first asked. */
function serveDescription(server: HttpServer, limiter: InstanceLimiter, { mode }: Config): void {
  const description = once(() => openApi(everyEndpoint));
  const text = () => JSON.stringify(description());
  serveFixedText(server, limiter, { path: "/api/openapi.json", mediaType: json, text });
  if (mode === "production") return;
  const page = () => referencePage(description());
  serveFixedText(server, limiter, { path: "/api/docs", mediaType: html, text: page });
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly is: Made } | null = null;
  return () => (made ??= { is: make() }).is;
}
