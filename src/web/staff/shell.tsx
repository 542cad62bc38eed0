import type { ReactElement, ReactNode } from "react";
import { useStaffWords } from "#web/lib/staff-words.ts";
import { Shell } from "#web/ui/shell.tsx";
import { deskMenu, ownMenu, shortDeskMenu } from "./desk.ts";
import type { Officer } from "./officer.ts";
import { useWaitingWork } from "./waiting-work.ts";

function firstAndLast(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  return names.length > 2 ? `${names[0]} ${names.at(-1)}` : names.join(" ");
}

/** What stands around every page of the desk. */
export function StaffShell({
  officer,
  children,
}: {
  readonly officer: Officer;
  readonly children: ReactNode;
}): ReactElement {
  const words = useStaffWords();
  const waiting = useWaitingWork(officer);
  return (
    <Shell
      menu={deskMenu(words, officer).map(({ entries, ...group }) => ({
        ...group,
        entries: entries.map((entry) => ({ ...entry, waiting: waiting[entry.to] })),
      }))}
      own={ownMenu(words)}
      shortMenu={shortDeskMenu(words, officer)}
      role={words.roles[officer.role]}
      who={officer.fullName}
      shortWho={firstAndLast(officer.fullName)}
    >
      {children}
    </Shell>
  );
}
