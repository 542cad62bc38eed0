import { signedInMessages } from "#web/lib/member-texts.ts";
import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import {
  approval,
  ask,
  list,
  ofMember,
  payment,
  withdrawal,
} from "#shared/contract/exits/settlement.ts";
import { record } from "#shared/contract/members/desk.ts";
import { EXIT_DAYS } from "#shared/exit-deadline.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useHeldFacts } from "#web/staff/held-facts.ts";
import type { Officer } from "#web/staff/officer.ts";
import { useRenewDesk } from "#web/staff/renew-desk.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import type { ExitView } from "./exit.tsx";
import { FormDialog } from "#web/staff/form-dialog.tsx";
import css from "./memberships.module.css";
import { useFormatShown } from "./shown-facts.ts";

interface ActsProps {
  readonly view: ExitView;
  readonly officer: Officer;
}

type Step = "approve" | "pay" | "withdraw";

/** The next step of an exit, who took the earlier ones, and who may take this one. */
export function ExitActs({ view, officer }: ActsProps): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { exit, state, shareCapital } = view;
  const isOpen = exit !== null && (exit.state === "asked" || exit.state === "approved");
  const mayBegin = state !== "left" || shareCapital > 0;
  return (
    <Card title={words.act}>
      <div className={css["act"]}>
        {exit && <SoFar exit={exit} />}
        {isOpen && <NextStep view={view} officer={officer} />}
        {!isOpen && mayBegin && officer.may("exits.ask") && <Begin view={view} />}
        {!isOpen && mayBegin && !officer.may("exits.ask") && <p>{words.mayNot}</p>}
        {!isOpen && !mayBegin && <p>{words.gone}</p>}
      </div>
    </Card>
  );
}

type Case = NonNullable<ExitView["exit"]>;

function SoFar({ exit }: { readonly exit: Case }): ReactElement {
  const actorLabel = useActorLabel();
  const { exit: words } = useMessages(membershipMessages);
  const { steps } = words;
  const said = [
    exit.askedBy && fill(steps.asked, { who: actorLabel(exit.askedBy) }),
    exit.approvedBy && fill(steps.approved, { who: actorLabel(exit.approvedBy) }),
    exit.paidBy &&
      fill(steps.paid, { who: actorLabel(exit.paidBy), receipt: exit.receiptNo || "–" }),
    exit.endedBy &&
      fill(steps.withdrawn, { who: actorLabel(exit.endedBy), reason: exit.endedBecause }),
  ].filter((one) => one !== "");
  return (
    <ul aria-label={words.so}>
      {said.map((one) => (
        <li key={one}>{one}</li>
      ))}
      <li className={css["quiet"]}>{fill(words.why, { reason: exit.reason })}</li>
    </ul>
  );
}

/** Why a person may not take the next step: they took an earlier one. */
function ownStepBefore({ askedBy, approvedBy }: Case, next: "approve" | "pay", me: string) {
  if (next === "pay" && me === approvedBy) return "ownApproval";
  if (me !== askedBy) return null;
  return next === "approve" ? "ownAsk" : "ownRecording";
}

function NextStep({ view, officer }: ActsProps): ReactElement | null {
  const { exit: words } = useMessages(membershipMessages);
  const [step, setStep] = useState<Step | null>(null);
  const { exit, blocks } = view;
  if (exit === null) return null;
  const me = `staff:${officer.staffNo}`;
  const next = exit.state === "asked" || view.approvalIsStale ? "approve" : "pay";
  const own = ownStepBefore(exit, next, me);
  const isOwn = own !== null;
  const may = officer.may(next === "approve" ? "exits.approve" : "exits.pay");
  const note = may ? own : waitNote[next];
  return (
    <>
      {view.approvalIsStale && <Stale view={view} />}
      {note && <Tip meaning="info">{words[note]}</Tip>}
      <div className={css["buttons"]}>
        {may && !isOwn && (
          <Button
            look="primary"
            width="full-on-phones"
            blocked={blocks.length > 0}
            onClick={() => setStep(next)}
          >
            {words[next]}
          </Button>
        )}
        {officer.may("exits.ask") && (
          <Button width="full-on-phones" onClick={() => setStep("withdraw")}>
            {words.withdraw}
          </Button>
        )}
      </div>
      {step && <StepDialog step={step} view={view} exit={exit} onClose={() => setStep(null)} />}
    </>
  );
}

/** Warns that the figures have changed since the approval, and lists them. */
function Stale({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const say = useFormatShown();
  const names = new Set(view.approved.map(({ name }) => name));
  const now = view.shown.filter(({ name }) => names.has(name));
  return (
    <>
      <Tip meaning="warn">{words.stale}</Tip>
      {view.approved.length > 0 && <Changes before={say(view.approved)} now={say(now)} />}
    </>
  );
}

const waitNote = { approve: "waitsApproval", pay: "waitsPayment" } as const;
const done = { approve: "approved", pay: "paid", withdraw: "withdrawn" } as const;

interface StepProps {
  readonly step: Step;
  readonly view: ExitView;
  readonly exit: Case;
  readonly onClose: () => void;
}

/** States the effect of a step, and takes it with the input it needs. */
function StepDialog({ step, view, exit, onClose }: StepProps): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { changes } = useMessages(signedInMessages);
  const say = useFormatShown();
  const { now, before, take } = useStep(step, view, exit.id);
  const told = { name: now.fullName, refund: money(now.refund) };
  const needsReceipt = step === "pay" && now.refund > 0;
  return (
    <FormDialog<"reason" | "receiptNo" | "refund">
      title={fill(words[`${step}Title`], told)}
      text={before ? changes.text : fill(words[`${step}Text`], told)}
      yes={words[`${step}Yes`]}
      done={words[done[step]]}
      danger={step === "withdraw"}
      names={["reason", "receiptNo", "refund"]}
      send={take}
      renderFields={(form) => (
        <>
          {before && <Changes before={say(before.shown)} now={say(now.shown)} />}
          {step === "withdraw" && (
            <Field
              label={words.withdrawReason}
              bind={form.bind("reason")}
              type="text"
              autoComplete="off"
            />
          )}{" "}
          {needsReceipt && (
            <Select label={words.refundBy} bind={form.bind("refund")} options={words.refundWays} />
          )}
          {needsReceipt && form.values.refund === "paid" && (
            <Field
              label={words.receipt}
              bind={form.bind("receiptNo")}
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </>
      )}
      onClose={onClose}
    />
  );
}

interface Typed {
  readonly reason: string;
  readonly receiptNo: string;
  /** Empty until it is chosen: the refund is then queued. */
  readonly refund: string;
}

/** Takes a step on exactly what was shown; if it changed, both versions are shown. */
function useStep(step: Step, view: ExitView, id: string) {
  const renew = useRenewDesk();
  const of = { params: { memberNo: view.memberNo } };
  const { now, before, decide } = useHeldFacts(view, () => call(ofMember, of));
  const params = { id };
  const send = async (
    { shownDigest }: ExitView,
    { reason, receiptNo, refund }: Typed,
  ): Promise<void> => {
    if (step === "approve") await call(approval, { params, body: { shownDigest } });
    if (step === "withdraw") await call(withdrawal, { params, body: { reason } });
    if (step === "pay") {
      const paid = { refund: "paid", ...(receiptNo.trim() !== "" && { receiptNo }) } as const;
      const how = refund === "paid" ? paid : ({ refund: "queued" } as const);
      await call(payment, { params, body: { shownDigest, ...how } });
    }
  };
  const take = async (typed: Typed): Promise<boolean> => {
    try {
      return await decide((shown) => send(shown, typed));
    } finally {
      // Rejected or not, the data shown may be out of date.
      await renew(ofMember, record, list);
    }
  };
  return { now, before, take };
}

/** Records that a member wants to leave, or that a leaver's shares go to another member. */
function Begin({ view }: { readonly view: ExitView }): ReactElement {
  const all = useWords();
  const { exit: words } = useMessages(membershipMessages);
  const renew = useRenewDesk();
  const { memberNo } = view;
  const hasLeft = view.state === "left";
  const bodyOf = ({ reason, sharesTo }: { reason: string; sharesTo: string }) => {
    return { memberNo, reason, ...(sharesTo.trim() !== "" && { sharesTo }) };
  };
  const form = useForm<"reason" | "sharesTo">({
    names: ["reason", "sharesTo"],
    draft: `exit ${memberNo}`,
    check: (values) => contractProblems<string>(ask.body, { ...bodyOf(values) }, all),
    async send(values) {
      await call(ask, { body: bodyOf(values) });
      showToast({ kind: "success", text: words.asked });
      await renew(ofMember, record, list);
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <div>
        <h3>{hasLeft ? words.passOn : words.start}</h3>
        <p>{hasLeft ? words.passOnText : fill(words.startText, { days: EXIT_DAYS })}</p>
      </div>
      <Field label={words.reason} bind={form.bind("reason")} type="text" autoComplete="off" />
      <Field
        label={words.sharesField}
        bind={form.bind("sharesTo")}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        note={{ kind: "hint", text: words.sharesHint }}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={form.busy}>
        {words.ask}
      </Button>
    </form>
  );
}
