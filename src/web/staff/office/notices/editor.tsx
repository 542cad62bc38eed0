import { noticeDeskMessages } from "#shared/messages/office/notices-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { add, desk, edit } from "#shared/contract/office/notices.ts";
import { notices as published } from "#shared/contract/office/society.ts";
import { fill, type Language, languages } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useSociety } from "#web/lib/society.ts";
import { paths } from "#web/paths.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { DeskNotice } from "./list.tsx";
import css from "./notices.module.css";

const names = ["titleEn", "textEn", "titleSw", "textSw", "from", "until"] as const;
type Name = (typeof names)[number];
type Typed = Readonly<Record<Name, string>>;

/** The names of the fields on the wire. */
const onWire: Readonly<Record<Name, string>> = {
  titleEn: "title.en",
  textEn: "text.en",
  titleSw: "title.sw",
  textSw: "text.sw",
  from: "from",
  until: "until",
};

interface EditorProps {
  /** Null for a new one. */
  readonly notice: DeskNotice | null;
}

function startingFrom(notice: DeskNotice | null): Partial<Typed> {
  if (notice === null) return {};
  const { title, text, from, until } = notice;
  return { titleEn: title.en, textEn: text.en, titleSw: title.sw, textSw: text.sw, from, until };
}

/** A notice in both languages, next to a preview of what members will read. */
export function NoticeEditor({ notice }: EditorProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  // The version read when editing began, whatever arrives meanwhile.
  const [read] = useState(notice);
  const { form, conflict } = useEditor(read, notice);
  const theirs = notice && notice.version !== read?.version ? notice : null;
  const field = (name: Name) => form.bind(name);
  return (
    <>
      <Crumb to={paths.notices}>{words.back}</Crumb>
      <PageHeader
        title={read ? fill(words.editTitle, { number: read.number }) : words.newTitle}
        place={`notice ${read?.id ?? "new"}`}
        lead={words.places}
      />
      <form className={layout["two"]} onSubmit={form.submit} noValidate>
        <Card>
          <div className={css["form"]}>
            <InLanguage legend={words.english} title={field("titleEn")} text={field("textEn")} />
            <InLanguage legend={words.kiswahili} title={field("titleSw")} text={field("textSw")} />
            <div className={css["days"]}>
              <Field type="date" label={words.fromField} bind={field("from")} />
              <Field type="date" label={words.untilField} bind={field("until")} />
            </div>
            <p className={css["hint"]}>{words.daysHint}</p>
            {conflict && <Tip meaning="warn">{words.conflict}</Tip>}
            {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
            <Button look="primary" type="submit" width="full-on-phones" blocked={form.busy}>
              {words.save}
            </Button>
          </div>
        </Card>
        <div className={layout["stack"]}>
          <Preview title={words.preview} typed={form.values} number={read?.number ?? null} />
          {conflict && theirs && (
            <Preview
              title={fill(words.theirs, { who: theirs.changedBy })}
              typed={{ ...form.values, ...startingFrom(theirs) }}
              number={theirs.number}
            />
          )}
        </div>
      </form>
    </>
  );
}

/** After a conflict the other person's version has been seen, and so may be replaced. */
function useEditor(read: DeskNotice | null, now: DeskNotice | null) {
  const all = useWords();
  const words = useMessages(noticeDeskMessages);
  const renew = useRenew();
  const { go } = useNavigation();
  const [conflict, setConflict] = useState(false);
  const send = async (typed: Typed, taken: () => void): Promise<void> => {
    const content = bodyOf(typed);
    if (read === null) await call(add, { body: content });
    else {
      const { id } = read;
      const { version } = (conflict && now) || read;
      await call(edit, { params: { id }, body: { version, ...content } });
    }
    taken();
    showToast({ kind: "success", text: words.saved });
    go(paths.notices);
    await renew(desk, published);
  };
  const form = useForm<Name>({
    names,
    starting: startingFrom(read),
    draft: `notice ${read?.id ?? "new"} ${read?.version ?? 0}`,
    check: (typed) => problemsIn(add.body.safeParse(bodyOf(typed)).error?.issues ?? [], all),
    async send(typed, taken) {
      try {
        await send(typed, taken);
      } catch (error) {
        if (!(error instanceof ProblemAnswer)) throw error;
        if (error.details.reason === "notice-changed") {
          setConflict(true);
          await renew(desk);
        }
        const found = names.filter((name) => error.details.fields[onWire[name]] !== undefined);
        if (found.length === 0) throw error;
        const said = found.map((name) => [name, error.details.fields[onWire[name]] ?? ""]);
        form.reject(Object.fromEntries(said) as Partial<Typed>);
      }
    },
  });
  return { form, conflict };
}

function bodyOf({ titleEn, textEn, titleSw, textSw, from, until }: Typed) {
  return {
    title: { en: titleEn, sw: titleSw },
    text: { en: textEn, sw: textSw },
    from,
    until,
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function problemsIn(issues: readonly Issue[], { problems }: ReturnType<typeof useWords>) {
  const found: Partial<Record<Name, string>> = {};
  for (const { path, message } of issues) {
    const name = names.find((one) => onWire[one] === path.map(String).join("."));
    const known = message in problems ? (message as keyof typeof problems) : "field.invalid";
    if (name) found[name] ??= problems[known];
  }
  return found;
}

interface InLanguageProps {
  readonly legend: string;
  readonly title: Parameters<typeof Field>[0]["bind"];
  readonly text: Parameters<typeof Field>[0]["bind"];
}

function InLanguage({ legend, title, text }: InLanguageProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  return (
    <fieldset className={css["language"]}>
      <legend>{legend}</legend>
      <Field label={words.titleField} bind={title} />
      <Area label={words.textField} bind={text} rows={4} />
    </fieldset>
  );
}

interface PreviewProps {
  readonly title: string;
  readonly typed: Typed;
  readonly number: number | null;
}

/** A preview of the notice with its placeholders filled in, in both languages. */
function Preview({ title, typed, number }: PreviewProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const { phone, email } = useSociety();
  const written: Readonly<Record<Language, readonly [string, string]>> = {
    en: [typed.titleEn, typed.textEn],
    sw: [typed.titleSw, typed.textSw],
  };
  const isEmpty = Object.values(written)
    .flat()
    .every((one) => one.trim() === "");
  return (
    <Card title={title}>
      {isEmpty ? (
        <p className={css["nothing"]}>{words.previewEmpty}</p>
      ) : (
        <ul className={css["preview"]}>
          {languages.map((language) => (
            <li key={language} lang={language}>
              <span className={css["number"]}>{number ?? "–"}</span>
              <span>
                <b>{fill(written[language][0], { phone, email })}</b>{" "}
                {fill(written[language][1], { phone, email })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
