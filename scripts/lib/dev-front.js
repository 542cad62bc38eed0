import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createServer as createVite } from "vite";
import { root } from "./run.js";

/**
 * Opens the one port of `npm run dev`: Vite answers for the page's sources, and `server.url` for
 * everything else. Returns the port, Vite's watcher of files and `close`.
 */
export async function openFront({ host, port }, server) {
  const front = createServer();
  const vite = await createVite({
    configFile: join(root, "vite.config.ts"),
    root: join(root, "src/web"),
    cacheDir: join(root, ".cache/vite"),
    appType: "custom",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server: front } },
  });
  front.on("request", (request, response) => {
    if (isOfVite(request.url)) vite.middlewares(request, response);
    else passOn(request, response, server.url, vite);
  });
  front.listen(port, host);
  await once(front, "listening");
  const close = async () => {
    await vite.close();
    front.closeAllConnections();
    front.close();
  };
  return { port: front.address().port, watcher: vite.watcher, close };
}

function isOfVite(url) {
  const [path] = url.split("?");
  if (/^\/(@|node_modules\/)/.test(path)) return true;
  return ["src/web", "src/web/static"].some((folder) =>
    statSync(join(root, folder, path), { throwIfNoEntry: false })?.isFile(),
  );
}

function passOn(request, response, url, vite) {
  const isNavigation = request.headers.accept?.includes("text/html") ?? false;
  // Vite can change only a page that is not compressed.
  const encoding = isNavigation && { "accept-encoding": "identity" };
  const headers = { ...request.headers, ...encoding };
  const passed = forward(url + request.url, { method: request.method, headers }, (answer) => {
    const isText = answer.headers["content-type"]?.startsWith("text/html");
    if (isNavigation && isText) return void sendPage(response, answer, vite);
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => {
    // The former server was stopped while it answered.
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end("The server is restarting.");
  });
  request.pipe(passed);
}

async function sendPage(response, answer, vite) {
  const html = await text(answer).catch(() => "");
  const isOurs = html.includes('src="/main.tsx"');
  const page = isOurs ? await vite.transformIndexHtml("/index.html", html) : html;
  const headers = { ...answer.headers, "content-length": Buffer.byteLength(page) };
  if (isOurs) {
    headers["content-security-policy"] = allowVite(headers["content-security-policy"]);
  }
  response.writeHead(answer.statusCode, headers).end(page);
}

/** Vite puts a script into the page, and styles into it as they change. */
function allowVite(policy) {
  return policy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace(/; require-trusted-types-for [^;]*/, "");
}
