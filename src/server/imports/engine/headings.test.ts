import { describe, expect, it } from "vitest";
import { importFormats } from "./formats.ts";
import { readHeader } from "./header.ts";
import { plain } from "./headings.ts";

describe("a heading is recognised", () => {
  it.each([
    "Phone No",
    "PHONE NO.",
    "phone_no",
    "Phone",
    "Mobile Phone",
    "Telephone No",
    "Mobile",
    "Simu",
  ])("as the mobile number: %s", (heading) => {
    const header = readHeader(["Member No", "Full Name", "Date Joined", heading]);
    expect(header).toHaveProperty("format");
    if (!("format" in header)) return;
    expect(header.format.kind).toBe("members");
    const place = header.format.columns.findIndex(({ name }) => name === "mobile");
    expect(header.places[place]).toBe(3);
  });

  it("with any capitals, marks, currency and unit", () => {
    expect(plain(" Amount (KES) ")).toBe(plain("amount"));
    expect(plain("Balance Kshs.")).toBe(plain("BALANCE"));
    expect(plain("Date-of_joining")).toBe(plain("date of joining"));
  });

  it("and not guessed if it matches none", () => {
    const faults = readHeader(["Member No", "Full Name", "Date Joined", "Favourite colour"]);
    expect(faults).toMatchObject([
      { column: "Favourite colour", reason: { code: "header.strange" } },
    ]);
  });
});

it.each(importFormats.map((format) => [format.kind, format] as const))(
  "no heading of %s is the own name of two columns",
  (_, { columns }) => {
    const names = columns.map(({ name }) => plain(name));
    expect(new Set(names).size).toBe(names.length);
    for (const { name, aliases } of columns) {
      const others = names.filter((other) => other !== plain(name));
      expect(
        others.filter((other) => aliases.map(plain).includes(other)),
        name,
      ).toEqual([]);
    }
  },
);
