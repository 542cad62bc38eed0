import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { ownExit } from "#shared/contract/exits/own.ts";
import { EXIT_DAYS } from "#shared/exit-deadline.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { leavingMessages, ownSettingsMessages } from "#web/lib/member-texts.ts";
import { useRequest } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { type Fact, Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./settings.module.css";

type Exit = z.output<typeof ownExit.answer>;

interface ExitProps {
  readonly exit: Exit;
}

/** A member's refund if they left today, and the obstacles with their last days. */
export function LeavingPage(): ReactElement {
  const words = useMessages(leavingMessages);
  const { title } = useMessages(ownSettingsMessages);
  return (
    <>
      <Crumb to={paths.ownSettings}>{title}</Crumb>
      <PageHeader title={words.title} lead={words.text} />
      <Loaded
        load={useRequest(ownExit)}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {(exit) => (
          <div className={layout["stack"]}>
            <Refund exit={exit} />
            <When exit={exit} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Refund({ exit }: ExitProps): ReactElement {
  const words = useMessages(leavingMessages);
  const part = (term: string, amount: number): Fact => ({ term, value: money(amount) });
  const parts = [
    part(words.savings, exit.deposits),
    ...exit.accounts.map(({ accNo, amount }) => part(fill(words.account, { accNo }), amount)),
    part(words.dividend, exit.dividendPayable),
    part(words.tax, -exit.tax),
    ...exit.loans.map(({ loanNo, outstanding }) =>
      part(fill(words.loan, { loanNo }), -outstanding),
    ),
  ];
  return (
    <Card title={words.refund}>
      <Facts
        facts={[
          ...parts.filter(({ value }) => value !== money(0)),
          { term: words.refund, value: <b>{fill(words.inAll, { amount: money(exit.refund) })}</b> },
          {
            term: words.shareCapital,
            value: fill(words.shares, { amount: money(exit.shareCapital) }),
          },
        ]}
      />
    </Card>
  );
}

function When({ exit }: ExitProps): ReactElement {
  const words = useMessages(leavingMessages);
  const { language } = useSpoken();
  const { blocks, guarantees, dueOn } = exit;
  return (
    <Card title={words.blocks.title}>
      {guarantees.length > 0 && (
        <Facts
          facts={guarantees.map(({ loanNo, amount, endsOn }) => ({
            term: fill(words.guaranteed, { loanNo, amount: money(amount) }),
            value: endsOn
              ? fill(words.until, { day: formatDay(endsOn, language) })
              : words.untilUnknown,
          }))}
        />
      )}
      <div className={css["body"]}>
        {blocks.map((block) => (
          <Tip key={block} meaning="warn">
            {fill(words.blocks[block], { short: money(exit.short) })}
          </Tip>
        ))}
        <p>
          <b>{useEarliest(exit)}</b>
        </p>
        <p>
          {dueOn
            ? fill(words.recorded, { day: formatDay(dueOn, language) })
            : fill(words.how, { days: EXIT_DAYS })}
        </p>
      </div>
    </Card>
  );
}

/** Says from when the member can leave. Their own debts do not delay it. */
function useEarliest({ blocks, earliest }: Exit): string {
  const words = useMessages(leavingMessages);
  const { language } = useSpoken();
  if (blocks.length === 0) return words.today;
  if (earliest === "") return words.unknown;
  const waits = blocks.some((block) => block !== "applications" && block !== "owes");
  return waits ? fill(words.earliest, { day: formatDay(earliest, language) }) : words.afterThat;
}
