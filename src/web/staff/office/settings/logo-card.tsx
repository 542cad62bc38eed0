import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { removeLogo, saveLogo } from "#shared/contract/office/settings.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { LookCardProps } from "./look.tsx";
import { type FittedPicture, fitPicture } from "./picture.ts";
import css from "./settings.module.css";

/** The current logo, and a field to replace it. */
export function LogoCard({ held, mayEdit, onSaved }: LookCardProps): ReactElement {
  const { look } = useMessages(settingsMessages);
  const { logo } = held.seen;
  return (
    <Card title={look.logo}>
      <div className={css["form"]}>
        <p className={css["quiet"]}>{look.logoLead}</p>
        {logo ? (
          <figure className={css["logo"]}>
            <img src={logo.address} alt="" />
            <figcaption>
              {fill(look.logoNow, { width: logo.width, height: logo.height })}
            </figcaption>
          </figure>
        ) : (
          <p className={css["quiet"]}>{look.logoNone}</p>
        )}
        {mayEdit && <LogoForm held={held} onSaved={onSaved} />}
      </div>
    </Card>
  );
}

function LogoForm({ held, onSaved }: Omit<LookCardProps, "mayEdit">): ReactElement {
  const all = useWords();
  const words = useMessages(settingsMessages);
  const { look } = words;
  const [picture, setPicture] = useState<FittedPicture | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const choose = async (file: File | null): Promise<void> => {
    const fitted = file && (await fitPicture(file));
    setPicture(fitted);
    setError(file !== null && fitted === null ? look.cannotRead : undefined);
  };
  const save = async (remove: boolean): Promise<void> => {
    if (busy || (!remove && picture === null)) return;
    setBusy(true);
    setError(undefined);
    try {
      // The file stays chosen after a rejection, like typed input.
      await held.save((version) => {
        const query = { version: String(version) };
        return remove
          ? call(removeLogo, { query })
          : call(saveLogo, { query, ...(picture && { file: picture.file }) });
      });
      await onSaved();
      setPicture(null);
      showToast({ kind: "success", text: remove ? look.removed : words.saved });
    } catch (failed) {
      const said = failed instanceof ProblemAnswer ? failed.details.fields["logo"] : undefined;
      setError(said ?? failureWords(failed, all));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FileField
        label={look.choose}
        accept="image/png,image/jpeg"
        error={error}
        hint={picture ? chosen(picture, look.chosen) : look.chooseHint}
        onFile={(file) => void choose(file)}
      />
      {picture && (
        <figure className={css["logo"]}>
          <img src={picture.address} alt="" />
          <figcaption>{look.preview}</figcaption>
        </figure>
      )}
      <div className={css["acts"]}>
        <Button
          look="primary"
          width="full-on-phones"
          blocked={busy || picture === null}
          onClick={() => void save(false)}
        >
          {look.saveLogo}
        </Button>
        {held.seen.logo && (
          <Button width="full-on-phones" blocked={busy} onClick={() => void save(true)}>
            {look.removeLogo}
          </Button>
        )}
      </div>
    </>
  );
}

function chosen({ file, width, height }: FittedPicture, form: string): string {
  return fill(form, { name: file.name, width, height, size: Math.ceil(file.size / 1024) });
}
