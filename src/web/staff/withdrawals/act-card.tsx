import { signedInMessages } from "#web/lib/member-texts.ts";
import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import {
  approveWithdrawal,
  details,
  list,
  rejectWithdrawal,
} from "#shared/contract/withdrawals/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import { useHeldFacts } from "../held-facts.ts";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { type Details, useFormatShown } from "./shown-facts.ts";

type Act = "approve" | "reject";

interface ActProps {
  readonly found: Details;
  readonly officer: Officer;
}

/** The decision of a second person; others see who may decide. */
export function ActCard({ found, officer }: ActProps): ReactElement {
  const { act: words } = useMessages(withdrawalDeskMessages);
  const [asked, setAsked] = useState<Act | null>(null);
  const { isUndecided, isStopped, progress, enteredBy } = found;
  const isOpen = isUndecided || isStopped || progress === "notice";
  const mayDecide = isOpen && officer.may("withdrawals.approve");
  const mayApprove = mayDecide && isUndecided && enteredBy !== officer.staffNo;
  const why = isStopped ? words.stopped : isUndecided ? words.waits : words.notice;
  const open = mayDecide ? why : words.mayNot;
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p className={desk["another"]}>
          <Icon name={mayDecide ? "guarantee" : "info"} />
          <span>{isOpen ? open : words.over}</span>
        </p>
        {mayDecide && (
          <div className={desk["buttons"]}>
            {mayApprove && (
              <Button width="full" look="primary" onClick={() => setAsked("approve")}>
                {words.approve}
              </Button>
            )}
            <Button width="full" onClick={() => setAsked("reject")}>
              {words.reject}
            </Button>
          </div>
        )}
      </div>
      {asked && <AskDialog act={asked} found={found} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface AskProps {
  readonly act: Act;
  readonly found: Details;
  readonly onClose: () => void;
}

/** States the effect of the decision, and shows what has changed since it was read. */
function AskDialog(props: AskProps): ReactElement {
  const { act, onClose } = props;
  const { act: words } = useMessages(withdrawalDeskMessages);
  const { changes } = useMessages(signedInMessages);
  const say = useFormatShown();
  const { form, now, before } = useAct(props);
  const said = { amount: money(now.amount), name: now.fullName };
  const isApproval = act === "approve";
  return (
    <Dialog
      title={fill(isApproval ? words.approveTitle : words.rejectTitle, said)}
      onClose={() => form.busy || onClose()}
      actions={null}
    >
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{before ? changes.text : isApproval ? words.approveText : words.rejectText}</p>
        {before && <Changes before={say(before.shown)} now={say(now.shown)} />}
        {!isApproval && <Field label={words.reason} bind={form.bind("reason")} />}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {isApproval ? words.approveYes : words.rejectYes}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sends the decision with the digest of the displayed facts; reloads them if they have changed. */
function useAct({ act, found, onClose }: AskProps) {
  const { act: words } = useMessages(withdrawalDeskMessages);
  const { problems } = useWords();
  const renew = useRenewDesk();
  const params = { id: found.id };
  const { now, before, decide } = useHeldFacts(found, () => call(details, { params }));
  const form = useForm<"reason">({
    names: ["reason"],
    check: ({ reason }) =>
      act === "reject" && reason.trim() === "" ? { reason: problems["field.required"] } : {},
    async send({ reason }) {
      try {
        const isDone = await decide(async ({ shownDigest }) => {
          if (act === "approve") await call(approveWithdrawal, { params, body: { shownDigest } });
          else await call(rejectWithdrawal, { params, body: { shownDigest, reason } });
        });
        if (!isDone) return renew(details);
      } catch (error) {
        // Another person acted first, and the page shows the result.
        if (error instanceof ProblemAnswer && error.details.status === 409) await renew(details);
        throw error;
      }
      const text = act === "approve" ? words.approved : words.rejected;
      showToast({ kind: "success", text });
      onClose();
      await renew(details, list);
    },
  });
  return { form, now, before };
}
