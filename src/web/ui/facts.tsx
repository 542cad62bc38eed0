import type { ReactElement, ReactNode } from "react";
import { useWords } from "#web/lib/language.ts";
import css from "./facts.module.css";

export interface Fact {
  readonly term: string;
  /** Missing text is shown as missing rather than blank. */
  readonly value: ReactNode;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  const { common } = useWords();
  return (
    <dl className={css["facts"]}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value || <span className={css["missing"]}>{common.notGiven}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
