import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef } from "react";
import { invite } from "#shared/contract/identity/staff.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { useDone } from "./act-frame.tsx";
import css from "./people.module.css";
import { RoleField } from "./role-field.tsx";

const names = [
  "staffNo",
  "fullName",
  "role",
  "mobileNo",
  "email",
  "nationalId",
  "memberNo",
] as const;

const text = { type: "text", autoComplete: "off", spellCheck: false } as const;

/** Invites a person: their details, their role, and where the invitation is sent. */
export function InviteForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const all = useWords();
  const { invite: words } = useMessages(peopleMessages);
  const done = useDone();
  const form = useForm<(typeof names)[number]>({
    names,
    draft: "staff-invitation",
    starting: { role: "clerk" },
    check: (values) => contractProblems(invite.body, values, all),
    async send(values) {
      await call(invite, { body: values });
      await done(null);
      onDone();
    },
  });
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("input")?.focus(), []);
  return (
    <Card title={words.title}>
      <form className={css["invite"]} onSubmit={form.submit} noValidate>
        <p>{words.lead}</p>
        <div className={css["fields"]} ref={first}>
          <Field
            {...text}
            label={words.staffNo}
            bind={form.bind("staffNo")}
            autoCapitalize="characters"
          />
          <Field {...text} label={words.fullName} bind={form.bind("fullName")} />
          <RoleField label={words.role} bind={form.bind("role")} />
          <Field
            {...text}
            type="tel"
            label={words.mobileNo}
            bind={form.bind("mobileNo")}
            note={{ kind: "hint", text: words.mobileHint }}
          />
          <Field
            {...text}
            type="email"
            label={words.email}
            bind={form.bind("email")}
            autoCapitalize="none"
          />
          <WhoTheyAre form={form} />
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
            {words.submit}
          </Button>
          <Button width="full-on-phones" onClick={onDone}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface FormProps {
  readonly form: Pick<ReturnType<typeof useForm<(typeof names)[number]>>, "bind">;
}

/** The fields that match a member of staff to their own member record. */
function WhoTheyAre({ form }: FormProps): ReactElement {
  const { invite: words } = useMessages(peopleMessages);
  return (
    <>
      <Field
        {...text}
        label={words.nationalId}
        bind={form.bind("nationalId")}
        note={{ kind: "hint", text: words.nationalIdHint }}
      />
      <Field
        {...text}
        label={words.memberNo}
        bind={form.bind("memberNo")}
        autoCapitalize="characters"
        note={{ kind: "hint", text: words.memberHint }}
      />
    </>
  );
}
