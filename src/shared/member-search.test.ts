import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { nameWords, readMemberSearch } from "./member-search.ts";

describe("the words of a name", () => {
  it.each([
    ["Wanjiru Njeri Kamau", ["wanjiru", "njeri", "kamau"]],
    ["Ng'ang'a", ["nganga"]],
    ["NG’ANG’A wa Nyong`o", ["nganga", "wa", "nyongo"]],
    ["  José-María  Müller ", ["jose", "maria", "muller"]],
    ["Kip%koech_arap\\Moi", ["kip", "koech", "arap", "moi"]],
    ["O\u0000tieno", ["o", "tieno"]],
    ["Akinyi\u1680Ouma\ufeffOdhiambo", ["akinyi", "ouma", "odhiambo"]],
    ["", []],
  ])("of %j are %j", (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  it("hold nothing that SQL would read as a wildcard, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        for (const word of nameWords(typed)) expect(word).not.toMatch(/[%_\\'\s\0]/);
      }),
    );
  });

  it("stay the same when they are split again, in any case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        const words = nameWords(typed);
        expect(nameWords(words.join(" "))).toEqual(words);
      }),
    );
  });
});

describe("a search for a member", () => {
  it.each(["", "ab", "  ab  ", "%%%%", "a%_b", "+25", "' '"])(
    "is too little with fewer than three letters and digits, such as %j",
    (typed) => {
      expect(readMemberSearch(typed)).toBeNull();
    },
  );

  it.each(["0712000482", "0712 000 482", "+254 712-000-482", "254712000482", "712 000 482"])(
    "%j is one mobile number",
    (typed) => {
      expect(readMemberSearch(typed)?.mobile).toBe("+254712000482");
    },
  );

  it.each(["071", "0712", "07120004", "011", "2547", "+2541", "7120"])(
    "%j may begin a mobile number",
    (typed) => {
      expect(readMemberSearch(typed)?.mobile).toMatch(/^\+254[71]\d*$/);
    },
  );

  it.each(["254", "+254", "0812", "+0712", "07120004821", "MS0712", "28416903"])(
    "%j begins none",
    (typed) => {
      expect(readMemberSearch(typed)?.mobile ?? null).toBeNull();
    },
  );

  it("any beginning of a number as people write it begins the number that is kept", () => {
    const national = fc.stringMatching(/^[71]\d{8}$/);
    const prefix = fc.constantFrom("0", "254", "+254", "");
    fc.assert(
      fc.property(national, prefix, fc.integer({ min: 1, max: 9 }), (digits, before, length) => {
        const typed = before + digits.slice(0, length);
        fc.pre(typed.replace("+", "").length >= 3);
        const { mobile } = readMemberSearch(typed) ?? {};
        expect(mobile).toBe(`+254${digits.slice(0, length)}`);
      }),
    );
  });

  it("may be the last digits of a phone, which are read from the end", () => {
    expect(readMemberSearch("482")?.mobileEnd).toBe("284");
    expect(readMemberSearch("00 482")?.mobileEnd).toBe("28400");
    expect(readMemberSearch("MS482")?.mobileEnd).toBeNull();
  });

  it("may be a number or an ID in any case, however it is spaced", () => {
    expect(readMemberSearch("ms 1001")).toMatchObject({ number: "MS1001", nationalId: "MS1001" });
    expect(readMemberSearch("284 169 03")).toMatchObject({ nationalId: "28416903" });
    expect(readMemberSearch("MS/10-01")).toMatchObject({ number: "MS/10-01", nationalId: null });
  });

  it("returns the longest word first, which finds the fewest", () => {
    expect(readMemberSearch("Ka Wanjiru Nj")?.words).toEqual(["wanjiru", "ka", "nj"]);
  });
});
