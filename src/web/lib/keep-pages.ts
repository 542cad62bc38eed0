import type { Language } from "#shared/language.ts";
import type { WorkerMessage } from "./worker-messages.ts";

const SCRIPT = "/service-worker.js";

/**
 * Keeps members' pages in this browser, in one language, so that they open without a network. It
 * waits until the page has nothing else to do. Where the operator has switched it off, the server
 * sends a script at this address that removes itself.
 */
export function keepMemberPages(language: Language): void {
  whenQuiet(() => {
    void tellWorker({ kind: "member", language }, register);
  });
}

/** Makes staff pages come from the server first, in a browser that keeps members' pages. */
export function keepNoOfficePages(): void {
  void tellWorker({ kind: "office" }, async () => navigator.serviceWorker.getRegistration());
}

type Find = () => Promise<ServiceWorkerRegistration | undefined>;

async function tellWorker(message: WorkerMessage, find: Find): Promise<void> {
  // Missing without TLS, and in the private windows of some browsers.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    const found = await find();
    if (!found) return;
    const { active, waiting } = await navigator.serviceWorker.ready;
    // A worker has no target origin: it belongs to this origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    for (const worker of [active, waiting]) worker?.postMessage(message);
  } catch {
    // The page works without it: files then come from the server.
  }
}

async function register(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(trusted(SCRIPT) as string, { scope: "/" });
}

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => unknown };
}

/** Our content security policy demands that the address of a script is one we trust. */
function trusted(address: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return address;
  const createScriptURL = (url: string): string => {
    if (url !== SCRIPT) throw new TypeError("only the service worker may be registered");
    return url;
  };
  return trustedTypes.createPolicy("akiba-worker", { createScriptURL }).createScriptURL(address);
}

function whenQuiet(act: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: 10_000 });
  else setTimeout(act, 2000);
}
