import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type { Otherwise } from "#shared/dividend-part-places.ts";
import { fill } from "#shared/language.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { Card } from "#web/ui/card.tsx";
import css from "./dividends.module.css";
import type { Preview } from "./preview-cards.tsx";

interface PlanProps {
  readonly plan: Preview["plan"];
  /** Where the declaration sends amounts that cannot go by their mode. */
  readonly otherwise: Otherwise;
}

/** Lists for each mode, and each reason for a hold, how many members and how much. */
export function PlanLines({ plan, otherwise }: PlanProps): ReactElement {
  const { plan: words } = useMessages(dividendDeskMessages);
  const nameOf = useModeNames();
  const goes = plan.byMode.map(({ mode, members, amount, tax, net }) => {
    const figures = { amount: money(amount), tax: money(tax), net: money(net) };
    return fill(words.goes, { mode: nameOf(mode), members: formatCount(members), ...figures });
  });
  const holds = plan.onHold.map(({ reason, members, amount }) =>
    fill(words.holds[reason === "member-left" ? "hold" : otherwise], {
      members: formatCount(members),
      amount: money(amount),
      reason: words.reasons[reason],
    }),
  );
  const { rest } = plan;
  const cents = fill(words.rest, {
    members: formatCount(rest.members),
    amount: money(rest.amount),
  });
  const lines = [...goes, ...(rest.members > 0 ? [cents] : []), ...holds];
  return (
    <ul className={css["parts"]}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The figures of a plan as facts, to compare the version shown with the current one. */
export function factsOf(
  { year, plan: words }: DividendDeskWords,
  nameOf: (mode: string) => string,
  plan: Preview["plan"],
  dividend: Preview,
): { readonly term: string; readonly value: string }[] {
  const value = (members: number, amount: number): string =>
    fill(words.fact, { members: formatCount(members), amount: money(amount) });
  return [
    { term: year.gross, value: value(dividend.members, dividend.gross) },
    ...plan.byMode.map(({ mode, members, amount }) => ({
      term: nameOf(mode),
      value: value(members, amount),
    })),
    ...plan.onHold.map(({ reason, members, amount }) => ({
      term: words.reasons[reason],
      value: value(members, amount),
    })),
  ];
}

/** The totals by mode of a dividend that is not posted, if no member chooses. */
export function Planned({ preview }: { readonly preview: Preview }): ReactElement {
  const { plan: words } = useMessages(dividendDeskMessages);
  return (
    <Card title={words.ifSilent}>
      <div className={css["planned"]}>
        <PlanLines plan={preview.plan} otherwise={preview.otherwise} />
      </div>
      {preview.plan.onHold.length > 0 && <p className={css["lead"]}>{words.held}</p>}
    </Card>
  );
}
