import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../scripts/lib/browser.js";
import { expect, type Person } from "./portal.ts";

/** A page of a separate browser, whose service workers run as on a member's phone. */
export interface UndebuggedPage {
  readonly goto: (address: string) => Promise<void>;
  /** Returns the value of an expression in the page, once its promise is fulfilled. */
  readonly read: (expression: string) => Promise<unknown>;
  /** Waits until an expression has a value; it may change while the page loads. */
  readonly reads: (expression: string, value: unknown) => Promise<void>;
  readonly logIn: (who: Person) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Returns the expression that calls a function in the page. */
export function calling(inPage: () => unknown): string {
  return `(${String(inPage)})()`;
}

interface Answer {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a page without Playwright, which attaches its debugger to each service worker and holds it
 * while it starts. The debugger here attaches to the page alone, over two pipes. The browser keeps
 * its files in the folder `profile`.
 */
export async function openUndebuggedPage(profile: string): Promise<UndebuggedPage> {
  const { executablePath = chromium.executablePath(), args } = launchOptions();
  const given = ["--headless", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const browser = spawn(executablePath, [...args, ...given, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const send = commandsOver(browser.stdio[3] as Writable, browser.stdio[4] as Readable);
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const inPage = (method: string, params: object) => send(method, params, sessionId);
  const read = async (expression: string): Promise<unknown> => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await inPage("Runtime.evaluate", asked);
    return (result as { readonly value?: unknown }).value;
  };
  const reads = async (expression: string, value: unknown): Promise<void> => {
    // A page that is being replaced answers with an error.
    await expect.poll(() => read(expression).catch(() => undefined)).toEqual(value);
  };
  const type = async (selector: string, text: string): Promise<void> => {
    await reads(`document.querySelector('${selector}')?.focus(), true`, true);
    await inPage("Input.insertText", { text });
  };
  return {
    async goto(address) {
      await inPage("Page.navigate", { url: address });
    },
    read,
    reads,
    async logIn({ memberNo, password }) {
      await reads("document.querySelectorAll('form input').length > 1", true);
      await type("form input:not([type=password])", memberNo);
      await type("form input[type=password]", password);
      await read("document.querySelector('form [type=submit]').click()");
    },
    async close() {
      browser.kill("SIGKILL");
      await once(browser, "exit");
    },
  };
}

/** Returns a function that sends a command of the DevTools protocol and awaits its result. */
function commandsOver(to: Writable, from: Readable) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let unread = "";
  from.setEncoding("utf8").on("data", (part: string) => {
    const messages = (unread + part).split("\0");
    unread = messages.pop() ?? "";
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      waiting.get(answer.id ?? 0)?.(answer);
    }
  });
  let last = 0;
  return async (method: string, params: object, sessionId?: unknown) => {
    last += 1;
    const id = last;
    const { error, result } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
}
