import type { ReactElement, ReactNode } from "react";
import { fill, type Language } from "#shared/language.ts";
import { useSpoken } from "#web/lib/language.ts";
import { dayOfMoment, formatMoment } from "#web/lib/moment.ts";
import { hasNetwork, offlineSince } from "#web/lib/offline-since.ts";
import { today } from "#web/lib/period.ts";
import { OFFLINE_REASON } from "./button.tsx";
import { Icon } from "./icon.tsx";
import css from "./offline-banner.module.css";

export { css as offlineCss };

/** Says that there is no connection and since when, and why buttons are grey. */
export function OfflineBanner({ children }: { readonly children?: ReactNode }): ReactElement {
  const { words, language } = useSpoken();
  const { device, server, reason } = words.offline;
  const since = offlineSince.use();
  const said = hasNetwork.use() ? server : device;
  return (
    <div role="status" className={css["status"]}>
      {since !== null && (
        <div className={css["notice"]}>
          <Icon name="off" />
          <p id={OFFLINE_REASON}>
            <b>{fill(said, { time: saidSince(since, language) })}</b> {children} {reason}
          </p>
        </div>
      )}
    </div>
  );
}

/** Says the time of an instant, with its day unless that is today. */
function saidSince(instant: number, language: Language): string {
  const said = formatMoment(instant, language);
  return dayOfMoment(instant) === today() ? said.replace(/^.*, /, "") : said;
}
