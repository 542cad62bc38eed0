import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { session as sessionEndpoint } from "#shared/contract/auth.ts";
import type { Messages } from "#shared/messages/en.ts";
import { useWords } from "#web/lib/language.ts";
import { newCache, useAsk } from "#web/lib/query.ts";
import { Redirect, useNavigation } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { aliases, atAddress, paths } from "#web/paths.ts";
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

/** Pages whose own issue has not come yet, by their address. */
function unopened({ menu, titles }: Messages): Readonly<Record<string, string>> {
  return {
    [paths.addLoanForm]: menu.applyLoan,
    [paths.loanList]: titles.loanList,
    [paths.questions]: titles.questions,
    [paths.addMemberForm]: titles.addMember,
    [paths.updateLoanData]: titles.updateLoan,
    [paths.splitDividend]: titles.splitDividend,
    [paths.instant]: titles.instant,
  };
}

/** The statements come in a file of their own, which a member who only looks in need not fetch. */
const statements = () => import("./statements/pages.tsx");
const Dividend = lazy(async () => ({ default: (await statements()).Dividend }));
const ShareCapital = lazy(async () => ({ default: (await statements()).ShareCapital }));
const Savings = lazy(async () => ({ default: (await statements()).Savings }));
const Loans = lazy(async () => ({ default: (await statements()).Loans }));
const Guarantor = lazy(async () => ({ default: (await statements()).Guarantor }));
const Withdrawable = lazy(async () => ({ default: (await statements()).Withdrawable }));

const pages: Readonly<Record<string, ReactElement>> = {
  [paths.app]: <MemberDetails />,
  [paths.memberDetails]: <MemberDetails />,
  [paths.notes]: <Notes />,
  [paths.dividendList]: <Dividend />,
  [paths.shareCapital]: <ShareCapital />,
  [paths.shareStatement]: <Savings />,
  [paths.loanStatement]: <Loans />,
  [paths.gurantorList]: <Guarantor />,
  [paths.withdrawableStatement]: <Withdrawable />,
};

function Pages(): ReactElement {
  const words = useWords();
  const { pathname } = useNavigation().address;
  const proper = atAddress(aliases, pathname);
  if (proper) return <Redirect to={proper} />;
  const page = atAddress(pages, pathname);
  const title = atAddress(unopened(words), pathname);
  if (!page && !title) return <NotFound />;
  return (
    <Shell>
      <Suspense fallback={null} key={pathname.toLowerCase()}>
        {page ?? <NotOpen title={title ?? ""} />}
      </Suspense>
    </Shell>
  );
}
