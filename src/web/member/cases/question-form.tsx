import { casesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId, useState } from "react";
import { type CaseKind, caseKinds, mine, post } from "#shared/contract/cases/own.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { bringIntoSight, contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { offlineSince } from "#web/lib/offline-since.ts";
import { caseAddress, paths } from "#web/paths.ts";
import { Area } from "#web/ui/area.tsx";
import { Card } from "#web/ui/card.tsx";
import type { FieldBinding } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { KeepingSubmit, KeepNote } from "../identity/unsent/keeping.tsx";
import { keepUnsent } from "../identity/unsent/outbox.ts";
import css from "./questions.module.css";

const MAX_CHARACTERS = 2000;
const NEARLY = 1800;

/** One box for any message of a member. It is emptied only once the message was received. */
export function QuestionForm(): ReactElement {
  const { page: words } = useMessages(casesMessages);
  const renew = useRenew();
  const [sent, setSent] = useState<string | null>(null);
  const take = async (caseNo: string): Promise<void> => {
    setSent(caseNo);
    await renew(mine);
  };
  return (
    <Card title={words.formTitle}>
      <Typing onTaken={take} onTyped={() => setSent(null)} />
      <div role="status">
        {sent !== null && (
          <div className={css["sent"]} ref={bringIntoSight}>
            <Tip meaning="ok">
              {fill(words.sent, { caseNo: sent })}{" "}
              <Link to={caseAddress(sent)}>{words.follow}</Link>
            </Tip>
          </div>
        )}
      </div>
    </Card>
  );
}

const DRAFT = "question";
const STARTING = { suggestion: "", kind: "question", anonymous: "" };

interface TypingProps {
  readonly onTaken: (caseNo: string) => Promise<void>;
  readonly onTyped: () => void;
}

function Typing({ onTaken, onTyped }: TypingProps): ReactElement {
  const all = useWords();
  const cases = useMessages(casesMessages);
  const { page: words } = cases;
  const form = useForm<"suggestion" | "kind" | "anonymous">({
    names: ["suggestion", "kind", "anonymous"],
    starting: STARTING,
    draft: DRAFT,
    check: (values) => contractProblems(post.body, bodyOf(values), all),
    async send(values, taken) {
      if (offlineSince.get() !== null) {
        const what = `${cases.kinds[values.kind as CaseKind]}: ${values.suggestion.slice(0, 40)}`;
        const done = { what, address: paths.questions, drafts: { [DRAFT]: values } };
        return keepUnsent("case", post, { body: bodyOf(values) }, done);
      }
      const { caseNo } = await call(post, { body: bodyOf(values) });
      form.put(STARTING);
      taken();
      await onTaken(caseNo);
    },
  });
  const suggestion = form.bind("suggestion");
  const type = (value: string): void => {
    onTyped();
    suggestion.onValue(value);
  };
  const left = MAX_CHARACTERS - suggestion.value.length;
  const isNear = left < MAX_CHARACTERS - NEARLY;
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Kinds bind={form.bind("kind")} />
      <Area
        label={words.suggestion}
        bind={{ ...suggestion, onValue: type }}
        rows={6}
        note={isNear ? fill(words.left, { count: left }) : words.suggestionHint}
      />
      <Unnamed
        checked={form.values.anonymous !== ""}
        onChange={(checked) => form.bind("anonymous").onValue(checked ? "yes" : "")}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <KeepNote />
      <KeepingSubmit blocked={form.busy}>{words.submit}</KeepingSubmit>
    </form>
  );
}

function Kinds({ bind }: { readonly bind: FieldBinding }): ReactElement {
  const { page: words, kinds } = useMessages(casesMessages);
  return (
    <fieldset className={css["kinds"]}>
      <legend>{words.kind}</legend>
      {caseKinds.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="kind"
            value={one}
            checked={bind.value === one}
            onChange={() => bind.onValue(one)}
          />
          {kinds[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface Typed {
  readonly suggestion: string;
  readonly kind: string;
  readonly anonymous: string;
}

function bodyOf({ suggestion, kind, anonymous }: Typed) {
  return { suggestion, kind: kind as CaseKind, anonymous: anonymous !== "" };
}

interface UnnamedProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Explains what sending without a name means, while it is chosen. */
function Unnamed({ checked, onChange }: UnnamedProps): ReactElement {
  const { page: words } = useMessages(casesMessages);
  const id = useId();
  return (
    <div className={css["unnamed"]}>
      <label>
        <input
          type="checkbox"
          name="anonymous"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.anonymous}
      </label>
      <p id={id}>{checked ? words.anonymousOn : words.anonymousOff}</p>
    </div>
  );
}
