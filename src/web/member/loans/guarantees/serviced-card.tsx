import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { guarantees, type Servicing } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { paths } from "#web/paths.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/lib/router.tsx";
import { useOwn } from "#web/member/use-own.ts";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { lateFirst } from "./already-guaranteed.ts";
import { GuaranteeReceipt } from "./guarantee-receipt.tsx";
import css from "./guarantees.module.css";
import type { Guarantees } from "./requests-page.tsx";

type Standing = Guarantees["standing"][number];

const looks: Readonly<Record<Servicing, Pick<BadgeProps, "meaning" | "icon">>> = {
  waiting: { meaning: "info", icon: "clock" },
  "on-time": { meaning: "ok", icon: "check" },
  late: { meaning: "bad", icon: "warn" },
  paid: { meaning: "ok", icon: "check" },
};

/** How the loans that the member guarantees are being repaid; nothing where there are none. */
export function ServicedCard(): ReactElement | null {
  const { serviced: words } = useMessages(guaranteesMessages);
  const load = useOwn(guarantees);
  if (load.state === "loaded" && load.data.standing.length === 0) return null;
  return (
    <Card title={words.title} link={<Link to={paths.guaranteeRequests}>{words.requests}</Link>}>
      <LoadedLines load={load} words={words} lines={3}>
        {({ standing }) => (
          <ul className={css["list"]}>
            {lateFirst(standing).map((one) => (
              <Serviced key={one.id} standing={one} />
            ))}
          </ul>
        )}
      </LoadedLines>
    </Card>
  );
}

function Serviced({ standing }: { readonly standing: Standing }): ReactElement {
  const { serviced: words } = useMessages(guaranteesMessages);
  const { language } = useSpoken();
  const { servicing, memberName, loanNo, amountGuaranteed } = standing;
  const day = formatDay(standing.lateSince, language);
  const facts = useFacts(standing);
  return (
    <li>
      <div>
        <b>{memberName}</b>
        <small>{fill(words.loan, { loanNo, amount: money(amountGuaranteed) })}</small>
        {facts.length > 0 && <small>{facts.join(" · ")}</small>}
      </div>
      <Badge {...looks[servicing]}>{fill(words.states[servicing], { day })}</Badge>
      {standing.acceptedOn && <GuaranteeReceipt {...standing} />}
    </li>
  );
}

function useFacts(standing: Standing): string[] {
  const { serviced: words } = useMessages(guaranteesMessages);
  const { language } = useSpoken();
  const { servicing, paid, total, nextDueOn, nextDue, missed, late } = standing;
  if (servicing === "waiting") return [];
  const day = formatDay(nextDueOn, language);
  return [
    fill(words.paid, { paid: money(paid), total: money(total) }),
    ...(missed > 0 ? [fill(words.missed, { missed: String(missed), late: money(late) })] : []),
    ...(nextDueOn === "" ? [] : [fill(words.next, { amount: money(nextDue), day })]),
  ];
}
