import { casesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { answer, own, reopen, satisfied } from "#shared/contract/cases/own.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { Area } from "#web/ui/area.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CaseClock, StateBadge, Thread } from "#web/ui/case-parts.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showFailure, showToast } from "#web/ui/toast.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import css from "./questions.module.css";
import { useCaseAct } from "./use-case-act.ts";

export type OwnCase = z.output<typeof own.answer>;

/** One of the member's own cases: its deadlines, all messages, and the possible actions. */
export function CasePage({ caseNo }: { readonly caseNo: string }): ReactElement {
  const { page: words, kinds } = useMessages(casesMessages);
  const { language } = useSpoken();
  const load = useRequest(own, { params: { caseNo } });
  if (load.state === "failed" && isUnknown(load.error)) return <Unknown />;
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Crumb to={paths.questions}>{words.back}</Crumb>
      <PageHeader
        title={found?.caseNo ?? caseNo}
        place={`questions ${caseNo}`}
        lead={found ? `${kinds[found.kind]}, ${formatDay(found.postedOn, language)}` : "\u00a0"}
        actions={found && <Badges found={found} />}
      />
      {found ? (
        <Whole found={found} />
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={6} />
      )}
    </>
  );
}

function Badges({ found }: { readonly found: OwnCase }): ReactElement {
  const { page: words } = useMessages(casesMessages);
  return (
    <span className={css["badges"]}>
      {found.anonymous && <Badge icon="lock">{words.unnamedShort}</Badge>}
      <StateBadge state={found.state} />
    </span>
  );
}

function Unknown(): ReactElement {
  const { page: words } = useMessages(casesMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.questions}
      toWords={words.toList}
    />
  );
}

function Whole({ found }: { readonly found: OwnCase }): ReactElement {
  const words = useMessages(casesMessages);
  const { page } = words;
  const waits = found.state === "open" || found.state === "acknowledged";
  return (
    <div className={layout["two"]}>
      <div className={layout["stack"]}>
        <Card title={page.thread}>
          <Thread
            steps={found.thread}
            member={words.you}
            saidOf={({ step }) => (step === "answered" ? "" : words.steps[step])}
          />
        </Card>
        {waits ? <Reply key={found.thread.length} found={found} /> : <Conclusion found={found} />}
      </div>
      <CaseClock clock={found.clock} />
    </div>
  );
}

function Reply({ found }: { readonly found: OwnCase }): ReactElement {
  const all = useWords();
  const { page: words } = useMessages(casesMessages);
  const { shown, missed } = useCaseAct(found.caseNo);
  const form = useForm<"text">({
    names: ["text"],
    draft: `reply ${found.caseNo}`,
    check: (values) => contractProblems(answer.body, values, all),
    async send(body, taken) {
      const params = { caseNo: found.caseNo };
      const after = await call(answer, { params, body }).catch(missed);
      taken();
      await shown(after);
      showToast({ kind: "success", text: words.replied });
    },
  });
  return (
    <Card title={words.replyTitle}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Area label={words.reply} bind={form.bind("text")} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {words.replySend}
        </Button>
      </form>
    </Card>
  );
}

/** The office's conclusion and the member's answer to it. */
function Conclusion({ found }: { readonly found: OwnCase }): ReactElement {
  const { page: words, outcomes } = useMessages(casesMessages);
  const isOver = found.state === "closed";
  return (
    <Card title={isOver ? words.outcome : words.concludedTitle}>
      <div className={css["form"]}>
        {found.outcome !== "" && (
          <Tip meaning={found.outcome === "not-done" ? "info" : "ok"}>
            {outcomes[found.outcome]}
          </Tip>
        )}
        <p className={css["quiet"]}>{isOver ? words.closedText : words.concludedText}</p>
        {!isOver && <Satisfied caseNo={found.caseNo} />}
        {found.reopened ? (
          <p className={css["quiet"]}>{words.reopenedOnce}</p>
        ) : (
          <Reopen caseNo={found.caseNo} />
        )}
      </div>
    </Card>
  );
}

function Satisfied({ caseNo }: { readonly caseNo: string }): ReactElement {
  const { page: words } = useMessages(casesMessages);
  const { shown, missed } = useCaseAct(caseNo);
  const { busy, run } = useAction(
    async () => {
      await shown(await call(satisfied, { params: { caseNo }, body: {} }).catch(missed));
      showToast({ kind: "success", text: words.satisfiedDone });
    },
    { onFailure: showFailure },
  );
  return (
    <Button needsNetwork look="primary" width="full-on-phones" blocked={busy} onClick={() => run()}>
      {words.satisfied}
    </Button>
  );
}

function Reopen({ caseNo }: { readonly caseNo: string }): ReactElement {
  const all = useWords();
  const { page: words } = useMessages(casesMessages);
  const { shown, missed } = useCaseAct(caseNo);
  const form = useForm<"text">({
    names: ["text"],
    draft: `reopen ${caseNo}`,
    check: (values) => contractProblems(reopen.body, values, all),
    async send(body) {
      await shown(await call(reopen, { params: { caseNo }, body }).catch(missed));
      showToast({ kind: "success", text: words.reopenedDone });
    },
  });
  return (
    <form className={css["again"]} onSubmit={form.submit} noValidate>
      <Area label={words.why} bind={form.bind("text")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button type="submit" width="full-on-phones" blocked={form.busy}>
        {words.reopen}
      </Button>
    </form>
  );
}
