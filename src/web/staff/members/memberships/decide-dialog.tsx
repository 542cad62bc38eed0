import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  approval,
  cancellation,
  list,
  rejection,
} from "#shared/contract/members/contact-changes.ts";
import { record } from "#shared/contract/members/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems } from "#web/lib/form.ts";
import { Field } from "#web/ui/field.tsx";
import { useRenewDesk } from "#web/staff/renew-desk.ts";
import type { Change } from "./contact-changes.tsx";
import { FormDialog } from "#web/staff/form-dialog.tsx";

export type Decision = "approve" | "reject" | "cancel";

/** The decision a person is about to take on a change. */
export interface Deciding {
  readonly decision: Decision;
  readonly change: Change;
}

const done = { approve: "approved", reject: "rejected", cancel: "cancelled" } as const;

interface DecideProps {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}

/** States the effect of a decision, and takes it; a rejection needs its reason. */
export function DecideDialog({ deciding, onClose }: DecideProps): ReactElement {
  const { decision, change } = deciding;
  const { changes: words } = useMessages(membershipMessages);
  const renew = useRenewDesk();
  const isProblem = decision !== "approve";
  return (
    <FormDialog<"reason">
      title={fill(words[`${decision}Title`], { name: change.fullName })}
      text={words[`${decision}Text`]}
      yes={words[`${decision}Yes`]}
      done={words[done[decision]]}
      danger={isProblem}
      names={["reason"]}
      check={(values, all) => (isProblem ? contractProblems(rejection.body, values, all) : {})}
      send={async (body) => {
        const params = { id: change.id };
        if (decision === "approve") await call(approval, { params, body: {} });
        else await call(decision === "reject" ? rejection : cancellation, { params, body });
        await renew(list, record);
      }}
      renderFields={(form) =>
        isProblem && (
          <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
        )
      }
      onClose={onClose}
    />
  );
}
