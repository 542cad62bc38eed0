import { crc32, deflateSync } from "node:zlib";

/** The first bytes of every PNG. */
export const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** One chunk of a PNG. */
export function chunk(kind: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const whole = Buffer.alloc(8);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([whole.subarray(0, 4), named, whole.subarray(4)]);
}

/** The first chunk of a PNG of four channels. */
export function head(width: number, height: number, interlace = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 6, 0, 0, interlace], 8);
  return chunk("IHDR", data);
}

/** A complete picture of one colour, with given chunks before its pixels. */
export function png(width = 40, height = 40, more: readonly Buffer[] = [], rows = height): Buffer {
  const pixels = Buffer.alloc(rows * (1 + width * 4));
  const data = chunk("IDAT", deflateSync(pixels));
  return Buffer.concat([signature, head(width, height), ...more, data, chunk("IEND", Buffer.of())]);
}

/** One segment of a JPEG. */
export function segment(marker: number, data: Uint8Array): Buffer {
  const opening = Buffer.from([0xff, marker, 0, 0]);
  opening.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([opening, data]);
}

/** The frame of a JPEG; its pixels are a few bytes that nobody decodes here. */
export function jpeg(width = 40, height = 40, more: readonly Buffer[] = [], channels = 3): Buffer {
  const frame = Buffer.alloc(6 + channels * 3);
  frame.set([8, 0, 0, 0, 0, channels]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A PDF of one empty page, with more objects in it. */
export function pdf(more = ""): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n` +
      `<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${more}\n` +
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 3 /Root 1 0 R >>\n` +
      `startxref\n120\n%%EOF\n`,
    "latin1",
  );
}
