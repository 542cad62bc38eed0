import { describe, expect, it } from "vitest";
import { alreadyGuaranteed } from "./already-guaranteed.ts";

const words = {
  late: "{loanNo}, Ksh {amount} late",
  "on-time": "{loanNo}, on time",
  waiting: "{loanNo}, not paid out yet",
};

describe("what a guarantor guarantees already", () => {
  it("names each loan with how it runs, the late ones first", () => {
    const standing = [
      { loanNo: "IL1990", servicing: "on-time", late: 0 },
      { loanNo: "IL1995", servicing: "waiting", late: 0 },
      { loanNo: "IL1987", servicing: "late", late: 4180 },
    ] as const;
    expect(alreadyGuaranteed(standing, words)).toEqual([
      { text: "IL1987, Ksh 4,180.00 late", isLate: true },
      { text: "IL1990, on time", isLate: false },
      { text: "IL1995, not paid out yet", isLate: false },
    ]);
  });

  it("leaves out loans that are paid off", () => {
    const standing = [{ loanNo: "IL1987", servicing: "paid", late: 0 }] as const;
    expect(alreadyGuaranteed(standing, words)).toEqual([]);
  });
});
