import type { ReactElement, ReactNode } from "react";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { useWords } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { useStatementWords } from "#web/lib/statement-words.ts";
import { loanAddress } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { VoidState } from "#web/ui/void-state.tsx";
import css from "./dashboard.module.css";
import type { Overview } from "./savings-card.tsx";

interface Need {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactElement;
}

/** What waits for the member, the most pressing first; calm when nothing does. */
export function NeedsCard({ load }: { readonly load: Load<Overview> }): ReactElement {
  const { needs } = useStatementWords();
  return (
    <Card title={needs.title}>
      <Loaded
        load={load}
        loading={needs.loading}
        failed={needs.failed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {(overview) => <Needs overview={overview} />}
      </Loaded>
    </Card>
  );
}

function Needs({ overview }: { readonly overview: Overview }): ReactElement {
  const { needs } = useStatementWords();
  const found = useNeeds(overview);
  if (found.length === 0) {
    return (
      <VoidState icon="check" title={needs.none}>
        <p>{needs.noneText}</p>
      </VoidState>
    );
  }
  return (
    <ul className={css["needs"]}>
      {found.map(({ key, icon, title, text, action }) => (
        <li key={key}>
          <span className={css["sign"]}>
            <Icon name={icon} />
          </span>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}

function useNeeds({ loans, mobileConfirmed }: Overview): Need[] {
  const { needs } = useStatementWords();
  const { profile } = useWords();
  const overdue = loans
    .filter(({ overdue }) => overdue > 0)
    .map(({ loanNo, overdue }): Need => {
      const amount = `Ksh ${formatMoney(fromWireAmount(overdue))}`;
      return {
        key: loanNo,
        icon: "warn",
        title: fill(needs.overdue, { amount, loanNo }),
        text: needs.overdueText,
        action: (
          <LinkButton small to={loanAddress(loanNo)}>
            {needs.seeLoan}
          </LinkButton>
        ),
      };
    });
  if (mobileConfirmed) return overdue;
  const mobile: Need = {
    key: profile.mobileNo,
    icon: "user",
    title: needs.mobile,
    text: (
      <>
        {needs.mobileText} <AskOffice brief />
      </>
    ),
  };
  return [...overdue, mobile];
}
