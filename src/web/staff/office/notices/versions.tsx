import { noticeDeskMessages } from "#shared/messages/office/notices-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { versions } from "#shared/contract/office/notices.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import type { DeskNotice } from "./list.tsx";
import css from "./notices.module.css";

interface VersionsProps {
  readonly notice: DeskNotice;
  readonly onClose: () => void;
}

/** The earlier versions of a notice, who changed it, and when. */
export function VersionsDialog({ notice, onClose }: VersionsProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const { language } = useSpoken();
  const load = useRequest(versions, { params: { id: notice.id } }, { isAccess: true });
  return (
    <Dialog
      title={words.versionsTitle}
      onClose={onClose}
      actions={
        <Button first onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <Loaded
        load={load}
        loading={words.versionsLoading}
        failed={words.versionsFailed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {(found) => (
          // The focus makes a long history scrollable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <ol className={css["versions"]} tabIndex={0} aria-label={words.versionsTitle}>
            {found.map((one) => (
              <li key={one.version}>
                <small>
                  {fill(one.changedBy === "" ? words.versionSetUp : words.versionBy, {
                    version: one.version,
                    who: one.changedBy,
                    day: formatDay(one.changedOn, language),
                    time: one.changedAt,
                  })}
                  {one.withdrawn && `, ${words.versionWithdrawn}`}
                </small>
                <b>{one.title[language]}</b> {one.text[language]}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
