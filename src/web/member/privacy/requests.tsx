import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { own, withdrawal } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import timeline from "#web/ui/timeline.module.css";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { StateBadge } from "#web/common/privacy/state-badge.tsx";
import css from "./privacy.module.css";
import {
  isOpen,
  type OwnRequest,
  formatClock,
  formatDetail,
  formatRequest,
} from "#web/common/privacy/format.ts";

/** The member's requests, newest first, each with its deadline and outcome. */
export function Requests({ requests }: { readonly requests: readonly OwnRequest[] }): ReactElement {
  const { requests: words } = useMessages(privacyMessages);
  if (requests.length === 0) {
    return (
      <EmptyState icon="lock" title={words.none}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <ul className={css["requests"]}>
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  );
}

function Request({ request }: { readonly request: OwnRequest }): ReactElement {
  const words = useMessages(privacyMessages);
  const { language } = useSpoken();
  const { id, detail, shouldBe, ground, answer } = request;
  const texts = words.requests;
  const late = isOpen(request) && request.daysLeft < 0;
  const clock = formatClock(words, request, language);
  return (
    <li>
      <div className={css["head"]}>
        <div>
          <h3>{formatRequest(words, request)}</h3>
          <small>{fill(texts.number, { id })}</small>
        </div>
        <StateBadge state={request.state} />
      </div>
      {clock && <p className={late ? css["late"] : css["clock"]}>{clock}</p>}
      {shouldBe && <p>{fill(texts.shouldBe, { text: formatDetail(words, detail, shouldBe) })}</p>}
      {answer && (
        <p className={css["answer"]}>
          <b>{texts.answer}:</b> {answer}
          {ground && ` ${texts.grounds[ground]}.`}
        </p>
      )}
      <Steps request={request} />
      {isOpen(request) && <Withdraw id={id} />}
    </li>
  );
}

function Steps({ request }: { readonly request: OwnRequest }): ReactElement {
  const { requests: words } = useMessages(privacyMessages);
  const { language } = useSpoken();
  return (
    <ol className={timeline["timeline"]}>
      {request.steps.map(({ step, date, time }) => (
        <li key={`${step} ${date} ${time}`}>
          {words.steps[step]}
          <small>{fill(words.when, { day: formatDay(date, language), time: time })}</small>
        </li>
      ))}
    </ol>
  );
}

function Withdraw({ id }: { readonly id: string }): ReactElement {
  const { requests: words } = useMessages(privacyMessages);
  const renew = useRenew();
  const [asked, setAsked] = useState(false);
  const action = useAction(async () => {
    await call(withdrawal, { params: { id }, body: {} });
    showToast({ kind: "success", text: words.withdrawn });
    setAsked(false);
    await renew(own);
  });
  return (
    <>
      <div>
        <Button small onClick={() => setAsked(true)}>
          {words.withdraw}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          {...action}
          title={words.withdrawTitle}
          no={words.keep}
          yes={words.withdraw}
          danger
          onClose={() => setAsked(false)}
        >
          <p>{words.withdrawText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
