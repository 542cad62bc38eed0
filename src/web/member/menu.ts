import type { Messages } from "#shared/messages/en.ts";
import { paths } from "#web/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

type MenuWord = Exclude<keyof Messages["menu"], "short">;

export interface MenuEntry {
  readonly to: string;
  readonly word: MenuWord;
  readonly icon: IconName;
}

/** The side menu of the specification, in its order. */
export const menu: readonly MenuEntry[] = [
  { to: paths.memberDetails, word: "profile", icon: "user" },
  { to: paths.addLoanForm, word: "applyLoan", icon: "loan" },
  { to: paths.dividendList, word: "dividends", icon: "pie" },
  { to: paths.loanStatement, word: "loans", icon: "list" },
  { to: paths.gurantorList, word: "guarantors", icon: "guarantee" },
  { to: paths.shareCapital, word: "shareCapital", icon: "layers" },
  { to: paths.shareStatement, word: "shareStatement", icon: "wallet" },
  { to: paths.withdrawableStatement, word: "withdrawable", icon: "tray" },
];

export interface ShortEntry {
  readonly to: string;
  readonly word: Exclude<keyof Messages["menu"]["short"], "menu">;
  readonly icon: IconName;
}

/** What a thumb reaches at the bottom of a phone; Menu opens the rest. */
export const shortMenu: readonly ShortEntry[] = [
  { to: paths.memberDetails, word: "profile", icon: "user" },
  { to: paths.addLoanForm, word: "loan", icon: "loan" },
  { to: paths.dividendList, word: "dividend", icon: "pie" },
  { to: paths.shareStatement, word: "savings", icon: "wallet" },
];

/** Whether an entry is where one is; the profile also stands at /app itself. */
export function isCurrent(to: string, pathname: string): boolean {
  const at = pathname.replace(/\/$/, "").toLowerCase();
  return at === to.toLowerCase() || (to === paths.memberDetails && at === paths.app);
}
