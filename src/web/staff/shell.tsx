import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { ready } from "#shared/contract/kernel/health.ts";
import { officeProblemsEn } from "#shared/messages/kernel/office-problems-en.ts";
import { officeProblemsSw } from "#shared/messages/kernel/office-problems-sw.ts";
import { learnOfficeProblems } from "#web/lib/form.ts";
import { useRequest } from "#web/lib/query.ts";
import { OfflineBanner } from "#web/ui/offline-banner.tsx";
import { Shell } from "#web/ui/shell.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { deskMenu, ownMenu, shortDeskMenu } from "./desk-menu.ts";
import type { Officer } from "./officer.ts";
import { useWaitingWork } from "./waiting-work.ts";

learnOfficeProblems({ en: officeProblemsEn, sw: officeProblemsSw });

function firstAndLast(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  return names.length > 2 ? `${names[0]} ${names.at(-1)}` : names.join(" ");
}

/** Warns the office that this database is a copy, which sends no messages or payments. */
function HeldTip(): ReactElement | null {
  const { held } = useMessages(staffMessages);
  const load = useRequest(ready);
  if (load.state !== "loaded" || !load.data.held) return null;
  return (
    <Tip meaning="warn">
      <b>{held.title}.</b> {held.text}
    </Tip>
  );
}

/** The shell around every page of the desk. */
export function StaffShell({
  officer,
  children,
}: {
  readonly officer: Officer;
  readonly children: ReactNode;
}): ReactElement {
  const words = useMessages(staffMessages);
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
      <OfflineBanner />
      <HeldTip />
      {children}
    </Shell>
  );
}
