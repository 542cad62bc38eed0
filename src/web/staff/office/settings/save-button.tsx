import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./settings.module.css";

/** The button that saves a part of the settings. */
export function SaveButton({ busy }: { readonly busy: boolean }): ReactElement {
  const { save, saving } = useMessages(settingsMessages);
  return (
    <div className={css["acts"]}>
      <Button type="submit" look="primary" width="full-on-phones" blocked={busy}>
        {busy ? saving : save}
      </Button>
    </div>
  );
}
