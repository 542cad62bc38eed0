import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { session as sessionEndpoint } from "#shared/contract/identity/auth.ts";
import { fill } from "#shared/language.ts";
import { onActivity } from "#web/lib/activity.ts";
import { readKept } from "#web/lib/browser-storage.ts";
import { useSpoken } from "#web/lib/language.ts";
import { signedInMessages } from "#web/lib/member-texts.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { useOfflineReading } from "#web/lib/offline-reading.ts";
import { Link } from "#web/lib/router.tsx";
import { underPin, useOwnUnsent } from "#web/lib/unsent.ts";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { OfflineBanner, offlineCss as css } from "#web/ui/offline-banner.tsx";
import { later } from "./later.ts";
import { ReadOffline } from "./read-offline.tsx";

const UnsentList = later("UnsentList");

/** Says that there is no connection, since when, and the time of the figures on the page. */
export function OfflineNotice(): ReactElement {
  const { offline } = useMessages(signedInMessages);
  const { language } = useSpoken();
  const since = offlineSince.use();
  const asAt = useOldestShown();
  const unsent = useOwnUnsent().length + underPin.use();
  useRenewalOnReturn(since);
  return (
    <>
      <OfflineBanner>{asAt !== null && offline.kept}</OfflineBanner>
      {since !== null && (
        <p className={css["asAt"]}>
          {asAt === null ? (
            <NothingShown />
          ) : (
            fill(offline.asAt, { when: formatMoment(asAt, language) })
          )}
        </p>
      )}
      {unsent > 0 && (
        <Suspense fallback={null}>
          <UnsentList />
        </Suspense>
      )}
    </>
  );
}

/**
 * Links to the kept figures, or to the page where reading offline is switched on. Shows nothing
 * while other pages can be read.
 */
function NothingShown(): ReactElement | null {
  const { offline } = useMessages(signedInMessages);
  const answers = useQueryClient().getQueryCache().getAll();
  const isKept = useOfflineReading();
  if (answers.some((one) => isOfPage(one) && one.state.data !== undefined)) return null;
  if (isKept) return <ReadOffline />;
  return readKept("shared") === null ? <Link to={paths.ownSettings}>{offline.next}</Link> : null;
}

/** Whether an answer belongs to a page, and not to the session. */
function isOfPage({ queryKey }: Query): boolean {
  return queryKey[0] !== sessionEndpoint.path;
}

/** Returns when the oldest of the page's answers arrived; null if it has none. */
function useOldestShown(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(cache.subscribe, () => oldestShown(cache));
}

function oldestShown(cache: QueryCache): number | null {
  const times = cache
    .findAll({ type: "active" })
    .filter(isOfPage)
    .filter(({ observers }) => observers.some(({ options }) => !options.meta?.["isAside"]))
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Requests everything on the page again once there is a connection and somebody uses the page. Each
 * call extends the session, so an unattended phone on an unstable connection must make none.
 */
function useRenewalOnReturn(since: number | null): void {
  const cache = useQueryClient();
  const isDue = useRef(false);
  const isUsed = useRef(false);
  const isOffline = since !== null;
  useEffect(() => {
    if (isOffline) {
      isDue.current = true;
      isUsed.current = false;
    }
    const renew = (): void => {
      if (isOffline || !isDue.current || !isUsed.current) return;
      isDue.current = false;
      void cache.invalidateQueries();
    };
    renew();
    return onActivity(() => {
      isUsed.current = true;
      renew();
    });
  }, [cache, isOffline]);
}
