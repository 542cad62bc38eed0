import { deflateSync, inflateSync } from "node:zlib";
import { expect } from "vitest";
import { drawnTexts, objectsOf } from "#web/file-check/pdf-text.ts";

/** Reads bytes as text, one character for each. */
export const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
/** Turns text that was read with `latin` back into its bytes. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "latin1"));

/** Draws the pages again: `change` gets the operators of each stream that draws. */
export function redrawn(
  file: Uint8Array,
  change: (drawn: string) => string,
): Uint8Array<ArrayBuffer> {
  let text = latin(file);
  const streams = /\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g;
  for (let found = streams.exec(text); found !== null; found = streams.exec(text)) {
    const start = streams.lastIndex;
    const plain = latin(inflateSync(bytesOf(text.slice(start, start + Number(found[1])))));
    if (!plain.includes(" Tf")) continue;
    const changed = change(plain);
    if (changed === plain) continue;
    const packed = latin(deflateSync(bytesOf(changed)));
    const head = found[0].replace(/\d+/, String(packed.length));
    const rest = text.slice(start + Number(found[1]));
    text = text.slice(0, found.index) + head + packed + rest;
    streams.lastIndex = found.index + head.length + packed.length;
  }
  return bytesOf(text);
}

/** Draws one text of a file in place of another that it draws too. */
export async function replaced(file: Uint8Array<ArrayBuffer>, one: string, other: string) {
  const texts = await drawnTexts(objectsOf(file));
  const [from, to] = [texts.indexOf(one), texts.indexOf(other)];
  expect([from, to]).not.toContain(-1);
  const operators: string[] = [];
  const drawing = /\[[^\]]*\]\s*TJ/g;
  redrawn(file, (drawn) => {
    operators.push(...(drawn.match(drawing) ?? []));
    return drawn;
  });
  let count = 0;
  return redrawn(file, (drawn) =>
    drawn.replace(drawing, (same) => (count++ === from ? (operators[to] ?? "") : same)),
  );
}
