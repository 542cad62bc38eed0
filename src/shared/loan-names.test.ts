import { expect, it } from "vitest";
import { loanName } from "./loan-names.ts";
import { statementsSw } from "./messages/statements/statements-sw.ts";

it("names our own product in the language, and leaves every other name as it came", () => {
  const named = (stored: string): string => loanName(statementsSw.loanNames, stored);
  expect(named("Instant")).toBe("Wa papo");
  expect(named("Instant loan")).toBe("Mkopo wa papo");
  expect(named("Development")).toBe("Development");
  expect(named("constructor")).toBe("constructor");
  expect(loanName({}, "Instant loan")).toBe("Instant loan");
});
