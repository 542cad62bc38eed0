import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import type { PromptDestination } from "#shared/pay-in-prompts.ts";
import { money } from "#web/lib/figures.ts";
import css from "./pay-ins.module.css";

interface PartsProps {
  readonly parts: readonly {
    readonly to: PromptDestination;
    readonly amount: number;
    readonly loanNo: string;
    readonly refunded: number;
  }[];
}

/** Where the parts of a payment went. */
export function Parts({ parts }: PartsProps): ReactElement | null {
  const { progress: words } = useMessages(ownPayInMessages);
  if (parts.length === 0) return null;
  return (
    <ul className={css["parts"]}>
      {parts.map(({ to, amount, loanNo, refunded }) => (
        <li key={to}>
          {fill(words.part[to], { amount: money(amount), loanNo })}
          {refunded > 0 && ` · ${fill(words.refunded, { amount: money(refunded) })}`}
        </li>
      ))}
    </ul>
  );
}
