import { describe, expect, it } from "vitest";
import { importReasonsEn, type ImportReasonCode } from "./reasons-en.ts";
import { importReasonsSw } from "./reasons-sw.ts";
import { importReasonText, formatKept } from "./reasons.ts";

describe("the reasons of an import", () => {
  it("names ledger accounts in the language of the reader", () => {
    const given = { account: "Deposits", ledger: "member-deposits", standing: "−0.01" };
    expect(formatKept("books.floor", given, "en")).toBe("would take Deposits to −0.01");
    expect(formatKept("books.floor", given, "sw")).toBe("inashusha Amana hadi −0.01");
  });

  it("says one that is no longer known by its code", () => {
    expect(formatKept("of-before", {}, "sw")).toBe("of-before");
  });

  it.each(Object.keys(importReasonsEn) as ImportReasonCode[])(
    "%s has the same places in both languages",
    (code) => {
      const places = (text: string) =>
        [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted();
      expect(places(importReasonsSw[code])).toEqual(places(importReasonsEn[code]));
      const given = Object.fromEntries(
        places(importReasonsEn[code]).map((one) => [one.slice(1, -1), "X"]),
      );
      expect(importReasonText({ code, given }, "sw")).not.toContain("{");
    },
  );
});
