import { everyEndpoint } from "#shared/contract/all.ts";
import * as health from "#shared/contract/health.ts";
import { createLogin } from "./auth/commands.ts";
import { authMessages } from "./auth/messages.ts";
import { authRoutes } from "./auth/routes.ts";
import type { DemoLogins } from "./demo/seed.ts";
import { type Mounted, mountRead } from "./http/mount.ts";
import { openApi } from "./http/openapi.ts";
import { InstanceLimiter } from "./http/rate-limit.ts";
import { referencePage } from "./http/reference-page.ts";
import { createServer, type HttpServer, serveText } from "./http/server.ts";
import { servePage } from "./http/static-files.ts";
import { loanMessages } from "./instant-loans/messages.ts";
import { instantLoanRoutes } from "./instant-loans/routes.ts";
import { memberRoutes } from "./members/routes.ts";
import { DrawingDesk } from "./documents/drawing-desk.ts";
import { codeMessages } from "./one-time-codes/messages.ts";
import type { MessageTemplate, Wake } from "./outbox/enqueue.ts";
import { outboxPage, outboxPageStyle, outboxPageStylePath } from "./outbox/outbox-page.ts";
import { recentMessages } from "./outbox/recent.ts";
import type { Config } from "./platform/config.ts";
import type { Database } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import { hasherFor } from "./platform/password-hash.ts";
import { presentHeader } from "./society/present.ts";
import { societySettings } from "./society/queries.ts";
import { societyRoutes } from "./society/routes.ts";
import { statementRoutes } from "./statements/routes.ts";
import { verificationRoutes } from "./verification/routes.ts";
import { memberAddress } from "./welcome.ts";

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Wakes whoever delivers messages. */
  readonly wake: Wake;
  /** The folder of the built page; null serves the calls alone. */
  readonly page: string | null;
  /** Where documents are drawn; a desk of its own when left out. */
  readonly desk?: DrawingDesk;
}

const json = "application/json; charset=utf-8";
const html = "text/html; charset=utf-8";
const css = "text/css; charset=utf-8";

/** The texts that slices send, by which the outbox fills in its messages. */
export function messageTemplates(secret: string): MessageTemplate[] {
  return [...codeMessages(secret), ...authMessages, ...loanMessages];
}

/** How the demo's people get their logins: as anybody does. */
export function demoLogins(config: Config): DemoLogins {
  const hasher = hasherFor(config);
  return { hash: (password) => hasher.hash(password), createLogin };
}

/** Puts the product together: every slice on one server. The only file that knows them all. */
export async function buildApp(options: AppOptions): Promise<HttpServer> {
  const { config, database, log } = options;
  const { limits, trustProxy } = config;
  const behindTls = config.publicUrl?.startsWith("https:") ?? false;
  const desk = options.desk ?? new DrawingDesk();
  const calls = mountEverySlice(options, behindTls, desk);
  const services = pipelineServices(options);
  const server = createServer({ services, log, limits, behindTls, trustProxy }, calls);
  server.addHook("onClose", () => desk.close());
  const description = openApi(everyEndpoint);
  const descriptionText = JSON.stringify(description);
  serveText(server, { path: "/api/openapi.json", mediaType: json, text: () => descriptionText });
  if (config.mode !== "production") serveReference(server, referencePage(description));
  if (config.mode === "demo") serveOutbox(server, database, messageTemplates(config.secret));
  if (options.page !== null) {
    const society = async () => {
      const settings = await societySettings(database.oneStatementSnapshot());
      return settings && presentHeader(settings);
    };
    await servePage(server, {
      directory: options.page,
      society,
      limiter: services.limiters.public,
    });
  }
  return server;
}

function mountEverySlice(options: AppOptions, behindTls: boolean, desk: DrawingDesk): Mounted[] {
  const { config, database, wake } = options;
  const { limits, secret } = config;
  const hasher = hasherFor(config);
  const staffMaySignIn = config.mode !== "production";
  return [
    ...authRoutes({ database, hasher, limits, secret, wake, behindTls, staffMaySignIn }),
    ...memberRoutes(),
    ...statementRoutes({ publicUrl: memberAddress(config, config.port), desk }),
    ...instantLoanRoutes({ limits, wake }),
    ...verificationRoutes(),
    ...societyRoutes(),
    mountRead(health.live, async () => ({ status: "up" }) as const),
    mountRead(health.ready, async (snapshot) => {
      await societySettings(snapshot);
      return { status: "up" } as const;
    }),
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
      documents: new InstanceLimiter({
        perMinute: limits.documentsPerMinute,
        burst: limits.documentBurst,
      }),
      verification: new InstanceLimiter({
        perMinute: limits.verificationsPerMinute,
        burst: limits.verificationBurst,
      }),
      writes: new InstanceLimiter({ perMinute: limits.writesPerMinute, burst: limits.writeBurst }),
    },
    actors: {
      sessionBinding,
      onUnbound: () => log.warn("a token came without the cookie it is bound to"),
    },
    checkAnswers: mode === "test",
  };
}

/** The demo's messages, codes and all, for whoever runs it. */
function serveOutbox(
  server: HttpServer,
  database: Database,
  templates: readonly MessageTemplate[],
): void {
  const recent = () => recentMessages(database.oneStatementSnapshot(), templates);
  serveText(server, {
    path: "/dev/outbox.json",
    mediaType: json,
    text: async () => JSON.stringify(await recent()),
  });
  serveText(server, {
    path: "/dev/outbox",
    mediaType: html,
    text: async () => outboxPage(await recent()),
  });
  serveText(server, { path: outboxPageStylePath, mediaType: css, text: () => outboxPageStyle });
}

/** The description of the calls as a page to read, for developers. */
function serveReference(server: HttpServer, page: string): void {
  serveText(server, { path: "/api/docs", mediaType: html, text: () => page });
}
