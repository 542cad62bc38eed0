import { casesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { caseDays } from "#shared/case-deadlines.ts";
import { mine } from "#shared/contract/cases/own.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { caseAddress } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DueBadge, StateBadge } from "#web/ui/case-parts.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QuestionForm } from "./question-form.tsx";
import css from "./questions.module.css";

type Row = z.output<typeof mine.answer>["rows"][number];

/** The specification's form with its one box, how long an answer takes, and the sent messages. */
export function QuestionsPage(): ReactElement {
  const { page: words } = useMessages(casesMessages);
  return (
    <>
      <PageHeader title={words.title} place="questions" lead={words.lead} />
      <div className={layout["stack"]}>
        <div className={layout["two"]}>
          <QuestionForm />
          <HowLong />
        </div>
        <Mine />
      </div>
    </>
  );
}

function HowLong(): ReactElement {
  const { page: words } = useMessages(casesMessages);
  return (
    <Card title={words.howTitle}>
      <div className={css["how"]}>
        <ol>
          <li>{fill(words.howAcknowledge, { days: caseDays.acknowledge })}</li>
          <li>{fill(words.howConclude, { days: caseDays.conclude })}</li>
          <li>{fill(words.howTell, { days: caseDays.tell })}</li>
        </ol>
        <p>{words.howDays}</p>
      </div>
    </Card>
  );
}

function Mine(): ReactElement {
  const { page: words } = useMessages(casesMessages);
  const load = usePagedRequest(mine, {}, "after");
  const { pages, more } = load.state === "loaded" ? load.data : { pages: [], more: null };
  const rows = pages.flatMap((page) => page.rows);
  return (
    <Card title={words.mineTitle}>
      <Loaded
        load={load}
        loading={words.mineLoading}
        failed={words.mineFailed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState icon="chat" title={words.mineEmpty}>
              <p>{words.mineEmptyText}</p>
            </EmptyState>
          ) : (
            <ul className={css["mine"]} aria-label={words.list}>
              {rows.map((row) => (
                <One key={row.caseNo} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {more && (
        <div className={css["more"]}>
          <Button needsNetwork small onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

function One({ row }: { readonly row: Row }): ReactElement {
  const words = useMessages(casesMessages);
  const { language } = useSpoken();
  const kind = words.kinds[row.kind];
  return (
    <li>
      <Link className={css["number"]} to={caseAddress(row.caseNo)}>
        {row.caseNo}
      </Link>
      <p className={css["text"]}>{row.suggestion}</p>
      <span className={css["badges"]}>
        <StateBadge state={row.state} />
        {row.state !== "concluded" && <DueBadge {...row} />}
      </span>
      <small>
        {[kind, row.anonymous && words.page.unnamedShort].filter(Boolean).join(", ")}.{" "}
        {words.steps[row.last]}, {formatDay(row.lastOn, language)}
      </small>
    </li>
  );
}
