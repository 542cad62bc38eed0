import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { session as sessionEndpoint } from "#shared/contract/identity/auth.ts";
import { Unreachable } from "#web/lib/failure.ts";
import { rememberedZone, rememberZone, type ZoneKind } from "#web/lib/known-zone.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { cacheOf } from "#web/lib/session-cache.ts";
import { type Session, useSessionState } from "#web/lib/session.ts";
import { useKeptFigures } from "#web/member/use-kept-figures.ts";
import { MemberPages } from "#web/member/pages.tsx";
import { isOfTheStaff } from "#web/paths.ts";
import { IdleWarning } from "#web/ui/idle-warning.tsx";
import { ReadOffline } from "#web/member/read-offline.tsx";
import { FailedState } from "#web/ui/empty-state.tsx";

const StaffPages = lazy(async () => ({
  default: (await import("./staff/pages.tsx")).StaffPages,
}));

/** The pages under /app. When another session starts in this browser, all state is cleared. */
export function Zone(): ReactElement | null {
  const { session } = useSessionState();
  return session && <OneStay key={session.token} session={session} />;
}

function OneStay({ session }: { readonly session: Session }): ReactElement {
  const [cache] = useState(() => cacheOf(session));
  return (
    <QueryClientProvider client={cache}>
      <WhoseZone />
    </QueryClientProvider>
  );
}

/**
 * Shows members their pages and staff theirs. The server decides which; the zone is remembered for
 * the session, so that a page opened later need not wait for it. This only chooses what is shown.
 */
function WhoseZone(): ReactElement | null {
  const { failure } = useWords();
  const who = useRequest(sessionEndpoint);
  const said = who.state === "loaded" ? who.data.kind : null;
  useEffect(() => {
    if (said !== null) rememberZone(said);
  }, [said]);
  useKeptFigures(who.state === "loaded" ? who.data : null);
  const { pathname } = useNavigation().address;
  // Without a connection members' pages say so, and reload their data once there is one.
  const [guess, setGuess] = useState<ZoneKind | null>(null);
  const kind = said ?? rememberedZone() ?? guess;
  const isCutOff = who.state === "failed" && who.error instanceof Unreachable;
  if (kind === null && isCutOff && !isOfTheStaff(pathname)) setGuess("member");
  if (kind === null && who.state === "failed") {
    return (
      <main id="main">
        <FailedState title={failure.page} error={who.error} retry={who.retry} />
        <ReadOffline />
      </main>
    );
  }
  return (
    <>
      {kind === "member" && <MemberPages />}
      {kind === "staff" && (
        <Suspense fallback={null}>
          <StaffPages />
        </Suspense>
      )}
      {who.state === "loaded" && <IdleWarning idleSeconds={who.data.idleSeconds} />}
    </>
  );
}
