import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Below this size in bytes, compressing costs more than it saves. */
const WORTHWHILE_BYTES = 1024;

/** Whether an answer is long enough that its encoding depends on what the client accepts. */
export function isWorthCompressing(text: string): boolean {
  return text.length > WORTHWHILE_BYTES;
}

const inBrotli = promisify(brotliCompress);
const inGzip = promisify(gzip);

/** The quick levels: the slow ones save a tenth more but take ten times as long. */
const encodings = {
  br: (bytes: Buffer) =>
    inBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => inGzip(bytes, { level: 1 }),
} as const;

export type Encoding = keyof typeof encodings;

export interface Compressed {
  readonly encoding: Encoding;
  readonly content: Buffer;
}

/**
 * Compresses an answer off the main thread in an encoding the client accepts; null when it accepts
 * neither brotli nor gzip.
 */
export async function compress(
  text: string,
  accepted: string | undefined,
): Promise<Compressed | null> {
  const encoding = bestEncoding(accepted);
  if (encoding === null) return null;
  return { encoding, content: await encodings[encoding](Buffer.from(text)) };
}

/** The best encoding that the client accepts; null if it accepts neither. */
export function bestEncoding(accepted = ""): Encoding | null {
  return (["br", "gzip"] as const).find((name) => accepts(accepted, name)) ?? null;
}

/** A text uncompressed, and at higher levels of both encodings. */
export type EncodedText = Readonly<Record<Encoding | "identity", Buffer>>;

/** Brotli's highest two levels take seconds for the description of the calls. */
const LONG_TEXT_BYTES = 50_000;

/** Compresses at a higher level, for a text that is sent many times. */
export async function encodeText(text: string): Promise<EncodedText> {
  const identity = Buffer.from(text);
  const quality = identity.length > LONG_TEXT_BYTES ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gzipped] = await Promise.all([inBrotli(identity, { params }), inGzip(identity)]);
  return { br, gzip: gzipped, identity };
}

/** Whether an encoding is named with a weight above zero. */
function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted.split(",").some((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
