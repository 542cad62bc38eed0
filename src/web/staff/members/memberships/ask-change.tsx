import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { type Identification, list, request } from "#shared/contract/members/contact-changes.ts";
import { record } from "#shared/contract/members/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, type Form, type Values } from "#web/lib/form.ts";
import { Area } from "#web/ui/area.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { useRenewDesk } from "#web/staff/renew-desk.ts";
import { FormDialog } from "#web/staff/form-dialog.tsx";

const names = ["mobileNo", "email", "residence", "nextOfKin", "identifiedBy", "reason"] as const;
type Name = (typeof names)[number];

interface AskProps {
  readonly memberNo: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Only changed fields are sent; next of kin are one per line. */
function bodyOf(memberNo: string, values: Values<Name>) {
  const { identifiedBy, reason, nextOfKin, ...others } = values;
  const filled = Object.entries(others).filter(([, value]) => value.trim() !== "");
  const kin = nextOfKin.split("\n").filter((line) => line.trim() !== "");
  return {
    memberNo,
    // As typed: a choice not made yet is reported at its field.
    identifiedBy: identifiedBy as Identification,
    reason,
    ...Object.fromEntries(filled),
    ...(kin.length > 0 && { nextOfKin: kin }),
  };
}

/** Requests new details of a member whose identity was checked. */
export function AskChange({ memberNo, name, onClose }: AskProps): ReactElement {
  const { ask: words } = useMessages(membershipMessages);
  const renew = useRenewDesk();
  return (
    <FormDialog<Name>
      title={fill(words.title, { name })}
      text={words.text}
      yes={words.send}
      done={words.done}
      names={names}
      check={(values, all) =>
        contractProblems<string>(request.body, { ...bodyOf(memberNo, values) }, all)
      }
      send={async (values) => {
        await call(request, { body: bodyOf(memberNo, values) });
        await renew(list, record);
      }}
      renderFields={(form) => <AskFields form={form} />}
      onClose={onClose}
    />
  );
}

function AskFields({ form }: { readonly form: Form<Name> }): ReactElement {
  const { ask: words } = useMessages(membershipMessages);
  return (
    <>
      <Field label={words.mobile} bind={form.bind("mobileNo")} type="tel" autoComplete="off" />
      <Field
        label={words.email}
        bind={form.bind("email")}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field label={words.residence} bind={form.bind("residence")} type="text" autoComplete="off" />
      <Area label={words.kin} hint={words.kinHint} bind={form.bind("nextOfKin")} />
      <Select
        label={words.identified}
        bind={form.bind("identifiedBy")}
        options={{ "": words.choose, ...words.ways }}
      />
      <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
    </>
  );
}
