import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type CSSProperties, type FormEvent, type ReactElement, useId, useState } from "react";
import {
  type Accent,
  accentColours,
  fitAccent,
  hexOf,
  MIN_CONTRAST,
  type Theme,
  worstContrast,
} from "#shared/accent.ts";
import { saveColour } from "#shared/contract/office/settings.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { LookCardProps } from "./appearance.tsx";
import css from "./settings.module.css";

/** The colour is typed or chosen; the result is shown in both themes before it is saved. */
export function ColourCard({ held, mayEdit, onSaved }: LookCardProps): ReactElement {
  const words = useMessages(settingsMessages);
  const { look } = words;
  const { accentHue: hue, accentChroma: chroma } = held.seen;
  const [typed, setTyped] = useState<string | null>(null);
  const now: Accent = { hue, chroma };
  const shown = typed ?? hexOf(accentColours(now, "light").accent);
  const fitted = typed === null ? null : fitAccent(typed);
  const { busy, failed, run } = useAction(async (accent: Accent) => {
    const colour = { accentHue: accent.hue, accentChroma: accent.chroma };
    await held.save((version) => call(saveColour, { body: { version, ...colour } }));
    await onSaved();
    setTyped(null);
    showToast({ kind: "success", text: words.saved, detail: words.savedDetail });
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (fitted !== null) run(fitted);
  };
  return (
    <Card title={look.colour}>
      <form className={css["form"]} onSubmit={save} noValidate>
        {mayEdit && (
          <>
            <p className={css["quiet"]}>{look.colourLead}</p>
            <ColourFields
              value={shown}
              wrong={typed !== null && fitted === null}
              onValue={setTyped}
            />
          </>
        )}
        <div role="status">{fitted && <p className={css["quiet"]}>{saysOf(fitted, look)}</p>}</div>
        <Previews accent={fitted ?? now} />
        {failed && <Tip meaning="bad">{failed}</Tip>}
        {mayEdit && (
          <div className={css["acts"]}>
            <Button
              type="submit"
              look="primary"
              width="full-on-phones"
              blocked={busy || fitted === null}
            >
              {busy ? words.saving : look.saveColour}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

type LookWords = SettingsWords["look"];

function saysOf({ made }: NonNullable<ReturnType<typeof fitAccent>>, look: LookWords): string {
  return { "as-is": look.asIs, weaker: look.weaker, stronger: look.stronger }[made];
}

interface ColourFieldsProps {
  readonly value: string;
  readonly wrong: boolean;
  readonly onValue: (value: string) => void;
}

function ColourFields({ value, wrong, onValue }: ColourFieldsProps): ReactElement {
  const { look } = useMessages(settingsMessages);
  const id = useId();
  const error = wrong ? look.none : undefined;
  return (
    <div className={css["colourFields"]}>
      <Field
        label={look.hex}
        bind={{ name: "colour", value, error, onValue }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={css["pick"]}>
        <label htmlFor={id}>{look.pick}</label>
        <input
          id={id}
          type="color"
          value={/^#[0-9a-f]{6}$/i.test(value.trim()) ? value.trim() : "#000000"}
          onChange={(event) => onValue(event.target.value)}
        />
      </div>
    </div>
  );
}

function Previews({ accent }: { readonly accent: Accent }): ReactElement {
  const { look } = useMessages(settingsMessages);
  const worst = (Math.floor(worstContrast(accent) * 10) / 10).toFixed(1);
  return (
    <>
      <div className={css["previews"]}>
        <Preview accent={accent} theme="light" label={look.light} />
        <Preview accent={accent} theme="dark" label={look.dark} />
      </div>
      <p className={css["quiet"]}>{fill(look.contrast, { worst, least: MIN_CONTRAST })}</p>
    </>
  );
}

interface PreviewProps {
  readonly accent: Accent;
  readonly theme: Theme;
  readonly label: string;
}

/** A small preview of the accent: a button, a link, the current item, and the panel. */
function Preview({ accent, theme, label }: PreviewProps): ReactElement {
  const { sample } = useMessages(settingsMessages).look;
  const colours = Object.entries(accentColours(accent, theme)).map(([name, colour]) => [
    `--${name}`,
    hexOf(colour),
  ]);
  const style = Object.fromEntries(colours) as CSSProperties;
  return (
    <figure className={css["preview"]} style={style}>
      <figcaption>{label}</figcaption>
      <div className={css["previewPage"]}>
        <span className={css["previewCurrent"]}>{sample.current}</span>
        <div>
          <span>{sample.title}</span>
          <b>{sample.figure}</b>
          <span className={css["previewLink"]}>{sample.link}</span>
          <span className={css["previewPress"]}>{sample.press}</span>
        </div>
        <span className={css["previewPanel"]}>{sample.panel}</span>
      </div>
    </figure>
  );
}
