import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunk, head, jpeg, png, segment, signature } from "#test/pictures.ts";
import { readPicture } from "./picture.ts";

const script = Buffer.from("<script>alert(1)</script>");

describe("a picture", () => {
  it("is recognised by its content, and keeps nothing but the picture", () => {
    const carrying = png(40, 40, [chunk("tEXt", script), chunk("eXIf", script)]);
    const read = readPicture(Buffer.concat([carrying, script]));
    expect(read).toMatchObject({ mediaType: "image/png", width: 40, height: 40 });
    expect(read).toHaveProperty("content", png());

    const remarked = jpeg(50, 60, [segment(0xe1, script), segment(0xfe, script)]);
    const photo = readPicture(Buffer.concat([remarked, script]));
    expect(photo).toMatchObject({ mediaType: "image/jpeg", width: 50, height: 60 });
    expect(photo).toHaveProperty("content", jpeg(50, 60));
  });

  it("may be interlaced", () => {
    const rows = [5, 5, 5, 10, 10, 20, 20].map((lines, at) => {
      const columns = [5, 5, 10, 10, 20, 20, 40][at] ?? 0;
      return Buffer.alloc(lines * (1 + columns * 4));
    });
    const data = chunk("IDAT", deflateSync(Buffer.concat(rows)));
    const whole = Buffer.concat([signature, head(40, 40, 1), data, chunk("IEND", Buffer.of())]);
    expect(readPicture(whole)).toMatchObject({ width: 40, height: 40 });
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ["a GIF", Buffer.from("GIF89a................")],
    ["a page", Buffer.from("<!doctype html><p>hello")],
    ["nothing", Buffer.of()],
    ["a page that begins like nothing else", Buffer.concat([script, png()])],
  ])("is not %s", (_, given) => {
    expect(readPicture(given)).toBe("logo.kind");
  });

  it.each([
    ["a very wide head", png(100_000, 40, [], 1)],
    ["a head of four thousand million pixels", png(2 ** 31 - 1, 2, [], 0)],
    ["a dot", png(8, 8)],
    ["a very wide frame", jpeg(5000, 40)],
  ])("is not of %s", (_, given) => {
    expect(readPicture(given)).toBe("logo.dimensions");
  });

  it.each([
    ["holds more than its head says", png(40, 40, [], 4000)],
    ["holds less than its head says", png(40, 40, [], 39)],
    ["has a second head", png(40, 40, [head(40, 40)])],
    ["is cut off", png().subarray(0, -20)],
    ["has a bit changed", Buffer.concat([png().subarray(0, 20), script, png().subarray(45)])],
    ["has colours for a printer", jpeg(40, 40, [], 4)],
    ["is a JPEG without its end", jpeg().subarray(0, -2)],
    ["is a JPEG of its first two bytes", Buffer.from([0xff, 0xd8])],
  ])("that %s is rejected", (_, given) => {
    expect(["logo.broken", "logo.dimensions", "logo.kind"]).toContain(readPicture(given));
  });

  it("never throws, whatever the input", () => {
    const seeds = [png(), jpeg()];
    const mangled = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }))
      .map(([seed, changes]) => {
        const bytes = Buffer.from(seed);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(mangled, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const read = readPicture(bytes);
        if (typeof read === "string") expect(read).toMatch(/^logo\./);
        else expect(read.content.length).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 1000 },
    );
  });
});
