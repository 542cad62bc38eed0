import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import css from "./changes.module.css";

interface SaidFact {
  readonly term: string;
  readonly value: string;
}

interface ChangesProps {
  readonly before: readonly SaidFact[];
  readonly now: readonly SaidFact[];
}

/** Facts as a person saw them and as they are now, side by side; a changed value is bold. */
export function Changes({ before, now }: ChangesProps): ReactElement {
  const { changes } = useMessages(signedInMessages);
  const terms = [...new Set([...before, ...now].map(({ term }) => term))];
  const valueIn = (facts: readonly SaidFact[], term: string): string =>
    facts.find((fact) => fact.term === term)?.value || changes.none;
  return (
    <table className={css["changes"]}>
      <thead>
        <tr>
          <th scope="col">{changes.fact}</th>
          <th scope="col">{changes.before}</th>
          <th scope="col">{changes.now}</th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => {
          const [was, is] = [valueIn(before, term), valueIn(now, term)];
          return (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>{was}</td>
              <td>{was === is ? is : <b>{is}</b>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
