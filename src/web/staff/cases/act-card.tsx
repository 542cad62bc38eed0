import { casesMessages } from "#web/lib/member-texts.ts";
import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  acknowledge,
  assign,
  close,
  conclude,
  reply,
  toldBy,
} from "#shared/contract/cases/desk.ts";
import { caseOutcomes } from "#shared/contract/cases/own.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Area } from "#web/ui/area.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { KeyHints } from "../key-hints.tsx";
import { useKeys } from "../keys.ts";
import { useOfficer } from "../officer.ts";
import { usePress, useShown } from "./act.ts";
import type { DeskCase } from "./case-page.tsx";
import css from "./cases.module.css";

interface CaseProps {
  readonly found: DeskCase;
}

/** The actions on a case in its state; people who may only read it see a message. */
export function ActCard({ found }: CaseProps): ReactElement | null {
  const { act: words, keys } = useMessages(caseDeskMessages);
  const officer = useOfficer();
  if (officer === null || found.state === "closed") return null;
  const waits = found.state === "open" || found.state === "acknowledged";
  if (!officer.may("cases.answer")) {
    return (
      <Card title={words.title}>
        <div className={css["act"]}>
          <Tip meaning="info">{words.read}</Tip>
        </div>
      </Card>
    );
  }
  return (
    <Card title={words.title}>
      <div className={css["act"]}>
        {found.anonymous && <Tip meaning="info">{words.unnamedTip}</Tip>}
        {found.reopened && <Tip meaning="warn">{words.reopened}</Tip>}
        {found.state === "open" && <Acknowledge found={found} />}
        {waits ? (
          <>
            <Reply key={`r${found.thread.length}`} found={found} />
            <Conclude found={found} />
          </>
        ) : (
          <Close found={found} />
        )}
      </div>
      {waits && (
        <KeyHints
          hints={[
            ...(found.state === "open" ? [{ keys: ["A"], does: keys.acknowledge }] : []),
            { keys: ["R"], does: keys.reply },
            { keys: ["C"], does: keys.conclude },
          ]}
          at={0}
        />
      )}
    </Card>
  );
}

/** The member of staff who handles it, and those it can be assigned to. */
export function AssignCard({ found }: CaseProps): ReactElement | null {
  const { act: words } = useMessages(caseDeskMessages);
  const officer = useOfficer();
  if (officer === null || !officer.may("cases.answer") || found.state === "closed") return null;
  return (
    <Card title={words.assignTitle}>
      <div className={css["act"]}>
        <Assign key={found.assignedNo} found={found} />
      </div>
    </Card>
  );
}

function Acknowledge({ found }: CaseProps): ReactElement {
  const { act: words } = useMessages(caseDeskMessages);
  const { caseNo, seen } = found;
  const act = () => call(acknowledge, { params: { caseNo }, body: { seen } });
  const { busy, failed, run } = usePress(caseNo, act, words.acknowledged);
  useKeys({ a: run });
  return (
    <>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Button look="primary" width="full-on-phones" blocked={busy} onClick={() => run()}>
        {words.acknowledge}
      </Button>
    </>
  );
}

const focusOn = (id: string) => (): void => document.querySelector<HTMLElement>(`#${id}`)?.focus();

function Reply({ found }: CaseProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(caseDeskMessages);
  const { shown, missed } = useShown(found.caseNo);
  useKeys({ r: focusOn("case-reply") });
  const form = useForm<"text">({
    names: ["text"],
    draft: `answer ${found.caseNo}`,
    check: (values) => contractProblems(reply.body, { ...values, seen: found.seen }, all),
    async send(values, taken) {
      const { caseNo, seen } = found;
      const after = await call(reply, { params: { caseNo }, body: { ...values, seen } }).catch(
        missed,
      );
      taken();
      await shown(after);
      showToast({ kind: "success", text: words.replied });
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Area id="case-reply" label={words.reply} note={words.replyHint} bind={form.bind("text")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button
        type="submit"
        look={found.state === "open" ? "outline" : "primary"}
        width="full-on-phones"
        blocked={form.busy}
      >
        {words.replySend}
      </Button>
    </form>
  );
}

function Conclude({ found }: CaseProps): ReactElement {
  const all = useWords();
  const { act: words } = useMessages(caseDeskMessages);
  const { outcomes } = useMessages(casesMessages);
  const { shown, missed } = useShown(found.caseNo);
  useKeys({ c: focusOn("case-conclusion") });
  const bodyOf = ({ outcome, text }: Record<"outcome" | "text", string>) => ({
    outcome: caseOutcomes.find((one) => one === outcome) ?? caseOutcomes[0],
    text,
    seen: found.seen,
  });
  const form = useForm<"outcome" | "text">({
    names: ["outcome", "text"],
    starting: { outcome: caseOutcomes[0] },
    draft: `conclude ${found.caseNo}`,
    check: (values) => contractProblems(conclude.body, bodyOf(values), all),
    async send(values) {
      const given = { params: { caseNo: found.caseNo }, body: bodyOf(values) };
      await shown(await call(conclude, given).catch(missed));
      showToast({ kind: "success", text: words.concluded });
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Select label={words.outcome} bind={form.bind("outcome")} options={outcomes} />
      <Area id="case-conclusion" label={words.reason} bind={form.bind("text")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" width="full-on-phones" blocked={form.busy}>
        {words.conclude}
      </Button>
    </form>
  );
}

/** The ways to notify the member; an unnamed member has only their own page. */
function Close({ found }: CaseProps): ReactElement {
  const all = useWords();
  const { act: words, page } = useMessages(caseDeskMessages);
  const { shown, missed } = useShown(found.caseNo);
  const ways = found.anonymous ? (["page"] as const) : toldBy;
  const options = Object.fromEntries(ways.map((way) => [way, page.told[way]]));
  const bodyOf = ({ told, text }: Record<"told" | "text", string>) => ({
    told: ways.find((one) => one === told) ?? ways[0],
    text,
    seen: found.seen,
  });
  const form = useForm<"told" | "text">({
    names: ["told", "text"],
    starting: { told: ways[0] },
    draft: `close ${found.caseNo}`,
    check: (values) => contractProblems(close.body, bodyOf(values), all),
    async send(values) {
      const given = { params: { caseNo: found.caseNo }, body: bodyOf(values) };
      await shown(await call(close, given).catch(missed));
      showToast({ kind: "success", text: words.closed });
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <p>{words.closeText}</p>
      <Select label={words.toldLabel} bind={form.bind("told")} options={options} />
      <Area label={words.note} bind={form.bind("text")} rows={2} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" type="submit" width="full-on-phones" blocked={form.busy}>
        {words.close}
      </Button>
    </form>
  );
}

function Assign({ found }: CaseProps): ReactElement {
  const { act: words, queue } = useMessages(caseDeskMessages);
  const { shown, missed } = useShown(found.caseNo);
  const { caseNo, seen, officers } = found;
  const named = officers.map(({ staffNo, name }) => [staffNo, name]);
  const form = useForm<"to">({
    names: ["to"],
    starting: { to: found.assignedNo },
    check: () => ({}),
    async send({ to }) {
      await shown(await call(assign, { params: { caseNo }, body: { to, seen } }).catch(missed));
      const name = officers.find(({ staffNo }) => staffNo === to)?.name;
      const done = name ? fill(words.assignedDone, { name }) : words.assignedNobody;
      showToast({ kind: "success", text: done });
    },
  });
  const alert = form.alert ?? form.bind("to").error;
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <div className={css["beside"]}>
        <Select
          label={words.assigned}
          bind={form.bind("to")}
          options={{ "": queue.nobody, ...Object.fromEntries(named) }}
        />
        <Button type="submit" blocked={form.busy || form.values.to === found.assignedNo}>
          {words.assign}
        </Button>
      </div>
      {alert && <Tip meaning="bad">{alert}</Tip>}
    </form>
  );
}
