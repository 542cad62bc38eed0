import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import {
  checkOffWords,
  type NoteMeaning,
  noteMeanings,
  saveCheckOffWords,
} from "#shared/contract/check-off/words.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { Changes } from "./changes.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";

type Words = z.output<typeof checkOffWords.answer>;

/** The words of check-off notes, by destination. */
export function CheckOffWordsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const { parts, checkOffWords: texts } = useMessages(settingsMessages);
  const load = useRequest(checkOffWords);
  return (
    <Part load={load} title={parts.checkOffWords} rows={8}>
      {(words) => (
        <>
          <p className={css["quiet"]}>{texts.lead}</p>
          {mayEdit ? <WordsForm words={words} /> : <WordsFacts words={words} />}
          <Changes changes={words.changes} names={texts.meanings} />
        </>
      )}
    </Part>
  );
}

function WordsFacts({ words }: { readonly words: Words }): ReactElement {
  const { parts, checkOffWords: texts } = useMessages(settingsMessages);
  const facts = noteMeanings.map((meaning) => {
    return { term: texts.meanings[meaning], value: words.words[meaning].join(", ") || texts.none };
  });
  return (
    <Card title={parts.checkOffWords}>
      <Facts facts={facts} />
    </Card>
  );
}

function WordsForm({ words }: { readonly words: Words }): ReactElement {
  const all = useWords();
  const { checkOffWords: texts, saving } = useMessages(settingsMessages);
  const renew = useRenew();
  const [request, setRequest] = useState<string | null>(null);
  const form = useForm<NoteMeaning>({
    names: noteMeanings,
    draft: "settings-check-off-words",
    starting: startingOf(words),
    check: (values) =>
      contractProblems(saveCheckOffWords.body, { version: 0, ...listsOf(values) }, all),
    async send(values) {
      try {
        const body = { version: words.version, ...listsOf(values) };
        setRequest((await call(saveCheckOffWords, { body })).approvalId);
      } finally {
        void renew(checkOffWords);
      }
    },
  });
  return (
    <Card padded>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{texts.how}</p>
        <div className={css["pair"]}>
          {noteMeanings.map((meaning) => (
            <Area
              key={meaning}
              label={texts.meanings[meaning]}
              bind={form.bind(meaning)}
              rows={3}
              note={meaning === "nothing" ? texts.nothingHint : undefined}
            />
          ))}
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div role="status">{request !== null && <Asked request={request} />}</div>
        <div className={css["acts"]}>
          <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
            {form.busy ? saving : texts.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Says that the words wait for a second person; a request without a number changes nothing. */
function Asked({ request }: { readonly request: string }): ReactElement {
  const { checkOffWords: words } = useMessages(settingsMessages);
  if (request === "") return <Tip meaning="info">{words.same}</Tip>;
  return (
    <Tip meaning="ok">
      {words.asked} <Link to={approvalAddress(request)}>{words.open}</Link>
    </Tip>
  );
}

function startingOf({ words }: Words): Values<NoteMeaning> {
  return Object.fromEntries(
    noteMeanings.map((meaning) => [meaning, words[meaning].join(", ")]),
  ) as Values<NoteMeaning>;
}

/** Splits the words of each field at commas or new lines. */
function listsOf(values: Values<NoteMeaning>): Record<NoteMeaning, string[]> {
  const lists = noteMeanings.map((meaning) => {
    const words = values[meaning].split(/[,\n]/).map((word) => word.trim());
    return [meaning, words.filter((word) => word !== "")] as const;
  });
  return Object.fromEntries(lists) as Record<NoteMeaning, string[]>;
}
