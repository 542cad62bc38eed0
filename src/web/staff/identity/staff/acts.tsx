import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  changeRole,
  endSessions,
  inviteAgain,
  resetSecondFactor,
  resume,
  suspend,
} from "#shared/contract/identity/staff.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { type ActWords, Framed, useDone } from "./act-frame.tsx";
import { DetailsAct, LinkAct } from "./detail-acts.tsx";
import type { Person } from "./list.tsx";
import css from "./people.module.css";
import { RoleField } from "./role-field.tsx";

interface PersonProps {
  readonly person: Person;
}

/** The actions on a member of staff in their current state. */
export function Acts({ person }: PersonProps): ReactElement {
  const { state, staffNo, fullName: name, hasSecondFactor, openSessions } = person;
  const words = useMessages(peopleMessages);
  const params = { staffNo };
  return (
    <>
      {(state === "invited" || state === "lapsed") && (
        <Act
          words={words.again}
          run={async () => {
            await call(inviteAgain, { params });
            return words.againDone;
          }}
        />
      )}
      {state === "suspended" && (
        <Act
          words={words.resume}
          run={async () => {
            await call(resume, { params });
            return null;
          }}
        />
      )}
      {state !== "suspended" && <RoleAct key={person.role} person={person} />}
      {openSessions > 0 && (
        <Act
          words={words.end}
          run={async () => {
            const { ended: count } = await call(endSessions, { params });
            return fill(words.end.done, { count });
          }}
        />
      )}
      {hasSecondFactor && (
        <ReasonAct
          words={words.reset}
          run={async (reason) => {
            await call(resetSecondFactor, { params, body: { reason } });
            return null;
          }}
        />
      )}
      {state !== "suspended" && (
        <ReasonAct
          words={words.suspend}
          run={async (reason) => {
            await call(suspend, { params, body: { reason } });
            return fill(words.suspend.done, { name });
          }}
        />
      )}
      <DetailsAct person={person} />
      <LinkAct person={person} />
    </>
  );
}

interface ActProps {
  readonly words: ActWords;
  /** The message about the completed action, or null if it was only requested. */
  readonly run: () => Promise<string | null>;
}

function Act({ words, run }: ActProps): ReactElement {
  const done = useDone();
  const action = useAction(async () => done(await run()));
  return (
    <Framed words={words}>
      {action.failed && <Tip meaning="bad">{action.failed}</Tip>}
      <div className={css["acts"]}>
        <Button width="full-on-phones" blocked={action.busy} onClick={() => action.run()}>
          {words.submit}
        </Button>
      </div>
    </Framed>
  );
}

interface ReasonActProps {
  readonly words: ActWords & { readonly reason: string };
  readonly run: (reason: string) => Promise<string | null>;
}

function ReasonAct({ words, run }: ReasonActProps): ReactElement {
  const all = useWords();
  const done = useDone();
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems(suspend.body, values, all),
    send: async ({ reason }) => done(await run(reason)),
  });
  return (
    <Framed words={words}>
      <form className={css["act"]} onSubmit={form.submit} noValidate>
        <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" look="danger" width="full-on-phones" blocked={form.busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Framed>
  );
}

function RoleAct({ person }: PersonProps): ReactElement {
  const { role: words } = useMessages(peopleMessages);
  const done = useDone();
  const form = useForm<"role">({
    names: ["role"],
    starting: { role: person.role },
    check: () => ({}),
    async send({ role }) {
      const body = { role: role as Person["role"] };
      await call(changeRole, { params: { staffNo: person.staffNo }, body });
      await done(null);
    },
  });
  return (
    <Framed words={words}>
      <form className={css["act"]} onSubmit={form.submit} noValidate>
        <RoleField label={words.label} bind={form.bind("role")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button
            type="submit"
            width="full-on-phones"
            blocked={form.busy || form.values.role === person.role}
          >
            {words.submit}
          </Button>
        </div>
      </form>
    </Framed>
  );
}
