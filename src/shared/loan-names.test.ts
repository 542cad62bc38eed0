import { expect, it } from "vitest";
import { loanName } from "./loan-names.ts";
import { documentGuaranteeLevel } from "./messages/statements/loan-names.ts";
import { statementsSw } from "./messages/statements/statements-sw.ts";

it("names the products we lend in the language, and leaves every other name as it came", () => {
  const named = (stored: string): string => loanName(statementsSw.loanNames, stored);
  expect(named("Instant")).toBe("Wa papo");
  expect(named("Instant loan")).toBe("Mkopo wa papo");
  expect(named("Development")).toBe("Wa maendeleo");
  expect(named("School fees")).toBe("School fees");
  expect(named("constructor")).toBe("constructor");
  expect(loanName({}, "Instant loan")).toBe("Instant loan");
});

it("names the level of a guarantee in the language of the document", () => {
  expect(documentGuaranteeLevel("en", "Principal")).toBe("Principal");
  expect(documentGuaranteeLevel("sw", "Principal")).toBe("Mkuu");
  expect(documentGuaranteeLevel("sw", "Third")).toBe("Third");
});
