import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useRef } from "react";
import { fill, type Language as Spoken } from "#shared/language.ts";
import { sampleValues } from "#shared/message-samples.ts";
import { smsLength } from "#shared/sms-length.ts";
import type { Form } from "#web/lib/form.ts";
import { languageTag } from "#web/lib/language.ts";
import { classes } from "#web/ui/classes.ts";
import field from "#web/ui/field.module.css";
import hiddenText from "#web/ui/text.module.css";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type FieldName, hasSubject, problemsOf, type Texts, textsOf } from "./message-draft.ts";
import type { Message } from "./messages.tsx";
import css from "./settings.module.css";

interface SideProps {
  readonly message: Message;
  readonly language: Spoken;
  readonly society: { readonly society: string; readonly phone: string };
}

/** The texts of one language as they are typed, with a preview. */
export function Language(props: SideProps & { readonly form: Form<FieldName> }): ReactElement {
  const { message, language, form, society } = props;
  const words = useMessages(settingsMessages);
  const { messages: labels } = words;
  const area = useRef<HTMLTextAreaElement>(null);
  const name = `${language}.text` as const;
  const bind = form.bind(name);
  // A missing placeholder shows while typing, not only after submitting.
  const problem = bind.error ?? problemsOf(form.values, message, words)[name];
  const insert = (place: string): void => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = area.current ?? {};
    bind.onValue(`${bind.value.slice(0, from)}{${place}}${bind.value.slice(to)}`);
    area.current?.focus();
  };
  const own = hasSubject(message);
  return (
    <fieldset className={css["group"]}>
      <legend>{language === "en" ? labels.english : labels.kiswahili}</legend>
      {own && (
        <Field
          label={labels.subject}
          bind={form.bind(`${language}.subject`)}
          autoComplete="off"
          note={{ kind: "hint", text: labels.subjectHint }}
        />
      )}
      <TextArea
        label={labels.text}
        name={name}
        value={bind.value}
        error={problem}
        onValue={bind.onValue}
        area={area}
        language={language}
        rows={message.channel === "email" ? 12 : 5}
      />
      <Places message={message} language={language} onInsert={insert} />
      <Reads message={message} language={language} texts={textsOf(form.values)} society={society} />
    </fieldset>
  );
}

interface TextAreaProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
  readonly area: { current: HTMLTextAreaElement | null };
  readonly language: Spoken;
  readonly rows: number;
}

function TextArea({ label, name, value, error, onValue, area, language, rows }: TextAreaProps) {
  const id = useId();
  return (
    <div className={classes(field["field"], error && field["failed"])}>
      <label className={field["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={field["control"]}>
        <textarea
          ref={area}
          id={id}
          className={css["area"]}
          name={name}
          rows={rows}
          lang={languageTag(language)}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </div>
      {error && (
        <p className={field["message"]} id={`${id}-error`}>
          <Icon name="stop" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

interface PlacesProps extends Omit<SideProps, "society"> {
  readonly onInsert: (place: string) => void;
}

/** The available placeholders, each inserted at the cursor by a press. */
function Places({ message, language, onInsert }: PlacesProps): ReactElement {
  const { messages: words } = useMessages(settingsMessages);
  const { required, known } = message.places[language];
  return (
    <div className={css["places"]} role="group" aria-label={words.places}>
      <span aria-hidden="true">{words.places}</span>
      {known.map((place) => (
        <button key={place} type="button" onClick={() => onInsert(place)}>
          <span>
            <span className={hiddenText["hidden"]}>{words.insert} </span>
            {`{${place}}`}
          </span>
          {required.includes(place) && <small>{words.required}</small>}
        </button>
      ))}
    </div>
  );
}

interface ReadsProps extends SideProps {
  readonly texts: Texts;
}

/** A preview of a message with its placeholders filled in, and its length as an SMS. */
export function Reads({ message, language, texts, society }: ReadsProps): ReactElement {
  const { messages: words } = useMessages(settingsMessages);
  const values = sampleValues(message.places[language].known, society);
  const { subject, text } = texts[language];
  const standard = message.standard[language].subject;
  return (
    <div className={css["reads"]}>
      <p>{words.preview}</p>
      <div className={css["bubble"]} lang={languageTag(language)} role="status">
        {hasSubject(message) && <b>{fill(subject || standard, values)}</b>}
        <p>{fill(text, values)}</p>
      </div>
      {message.channel === "sms" && <Length text={fill(text, values)} />}
    </div>
  );
}

function Length({ text }: { readonly text: string }): ReactElement {
  const { messages: words } = useMessages(settingsMessages);
  const { alphabet, units, parts, left } = smsLength(text);
  return (
    <p className={classes(css["quiet"], parts > 1 && css["dear"])}>
      {fill(words.length, { units, room: units + left, parts })}.{" "}
      {alphabet === "gsm-7" ? words.plain : words.special}.
    </p>
  );
}
