import { everyEndpoint } from "#shared/contract/all.ts";
import { openApi } from "./kernel/http/openapi.ts";
import type { GcraLimiter } from "./kernel/http/rate-limit.ts";
import { referencePage } from "./kernel/http/reference-page.ts";
import type { HttpServer } from "./kernel/http/server.ts";
import { serveFixedText, serveText } from "./kernel/http/texts.ts";
import type { Config } from "./kernel/platform/config.ts";
import type { Database } from "./kernel/platform/database.ts";
import type { MessageTemplate } from "./messaging/outbox/enqueue.ts";
import {
  outboxPage,
  outboxPageStyle,
  outboxPageStylePath,
} from "./messaging/outbox/outbox-page.ts";
import { recentMessages } from "./messaging/outbox/recent.ts";

const json = "application/json; charset=utf-8";
const html = "text/html; charset=utf-8";
const css = "text/css; charset=utf-8";

interface Outbox {
  readonly database: Database;
  readonly templates: readonly MessageTemplate[];
}

/** The demo's messages, with their codes, for the person who runs the demo. */
export function serveOutbox(
  server: HttpServer,
  limiter: GcraLimiter,
  { database, templates }: Outbox,
): void {
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

/** The same for every app of this process, as the contract is. */
const description = once(() => openApi(everyEndpoint));

/** The OpenAPI description and, for developers, its page; made on first use. */
export function serveDescription(server: HttpServer, limiter: GcraLimiter, { mode }: Config): void {
  const text = async () => JSON.stringify(await description());
  serveFixedText(server, limiter, { path: "/api/openapi.json", mediaType: json, text });
  if (mode === "production") return;
  const page = async () => referencePage(await description());
  serveFixedText(server, limiter, { path: "/api/docs", mediaType: html, text: page });
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly is: Made } | null = null;
  return () => (made ??= { is: make() }).is;
}
