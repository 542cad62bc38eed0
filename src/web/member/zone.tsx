import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Navigate, Route, Routes } from "react-router";
import { session as sessionEndpoint } from "#shared/contract/auth.ts";
import { useWords } from "#web/lib/language.ts";
import { newCache, useAsk } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { aliases, paths } from "#web/paths.ts";
import { NotFound } from "#web/public/not-found.tsx";
import { IdleWarning } from "./idle-warning.tsx";
import { MemberDetails } from "./member-details.tsx";
import { Notes } from "./notes.tsx";
import { NotOpen } from "./not-open.tsx";
import { Shell } from "./shell.tsx";

/** The pages under /app. Another session in this browser starts with everything forgotten. */
export function MemberZone(): ReactElement {
  const { session } = useSessionState();
  return <OneStay key={session?.token} />;
}

function OneStay(): ReactElement {
  const [cache] = useState(newCache);
  return (
    <QueryClientProvider client={cache}>
      <Pages />
      <IdleWatch />
    </QueryClientProvider>
  );
}

function IdleWatch(): ReactElement | null {
  const load = useAsk(sessionEndpoint);
  return load.state === "loaded" ? <IdleWarning idleSeconds={load.data.idleSeconds} /> : null;
}

/** The address of a page as it stands below /app. */
function below(path: string): string {
  return path.slice(paths.app.length + 1);
}

function Pages(): ReactElement {
  const { menu, titles } = useWords();
  const notOpen: readonly (readonly [string, string])[] = [
    [paths.addLoanForm, menu.applyLoan],
    [paths.loanList, titles.loanList],
    [paths.questions, titles.questions],
    [paths.addMemberForm, titles.addMember],
    [paths.updateLoanData, titles.updateLoan],
    [paths.splitDividend, titles.splitDividend],
    [paths.instant, titles.instant],
    [paths.dividendList, menu.dividends],
    [paths.loanStatement, menu.loans],
    [paths.gurantorList, menu.guarantors],
    [paths.shareCapital, menu.shareCapital],
    [paths.shareStatement, menu.shareStatement],
    [paths.withdrawableStatement, menu.withdrawable],
  ];
  const inShell = (page: ReactElement): ReactElement => <Shell>{page}</Shell>;
  return (
    <Routes>
      <Route index element={inShell(<MemberDetails />)} />
      <Route path={below(paths.memberDetails)} element={inShell(<MemberDetails />)} />
      <Route path={below(paths.notes)} element={inShell(<Notes />)} />
      {notOpen.map(([path, title]) => (
        <Route key={path} path={below(path)} element={inShell(<NotOpen title={title} />)} />
      ))}
      {Object.entries(aliases).map(([from, to]) => (
        <Route key={from} path={below(from)} element={<Navigate to={to} replace />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
