import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { position } from "#shared/contract/treasury/movements.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import type { Officer } from "../officer.ts";
import css from "./treasury.module.css";

type Position = z.output<typeof position.answer>;

/** The balances of the society, and the tax that it has to remit, with its due days. */
export function PositionCard({ officer }: { readonly officer: Officer }): ReactElement {
  const { position: words } = useMessages(treasuryMessages);
  const load = useRequest(position);
  return (
    <Card>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={4} />}
      >
        {(found) => (
          <>
            <Facts
              facts={[
                { term: words.bank, value: `Ksh ${money(found.bank)}` },
                { term: words.mpesa, value: `Ksh ${money(found.mpesa)}` },
                { term: words.cash, value: `Ksh ${money(found.cash)}` },
                { term: words.checkOff, value: `Ksh ${money(found.checkOffDue)}` },
              ]}
            />
            {found.taxDue.length > 0 && <TaxDue found={found} officer={officer} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface TaxProps {
  readonly found: Position;
  readonly officer: Officer;
}

function TaxDue({ found: { today, taxDue }, officer }: TaxProps): ReactElement {
  const { position: words } = useMessages(treasuryMessages);
  const { language } = useSpoken();
  const day = (given: string) => formatDay(given, language);
  const isLate = taxDue.some(({ dueOn }) => dueOn < today);
  return (
    <div className={css["tax"]}>
      <Tip meaning={isLate ? "bad" : "warn"}>
        <strong>{words.tax}</strong>
        <ul>
          {taxDue.map(({ withheldOn, dueOn, amount }) => (
            <li key={withheldOn}>
              {fill(dueOn < today ? words.taxLate : words.taxLine, {
                amount: `Ksh ${money(amount)}`,
                withheld: day(withheldOn),
                due: day(dueOn),
              })}
            </li>
          ))}
        </ul>
        {words.taxText}
      </Tip>
      {officer.may("treasury.enter") && (
        <LinkButton small to={booksAddress("new-movement", { kind: "withholding-tax-remitted" })}>
          {words.remit}
        </LinkButton>
      )}
    </div>
  );
}
