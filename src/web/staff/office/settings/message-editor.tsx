import { messageNames } from "#shared/messages/messaging/message-names-sw.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { list, reset, save as saveText, versions } from "#shared/contract/messaging/texts.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { settingsAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import {
  type FieldName,
  fieldNames,
  problemsOf,
  type Texts,
  textsOf,
  typedOf,
} from "./message-draft.ts";
import { Language, Reads } from "./message-side.tsx";
import { Versions } from "./message-versions.tsx";
import { type Message, type Messages, nameOf, Words } from "./messages.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { useSeen } from "./versioned.ts";

interface PartProps {
  readonly template: string;
  readonly mayEdit: boolean;
}

/** One message: its texts in both languages side by side, and a preview. */
export function MessageEditorPart({ template, mayEdit }: PartProps): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(list);
  return (
    <>
      <Link className={css["crumb"]} to={settingsAddress("messages")}>
        <Icon name="left" small />
        {words.messages.back}
      </Link>
      <Part load={load} title={words.parts.messages} rows={6}>
        {(messages) => <Found messages={messages} template={template} mayEdit={mayEdit} />}
      </Part>
    </>
  );
}

interface FoundProps extends PartProps {
  readonly messages: Messages;
}

function Found({ messages, template, mayEdit }: FoundProps): ReactElement {
  const { messages: words } = useMessages(settingsMessages);
  const message = messages.rows.find((row) => row.template === template);
  if (message === undefined) {
    return (
      <Card>
        <EmptyState icon="chat" title={words.unknownMessage}>
          <p>{words.unknownText}</p>
        </EmptyState>
      </Card>
    );
  }
  return <Editor messages={messages} message={message} mayEdit={mayEdit} />;
}

interface EditorProps {
  readonly messages: Messages;
  readonly message: Message;
  readonly mayEdit: boolean;
}

function Editor({ messages, message, mayEdit }: EditorProps): ReactElement {
  const names = useMessages(messageNames);
  const words = useMessages(settingsMessages);
  const { template } = message;
  const { title, when } = nameOf(names, template);
  const [begun, setBegun] = useState<Texts | null>(null);
  const society = { society: messages.society, phone: messages.phone };
  return (
    <>
      <Card title={`${title}, ${words.messages[message.channel]}`} link={<Words row={message} />}>
        <p className={css["inside"]}>{when}</p>
        {mayEdit ? (
          <Form
            // Restarts the form from an earlier version's texts.
            key={JSON.stringify(begun)}
            message={message}
            society={society}
            begun={begun}
          />
        ) : (
          <div className={css["sides"]}>
            <Reads
              message={message}
              language="en"
              texts={message.own ?? message.standard}
              society={society}
            />
            <Reads
              message={message}
              language="sw"
              texts={message.own ?? message.standard}
              society={society}
            />
          </div>
        )}
      </Card>
      <Versions
        template={template}
        onUse={mayEdit ? setBegun : null}
        label={words.messages.versions}
      />
    </>
  );
}

interface FormProps {
  readonly message: Message;
  readonly society: { readonly society: string; readonly phone: string };
  /** The texts to start from, where a version was chosen. */
  readonly begun: Texts | null;
}

function Form({ message, society, begun }: FormProps): ReactElement {
  const words = useMessages(settingsMessages);
  const { messages: labels } = words;
  const renew = useRenew();
  const { template } = message;
  const [resetting, setResetting] = useState(false);
  const again = async (): Promise<Message> => {
    const now = await call(list);
    return now.rows.find((row) => row.template === template) ?? message;
  };
  const { newer, save } = useSeen(message, again);
  const form = useForm<FieldName>({
    names: fieldNames,
    ...(begun === null && { draft: `settings-message-${template}` }),
    starting: typedOf(begun ?? message.own ?? message.standard),
    check: (values) => problemsOf(values, message, words),
    async send(values) {
      const params = { template };
      try {
        await save((version) => call(saveText, { params, body: { version, ...textsOf(values) } }));
      } finally {
        void renew(list, versions);
      }
      showToast({ kind: "success", text: labels.saved, detail: labels.savedDetail });
    },
  });
  const toStandard = async (): Promise<void> => {
    try {
      await save((version) => call(reset, { params: { template }, body: { version } }));
      form.put(typedOf(message.standard));
      showToast({ kind: "success", text: labels.resetDone });
    } finally {
      void renew(list, versions);
    }
  };
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <div className={css["sides"]}>
        <Language message={message} language="en" form={form} society={society} />
        <Language message={message} language="sw" form={form} society={society} />
      </div>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      {newer && (
        <Newer texts={newer.own ?? newer.standard} onUse={(texts) => form.put(typedOf(texts))} />
      )}
      <div className={css["acts"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? words.saving : labels.save}
        </Button>
        {message.own && (
          <Button width="full-on-phones" onClick={() => setResetting(true)}>
            {labels.reset}
          </Button>
        )}
      </div>
      {resetting && <Reset onClose={() => setResetting(false)} onReset={toStandard} />}
    </form>
  );
}

interface NewerProps {
  readonly texts: Texts;
  readonly onUse: (texts: Texts) => void;
}

/** The other person's version of the message, saved meanwhile. */
function Newer({ texts, onUse }: NewerProps): ReactElement {
  const { conflict } = useMessages(settingsMessages);
  return (
    <div className={css["newer"]}>
      <p>{conflict.title}</p>
      <p>{texts.en.text}</p>
      <p>{texts.sw.text}</p>
      <div>
        <Button small onClick={() => onUse(texts)}>
          {conflict.use}
        </Button>
      </div>
    </div>
  );
}

interface ResetProps {
  readonly onClose: () => void;
  readonly onReset: () => Promise<void>;
}

function Reset({ onClose, onReset }: ResetProps): ReactElement {
  const { messages: words, tax } = useMessages(settingsMessages);
  const { busy, failed, run } = useAction(() => onReset().then(onClose));
  return (
    <Dialog
      title={words.resetTitle}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {tax.back}
          </Button>
          <Button look="primary" blocked={busy} onClick={() => run()}>
            {words.resetYes}
          </Button>
        </>
      }
    >
      <p>{words.resetText}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
