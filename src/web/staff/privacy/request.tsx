import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { request as endpoint } from "#shared/contract/privacy/desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { StateBadge } from "#web/common/privacy/state-badge.tsx";
import { isOpen, formatClock, formatDetail } from "#web/common/privacy/format.ts";
import { privacyRequestAddress, recordAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import timeline from "#web/ui/timeline.module.css";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import type { Officer } from "../officer.ts";
import { useActorLabel } from "../actor-label.ts";
import { ActCard } from "./act.tsx";
import { Back } from "./back.tsx";
import css from "./privacy-desk.module.css";
import { RulesCard } from "./rules-card.tsx";
import { useFormatRequest } from "./format.ts";

export type Whole = z.output<typeof endpoint.answer>;

export interface RequestProps {
  readonly whole: Whole;
  readonly officer: Officer;
}

interface PageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One request: its content, its due date, the applicable rules, and the actions on it. */
export function RequestPage({ id, officer }: PageProps): ReactElement {
  const { one } = useMessages(privacyDeskMessages);
  const load = useRequest(endpoint, { params: { id } }, { isAccess: true });
  const found = load.state === "loaded" ? load.data : null;
  const lead = found
    ? fill(one.lead, { name: found.request.fullName, memberNo: found.request.memberNo })
    : "\u00a0";
  return (
    <>
      <Back />
      <PageHeader
        title={fill(one.title, { id })}
        place={privacyRequestAddress(id)}
        lead={lead}
        actions={found && <StateBadge state={found.request.state} />}
      />
      {found ? (
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            <AskedCard whole={found} />
            {found.request.kind === "erasure" && <RulesCard whole={found} />}
          </div>
          <div className={layout["stack"]}>
            <ActCard whole={found} officer={officer} />
            <StepsCard whole={found} />
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={one.loading} failed={one.failed} rows={7} />
      )}
    </>
  );
}

function AskedCard({ whole: { request, current } }: { readonly whole: Whole }): ReactElement {
  const { one, act } = useMessages(privacyDeskMessages);
  const words = useMessages(privacyMessages);
  const say = useFormatRequest();
  const { language } = useSpoken();
  const { memberNo, detail, shouldBe, note, answer, ground } = request;
  const corrects = request.kind === "correction" && isOpen(request);
  const clock = formatClock(words, request, language);
  const late = isOpen(request) && request.daysLeft < 0;
  return (
    <Card title={one.facts} link={<Link to={recordAddress(memberNo)}>{one.record}</Link>}>
      <Facts
        facts={[
          { term: one.what, value: say(request) },
          ...(corrects
            ? [{ term: one.says, value: <Lines text={formatDetail(words, detail, current)} /> }]
            : []),
          ...(shouldBe
            ? [{ term: one.should, value: <Lines text={formatDetail(words, detail, shouldBe)} /> }]
            : []),
          ...(note ? [{ term: one.note, value: <Lines text={note} /> }] : []),
          { term: one.way, value: one.ways[request.way] },
          { term: one.received, value: formatDay(request.receivedOn, language) },
          {
            term: one.due,
            value: (
              <span className={late ? css["late"] : undefined}>
                {isOpen(request) ? clock : formatDay(request.dueOn, language)}
              </span>
            ),
          },
          ...(answer ? [{ term: one.answer, value: answer }] : []),
          ...(ground ? [{ term: one.ground, value: act.grounds[ground] }] : []),
        ]}
      />
    </Card>
  );
}

function Lines({ text }: { readonly text: string }): ReactElement | null {
  return text ? <span className={css["lines"]}>{text}</span> : null;
}

function StepsCard({ whole }: { readonly whole: Whole }): ReactElement {
  const actorLabel = useActorLabel();
  const { one, steps } = useMessages(privacyDeskMessages);
  const { language } = useSpoken();
  return (
    <Card title={one.steps}>
      <ol className={`${timeline["timeline"]} ${css["body"]}`}>
        {whole.steps.map(({ step, date, time, by }) => (
          <li key={`${step} ${date} ${time}`}>
            {steps[step]}
            <small>
              {fill(one.when, {
                day: formatDay(date, language),
                time: time,
                by: actorLabel(by),
              })}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}
