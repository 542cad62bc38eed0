import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { removeLogo, saveLogo } from "#shared/contract/office/settings.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { LookCardProps } from "./appearance.tsx";
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
  const words = useMessages(settingsMessages);
  const { look } = words;
  const [picture, setPicture] = useState<FittedPicture | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const choose = async (file: File | null): Promise<void> => {
    const fitted = file && (await fitPicture(file));
    setPicture(fitted);
    setUnreadable(file !== null && fitted === null);
    forget();
  };
  const save = async (file: File | null): Promise<void> => {
    setUnreadable(false);
    // The file stays chosen after a rejection, like typed input.
    await held.save((version) => {
      const query = { version: String(version) };
      return file ? call(saveLogo, { query, file }) : call(removeLogo, { query });
    });
    await onSaved();
    setPicture(null);
    showToast({ kind: "success", text: file ? words.saved : look.removed });
  };
  const { busy, failed, run, forget } = useAction(save, { textOf: logoProblem });
  return (
    <>
      <FileField
        label={look.choose}
        accept="image/png,image/jpeg"
        error={isUnreadable ? look.cannotRead : (failed ?? undefined)}
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
          onClick={() => picture && run(picture.file)}
        >
          {look.saveLogo}
        </Button>
        {held.seen.logo && (
          <Button width="full-on-phones" blocked={busy} onClick={() => run(null)}>
            {look.removeLogo}
          </Button>
        )}
      </div>
    </>
  );
}

/** Returns the text for a rejected picture, or the general one for any other failure. */
function logoProblem(general: string, error: unknown): string {
  const said = error instanceof ProblemAnswer ? error.details.fields["logo"] : undefined;
  return said ?? general;
}

function chosen({ file, width, height }: FittedPicture, form: string): string {
  return fill(form, { name: file.name, width, height, size: Math.ceil(file.size / 1024) });
}
