import { casesMessages } from "#web/lib/member-texts.ts";
import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { one } from "#shared/contract/cases/desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { caseAddress, recordAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { CaseClock, DueBadge, StateBadge, Thread } from "#web/ui/case-parts.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { useNeighbours } from "../list-keys.ts";
import { ActCard, AssignCard } from "./act-card.tsx";
import { casePosition } from "#web/staff/list-position.ts";
import css from "./cases.module.css";

export type DeskCase = z.output<typeof one.answer>;
type Step = DeskCase["thread"][number];

/** A case with its deadlines, its messages and history, and the actions on it. */
export function CasePage({ caseNo }: { readonly caseNo: string }): ReactElement {
  const { page: words } = useMessages(caseDeskMessages);
  const load = useRequest(one, { params: { caseNo } }, { isAccess: true });
  useNeighbours(casePosition, caseNo, caseAddress);
  if (load.state === "failed" && isUnknown(load.error)) return <Unknown />;
  if (load.state === "loaded") return <Whole found={load.data} />;
  return (
    <>
      <Back caseNo={caseNo} />
      <PageHeader title={caseNo} place={caseAddress(caseNo)} lead={"\u00a0"} />
      <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={7} />
    </>
  );
}

function Unknown(): ReactElement {
  const { page: words } = useMessages(caseDeskMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.questions}
      toWords={words.toQueue}
    />
  );
}

function Back({ caseNo }: { readonly caseNo: string }): ReactElement {
  const { page: words } = useMessages(caseDeskMessages);
  const { from, numbers, count } = casePosition.use();
  const place = numbers.indexOf(caseNo) + 1;
  return (
    <Crumb to={from || paths.questions}>
      {place > 0 ? fill(words.backPlace, { place, count }) : words.back}
    </Crumb>
  );
}

function Whole({ found }: { readonly found: DeskCase }): ReactElement {
  const words = useMessages(caseDeskMessages).page;
  const { kinds } = useMessages(casesMessages);
  const { language } = useSpoken();
  const { caseNo, anonymous, member, memberNo } = found;
  const day = formatDay(found.postedOn, language);
  const lead = anonymous
    ? fill(words.leadUnnamed, { day })
    : fill(words.leadMember, { member, memberNo, day });
  return (
    <>
      <Back caseNo={caseNo} />
      <PageHeader
        title={fill(words.title, { caseNo, kind: kinds[found.kind] })}
        place={caseAddress(caseNo)}
        lead={
          anonymous ? (
            lead
          ) : (
            <>
              {lead} <Link to={recordAddress(memberNo)}>{words.record}</Link>
            </>
          )
        }
        actions={
          <span className={css["badges"]}>
            <DueBadge {...found} />
            <StateBadge state={found.state} />
          </span>
        }
      />
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          <Card title={words.thread}>
            <DeskThread found={found} />
          </Card>
          <ActCard found={found} />
        </div>
        <div className={layout["stack"]}>
          <CaseClock clock={found.clock} ofMember />
          <AssignCard found={found} />
        </div>
      </div>
    </>
  );
}

function DeskThread({ found }: { readonly found: DeskCase }): ReactElement {
  const { page: words, queue } = useMessages(caseDeskMessages);
  const { steps, outcomes, unnamed } = useMessages(casesMessages);
  const { language } = useSpoken();
  const saidOf = ({ step, detail }: Step): string => {
    if (step === "assigned") return fill(steps.assigned, { detail: detail || queue.nobody });
    const outcome = outcomes[detail as keyof typeof outcomes];
    if (step === "concluded" && outcome) return `${steps.concluded}: ${outcome}`;
    const told = words.told[detail as keyof typeof words.told];
    return step === "closed" && told ? `${steps.closed}, ${told}` : steps[step];
  };
  return (
    <Thread
      steps={found.thread}
      member={found.anonymous ? unnamed : found.member}
      saidOf={saidOf}
      faultOf={({ late, step }) =>
        late ? fill(words.lateStep, { day: formatDay(dueOf(found, step), language) }) : ""
      }
    />
  );
}

/** Returns the day a step was due, if the deadline still applies. */
function dueOf({ clock }: DeskCase, step: Step["step"]): string {
  const place = { acknowledged: 0, concluded: 1, closed: 2, satisfied: 2 }[step as "closed"];
  return clock[place]?.due ?? "";
}
