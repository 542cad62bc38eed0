import type { SignedInWords } from "#shared/messages/members/signed-in-en.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { paths } from "#web/paths.ts";
import type { ShellEntry } from "#web/ui/shell.tsx";

/** The side menu of the specification, in its order, then the two items it hides in the header. */
export function memberMenu(words: SignedInWords["menu"]): readonly ShellEntry[] {
  return [
    {
      to: paths.memberDetails,
      label: words.profile,
      icon: "user",
      alsoAt: [paths.app, paths.bankAccount],
    },
    { to: paths.addLoanForm, label: words.applyLoan, icon: "loan" },
    {
      to: statementPaths.dividendList,
      label: words.dividends,
      icon: "pie",
      alsoAt: [paths.splitDividend],
    },
    { to: paths.loanStatement, label: words.loans, icon: "list" },
    {
      to: paths.gurantorList,
      label: words.guarantors,
      icon: "guarantee",
      alsoAt: [paths.guaranteeRequests],
    },
    { to: statementPaths.shareCapital, label: words.shareCapital, icon: "layers" },
    {
      to: statementPaths.shareStatement,
      label: words.shareStatement,
      icon: "wallet",
      alsoAt: [paths.contributions],
    },
    {
      to: paths.withdrawableStatement,
      label: words.withdrawable,
      icon: "tray",
      alsoAt: [paths.withdraw, paths.transfer],
    },
    { to: paths.notes, label: words.notes, icon: "info" },
    { to: paths.questions, label: words.questions, icon: "chat" },
  ];
}

/** The member's own page of the portal, next to Log Out. */
export function ownMemberMenu({ settings }: SignedInWords["menu"]): readonly ShellEntry[] {
  return [{ to: paths.ownSettings, label: settings, icon: "sliders", alsoAt: [paths.ownPrivacy] }];
}

/** The bar at the bottom of a phone, within reach of a thumb. */
export function shortMemberMenu({ short }: SignedInWords["menu"]): readonly ShellEntry[] {
  return [
    { to: paths.memberDetails, label: short.profile, icon: "user", alsoAt: [paths.app] },
    { to: paths.addLoanForm, label: short.loan, icon: "loan" },
    {
      to: statementPaths.dividendList,
      label: short.dividend,
      icon: "pie",
      alsoAt: [paths.splitDividend],
    },
    { to: statementPaths.shareStatement, label: short.savings, icon: "wallet" },
  ];
}
