import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { one } from "#shared/contract/oversight/approvals.ts";
import { fill } from "#shared/language.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Facts } from "#web/ui/facts.tsx";
import { useActorLabel } from "#web/staff/actor-label.ts";
import css from "./approvals.module.css";
import { useFormatFact } from "./facts.ts";
import { approvalPosition } from "#web/staff/list-position.ts";

export type Request = z.output<typeof one.answer>;

/** The decision a person is about to take on a request. */
export interface Deciding {
  readonly decision: "approve" | "reject" | "withdraw";
  readonly request: Request;
}

interface CardProps {
  readonly request: Request;
  readonly onDecide: (deciding: Deciding) => void;
}

/** A request in a list: its effect, its facts, the requester, and the actions on it. */
export function RequestCard({ request, onDecide }: CardProps): ReactElement {
  const { kinds } = useMessages(approvalsMessages);
  const { at } = approvalPosition.use();
  return (
    <li className={classes(css["request"], at === request.id && css["chosen"])}>
      <div className={css["head"]}>
        <h3>
          <Link
            to={approvalAddress(request.id)}
            data-approval={request.id}
            onClick={() => approvalPosition.to(request.id)}
          >
            {kinds[request.kind]}
          </Link>
        </h3>
        <StateBadge state={request.state} />
      </div>
      <RequestBody request={request} onDecide={onDecide} />
    </li>
  );
}

/** The facts of a request, its requester, and buttons for the permitted actions. */
export function RequestBody({ request, onDecide }: CardProps): ReactElement {
  const words = useMessages(approvalsMessages);
  const say = useFormatFact();
  const facts = request.facts.map(say);
  return (
    <>
      {facts.length > 0 ? (
        <Facts facts={facts} />
      ) : (
        <p className={css["note"]}>{request.state === "waiting" ? words.noFacts : words.absent}</p>
      )}
      <Story request={request} />
      <Acts request={request} onDecide={onDecide} />
    </>
  );
}

const looks: Record<Request["state"], Pick<BadgeProps, "icon" | "meaning">> = {
  waiting: { icon: "clock", meaning: "info" },
  approved: { icon: "check", meaning: "ok" },
  rejected: { icon: "stop", meaning: "bad" },
  withdrawn: { icon: "cross" },
  lapsed: { icon: "clock" },
};

export function StateBadge({ state }: Pick<Request, "state">): ReactElement {
  const { states } = useMessages(approvalsMessages);
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}

/** The requester, the time and reason, the expiry, and the decision. */
function Story({ request }: Pick<CardProps, "request">): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(approvalsMessages);
  const { language } = useSpoken();
  const when = (instant: string): string => formatMoment(instant, language);
  const { requestedBy, requestedAt, reason, decidedBy, decidedAt, decidedBecause } = request;
  const by = (who: string, at: string): string =>
    fill(words.requestedBy, { who: actorLabel(who), when: when(at) });
  const lines = [
    [words.requested, by(requestedBy, requestedAt)],
    [words.reason, reason],
    [words.until, request.state === "waiting" ? when(request.expiresAt) : ""],
    [words.decided, decidedBy === "" ? "" : by(decidedBy, decidedAt)],
    [words.decidedBecause, decidedBecause],
  ] as const;
  return (
    <dl className={css["story"]}>
      {lines
        .filter(([, value]) => value !== "")
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Acts({ request, onDecide }: CardProps): ReactElement | null {
  const words = useMessages(approvalsMessages);
  const act = (decision: Deciding["decision"], look?: "primary"): ReactNode => (
    <Button
      look={look ?? "outline"}
      aria-label={`${words[decision]}: ${words.kinds[request.kind]}`}
      onClick={() => onDecide({ decision, request })}
    >
      {words[decision]}
    </Button>
  );
  if (request.state !== "waiting") return null;
  return (
    <div className={css["acts"]}>
      {request.mayDecide && act("approve", "primary")}
      {request.mayDecide && act("reject")}
      {request.isOwn && act("withdraw")}
      {request.isOwn && <p>{words.own}</p>}
      {!request.isOwn && !request.mayDecide && request.facts.length > 0 && <p>{words.cannot}</p>}
    </div>
  );
}
