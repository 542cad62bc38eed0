import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";
import {
  answerSaid,
  answerSplit,
  failSplit,
  fillSplit,
  noSplit,
  overtake,
} from "./split-states.ts";

const path = "/app/SplitDividend";

/** The screens on which a member splits a dividend, in each of their states. */
export const splitScreens: Screen[] = [
  { name: "split", path, as: "member" },
  { name: "payments-own", path: "/app/DividendList", as: "member", before: answerSplit() },
  { name: "payments-needed", path: "/app", as: "member", before: answerSplit() },
  { name: "split-filled", path, as: "member", before: answerSplit(), after: fillSplit },
  {
    name: "split-kiswahili",
    path,
    as: "member",
    before: answerSplit(),
    after: async (page) => {
      await fillSplit(page);
      await speakKiswahili(page);
    },
  },
  { name: "split-errors", path, as: "member", before: answerSplit(), after: failSplit },
  {
    name: "split-unconfirmed",
    path,
    as: "member",
    before: answerSplit({
      held: 1200,
      toSplit: 21_962.5,
      mobile: { number: "+254712000482", isConfirmed: false, maximum: 250_000 },
    }),
    after: async (page) => {
      await page.getByLabel("Mode, row 1").selectOption({ label: "PAY THROUGH EFT(MOBILE)" });
      await page.getByRole("button", { name: "Confirm this number" }).click();
    },
  },
  { name: "split-receipt", path, as: "member", before: answerSaid },
  {
    name: "split-change",
    path,
    as: "member",
    before: answerSaid,
    after: (page) => page.getByRole("button", { name: "Change it" }).click(),
  },
  {
    name: "split-newer",
    path,
    as: "member",
    before: answerSaid,
    after: overtake,
  },
  {
    name: "split-silent",
    path,
    as: "member",
    before: answerSplit({ isOpen: false, state: "locked" }),
  },
  {
    name: "split-gone",
    path,
    as: "member",
    before: answerSplit({ isOpen: false, closesOn: "2999-12-31" }),
  },
  { name: "split-none", path, as: "member", before: noSplit },
  {
    name: "split-failed",
    path,
    as: "member",
    before: abort("**/members/*/dividend-split"),
    after: seen("We could not load your dividend"),
  },
  {
    name: "split-loading",
    path,
    as: "member",
    after: keepLoading("**/members/*/dividend-split"),
  },
  {
    name: "split-sum",
    path: "/app/DividendList",
    as: "member",
    after: (page) => page.getByText("Month by month").first().click(),
  },
];
