import { signedInMessages } from "#web/lib/member-texts.ts";
import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import {
  answer,
  approval,
  contactChange,
  sendingBack,
  start,
} from "#shared/contract/privacy/desk.ts";
import { copy } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { callForFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { isOpen } from "#web/common/privacy/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { AnswerForm } from "./answer-form.tsx";
import css from "./privacy-desk.module.css";
import { Prepare } from "./prepare.tsx";
import { Refuse } from "./refuse.tsx";
import type { RequestProps } from "./request.tsx";
import { useFormatShown } from "./shown-facts.ts";
import { useSend, useStep } from "./step.ts";

/** The actions on a request in its state; an action the person may not take says who may. */
export function ActCard({ whole, officer }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const handles = officer.may("privacy.handle");
  const { request } = whole;
  const { state } = request;
  const props = { whole, officer };
  return (
    <Card title={words.title}>
      <div className={css["body"]}>
        {!isOpen(request) && <p>{words.closed}</p>}
        {state === "proposed" && <Decide {...props} />}
        {isOpen(request) && state !== "proposed" && !handles && (
          <Tip meaning="info">{words.reads}</Tip>
        )}
        {state === "received" && handles && <Begin id={request.id} />}
        {state === "in-progress" && handles && <Work {...props} />}
        {(state === "received" || state === "in-progress") && handles && <Refuse id={request.id} />}
      </div>
    </Card>
  );
}

function Note({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p className={css["note"]}>
      <Icon name="info" />
      <span>{children}</span>
    </p>
  );
}

function Begin({ id }: { readonly id: string }): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const step = useStep(start, id);
  return (
    <>
      <Note>{words.startText}</Note>
      {step.failed && <Tip meaning="bad">{step.failed}</Tip>}
      <Button look="primary" width="full" blocked={step.busy} onClick={() => step.run({})}>
        {words.start}
      </Button>
    </>
  );
}

/** The work on a request, by what it asks for. */
function Work({ whole, officer }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const { kind, detail } = whole.request;
  const byContact = detail === "mobile" || detail === "email";
  const changes = kind === "erasure" || (kind === "correction" && !byContact);
  return (
    <>
      <Note>{words.identity}</Note>
      {changes && <Prepare whole={whole} officer={officer} />}
      {byContact && <ByContact whole={whole} officer={officer} />}
      {!changes && !byContact && <Copy whole={whole} officer={officer} />}
      {!changes && <Answer id={whole.request.id} />}
    </>
  );
}

/** The person who recorded a request must not hand out its copy. */
function Copy({ whole: { request }, officer }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const isOwn = request.recordedBy === `staff:${officer.staffNo}`;
  if (isOwn) return <Tip meaning="info">{words.copyOwn}</Tip>;
  return <DownloadCopy memberNo={request.memberNo} />;
}

function Answer({ id }: { readonly id: string }): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  return <AnswerForm id={id} send={useSend(answer, id)} submit={words.answer} />;
}

function ByContact({ whole }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const step = useStep(contactChange, whole.request.id);
  const { state } = whole.contactChange;
  const known = state in words.states ? words.states[state as keyof typeof words.states] : state;
  const ended = state === "" || state === "rejected" || state === "cancelled";
  return (
    <>
      <p>{words.contactText}</p>
      {state && <p>{fill(words.contactState, { state: known })}</p>}
      {step.failed && <Tip meaning="bad">{step.failed}</Tip>}
      {ended && (
        <Button look="primary" width="full" blocked={step.busy} onClick={() => step.run({})}>
          {words.contact}
        </Button>
      )}
    </>
  );
}

/** Reading every entry ever posted may take longer than any other call. */
const WAIT_MS = 60_000;

function DownloadCopy({ memberNo }: { readonly memberNo: string }): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const { busy, failed, run } = useAction(async () => {
    const asked = { params: { memberNo }, body: { format: "pdf" }, waitMs: WAIT_MS } as const;
    saveFile(await callForFile(copy, asked));
  });
  return (
    <>
      <p role="status">{busy ? words.copyMaking : words.copyText}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Button width="full" blocked={busy} onClick={() => run()}>
        <Icon name="print" />
        {words.copyPdf}
      </Button>
    </>
  );
}

/** A second person approves the proposal, or returns it. */
function Decide({ whole, officer }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const { id, preparedBy, recordedBy } = whole.request;
  const approve = useSend(approval, id);
  const [first] = useState(whole);
  const { changes } = useMessages(signedInMessages);
  const say = useFormatShown(whole);
  const { shown, shownDigest } = whole;
  const back = useStep(sendingBack, id);
  if ([preparedBy, recordedBy].includes(`staff:${officer.staffNo}`))
    return <Tip meaning="info">{words.own}</Tip>;
  if (!officer.may("privacy.approve")) return <Tip meaning="info">{words.waits}</Tip>;
  return (
    <>
      <Note>{words.approveText}</Note>
      {first.shownDigest !== shownDigest && (
        <>
          <p>{changes.text}</p>
          <Changes before={say(first.shown)} now={say(shown)} />
        </>
      )}
      <AnswerForm
        id={id}
        send={({ answer: text }) => approve({ answer: text, shownDigest })}
        submit={words.approve}
      />
      {back.failed && <Tip meaning="bad">{back.failed}</Tip>}
      <Button width="full" blocked={back.busy} onClick={() => back.run({})}>
        {words.sendBack}
      </Button>
    </>
  );
}
