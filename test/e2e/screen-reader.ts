import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** The part of the virtual screen reader that is used inside a page. */
interface Reader {
  readonly activeNode: Node | null;
  start(options: { container: Node }): Promise<void>;
  stop(): Promise<void>;
  next(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
  clearSpokenPhraseLog(): Promise<void>;
}

declare global {
  var screenReader: Reader | undefined;
}

// The module's own bundle for browsers, as a script: no page may load modules from elsewhere.
const source = readFileSync(
  createRequire(import.meta.url).resolve("@guidepup/virtual-screen-reader/browser.js"),
  "utf8",
).replace(/export\s*\{[^}]*?([\w$]+) as virtual\s*\}/, "globalThis.screenReader = $1");

/** Returns all that a screen reader says of the page, or of its open dialog, from top to end. */
export async function readAloud(page: Page): Promise<string[]> {
  await bring(page);
  const phrases = await page.evaluate(async () => {
    const reader = globalThis.screenReader;
    if (!reader) return [];
    const phrases: string[] = [];
    /** The first text of a line, and the block that it is in. */
    let line: { text: Text; block: Element | null } | null = null;
    const container = document.querySelector("dialog[open]") ?? document.body;
    await reader.start({ container });
    const first = await reader.lastSpokenPhrase();
    for (
      let phrase = first;
      phrase !== `end of ${first}`;
      phrase = await reader.lastSpokenPhrase()
    ) {
      const node = reader.activeNode;
      if (node && isHeard(node)) say(phrase, node);
      await reader.next();
    }
    await reader.stop();
    return phrases;

    /** Readers say neighbouring texts of one line in one breath, as `Ksh 48,000` and `.00`. */
    function say(phrase: string, node: Node): void {
      if (!(node instanceof Text)) {
        line = null;
        phrases.push(phrase);
      } else if (line && line.block === blockOf(node)) {
        const range = document.createRange();
        range.setStart(line.text, 0);
        range.setEnd(node, node.length);
        phrases[phrases.length - 1] = range.toString().replaceAll(/\s+/g, " ").trim();
      } else {
        line = { text: node, block: blockOf(node) };
        phrases.push(phrase);
      }
    }

    /** The library knows neither closed details nor noscript, nor that a name is said once. */
    function isHeard(node: Node): boolean {
      const element = node instanceof Element ? node : node.parentElement;
      if (node instanceof Text && element?.closest("a, button")) return false;
      if (element?.matches("[role=status]") && !element.textContent) return false;
      return element?.checkVisibility() ?? false;
    }

    function blockOf(text: Text): Element | null {
      let block = text.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      return block;
    }
  });
  return withoutRepetition(phrases);
}

/** Does something on the page and returns what is announced and which element has the focus. */
export async function heardDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  await bring(page);
  await page.evaluate(() => globalThis.screenReader?.start({ container: document.body }));
  await page.evaluate(() => globalThis.screenReader?.clearSpokenPhraseLog());
  await act();
  const said = await page.evaluate(async () => {
    const reader = globalThis.screenReader;
    const phrases = (await reader?.spokenPhraseLog()) ?? [];
    await reader?.stop();
    const focused = document.activeElement;
    if (!reader || !focused || focused === document.body) return phrases;
    await reader.start({ container: focused });
    phrases.push(`focus: ${await reader.lastSpokenPhrase()}`);
    await reader.stop();
    return phrases;
  });
  const heard = said.filter((phrase) => /^(polite|assertive|focus): /.test(phrase));
  // One change of the page can be several of its elements.
  return [...new Set(heard)];
}

async function bring(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => globalThis.screenReader !== undefined);
  if (!isThere) await page.evaluate(`(() => {${source}\n})()`);
}

/** Where a reader says that it leaves something; of the rest nobody hears the end. */
const leaving = /^end of (banner|main|navigation|region|list|table|form|group|dialog|alertdialog)/;

/**
 * Leaves out what readers do not say (paragraphs, parts of tables) and what is a repetition: a row
 * is one line with all its cells, followed by only what can be pressed in it.
 */
function withoutRepetition(phrases: readonly string[]): string[] {
  const kept: string[] = [];
  let row: string | null = null;
  for (const phrase of phrases) {
    if (phrase.startsWith("end of row")) row = null;
    if (/^(paragraph|rowgroup|generic|caption|not busy|end,)/.test(phrase)) continue;
    if (phrase.startsWith("end of ")) {
      if (leaving.test(phrase)) kept.push(shortEnd(phrase));
      continue;
    }
    if (row !== null && (/^cell\b/.test(phrase) || row.includes(phrase.trim()))) continue;
    if (/^row\b/.test(phrase)) row = phrase;
    if (/^(term|definition)$/.test(kept.at(-1) ?? "")) kept.push(`${kept.pop()}, ${phrase}`);
    else kept.push(phrase.replace(/level 1, position (\d+), set size (\d+)/, "$1 of $2"));
  }
  return kept;
}

function shortEnd(phrase: string): string {
  return phrase.split(",", 1)[0] ?? phrase;
}
