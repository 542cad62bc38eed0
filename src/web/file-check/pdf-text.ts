/** The bytes of a stream, and the dictionary before it. */
interface Stream {
  readonly head: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every object of a file by its number; the last one with a number counts, as in a PDF reader. */
export interface PdfObjects {
  readonly heads: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, Stream>;
}

/** Reads the objects of a PDF as pdfkit writes them; in other programs' files there may be none. */
export function objectsOf(bytes: Uint8Array<ArrayBuffer>): PdfObjects {
  const text = latin1(bytes);
  const heads = new Map<string, string>();
  const streams = new Map<string, Stream>();
  const begins = /(?:^|[\r\n])(\d+) 0 obj\s/g;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const from = begins.lastIndex;
    const rest = text.slice(from, text.indexOf("endobj", from));
    const mark = /stream\r?\n/.exec(rest);
    const head = mark ? rest.slice(0, mark.index) : rest;
    const number = found[1] ?? "";
    heads.set(number, head);
    if (mark === null) continue;
    const start = from + mark.index + mark[0].length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    streams.set(number, { head, bytes: bytes.slice(start, start + length) });
    begins.lastIndex = start + length;
  }
  return { heads, streams };
}

/** Returns the texts that the pages draw, in the order they are drawn. */
export async function drawnTexts({ heads, streams }: PdfObjects): Promise<string[]> {
  const fonts = await fontsOf(heads, streams);
  const found: string[] = [];
  for (const head of heads.values()) {
    if (!/\/Type \/Page\b/.test(head)) continue;
    const content = streams.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? "");
    if (content) found.push(...textsIn(latin1(await inflated(content)), fonts));
  }
  return found;
}

/** Decompresses a stream; a damaged one is empty. */
export async function inflated({ head, bytes }: Stream): Promise<Uint8Array<ArrayBuffer>> {
  if (!head.includes("/FlateDecode")) return bytes;
  try {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  } catch {
    return new Uint8Array();
  }
}

type Letters = ReadonlyMap<number, string>;

/** The letters of each font by the name that pages give it. */
async function fontsOf(
  heads: PdfObjects["heads"],
  streams: PdfObjects["streams"],
): Promise<Map<string, Letters>> {
  const fonts = new Map<string, Letters>();
  for (const head of heads.values()) {
    for (const [, name = "", font = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      if (fonts.has(name)) continue;
      const map = streams.get(/\/ToUnicode (\d+) 0 R/.exec(heads.get(font) ?? "")?.[1] ?? "");
      if (map) fonts.set(name, lettersOf(latin1(await inflated(map))));
    }
  }
  return fonts;
}

function lettersOf(map: string): Letters {
  const letters = new Map<number, string>();
  for (const [, first = "", list = ""] of map.matchAll(
    /<([\da-f]+)>\s*<[\da-f]+>\s*\[([^\]]*)\]/gi,
  )) {
    const start = parseInt(first, 16);
    [...list.matchAll(/<([\da-f ]*)>/gi)].forEach(([, hex = ""], index) => {
      letters.set(start + index, fromUtf16(hex.replaceAll(" ", "")));
    });
  }
  return letters;
}

function fromUtf16(hex: string): string {
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
}

function textsIn(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const texts: string[] = [];
  let letters: Letters = new Map();
  const drawn = /\/(F\d+) [\d.]+ Tf|\[((?:<[\da-f]*>|[-\d.\s])*)\]\s*TJ/gi;
  for (const [, font, pieces = ""] of content.matchAll(drawn)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters;
    else
      texts.push([...pieces.matchAll(/<([\da-f]*)>/gi)].map(([, hex = ""]) => said(hex)).join(""));
  }
  return texts;

  function said(hex: string): string {
    const glyphs = hex.match(/.{4}/g) ?? [];
    return glyphs.map((glyph) => letters.get(parseInt(glyph, 16)) ?? "").join("");
  }
}

export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return text;
}
