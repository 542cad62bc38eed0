import type { Permission } from "#shared/permissions.ts";
import type { StaffWords } from "#shared/messages/office/shell-en.ts";
import { paths } from "#web/paths.ts";
import type { ShellEntry, ShellGroup } from "#web/ui/shell.tsx";
import type { Officer } from "./officer.ts";

/** An entry of the staff menu, and the permission needed to see it. */
interface DeskEntry extends ShellEntry {
  readonly needs: Permission;
}

interface DeskGroup {
  readonly name: string;
  readonly entries: readonly DeskEntry[];
}

function allGroups({ menu }: StaffWords): readonly DeskGroup[] {
  const { groups } = menu;
  return [
    {
      name: groups.daily,
      entries: [
        {
          to: paths.loanQueue,
          label: menu.loanQueue,
          icon: "loan",
          needs: "loans.read",
          alsoAt: [paths.app, paths.loanApplication, paths.updateLoanData],
        },
        { to: paths.counter, label: menu.counter, icon: "layers", needs: "counter.read" },
        {
          to: paths.instant,
          label: menu.members,
          icon: "user",
          needs: "members.read",
          alsoAt: [paths.memberRecord, paths.addMemberForm],
        },
      ],
    },
    moneyGroup(menu, groups.money),
    {
      name: groups.requests,
      entries: [
        { to: paths.approvals, label: menu.approvals, icon: "guarantee", needs: "approvals.read" },
        { to: paths.questions, label: menu.suggestions, icon: "chat", needs: "cases.read" },
        {
          to: paths.contactChanges,
          label: menu.contactChanges,
          icon: "phone",
          needs: "contacts.read",
        },
        {
          to: paths.exits,
          label: menu.exits,
          icon: "leave",
          needs: "exits.read",
          alsoAt: [paths.memberExit],
        },
        { to: paths.privacyRequests, label: menu.privacy, icon: "shield", needs: "privacy.read" },
      ],
    },
    booksGroup(menu),
    {
      name: groups.society,
      entries: [
        { to: paths.notices, label: menu.notices, icon: "info", needs: "notices.read" },
        { to: paths.loanPolicy, label: menu.loanPolicy, icon: "percent", needs: "loans.policy" },
        { to: paths.settings, label: menu.settings, icon: "sliders", needs: "settings.read" },
        { to: paths.staff, label: menu.staff, icon: "badge", needs: "staff.read" },
      ],
    },
  ];
}

/** The pages of the money of members. */
function moneyGroup(menu: StaffWords["menu"], name: string): DeskGroup {
  return {
    name,
    entries: [
      { to: paths.dividends, label: menu.dividends, icon: "pie", needs: "dividends.read" },
      { to: paths.checkOff, label: menu.checkOff, icon: "tray", needs: "checkoff.read" },
      { to: paths.payIns, label: menu.payIns, icon: "list", needs: "payins.read" },
      {
        to: paths.withdrawals,
        label: menu.withdrawals,
        icon: "dispense",
        needs: "withdrawals.read",
      },
      { to: paths.payouts, label: menu.payouts, icon: "wallet", needs: "payouts.read" },
    ],
  };
}

function booksGroup(menu: StaffWords["menu"]): DeskGroup {
  return {
    name: menu.groups.books,
    entries: [
      { to: paths.imports, label: menu.imports, icon: "upload", needs: "imports.read" },
      {
        to: paths.reconciliation,
        label: menu.reconciliation,
        icon: "swap",
        needs: "reconciliation.read",
      },
      { to: paths.books, label: menu.books, icon: "book", needs: "proof.read" },
      { to: paths.alerts, label: menu.alerts, icon: "warn", needs: "alerts.read" },
      { to: paths.system, label: menu.system, icon: "clock", needs: "alerts.read" },
      { to: paths.audit, label: menu.audit, icon: "eye", needs: "audit.read" },
    ],
  };
}

/** Returns the desk's menu: only what the officer may open, without empty headings. */
export function deskMenu(words: StaffWords, officer: Officer): readonly ShellGroup[] {
  return allGroups(words)
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ needs }) => officer.may(needs)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The personal entries of everybody at the desk. */
export function ownMenu({ menu }: StaffWords): readonly ShellEntry[] {
  return [{ to: paths.mySecurity, label: menu.mySecurity, icon: "lock" }];
}

/** The same entries for phones, with labels that fit the bottom bar. */
export function shortDeskMenu(words: StaffWords, officer: Officer): readonly ShellEntry[] {
  const { short } = words.menu;
  const labels: Readonly<Record<string, string>> = {
    [paths.loanQueue]: short.loanQueue,
    [paths.instant]: short.members,
    [paths.dividends]: short.dividends,
    [paths.checkOff]: short.checkOff,
  };
  return deskMenu(words, officer)
    .flatMap(({ entries }) => entries)
    .slice(0, 4)
    .map((entry) => ({ ...entry, label: labels[entry.to] ?? entry.label }));
}
