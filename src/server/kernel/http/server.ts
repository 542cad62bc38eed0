import { isIP } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { mayBePage } from "#shared/api-addresses.ts";
import { type Endpoint, LASTING_MS, WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { ready } from "#shared/contract/kernel/health.ts";
import { live } from "#shared/contract/kernel/liveness.ts";
import type { ProblemCode } from "#shared/contract/kernel/problems.ts";
import { DEFAULT_LANGUAGE, type Language } from "#shared/language.ts";
import type { Limits } from "#server/kernel/platform/limits.ts";
import { type Log } from "#server/kernel/platform/log.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { servedRequest } from "#server/kernel/platform/statement-times.ts";
import { type BindingCookie, bindingCookie } from "./sign-in-cookies.ts";
import { type DeviceCookie, deviceCookie } from "./device-cookie.ts";
import { answerClientError } from "./client-error.ts";
import { clientName } from "./client-name.ts";
import { describedProblems, wrongTypeProblem } from "./described-problems.ts";
import { compress, isWorthCompressing } from "./compress.ts";
import { matchesTag } from "./entity-tag.ts";
import { parseJsonBody } from "./json-body.ts";
import { countedAddress } from "./client-address.ts";
import { guardRequests } from "./guards.ts";
import { AllowedMethods } from "./allowed-methods.ts";
import { Document, type HttpRequest, type Mounted, type PipelineServices } from "./mount.ts";
import { type ErrorAnswer, problemAnswer, signInProblem } from "./problem-answer.ts";
import { newRequestId, requestIdOf, traceOf } from "./request-id.ts";
import { securityHeaders } from "./security-headers.ts";
import { readUpload } from "./upload.ts";

/** The server with its calls, as the programs know it. */
export type HttpServer = FastifyInstance;

export interface ServerOptions {
  readonly services: PipelineServices;
  readonly log: Log;
  readonly limits: Limits;
  /** Whether people reach us over TLS, at a public address. */
  readonly behindTls: boolean;
  /** The public address; requests from its pages come from pages of ours. */
  readonly publicUrl: string | null;
  /** Fastify `trustProxy`: false, true, a number of hops, or a list of addresses. */
  readonly trustProxy: boolean | number | string[];
  /** Called after every answered request. */
  readonly onAnswered?:
    | ((route: string, method: string, status: number, ms: number) => void)
    | undefined;
}

// By default Node checks the time-outs of connections only every 30 s.
const CHECK_CONNECTIONS_EVERY_MS = 1000;

/** Makes the HTTP server with its headers, parsers and error answers, and mounts the calls. */
export function createServer(options: ServerOptions, calls: readonly Mounted[]): FastifyInstance {
  const { limits } = options;
  const server = Fastify({
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: limits.requestMilliseconds,
    connectionTimeout: limits.requestMilliseconds,
    trustProxy: believedProxies(options.trustProxy),
    // A stopping server accepts no new connection, but answers requests on those it has.
    return503OnClosing: false,
    genReqId: newRequestId,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: ({ url = "/" }) => (isUnreadablePage(url) ? UNREADABLE_PAGE : url),
    clientErrorHandler: answerClientError(options.behindTls, options.log),
    frameworkErrors: (_, request, reply) => {
      // The path cannot be decoded; no hook has run yet.
      reply.headers(securityHeaders(options.behindTls));
      nameRequest(request, reply);
      send(reply, problemAnswer(new Problem("no-such-address"), languageOf(request)));
    },
    http: { connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS },
    schemaController: withoutSchemas,
  });
  server.server.headersTimeout = limits.headersMilliseconds;
  closeConnectionsWhenStopping(server);
  addHeaders(server, options);
  guardRequests(server, options.publicUrl);
  addParsers(server, limits);
  addErrorAnswers(server, options, allowedMethods(server));
  const reading = {
    binding: bindingCookie(options.behindTls),
    device: deviceCookie(options.services.secret, options.behindTls),
    limits,
  };
  for (const call of calls) addCall(server, options.services, reading, call);
  return server;
}

/**
 * No page has this address: a person gets the page for unknown addresses, other clients get JSON.
 */
const UNREADABLE_PAGE = "/unreadable-address";

/**
 * Whether an address cannot be decoded and does not belong to a call; a person may have mistyped
 * it.
 */
function isUnreadablePage(url: string): boolean {
  if (!url.includes("%") || !mayBePage(url)) return false;
  try {
    decodedPath(url);
    return false;
  } catch {
    return true;
  }
}

/** The pipeline checks the contract's schemas; Fastify need not load compilers for its own. */
const withoutSchemas = {
  compilersFactory: { buildValidator: compilesNothing, buildSerializer: compilesNothing },
};

function compilesNothing(): never {
  throw new Error("a route of Fastify has no schema of its own");
}

/** A connection that its client keeps alive would delay a stop until its deadline. */
function closeConnectionsWhenStopping(server: FastifyInstance): void {
  let stopping = false;
  server.addHook("preClose", async () => {
    stopping = true;
  });
  server.addHook("onSend", async (_, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}

function believedProxies(given: ServerOptions["trustProxy"]) {
  return typeof given === "number" ? (_: string, hop: number) => hop < given : given;
}

function addHeaders(server: FastifyInstance, { behindTls, log, onAnswered }: ServerOptions): void {
  const headers = securityHeaders(behindTls);
  // Plain callbacks, because every request would pay for the promise of a hook.
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    nameRequest(request, reply);
    done();
  });
  server.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const ms = Math.round(reply.elapsedTime);
    onAnswered?.(route, request.method, reply.statusCode, ms);
    if (!probes.has(route)) {
      const { id: requestId, method, headers: sent } = request;
      const line = { requestId, method, route, status: reply.statusCode, ms };
      log.info("answered", { ...line, ...traceOf(sent) });
    }
    done();
  });
}

/** A load balancer asks every few seconds; its probes would be most of the log. */
const probes: ReadonlySet<string> = new Set([live.path, ready.path]);

/** Puts the identifier of a request, as in the log, into its answer. */
function nameRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.id = requestIdOf(request);
  reply.header("x-request-id", request.id);
}

function addParsers(server: FastifyInstance, { jsonDepth: deepest }: Limits): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_: FastifyRequest, text: string) => parseJsonBody(text, deepest),
  );
  // A file is left on the wire until the pipeline knows that its sender may send it.
  const leave =
    (...kinds: Endpoint["takes"][]) =>
    async (request: FastifyRequest, sent: Readable) => {
      const { takes = "application/json" } = request.routeOptions.config;
      if (!kinds.includes(takes)) throw unlike(request);
      return sent;
    };
  server.addContentTypeParser("text/csv", leave("text/csv", "table/*"));
  server.addContentTypeParser(WORKBOOK_TYPE, leave("table/*"));
  const pictures = ["image/png", "image/jpeg", "image/svg+xml", "image/gif", "image/webp"];
  server.addContentTypeParser(pictures, leave("image/*", "evidence/*"));
  server.addContentTypeParser("application/pdf", leave("evidence/*"));
  server.addContentTypeParser("*", async (request: FastifyRequest) => {
    throw unlike(request);
  });
}

/** Returns the problem that names the media type a call takes. */
function unlike({ routeOptions: { config } }: FastifyRequest): Problem {
  return new Problem(wrongTypeProblem[config.takes ?? "application/json"]);
}

/** Collects the allowed methods of each address from all routes mounted from now on. */
function allowedMethods(server: FastifyInstance): AllowedMethods {
  const taken = new AllowedMethods();
  server.addHook("onRoute", ({ url, method }) => taken.add(url, [method].flat()));
  return taken;
}

function addErrorAnswers(
  server: FastifyInstance,
  { log }: ServerOptions,
  taken: AllowedMethods,
): void {
  server.setErrorHandler((error, request, reply) => {
    const { config } = request.routeOptions;
    const problem = asProblem(error, config.described);
    if (problem.code === "defect") {
      log.defect("defect", error, { requestId: request.id, method: request.method });
    }
    // The rest of the body is read and dropped: if it closed at once, a client that is still
    // sending, or a proxy before it, would lose the answer.
    if (problem.code === "too-large") reply.removeHeader("connection");
    const inSignInShape = config.errors === "sign-in";
    const present = inSignInShape ? signInProblem : problemAnswer;
    send(reply, present(problem, languageOf(request)));
  });
  server.setNotFoundHandler((request, reply) => {
    // A known address with another method, even one of WebDAV, answers with the allowed methods.
    const allow = taken.at(decodedPath(request.url));
    const isOther = allow.length > 0 && !allow.includes(request.method);
    if (isOther) reply.header("allow", allow.join(", "));
    const problem = new Problem(isOther ? "no-such-method" : "no-such-address");
    send(reply, problemAnswer(problem, languageOf(request)));
  });
}

/** The settings that parts of a request are read with. */
interface Reading {
  readonly binding: BindingCookie;
  readonly device: DeviceCookie;
  readonly limits: Limits;
}

function addCall(
  server: FastifyInstance,
  services: PipelineServices,
  reading: Reading,
  call: Mounted,
): void {
  const { endpoint } = call;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // The next call on the connection sets it again.
    if (endpoint.lasting) request.raw.socket.setTimeout(LASTING_MS);
    const given = asHttpRequest(request, endpoint, reading);
    const answer = await servedRequest.run(request.id, () => call.serve(services, given));
    reply.code(answer.status).headers(answer.headers).header("cache-control", "no-store");
    const { etag } = answer.headers;
    if (typeof etag === "string" && matchesTag(request.headers["if-none-match"], etag)) {
      return reply.code(304).send();
    }
    if (answer.body instanceof Document) return reply.send(answer.body.content);
    reply.header("content-type", "application/json; charset=utf-8");
    return sendText(request, reply, JSON.stringify(answer.body));
  };
  const { method, errors, takes } = endpoint;
  const described = services.checkAnswers && { described: describedProblems(endpoint) };
  for (const url of [endpoint.path, ...endpoint.aliases]) {
    server.route({ method, url, config: { errors, takes, ...described }, handler });
  }
}

/**
 * Compresses long answers. No other page can make a signed-in call, so none can probe the lengths.
 */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string) {
  if (!isWorthCompressing(text)) return reply.send(text);
  reply.header("vary", "accept-encoding");
  const compressed = await compress(text, request.headers["accept-encoding"]);
  if (compressed === null) return reply.send(text);
  return reply.header("content-encoding", compressed.encoding).send(compressed.content);
}

function asHttpRequest(
  request: FastifyRequest,
  { takes }: Pick<Endpoint, "takes">,
  { binding, device, limits }: Reading,
): HttpRequest {
  const { authorization, cookie } = request.headers;
  const fetchSite = request.headers["sec-fetch-site"];
  const key = request.headers["idempotency-key"];
  return {
    ip: addressOf(request),
    path: request.url,
    params: request.params,
    query: request.query,
    body: request.body instanceof Readable ? {} : (request.body ?? {}),
    file: () =>
      takes === "application/json"
        ? Promise.resolve(new Uint8Array())
        : readUpload(
            request.body,
            takes === "image/*" ? limits.pictureBytes : limits.uploadBytes,
            wrongTypeProblem[takes],
          ),
    authorization,
    binding: binding.read(cookie),
    device: device.read(cookie),
    client: clientName(request.headers["user-agent"]),
    idempotencyKey: typeof key === "string" ? key : undefined,
    language: languageOf(request),
    fromOwnPage: fetchSite === "same-origin",
  };
}

/** A proxy may forward anything its client sent; rate limits count only real addresses. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return countedAddress(isIP(ip) === 0 ? (socket.remoteAddress ?? "") : ip);
}

/** Returns the language that a browser asks for; English if it is neither of ours. */
export function languageOf(request: FastifyRequest): Language {
  return /^\s*sw\b/i.test(request.headers["accept-language"] ?? "") ? "sw" : DEFAULT_LANGUAGE;
}

/** Returns the problem for an error: a defect if the call does not declare it. */
function asProblem(error: unknown, described: ReadonlySet<ProblemCode> | undefined): Problem {
  const problem = error instanceof Problem ? error : problemOf(error);
  return described?.has(problem.code) === false ? new Problem("defect") : problem;
}

function problemOf(error: unknown): Problem {
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return new Problem("too-large");
  if (status === 415) return new Problem("not-json-type");
  if (typeof status === "number" && status >= 400 && status < 500) return new Problem("not-json");
  return new Problem("defect");
}

function send(reply: FastifyReply, answer: ErrorAnswer): void {
  reply.code(answer.status).headers(answer.headers).header("content-type", answer.mediaType);
  reply.header("cache-control", "no-store");
  void reply.send(JSON.stringify({ ...answer.body, requestId: reply.request.id }));
}

/** The path that the router sees. Paths that cannot be decoded were rejected before. */
export function decodedPath(url: string): string {
  return decodeURIComponent(url.replace(/[?;#].*$/s, ""));
}

declare module "fastify" {
  interface FastifyContextConfig {
    errors?: "problem" | "sign-in";
    takes?: Endpoint["takes"];
    /** In tests: every problem that the call may answer with. */
    described?: ReadonlySet<ProblemCode>;
  }
}
