import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunk, head, jpeg, pdf, png, signature } from "#test/pictures.ts";
import { readEvidence } from "./evidence.ts";

const script = Buffer.from("<script>alert(1)</script>");
const zip = Buffer.concat([
  Buffer.from("PK\u0003\u0004", "latin1"),
  Buffer.alloc(26),
  Buffer.from("PK\u0005\u0006", "latin1"),
  Buffer.alloc(18),
]);

describe("a file that proves a movement", () => {
  it("is a PDF, a PNG or a JPEG by its content", async () => {
    expect(await readEvidence(pdf())).toMatchObject({ mediaType: "application/pdf" });
    expect(await readEvidence(png(2000, 1500))).toMatchObject({ mediaType: "image/png" });
    expect(await readEvidence(jpeg(4000, 3000))).toMatchObject({ mediaType: "image/jpeg" });
  });

  it("keeps nothing of a picture but its pixels", async () => {
    const carrying = Buffer.concat([png(40, 40, [chunk("tEXt", script)]), script, zip]);
    const read = await readEvidence(carrying);
    if (typeof read === "string") throw new Error(read);
    expect(Buffer.from(read.content)).toEqual(png());
  });

  it.each([
    [
      "a drawing with a script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ["a page", Buffer.from("<!doctype html><p>Slip</p>")],
    ["a program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])],
    ["a ZIP", zip],
    ["a GIF", Buffer.from("GIF89a............")],
    ["text", Buffer.from("a slip")],
    ["nothing", Buffer.of()],
    ["a PDF behind something else", Buffer.concat([Buffer.from("x"), pdf()])],
  ])("is not %s", async (_, given) => {
    expect(await readEvidence(given)).toBe("evidence.kind");
  });

  it.each([
    ["is cut off", pdf().subarray(0, -30)],
    ["goes on behind its end", Buffer.concat([pdf(), script])],
    ["is a ZIP as well", Buffer.concat([pdf(), zip, pdf()])],
    ["has no version", Buffer.concat([Buffer.from("%PDF-x.y\n"), pdf().subarray(9)])],
  ])("is no PDF that %s", async (_, given) => {
    expect(await readEvidence(given)).toBe("evidence.broken");
  });

  it.each([
    "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
    "/S /J#61vaScript",
    "/Launch",
    "/EmbeddedFiles 5 0 R",
    "/XFA 6 0 R",
    "/RichMedia",
  ])("is no PDF that can do something: %s", async (more) => {
    expect(await readEvidence(pdf(`<< ${more} >>`))).toBe("evidence.active");
  });

  it("is rejected as a picture that decompresses beyond its size or a page", async () => {
    const pixels = deflateSync(Buffer.alloc(500_000));
    const end = chunk("IEND", Buffer.of());
    const bomb = Buffer.concat([signature, head(40, 40), chunk("IDAT", pixels), end]);
    expect(await readEvidence(bomb)).toBe("evidence.broken");
    const vast = Buffer.concat([signature, head(8192, 8192), chunk("IDAT", pixels), end]);
    expect(await readEvidence(vast)).toBe("evidence.dimensions");
    expect(await readEvidence(png(20, 20))).toBe("evidence.dimensions");
  });

  it("is classified or rejected, whatever its bytes", async () => {
    const starts = fc.constantFrom(pdf(), png(), jpeg());
    const cut = fc.tuple(starts, fc.nat(400), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(cut, async ([start, at, more]) => {
        const bytes = Buffer.concat([
          start.subarray(0, at),
          more,
          start.subarray(at + more.length),
        ]);
        const read = await readEvidence(bytes);
        if (typeof read === "string") expect(read).toMatch(/^evidence\./);
        else expect(read.content.length).toBeGreaterThan(0);
      }),
    );
  });
});
