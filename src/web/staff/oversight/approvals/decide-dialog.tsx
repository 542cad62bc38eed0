import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list, one, reject, withdraw } from "#shared/contract/oversight/approvals.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems } from "#web/lib/form.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/staff/form-dialog.tsx";
import { useRenewDesk } from "#web/staff/renew-desk.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import type { Deciding, Request } from "./request-card.tsx";

interface DecideProps {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}

/** Asks for confirmation before a request is approved, rejected or withdrawn. */
export function DecideDialog({ deciding, onClose }: DecideProps): ReactElement {
  const { decision, request } = deciding;
  if (decision === "approve") return <ApproveDialog request={request} onClose={onClose} />;
  if (decision === "reject") return <RejectDialog request={request} onClose={onClose} />;
  return <WithdrawDialog request={request} onClose={onClose} />;
}

interface DialogProps {
  readonly request: Request;
  readonly onClose: () => void;
}

function RejectDialog({ request, onClose }: DialogProps): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(approvalsMessages);
  const renew = useRenewDesk();
  return (
    <FormDialog<"reason">
      title={words.rejectTitle}
      text={
        <>
          <b>{words.kinds[request.kind]}</b>.{" "}
          {fill(words.rejectText, { who: actorLabel(request.requestedBy) })}
        </>
      }
      yes={words.rejectYes}
      done={words.rejected}
      danger
      names={["reason"]}
      check={(values, all) => contractProblems(reject.body, values, all)}
      send={async (body) => {
        await call(reject, { params: { approvalId: request.id }, body });
        await renew(list, one);
      }}
      renderFields={(form) => (
        <Field
          label={words.rejectReason}
          bind={form.bind("reason")}
          type="text"
          autoComplete="off"
        />
      )}
      onClose={onClose}
    />
  );
}

function WithdrawDialog({ request, onClose }: DialogProps): ReactElement {
  const words = useMessages(approvalsMessages);
  const renew = useRenewDesk();
  return (
    <FormDialog<never>
      title={words.withdrawTitle}
      text={
        <>
          <b>{words.kinds[request.kind]}</b>. {words.withdrawText}
        </>
      }
      yes={words.withdrawYes}
      done={words.withdrawn}
      danger
      names={[]}
      send={async () => {
        await call(withdraw, { params: { approvalId: request.id } });
        await renew(list, one);
      }}
      onClose={onClose}
    />
  );
}
