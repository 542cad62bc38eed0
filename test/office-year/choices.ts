import { mostToPhone, nowhere, type Split } from "./recompute.ts";

/** A member's choice for their dividend. */
export type Choice = "shares" | "half-to-phone" | "loan" | "bill" | "silent";

const choices: readonly Choice[] = ["shares", "half-to-phone", "bill", "loan", "silent"];

/** Every twelfth member signs up, which confirms their number; the others do nothing. */
export function signsUp(index: number): boolean {
  return index % 12 === 0;
}

/** The choice of a member who signed up. Of the first ten, the fourth and the ninth have a loan. */
export function choiceOf(index: number): Choice {
  return choices[(index / 12) % choices.length] ?? "silent";
}

/** The destination of the dividend of a member who signed up; others' goes to the phone. */
export function splitOf(choice: Choice, gross: bigint, owed: bigint): Split {
  if (choice === "shares") return { ...nowhere, shares: gross };
  if (choice === "loan") {
    const loan = owed < gross ? owed : gross;
    return { ...nowhere, loan, shares: gross - loan };
  }
  if (choice === "bill") return { ...nowhere, bill: gross };
  const phone = mostToPhone(choice === "silent" ? gross : gross / 2n);
  return { ...nowhere, phone, shares: gross - phone };
}
