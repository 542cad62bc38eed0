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

  it("writes the days that it names as pages do, and quotes a cell as it is", () => {
    const given = { name: "may.csv", import: "7", when: "2026-05-14 09:12", who: "ST9001" };
    const known = "was imported before, as may.csv: import 7, on 14 May 2026, 09:12 by ST9001";
    expect(formatKept("file.known", given, "en")).toBe(known);
    expect(formatKept("file.known", given, "sw")).toContain("14 Mei 2026, 09:12");
    const future = { text: "2030-01-01", today: "2026-04-14" };
    const words = "2030-01-01 is in the future; today is 14 Apr 2026";
    expect(formatKept("cell.future", future, "en")).toBe(words);
  });

  it("shows the code of a reason that is no longer known", () => {
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
