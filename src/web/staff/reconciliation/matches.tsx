import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import {
  confirmAll,
  confirmMatch,
  matches,
  type MatchState,
  undoMatch,
} from "#shared/contract/reconciliation/matching.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import page from "#web/ui/desk-page.module.css";
import { useActorLabel } from "../actor-label.ts";
import type { Officer } from "../officer.ts";
import { ItemAct } from "./item-act.tsx";
import { ItemForm } from "./item-form.tsx";
import { MoreRows } from "../tabbed-list.tsx";
import css from "./reconciliation.module.css";

type Answer = z.output<typeof matches.answer>;
type Match = Answer["rows"][number];

interface MatchesProps {
  readonly account: ReconciledAccount;
  readonly state: MatchState;
  readonly officer: Officer;
  /** Reloads what a decision changed. */
  readonly onChanged: () => Promise<void>;
}

/** Matches that wait for a second person, or that are confirmed. */
export function Matches(props: MatchesProps): ReactElement {
  const { account, state } = props;
  const { desk: words } = useMessages(reconciliationMessages);
  const load = usePagedRequest(matches, { params: { account }, query: { state } }, "after");
  const isProposed = state === "proposed";
  return (
    <Card title={isProposed ? words.proposals : words.history}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {({ pages, more }) => {
          const rows = pages.flatMap((one) => one.rows);
          if (rows.length === 0) {
            return (
              <p className={page["note"]}>{isProposed ? words.proposalsNone : words.historyNone}</p>
            );
          }
          return (
            <>
              {isProposed && <ByRule proposals={pages[0]?.proposals ?? []} {...props} />}
              <ul className={css["matches"]}>
                {rows.map((match) => (
                  <OneMatch key={match.id} match={match} {...props} />
                ))}
              </ul>
              <MoreRows text={words.more} onMore={more} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function ByRule(props: MatchesProps & Pick<Answer, "proposals">): ReactElement {
  const { account, officer, onChanged, proposals } = props;
  const { desk: words } = useMessages(reconciliationMessages);
  const { busy, failed, run } = useAction(async (proposal: Answer["proposals"][number]) => {
    const { rule, shownDigest } = proposal;
    const done = await call(confirmAll, { params: { account }, body: { rule, shownDigest } });
    const count = formatCount(done.confirmed);
    showToast({ kind: "success", text: fill(words.confirmed, { count }) });
    await onChanged();
  });
  return (
    <div className={css["rules"]}>
      {proposals.map((proposal) => (
        <p key={proposal.rule}>
          <span className={css["what"]}>
            <b>{words.rules[proposal.rule]}</b>
            <small>
              {fill(words.count, {
                count: formatCount(proposal.matches),
                amount: money(proposal.amount),
              })}
            </small>
          </span>
          {officer.may("reconciliation.approve") && proposal.own && <small>{words.ownAll}</small>}
          {officer.may("reconciliation.approve") && !proposal.own && (
            <Button small look="primary" blocked={busy} onClick={() => run(proposal)}>
              {fill(words.confirmAll, { count: formatCount(proposal.matches) })}
            </Button>
          )}
        </p>
      ))}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </div>
  );
}

function OneMatch({ match, ...props }: MatchesProps & { readonly match: Match }): ReactElement {
  const { desk: words } = useMessages(reconciliationMessages);
  const actor = useActorLabel();
  const [by, approver] = [actor(match.proposedBy), actor(match.confirmedBy)];
  const people = props.state === "proposed" ? words.by : words.confirmedBy;
  return (
    <li>
      <p className={css["rule"]}>
        <b>{words.rules[match.rule]}</b>
        <span className={css["amount"]}>{money(match.amount)}</span>
      </p>
      <div className={css["sides"]}>
        <Items head={words.line} items={match.lines} />
        <Items head={words.entry} items={match.entries} />
      </div>
      <small>{fill(people, { by, approver })}</small>
      <Decide match={match} {...props} />
    </li>
  );
}

function Items({ head, items }: { readonly head: string; readonly items: Match["lines"] }) {
  const { language } = useSpoken();
  return (
    <div>
      <h4>{head}</h4>
      <ul>
        {items.map(({ id, day, receipt, text, amount }) => (
          <li key={id}>
            <span>{[formatDay(day, language), receipt, text].filter(Boolean).join(", ")}</span>
            <span className={css["amount"]}>{money(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decide(props: MatchesProps & { readonly match: Match }): ReactElement {
  const { match, account, state, officer, onChanged } = props;
  const { desk: words } = useMessages(reconciliationMessages);
  const { id, shownDigest } = match;
  const { busy, failed, run } = useAction(async () => {
    await call(confirmMatch, { params: { account, id }, body: { shownDigest } });
    showToast({ kind: "success", text: fill(words.confirmed, { count: "1" }) });
    await onChanged();
  });
  const mayConfirm = state === "proposed" && officer.may("reconciliation.approve");
  return (
    <div className={css["links"]}>
      {mayConfirm && !match.own && (
        <Button small blocked={busy} onClick={() => run()}>
          {words.confirm}
        </Button>
      )}
      {mayConfirm && match.own && <small>{words.own}</small>}
      {officer.may("reconciliation.prepare") && (
        <ItemAct name={state === "proposed" ? words.reject : words.undo}>
          {() => <UndoForm {...props} />}
        </ItemAct>
      )}
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </div>
  );
}

function UndoForm(props: MatchesProps & { readonly match: Match }): ReactElement {
  const { match, account, state, onChanged } = props;
  const all = useWords();
  const { desk: words } = useMessages(reconciliationMessages);
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems<"reason">(undoMatch.body, values, all),
    async send(body) {
      await call(undoMatch, { params: { account, id: match.id }, body });
      showToast({ kind: "success", text: words.rejected });
      await onChanged();
    },
  });
  const submit = state === "proposed" ? words.reject : words.undo;
  return <ItemForm form={form} bind={form.bind("reason")} label={words.reason} submit={submit} />;
}
