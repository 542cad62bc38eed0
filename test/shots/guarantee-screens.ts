import { answerGuarantors, answerUncovered, nameTwo, rejectSecond } from "./guarantee-states.ts";
import { fillLoan, submitLoan } from "./loan-states.ts";
import type { Screen } from "./arrange.ts";

/** The screens about guarantees, in each of their states. */
export const guaranteeScreens: Screen[] = [
  { name: "guarantee-requests", path: "/app/GuaranteeRequests", as: "member" },
  {
    name: "guarantee-answer",
    path: "/app/GuaranteeRequests",
    as: "member",
    after: async (page) => {
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByRole("button", { name: "Accept and pledge" }).click();
    },
  },
  {
    name: "guarantee-none",
    path: "/app/GuaranteeRequests",
    as: "member",
    before: (page) =>
      page.route("**/members/*/guarantees", (route) =>
        route.fulfill({
          json: { deposits: 0, pledged: 0, free: 0, requests: [], standing: [] },
        }),
      ),
  },
  {
    name: "guarantee-failed",
    path: "/app/GuaranteeRequests",
    as: "member",
    before: (page) => page.route("**/members/*/guarantees", (route) => route.abort()),
  },
  {
    name: "guarantee-naming",
    path: "/app/AddLoanForm",
    as: "member",
    before: async (page) => {
      await answerUncovered(page);
      await rejectSecond(page);
    },
    after: async (page) => {
      await fillLoan("15000")(page);
      await nameTwo(page);
      await submitLoan(page);
    },
  },
  {
    name: "guarantee-card",
    path: "/app/LoanList?loan=INS-2026-0004",
    as: "member",
    before: answerGuarantors,
  },
  {
    name: "guarantee-replace",
    path: "/app/LoanList?loan=INS-2026-0004",
    as: "member",
    before: answerGuarantors,
    after: async (page) => {
      await page.getByRole("button", { name: "Replace Member MS1008" }).click();
    },
  },
  { name: "guarantee-list", path: "/app/GurantorList", as: "member" },
  {
    name: "guarantee-kiswahili",
    path: "/app/GuaranteeRequests",
    as: "member",
    after: async (page) => {
      await page.getByRole("button", { name: "Kiswahili" }).click();
      await page.getByRole("button", { name: "English" }).waitFor();
    },
  },
];
