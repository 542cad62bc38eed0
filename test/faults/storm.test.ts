import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Kind } from "./storm/kind.ts";
import { brokenChecks, ledgerChecks } from "./storm/ledger-checks.ts";
import { loanKinds } from "./storm/loans.ts";
import { guaranteeKinds } from "./storm/guarantees.ts";
import { checkOffKinds } from "./storm/check-off.ts";
import { dividendKinds } from "./storm/dividends.ts";
import { memberKinds } from "./storm/members.ts";
import { identityKinds } from "./storm/identity.ts";
import { approvalKinds } from "./storm/approvals.ts";
import { acrossKinds } from "./storm/across.ts";
import { officeKinds } from "./storm/office.ts";
import { planted } from "./storm/planted.ts";
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
  ...acrossKinds,
  ...approvalKinds,
];

describe("a race over two servers", () => {
  it.each(kinds.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => {
    await run(given.storm);
    await given.storm.isInOrder();
  });
});

describe("the storm", () => {
  // Run alone, these tests make the races first, so that there is something of everything.
  beforeAll(async () => {
    if ((await given.storm.count("select from month_close")) > 0) return;
    for (const { run } of kinds) await run(given.storm);
  }, PATIENT_MS);

  it("has 45 kinds of races, and 20 checks of the books after each", () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBeGreaterThanOrEqual(45);
    expect(Object.keys(ledgerChecks).length).toBeGreaterThanOrEqual(20);
  });

  it.each(Object.keys(ledgerChecks))("finds a planted violation of: %s", async (name) => {
    const { owner } = given.storm.society;
    await owner.query("begin; set local session_replication_role = replica");
    try {
      await owner.query(planted[name] ?? "");
      const broken = await brokenChecks(owner);
      expect(broken.some((found) => found.startsWith(`${name}: `))).toBe(true);
    } finally {
      await owner.query("rollback");
    }
  });
});
