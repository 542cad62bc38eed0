import { signedInMessages } from "#web/lib/member-texts.ts";
import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  approval,
  keptClosed,
  list,
  reopened,
  reopening,
  withdrawal,
} from "#shared/contract/ledger/months.ts";
import { trialBalance } from "#shared/contract/ledger/books.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, type Form, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useHeldFacts } from "#web/staff/held-facts.ts";
import type { Officer } from "#web/staff/officer.ts";
import css from "./books.module.css";
import type { Close } from "./months.tsx";
import { useFormatShown } from "./shown-facts.ts";

/** The actions on the close of a month. */
export type Act = "approve" | "withdraw" | "reopen" | "agree" | "keep";

/** Returns the actions an officer may take on a close now. */
export function actsOn(close: Close, officer: Officer, isLast: boolean): readonly Act[] {
  const makes = officer.may("months.prepare");
  const agrees = officer.may("months.approve");
  switch (close.state) {
    case "prepared":
      return [
        ...(agrees && !close.own ? (["approve"] as const) : []),
        ...(makes ? (["withdraw"] as const) : []),
      ];
    case "closed":
      return makes && isLast ? ["reopen"] : [];
    case "reopening":
      return [
        ...(agrees && !close.own ? (["agree"] as const) : []),
        ...(agrees ? (["keep"] as const) : []),
      ];
    case "withdrawn":
    case "reopened":
      return [];
  }
}

async function take(act: Act, { id, shownDigest }: Close, reason: string): Promise<void> {
  const params = { id };
  const body = { shownDigest };
  const because = reason === "" ? {} : { reason };
  if (act === "approve") await call(approval, { params, body: { ...body, ...because } });
  if (act === "withdraw") await call(withdrawal, { params, body: {} });
  if (act === "reopen") await call(reopening, { params, body: { reason } });
  if (act === "agree") await call(reopened, { params, body });
  if (act === "keep") await call(keptClosed, { params, body });
}

/** Reads a close again; returns one that has left the list unchanged. */
async function closeAgain(close: Close): Promise<Close> {
  const { rows } = await call(list);
  return rows.find(({ id }) => id === close.id) ?? close;
}

interface ActProps {
  readonly close: Close;
  readonly act: Act;
  readonly onClose: () => void;
}

/**
 * States the effect of an action before it is taken; reopening a month also asks for the reason.
 */
export function ActDialog({ close, act, onClose }: ActProps): ReactElement {
  const { months: texts } = useMessages(booksMessages);
  const words = useWords();
  const { changes } = useMessages(signedInMessages);
  const { language } = useSpoken();
  const renew = useRenew();
  const say = useFormatShown();
  const { now, before, decide } = useHeldFacts(close, () => closeAgain(close));
  const month = formatDay(close.month, language, "monthYear");
  const isReopening = act === "reopen";
  const isOver = now.shown.some(({ name }) => name.startsWith("unreconciled-"));
  const asks = isReopening || (act === "approve" && isOver);
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => (asks ? contractProblems(reopening.body, values, words) : {}),
    send: async ({ reason }) => {
      try {
        const isDone = await decide((shown) => take(act, shown, reason));
        if (!isDone) return renew(list);
      } catch (error) {
        await renew(list);
        throw error;
      }
      showToast({ kind: "success", text: fill(texts.ask[act].done, { month }) });
      onClose();
      await renew(list, trialBalance);
    },
  });
  return (
    <Dialog
      title={fill(texts.ask[act].title, { month })}
      onClose={() => form.busy || onClose()}
      actions={
        <>
          <Button first blocked={form.busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form="month-act" look="primary" blocked={form.busy}>
            {texts.ask[act].yes}
          </Button>
        </>
      }
    >
      <form id="month-act" className={css["ask"]} onSubmit={form.submit} noValidate>
        <p>{before ? changes.text : texts.ask[act].text}</p>
        {before && <Changes before={say(before.shown)} now={say(now.shown)} />}
        {!before && now.shown.length > 0 && <Facts facts={say(now.shown)} />}
        {asks && !isReopening && <p>{texts.takesReasons}</p>}
        {asks && <Reason form={form} label={isReopening ? texts.reason : texts.anyway} />}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      </form>
    </Dialog>
  );
}

interface ReasonProps {
  readonly form: Form<"reason">;
  readonly label: string;
}

function Reason({ form, label }: ReasonProps): ReactElement {
  return <Field label={label} bind={form.bind("reason")} autoComplete="off" />;
}
