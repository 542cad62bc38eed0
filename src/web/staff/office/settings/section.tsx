import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Card } from "#web/ui/card.tsx";
import { Loaded, type LoadedProps } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

interface PartProps<T> extends Pick<LoadedProps<T>, "load" | "children"> {
  /** The title of the first card. */
  readonly title: string;
  readonly rows: number;
}

/** A section of the settings, once it is loaded. */
export function Part<T>({ load, title, rows, children }: PartProps<T>): ReactElement {
  const words = useMessages(settingsMessages);
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={
        <Card title={title}>
          <SkeletonLines rows={rows} />
        </Card>
      }
    >
      {children}
    </Loaded>
  );
}
