import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { uptake } from "#shared/contract/dividends/payments.ts";
import { preview } from "#shared/contract/dividends/declarations.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { hundredths } from "#web/staff/hundredths.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { dividendAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import timeline from "#web/ui/timeline.module.css";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "../officer.ts";
import { useActorLabel } from "../actor-label.ts";
import { ActCard } from "./act-card.tsx";
import css from "./dividends.module.css";
import { HeldCard } from "./held-card.tsx";
import { ListsCard } from "./lists.tsx";
import { Planned } from "./plan-lines.tsx";
import { PhaseBadge, phaseOf } from "./phase.tsx";
import { Changed, DeclaredTwice, Largest, type Preview, Problems } from "./preview-cards.tsx";
import { UptakeCard } from "./uptake.tsx";

interface YearProps {
  readonly year: string;
  readonly officer: Officer;
}

/** A year's dividend: its totals, its phase, and the actions on it. */
export function YearPage({ year, officer }: YearProps): ReactElement {
  const { year: words } = useMessages(dividendDeskMessages);
  const isYear = /^\d{4}$/.test(year);
  const load = useRequest(preview, { params: { year } }, { enabled: isYear });
  if (!isYear || (load.state === "failed" && isUnknown(load.error))) return <Unknown />;
  if (load.state === "loaded") return <Whole preview={load.data} officer={officer} />;
  return (
    <>
      <Back />
      <PageHeader
        title={fill(words.title, { year })}
        place={dividendAddress(Number(year))}
        lead={"\u00a0"}
      />
      <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={9} />
    </>
  );
}

function Back(): ReactElement {
  const { year: words } = useMessages(dividendDeskMessages);
  return <Crumb to={paths.dividends}>{words.back}</Crumb>;
}

function Unknown(): ReactElement {
  const { year: words } = useMessages(dividendDeskMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.dividends}
      toWords={words.back}
    />
  );
}

interface WholeProps {
  readonly preview: Preview;
  readonly officer: Officer;
}

function Whole({ preview: found, officer }: WholeProps): ReactElement {
  const actorLabel = useActorLabel();
  const { year: words } = useMessages(dividendDeskMessages);
  const isPosted = found.state !== "prepared" && found.state !== "approved";
  const isLocked = found.state === "locked" || found.state === "paid";
  const params = { year: String(found.year) };
  const chosen = useRequest(uptake, { params }, { enabled: isPosted });
  const lead = fill(found.approvedBy ? words.approvedBy : words.preparedBy, {
    agm: found.agmReference,
    who: actorLabel(found.preparedBy),
    other: actorLabel(found.approvedBy),
  });
  return (
    <>
      <Back />
      <PageHeader
        title={fill(words.title, { year: found.year })}
        place={dividendAddress(found.year)}
        lead={lead}
        actions={<PhaseBadge dividend={found} />}
      />
      <div className={layout["stack"]}>
        {!isPosted && <DeclaredTwice preview={found} />}
        <Figures preview={found} />
        <div className={css["halves"]}>
          <div className={css["side"]}>
            <ActCard
              dividend={found}
              uptake={chosen.state === "loaded" ? chosen.data : null}
              officer={officer}
            />
            {isLocked && (
              <ListsCard
                year={found.year}
                isPaid={found.state === "paid"}
                givesOut={officer.may("dividends.pay")}
                taxDue={chosen.state === "loaded" ? chosen.data.taxDue : []}
              />
            )}
            <Progress preview={found} />
            <Terms preview={found} />
          </div>
          <div className={layout["stack"]}>
            {isPosted && <UptakeCard load={chosen} otherwise={found.otherwise} />}
            {found.state === "paid" && (
              <HeldCard year={found.year} maySend={officer.may("dividends.pay")} />
            )}
            {!isPosted && <Planned preview={found} />}
            {!isPosted && <Problems preview={found} />}
            {!isPosted && <Changed preview={found} />}
            <Largest preview={found} />
          </div>
        </div>
      </div>
    </>
  );
}

interface PreviewProps {
  readonly preview: Preview;
}

function Figures({ preview: found }: PreviewProps): ReactElement {
  const { year: words } = useMessages(dividendDeskMessages);
  const amounts = [
    [words.gross, found.gross],
    [fill(words.onShares, { rate: hundredths(found.shareRateBasisPoints) }), found.onShareCapital],
    [fill(words.onDeposits, { rate: hundredths(found.depositRateBasisPoints) }), found.onDeposits],
  ] as const;
  return (
    <dl className={desk["figures"]}>
      <div>
        <dt>{words.members}</dt>
        <dd>
          <span className={css["whole"]}>{formatCount(found.members)}</span>
        </dd>
      </div>
      {amounts.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amount={fromWireAmount(amount)} size="middle" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const order = ["prepared", "approved", "posted", "locked", "paid"];

/** The steps taken, by which person, and the next ones. */
function Progress({ preview: found }: PreviewProps): ReactElement {
  const actorLabel = useActorLabel();
  const { log } = useMessages(dividendDeskMessages);
  const { language } = useSpoken();
  const at = order.indexOf(found.state);
  const hasOpened = ["open", "closed"].includes(phaseOf(found));
  const day = formatDay(found.closesOn, language);
  const until = fill(log.until, { day, time: found.closesAt });
  const steps = [
    [log.prepared, actorLabel(found.preparedBy), at >= 0],
    [log.approved, actorLabel(found.approvedBy), at >= 1],
    [log.posted, "", at >= 2],
    [log.window, until, at >= 3 || hasOpened],
    [log.locked, "", at >= 3],
    [log.paid, "", at >= 4],
  ] as const;
  return (
    <Card title={log.title}>
      <ol className={classes(timeline["timeline"], desk["log"])}>
        {steps.map(([step, more, isDone]) => (
          <li key={step} className={isDone ? undefined : timeline["next"]}>
            {step}
            {more && <small>{more}</small>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Formats the tax rates: of each mode, or of each kind of income. */
function taxLines(
  { tax, taxByKind: kinds }: PreviewProps["preview"],
  words: TermsWords,
  nameOf: (mode: string) => string,
): string[] {
  if (!kinds) {
    return tax.map(({ mode, basisPoints }) =>
      fill(words.taxText, { mode: nameOf(mode), rate: hundredths(basisPoints) }),
    );
  }
  return [
    fill(words.taxOnShares, { rate: hundredths(kinds.shareBasisPoints) }),
    fill(words.taxOnInterest, { rate: hundredths(kinds.interestBasisPoints) }),
  ];
}

type TermsWords = DividendDeskWords["terms"];

function Terms({ preview: found }: PreviewProps): ReactElement {
  const { terms: words, declare } = useMessages(dividendDeskMessages);
  const { language } = useSpoken();
  const nameOf = useModeNames();
  const day = (of: string) => formatDay(of, language);
  const window = {
    from: day(found.opensOn),
    to: day(found.closesOn),
    time: found.closesAt,
  };
  const held = fill(words.held, { held: money(found.held) });
  const tax = taxLines(found, words, nameOf);
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { term: words.weighting, value: declare.weightings[found.weighting] },
          { term: words.books, value: day(found.booksClosedOn) },
          { term: words.window, value: fill(words.windowText, window) },
          { term: words.silent, value: nameOf(found.defaultMode) },
          { term: words.otherwise, value: declare.otherwisePlaces[found.otherwise] },
          { term: words.arrears, value: found.holdArrears ? held : words.notHeld },
          {
            term: words.tax,
            value: tax.map((one) => (
              <span key={one} className={css["line"]}>
                {one}
              </span>
            )),
          },
        ]}
      />
    </Card>
  );
}
