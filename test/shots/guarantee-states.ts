import type { Page } from "@playwright/test";

/** Gives the member deposits that carry 10,000 and no more. */
export async function answerUncovered(page: Page): Promise<void> {
  await page.route("**/instant-loans/eligibility**", async (route) => {
    const answer = (await (await route.fetch()).json()) as { rules: { code: string }[] };
    const words =
      "To borrow 15,000.00, add 5,000.00 to your deposits. They secure up to 10,000.00 now.";
    const rules = answer.rules.map((rule) =>
      rule.code === "deposits" ? { ...rule, state: "unmet", words } : rule,
    );
    const figures = { eligible: false, most: 10_000, needsGuarantees: 5000 };
    await route.fulfill({ json: { ...answer, ...figures, rules } });
  });
}

/** Rejects the second guarantor of an application. */
export async function rejectSecond(page: Page): Promise<void> {
  const message = "We cannot ask this member. Check the number with them.";
  const errors = [{ field: "guarantors.1.memberNo", message }];
  await page.route("**/instant/register", (route) =>
    route.fulfill({
      status: 422,
      json: { code: 422, message: "Please correct the fields that are marked.", errors },
    }),
  );
}

/** Types two guarantors, the second of whom is rejected. */
export async function nameTwo(page: Page): Promise<void> {
  await page.getByLabel("Guarantor 1, Member No").fill("MS1005");
  await page.getByLabel("Guarantor 1, amount").fill("3000");
  await page.getByRole("button", { name: "Add a guarantor" }).click();
  await page.getByLabel("Guarantor 2, Member No").fill("MS9999");
  await page.getByLabel("Guarantor 2, amount").fill("2000");
}

const one = (id: string, memberNo: string, state: string, amount: number, name = "") => {
  const answeredOn = state === "asked" ? "" : "2026-04-14";
  return { id, memberNo, name, amount, state, askedOn: "2026-04-13", answeredOn };
};

/** Gives the pending application three guarantors, each in another state. */
export async function answerGuarantors(page: Page): Promise<void> {
  await page.route("**/instant-loans/INS-2026-0004", async (route) => {
    await route.fulfill({
      json: {
        id: "40",
        loanNo: "INS-2026-0004",
        memberNo: "MS1001",
        member: "Wanjiru Njeri Kamau",
        category: "Instant",
        state: "applied",
        amount: 15_000,
        fee: 675,
        total: 15_675,
        period: 3,
        repayment: 5225,
        appliedOn: "2026-04-13",
        ageDays: 1,
        instalments: [5225, 5225, 5225],
        needsGuarantees: 8000,
        guaranteed: 3000,
        guarantors: [
          one("1", "MS1005", "accepted", 3000, "Barasa Wekesa Simiyu"),
          one("2", "MS1004", "asked", 2000),
          one("3", "MS1008", "declined", 3000),
        ],
        steps: [
          {
            step: "applied",
            date: "2026-04-13",
            time: "08:41",
            by: "member",
            who: "",
            reason: "",
            amount: 15_000,
            receipt: "",
          },
        ],
      },
    });
  });
}
