import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { versions } from "#shared/contract/messaging/texts.ts";
import { fill } from "#shared/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { useFormatDone } from "./changes.tsx";
import type { Texts } from "./message-draft.ts";
import css from "./settings.module.css";

interface VersionsProps {
  readonly template: string;
  readonly label: string;
  /** Starts the form from a version; null where nothing may be changed. */
  readonly onUse: ((texts: Texts) => void) | null;
}

/** The earlier versions of a message, with their authors. */
export function Versions({ template, label, onUse }: VersionsProps): ReactElement {
  const words = useMessages(settingsMessages);
  const { messages: texts } = words;
  const formatDone = useFormatDone();
  const load = useRequest(versions, { params: { template } });
  return (
    <Card title={label}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={css["inside"]}>{texts.noVersions}</p>
          ) : (
            <ul className={css["changes"]}>
              {rows.map(({ version, own, changed }) => (
                <li key={version}>
                  <p>
                    <b>{fill(texts.version, { version })}</b> {formatDone(changed)}
                  </p>
                  {own === undefined && <p>{texts.wasStandard}</p>}
                  {own && <p>{own.en.text}</p>}
                  {own && <p>{own.sw.text}</p>}
                  {own && onUse && (
                    <div>
                      <Button small onClick={() => onUse(own)}>
                        {texts.use}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
