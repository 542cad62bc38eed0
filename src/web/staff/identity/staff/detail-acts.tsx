import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { changeDetails, linkMember } from "#shared/contract/identity/staff.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { Framed, useDone } from "./act-frame.tsx";
import type { Person } from "./list.tsx";
import css from "./people.module.css";

interface PersonProps {
  readonly person: Person;
}

const text = { type: "text", autoComplete: "off", spellCheck: false } as const;

/** Requests another mobile number, e-mail address or national ID. */
export function DetailsAct({ person }: PersonProps): ReactElement {
  const all = useWords();
  const { details: words } = useMessages(peopleMessages);
  const done = useDone();
  const { staffNo, mobileNo, email, nationalId } = person;
  const form = useForm<"mobileNo" | "email" | "nationalId">({
    names: ["mobileNo", "email", "nationalId"],
    starting: { mobileNo: formatMobileNumber(mobileNo), email, nationalId },
    check: (values) => contractProblems(changeDetails.body, values, all),
    async send(values) {
      await call(changeDetails, { params: { staffNo }, body: values });
      await done(null);
    },
  });
  return (
    <Framed words={words}>
      <form className={css["act"]} onSubmit={form.submit} noValidate>
        <Field {...text} type="tel" label={words.mobileNo} bind={form.bind("mobileNo")} />
        <Field
          {...text}
          type="email"
          label={words.email}
          bind={form.bind("email")}
          autoCapitalize="none"
        />
        <Field {...text} label={words.nationalId} bind={form.bind("nationalId")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" width="full-on-phones" blocked={form.busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Framed>
  );
}

/** Requests to record which member a person of the staff is, or that they are not a member. */
export function LinkAct({ person: { staffNo, memberNo } }: PersonProps): ReactElement {
  const all = useWords();
  const { link: words } = useMessages(peopleMessages);
  const done = useDone();
  const form = useForm<"memberNo" | "reason">({
    names: ["memberNo", "reason"],
    starting: { memberNo },
    check: (values) => contractProblems(linkMember.body, values, all),
    async send(values) {
      await call(linkMember, { params: { staffNo }, body: values });
      await done(null);
    },
  });
  return (
    <Framed words={words}>
      <form className={css["act"]} onSubmit={form.submit} noValidate>
        <Field
          {...text}
          label={words.memberNo}
          bind={form.bind("memberNo")}
          autoCapitalize="characters"
        />
        <Field {...text} label={words.reason} bind={form.bind("reason")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" width="full-on-phones" blocked={form.busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Framed>
  );
}
