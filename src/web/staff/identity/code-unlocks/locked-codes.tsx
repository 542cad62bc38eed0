import { codeUnlocksMessages } from "#shared/messages/identity/code-unlocks-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { requestOpening } from "#shared/contract/identity/code-unlocks.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems } from "#web/lib/form.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { Tip } from "#web/ui/tip.tsx";
import { FormDialog } from "#web/staff/form-dialog.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { formatMoment } from "#web/lib/moment.ts";

interface ClosedCodesProps {
  /** The number of a member or of staff. */
  readonly memberNo: string;
  readonly name: string;
  /** Instants; empty while the codes are open. */
  readonly closedAt: string;
  readonly closedUntil: string;
}

/** Says that a person's codes are blocked, and lets the desk request to unblock them. */
export function ClosedCodes(props: ClosedCodesProps): ReactElement | null {
  const { memberNo, name, closedAt, closedUntil } = props;
  const words = useMessages(codeUnlocksMessages);
  const { language } = useSpoken();
  const officer = useOfficer();
  const [asking, setAsking] = useState(false);
  if (closedUntil === "" || officer === null) return null;
  const moment = (at: string): string => formatMoment(at, language);
  const isOwn = officer.staffNo === memberNo;
  return (
    <Card title={words.title}>
      <div className={layout["stack"]}>
        <Tip meaning="warn">
          {fill(words.closed, { since: moment(closedAt), until: moment(closedUntil) })}
        </Tip>
        {isOwn && <p>{words.own}</p>}
        {officer.may("codes.request") && !isOwn && (
          <div className={layout["row"]}>
            <Button small onClick={() => setAsking(true)}>
              {words.open}
            </Button>
          </div>
        )}
      </div>
      {asking && <RequestDialog memberNo={memberNo} name={name} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface RequestProps {
  readonly memberNo: string;
  readonly name: string;
  readonly onClose: () => void;
}

function RequestDialog({ memberNo, name, onClose }: RequestProps): ReactElement {
  const words = useMessages(codeUnlocksMessages);
  return (
    <FormDialog<"reason">
      title={fill(words.askTitle, { name })}
      text={fill(words.askText, { name })}
      yes={words.yes}
      done={words.done}
      names={["reason"]}
      check={(values, all) => contractProblems(requestOpening.body, values, all)}
      send={async (body) => {
        await call(requestOpening, { params: { memberNo }, body });
      }}
      renderFields={(form) => (
        <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
      )}
      onClose={onClose}
    />
  );
}

/** Marks a person in a list or a heading whose codes are blocked. */
export function ClosedCodesBadge({ closedUntil }: { readonly closedUntil: string }) {
  const words = useMessages(codeUnlocksMessages);
  if (closedUntil === "") return null;
  return (
    <Badge icon="stop" meaning="warn">
      {words.badge}
    </Badge>
  );
}
