import type { Permission } from "#shared/permissions.ts";
import type { StaffWords } from "#shared/messages/staff-en.ts";
import { paths } from "#web/paths.ts";
import type { ShellEntry } from "#web/ui/shell.tsx";
import type { Officer } from "./officer.ts";

/** An entry of the staff's menu, and what one must be allowed to do to see it. */
interface DeskEntry extends ShellEntry {
  /** Left out where it is everybody's own. */
  readonly needs?: Permission;
}

function everyEntry({ menu }: StaffWords): readonly DeskEntry[] {
  return [
    {
      to: paths.loanQueue,
      label: menu.loanQueue,
      icon: "loan",
      needs: "loans.read",
      alsoAt: [paths.app, paths.loanApplication, paths.updateLoanData],
    },
    {
      to: paths.instant,
      label: menu.members,
      icon: "user",
      needs: "members.read",
      alsoAt: [paths.memberRecord, paths.addMemberForm],
    },
    { to: paths.dividends, label: menu.dividends, icon: "pie", needs: "dividends.read" },
    { to: paths.checkOff, label: menu.checkOff, icon: "tray", needs: "checkoff.read" },
    { to: paths.payouts, label: menu.payouts, icon: "wallet", needs: "payouts.read" },
    { to: paths.questions, label: menu.suggestions, icon: "chat", needs: "cases.read" },
    {
      to: paths.contactChanges,
      label: menu.contactChanges,
      icon: "retry",
      needs: "contacts.read",
    },
    {
      to: paths.exits,
      label: menu.exits,
      icon: "out",
      needs: "exits.read",
      alsoAt: [paths.memberExit],
    },
    { to: paths.imports, label: menu.imports, icon: "list", needs: "imports.read" },
    { to: paths.books, label: menu.books, icon: "list", needs: "proof.read" },
    { to: paths.audit, label: menu.audit, icon: "lock", needs: "audit.read" },
    { to: paths.notices, label: menu.notices, icon: "info", needs: "notices.read" },
    { to: paths.privacyRequests, label: menu.privacy, icon: "lock", needs: "privacy.read" },
    { to: paths.loanPolicy, label: menu.loanPolicy, icon: "layers", needs: "loans.policy" },
    { to: paths.settings, label: menu.settings, icon: "sliders", needs: "settings.read" },
    { to: paths.staff, label: menu.staff, icon: "guarantee", needs: "staff.read" },
    { to: paths.mySecurity, label: menu.mySecurity, icon: "lock" },
  ];
}

/** The side menu of the desk: only what the officer may open. */
export function deskMenu(words: StaffWords, officer: Officer): readonly ShellEntry[] {
  return everyEntry(words).filter(({ needs }) => !needs || officer.may(needs));
}

/** The same for a thumb, in words that fit the bottom of a phone. */
export function shortDeskMenu(words: StaffWords, officer: Officer): readonly ShellEntry[] {
  const { short } = words.menu;
  const labels: Readonly<Record<string, string>> = {
    [paths.loanQueue]: short.loanQueue,
    [paths.instant]: short.members,
    [paths.dividends]: short.dividends,
    [paths.checkOff]: short.checkOff,
  };
  return deskMenu(words, officer)
    .slice(0, 4)
    .map((entry) => ({ ...entry, label: labels[entry.to] ?? entry.label }));
}
