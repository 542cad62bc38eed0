import { type QueryCache, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { session as sessionEndpoint } from "#shared/contract/identity/auth.ts";
import { fill, type Language } from "#shared/language.ts";
import { onActivity } from "#web/lib/activity.ts";
import { followConnection } from "#web/lib/connection.ts";
import { useSpoken } from "#web/lib/language.ts";
import { signedInMessages } from "#web/lib/member-texts.ts";
import { dayOfMoment, formatMoment } from "#web/lib/moment.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { today } from "#web/lib/period.ts";
import { underPin, useOwnUnsent } from "#web/lib/unsent.ts";
import { useMessages } from "#web/lib/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { OFFLINE_REASON } from "#web/ui/button.tsx";
import css from "./offline-notice.module.css";
import { later } from "./later.ts";
import { ReadOffline } from "./read-offline.tsx";

const WaitingList = later("WaitingList");

/** Says that there is no connection, since when, and of when the figures on the page are. */
export function OfflineNotice(): ReactElement {
  const { offline } = useMessages(signedInMessages);
  const { language } = useSpoken();
  const since = offlineSince.use();
  const asAt = useOldestShown();
  const unsent = useOwnUnsent().length + underPin.use();
  useEffect(followConnection, []);
  useRenewalOnReturn(since);
  const time = since === null ? "" : saidSince(since, language);
  return (
    <>
      <div role="status" className={css["status"]}>
        {since !== null && (
          <div className={css["notice"]}>
            <Icon name="off" />
            <p id={OFFLINE_REASON}>
              <b>{fill(offline.since, { time })}</b> {offline.reason}
            </p>
          </div>
        )}
      </div>
      {since !== null && (
        <p className={css["asAt"]}>
          {asAt === null ? (
            <ReadOffline />
          ) : (
            fill(offline.asAt, { when: formatMoment(asAt, language) })
          )}
        </p>
      )}
      {unsent > 0 && (
        <Suspense fallback={null}>
          <WaitingList />
        </Suspense>
      )}
    </>
  );
}

/** Says the time of an instant, with its day unless that is today. */
function saidSince(instant: number, language: Language): string {
  const said = formatMoment(instant, language);
  return dayOfMoment(instant) === today() ? said.replace(/^.*, /, "") : said;
}

/** Returns when the oldest of the answers on the page arrived; null if there is none. */
function useOldestShown(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(cache.subscribe, () => oldestShown(cache));
}

function oldestShown(cache: QueryCache): number | null {
  const times = cache
    .findAll({ type: "active" })
    .filter(({ queryKey }) => queryKey[0] !== sessionEndpoint.path)
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Requests everything on the page again once there is a connection and somebody uses the page. Each
 * call extends the session, so a phone left alone where the line comes and goes must make none.
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
