import type { ReactElement } from "react";
import type { Language } from "#shared/language.ts";
import { languageNames, speak, useSpoken } from "#web/lib/language.ts";
import { ownSettingsMessages } from "#web/lib/member-texts.ts";
import { setTextSize, type TextSize, useTextSize } from "#web/lib/text-size.ts";
import { useMessages } from "#web/lib/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { showFailure } from "#web/ui/toast.tsx";
import { useKeepLanguage } from "../own-language.ts";
import css from "./settings.module.css";

/** The language, kept on the register, and the size of the text, kept in this browser. */
export function ReadingCard(): ReactElement {
  const { reading: words } = useMessages(ownSettingsMessages);
  const { language, words: all } = useSpoken();
  const keepLanguage = useKeepLanguage();
  const size = useTextSize();
  const choose = async (chosen: Language): Promise<void> => {
    try {
      await speak(chosen);
    } catch {
      return showFailure(all.failure.language);
    }
    await keepLanguage(chosen);
  };
  return (
    <Card title={words.title}>
      <div className={css["body"]}>
        <div>
          <Select
            label={words.language}
            options={languageNames}
            bind={{
              name: "language",
              value: language,
              error: undefined,
              onValue: (chosen) => void choose(chosen as Language),
            }}
          />
          <p className={css["hint"]}>{words.languageHint}</p>
        </div>
        <div>
          <Select
            label={words.size}
            options={words.sizes}
            bind={{
              name: "size",
              value: size,
              error: undefined,
              onValue: (chosen) => setTextSize(chosen as TextSize),
            }}
          />
          <p className={css["hint"]}>{words.sizeHint}</p>
        </div>
      </div>
    </Card>
  );
}
