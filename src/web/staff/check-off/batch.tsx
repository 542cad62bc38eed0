import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { batch } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useInSight } from "#web/lib/in-sight.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Skipped } from "#web/staff/imports/file-reading/reading-panel.tsx";
import type { Officer } from "../officer.ts";
import { useActorLabel } from "../actor-label.ts";
import { BatchActions } from "./batch-actions.tsx";
import type { Batch } from "./batch-data.ts";
import { figuresOf, SameRows } from "./control-totals.tsx";
import css from "./check-off.module.css";
import { LinesCard } from "./lines.tsx";
import { StateBadge } from "./list.tsx";
import { ReviewCard } from "./review.tsx";
import { ValueDate } from "./value-date.tsx";
import { VarianceCard } from "./variance.tsx";

interface BatchPageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One file: its control totals, its lines by state, and the actions on it. */
export function BatchPage({ id, officer }: BatchPageProps): ReactElement {
  const { batch: words, list } = useMessages(checkOffMessages);
  const { language } = useSpoken();
  const load = useRequest(batch, { params: { batch: id } });
  const loaded = load.state === "loaded" ? load.data : null;
  const [chosen, setChosen] = useState<Tab | null>(null);
  const month = loaded ? formatDay(loaded.month, language, "monthYear") : "";
  return (
    <div className={css["page"]}>
      <PageHeader
        title={loaded ? fill(words.title, { month }) : list.title}
        place={`check-off ${id}`}
        lead={<Link to={paths.checkOff}>{words.back}</Link>}
        actions={
          loaded && (
            <BatchActions
              batch={loaded}
              month={month}
              officer={officer}
              onReview={() => setChosen("review")}
            />
          )
        }
      />
      <Loaded
        load={load}
        loading={list.title}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={5} />
          </Card>
        }
      >
        {(found) => (
          <>
            <Control batch={found} officer={officer} />
            <Parts
              batch={found}
              officer={officer}
              month={month}
              chosen={chosen}
              onTab={setChosen}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ControlProps {
  readonly batch: Batch;
  readonly officer: Officer;
}

function Control({ batch: found, officer }: ControlProps): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(checkOffMessages);
  const { language } = useSpoken();
  const { batch: texts } = words;
  const by = (text: string, who: string, day: string) =>
    fill(text, { who: actorLabel(who), day: formatDay(day, language) });
  return (
    <>
      <div className={css["facts"]}>
        <StateBadge state={found.state} words={words} />
        <span>{found.fileName}</span>
        <ValueDate batch={found} officer={officer} />
        <span>{by(texts.preparedBy, found.preparedBy, found.preparedOn)}</span>
        {found.postedBy && <span>{by(texts.postedBy, found.postedBy, found.postedOn)}</span>}
        {found.reason && <span>{fill(texts.because, { reason: found.reason })}</span>}
      </div>
      <SameRows batch={found} />
      <Card title={`${texts.control}: ${formatLines(found.lines, texts)}`}>
        <dl className={css["figures"]}>
          {figuresOf(found, texts).map(([term, amount]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        </dl>
        {found.reading && <Skipped reading={found.reading} />}
      </Card>
    </>
  );
}

function formatLines(count: number, said: { readonly count: string; readonly countOne: string }) {
  return count === 1 ? said.countOne : fill(said.count, { count: formatCount(count) });
}

type Tab = "review" | "matched" | "ambiguous" | "unmatched" | "decided" | "suspense" | "variance";

interface PartsProps {
  readonly batch: Batch;
  readonly officer: Officer;
  readonly month: string;
  readonly chosen: Tab | null;
  readonly onTab: (tab: Tab) => void;
}

function Parts({ batch: found, officer, month, chosen, onTab }: PartsProps): ReactElement {
  const { batch: words, review } = useMessages(checkOffMessages);
  const posted = found.state === "posted" || found.state === "reversed";
  const [first] = useState<Tab>(() => firstTab(found, officer));
  const tab = chosen ?? first;
  const tabs: readonly Tab[] = [
    "review",
    "matched",
    "ambiguous",
    "unmatched",
    "decided",
    ...(posted ? (["suspense"] as const) : []),
    "variance",
  ];
  const tally = (one: Tab) => {
    if (one === "variance") return null;
    return one === "suspense" ? found.waiting : found[one];
  };
  const sum = tally(tab);
  const row = useInSight<HTMLDivElement>(tabs.indexOf(tab));
  return (
    <>
      <div ref={row} className={css["tabs"]} role="group" aria-label={words.tabs}>
        {tabs.map((one) => (
          <button key={one} type="button" aria-pressed={tab === one} onClick={() => onTab(one)}>
            {one === "review" ? review.tab : words[one]}{" "}
            {one !== "variance" && <span>{tally(one)?.lines.toLocaleString("en-KE")}</span>}
          </button>
        ))}
      </div>
      {tab === "review" && <ReviewCard batch={found} />}
      {tab === "variance" && <VarianceCard id={found.id} month={month} />}
      {tab !== "review" && tab !== "variance" && (
        <LinesCard key={tab} batch={found} state={tab} sum={sum?.amount ?? 0} officer={officer} />
      )}
    </>
  );
}

/**
 * Returns the tab to open first: the review for a person who may post the file, else the lines that
 * wait for a decision.
 */
function firstTab({ state, own, review, ambiguous, unmatched, waiting }: Batch, officer: Officer) {
  if (state === "prepared" && !own && review.lines > 0 && officer.may("checkoff.post")) {
    return "review";
  }
  if (state === "posted" && waiting.lines > 0) return "suspense";
  if (state !== "prepared") return "matched";
  if (ambiguous.lines > 0) return "ambiguous";
  return unmatched.lines > 0 ? "unmatched" : "matched";
}
