import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { setPolicy } from "#shared/contract/loans/application-desk.ts";
import { policyInForce } from "#shared/contract/loans/instant-loans.ts";
import { policies } from "#shared/contract/loans/policy.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import { Blacklist } from "./blacklist.tsx";
import { type Editing, useEditing } from "./editing.ts";
import { DayField, PolicyFields } from "./editor.tsx";
import css from "./loan-policy.module.css";
import { History, InForce, ToCome } from "./policies.tsx";
import { Preview } from "./preview.tsx";
import { changesBetween, holdingOn, type Policies, type Policy } from "./terms.ts";

/** The price and conditions of instant loans, and the members who are barred from borrowing. */
export function LoanPolicyPage(): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const load = useRequest(policies);
  return (
    <div className={layout["stack"]}>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={<ListFile list="loan-policies" />}
      />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <div className={css["halves"]}>
            <Card title={words.inForce}>
              <SkeletonLines rows={7} />
            </Card>
            <Card title={words.toCome}>
              <SkeletonLines rows={4} />
            </Card>
          </div>
        }
      >
        {(listed) => <Desk listed={listed} />}
      </Loaded>
      <Blacklist />
    </div>
  );
}

function Desk({ listed }: { readonly listed: Policies }): ReactElement | null {
  const cache = useQueryClient();
  const editing = useEditing(listed);
  const changed = (): void => {
    for (const { path } of [policies, policyInForce]) {
      void cache.invalidateQueries({ queryKey: [path] });
    }
  };
  // The focus goes to the changed fields, which are far from the button on a phone.
  const copy = (policy: Policy): void => {
    editing.beginFrom(policy);
    document.querySelector<HTMLElement>("form input")?.focus();
  };
  const inForce = listed.rows.find(({ state }) => state === "in-force");
  if (inForce === undefined) return null;
  const toCome = listed.rows.filter(({ state }) => state === "to-come").toReversed();
  const rest = listed.rows.filter(({ state }) => state !== "in-force" && state !== "to-come");
  return (
    <>
      <div className={css["halves"]}>
        <InForce listed={inForce} />
        <ToCome rows={toCome} onCopy={copy} onChanged={changed} />
      </div>
      <div className={css["halves"]}>
        <Editor listed={listed} inForce={inForce.policy} editing={editing} onSet={changed} />
        <div className={css["beside"]}>
          <Preview inForce={inForce.policy} proposed={editing.policy} />
        </div>
      </div>
      <History rows={rest} />
    </>
  );
}

interface EditorProps {
  readonly listed: Policies;
  readonly inForce: Policy;
  readonly editing: Editing;
  readonly onSet: () => void;
}

function Editor({ listed, inForce, editing, onSet }: EditorProps): ReactElement {
  const { editor, problems } = useMessages(loanPolicyMessages);
  const words = useMessages(loanPolicyMessages);
  const [confirming, setConfirming] = useState<Policy | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const confirm = (policy: Policy): void => {
    const before = holdingOn(listed.rows, policy.effectiveFrom)?.policy ?? inForce;
    const same = changesBetween(before, policy, words).length === 0;
    setAlert(same ? problems.same : null);
    setConfirming(same ? null : policy);
  };
  return (
    <Card title={editor.title}>
      <form
        className={css["form"]}
        noValidate
        onBlur={(event) => editing.leave((event.target as Partial<HTMLInputElement>).name ?? "")}
        onSubmit={(event) => editing.submit(event, confirm)}
      >
        <PolicyFields editing={editing} />
        <DayField editing={editing} />
        {alert && <Tip meaning="bad">{alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" look="primary" width="full-on-phones">
            {editor.submit}
          </Button>
          <Button look="quiet" width="full-on-phones" onClick={() => editing.beginFrom(inForce)}>
            {editor.reset}
          </Button>
        </div>
      </form>
      {confirming && (
        <Confirm
          listed={listed}
          policy={confirming}
          before={holdingOn(listed.rows, confirming.effectiveFrom)?.policy ?? inForce}
          onClose={() => setConfirming(null)}
          onFailed={(problem, fields) => {
            setConfirming(null);
            setAlert(problem);
            if (fields["effectiveFrom"]) editing.reject({ day: fields["effectiveFrom"] });
            onSet();
          }}
          onDone={() => {
            setConfirming(null);
            editing.beginFrom(confirming.effectiveFrom === listed.today ? confirming : inForce);
            onSet();
          }}
        />
      )}
    </Card>
  );
}

interface ConfirmProps {
  readonly listed: Policies;
  readonly policy: Policy;
  /** The policy that would apply on that day without it. */
  readonly before: Policy;
  readonly onClose: () => void;
  readonly onFailed: (problem: string, fields: Readonly<Record<string, string>>) => void;
  readonly onDone: () => void;
}

/** States what changes from which day, and asks for confirmation. */
function Confirm(props: ConfirmProps): ReactElement {
  const words = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  const { policy, before, listed, onClose } = props;
  const { confirm } = words;
  const day = formatDay(policy.effectiveFrom, language);
  const set = async (): Promise<void> => {
    await call(setPolicy, { body: { ...policy, follows: listed.newest } });
    const detail = fill(words.doneDetail, { day });
    showToast({ kind: "success", text: words.done, detail });
    props.onDone();
  };
  const { busy, run } = useAction(set, {
    onFailure(text, error) {
      props.onFailed(text, error instanceof ProblemAnswer ? error.details.fields : {});
    },
  });
  const replaces = before.effectiveFrom === policy.effectiveFrom;
  return (
    <Dialog
      title={fill(confirm.title, { day })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {confirm.back}
          </Button>
          <Button look="primary" blocked={busy} onClick={() => run()}>
            {confirm.yes}
          </Button>
        </>
      }
    >
      <ul className={css["changes"]}>
        {changesBetween(before, policy, words).map(({ term, before: old, value }) => (
          <li key={term}>{fill(confirm.change, { term, before: old, after: value })}</li>
        ))}
      </ul>
      {replaces && <p>{confirm.replaces}</p>}
      <p>{confirm.keeps}</p>
    </Dialog>
  );
}
