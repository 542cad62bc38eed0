import { describe, expect, it, vi } from "vitest";
import type { Kind } from "./storm/kind.ts";
import { ledgerChecks } from "./storm/ledger-checks.ts";
import { loanKinds } from "./storm/loans.ts";
import { guaranteeKinds } from "./storm/guarantees.ts";
import { checkOffKinds } from "./storm/check-off.ts";
import { dividendKinds } from "./storm/dividends.ts";
import { memberKinds } from "./storm/members.ts";
import { identityKinds } from "./storm/identity.ts";
import { officeKinds } from "./storm/office.ts";
import { useStorm } from "./storm/storm.ts";
import { PATIENT_MS } from "./running-server.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const given = useStorm();
const kinds: readonly Kind[] = [
  ...loanKinds,
  ...guaranteeKinds,
  ...checkOffKinds,
  ...dividendKinds,
  ...memberKinds,
  ...identityKinds,
  ...officeKinds,
];

describe("a race over two servers", () => {
  it.each(kinds)("$name", async ({ run }) => {
    await run(given.storm);
    await given.storm.isInOrder();
  });
});

describe("the storm", () => {
  it("has 45 kinds of races, and 20 checks of the books after each", () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBeGreaterThanOrEqual(45);
    expect(Object.keys(ledgerChecks).length).toBeGreaterThanOrEqual(20);
  });
});
