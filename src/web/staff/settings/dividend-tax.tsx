import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { cancelRate, rates as ratesEndpoint } from "#shared/contract/dividend-tax.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { sayDay } from "#web/lib/day.ts";
import { hundredths } from "#web/lib/hundredths.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useAsk, useRenew } from "#web/lib/query.ts";
import { useSettingsWords } from "#web/lib/settings-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { ListFile } from "../list-file.tsx";
import { DatedBadge } from "../dated-badge.tsx";
import { TakeBack } from "../take-back.tsx";
import { useSayDone } from "./changes.tsx";
import { Part } from "./part.tsx";
import css from "./settings.module.css";
import { TaxForm } from "./tax-form.tsx";

export type Rates = z.output<typeof ratesEndpoint.answer>;
type Rate = Rates["rows"][number];

/** The tax withheld of each mode of payment: now, to come, and before. */
export function TaxPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useSettingsWords();
  const load = useAsk(ratesEndpoint);
  const renew = useRenew();
  const changed = (): void => void renew(ratesEndpoint);
  return (
    <Part load={load} title={words.tax.title} rows={4}>
      {(rates) => (
        <>
          <div className={css["halves"]}>
            <InForce rates={rates} />
            <TaxForm rates={rates} mayEdit={mayEdit} onSet={changed} />
          </div>
          <History rates={rates} mayEdit={mayEdit} onChanged={changed} />
        </>
      )}
    </Part>
  );
}

function InForce({ rates }: { readonly rates: Rates }): ReactElement {
  const { tax } = useSettingsWords();
  const years = rates.declared.map(({ year }) => year).join(", ");
  return (
    <Card title={tax.title}>
      <p className={css["inside"]}>{tax.inForce}</p>
      <div className={css["terms"]}>
        <Facts
          facts={rates.inForce.map(({ mode, basisPoints }) => ({
            term: mode,
            value: basisPoints === 0 ? tax.none : fill(tax.rate, { rate: hundredths(basisPoints) }),
          }))}
        />
      </div>
      {years !== "" && <p className={css["inside"]}>{fill(tax.declared, { years })}</p>}
    </Card>
  );
}

interface HistoryProps {
  readonly rates: Rates;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

function History({ rates, mayEdit, onChanged }: HistoryProps): ReactElement {
  const { tax } = useSettingsWords();
  const { language } = useSpoken();
  const sayDone = useSayDone();
  const [taking, setTaking] = useState<Rate | null>(null);
  return (
    <Card title={tax.history} link={<ListFile list="withholding-rates" />}>
      {rates.rows.length === 0 && <p className={css["inside"]}>{tax.noHistory}</p>}
      <ul className={css["rates"]}>
        {rates.rows.map((rate) => {
          const day = sayDay(rate.effectiveFrom, language);
          return (
            <li key={rate.id}>
              <span>
                <b>
                  {fill(tax.line, { mode: rate.mode, rate: hundredths(rate.basisPoints), day })}
                </b>
                <small>{sayDone(rate.cancelled ?? rate.set)}</small>
              </span>
              <DatedBadge state={rate.state}>{tax.states[rate.state]}</DatedBadge>
              {mayEdit && rate.state === "to-come" && (
                <Button small look="danger" onClick={() => setTaking(rate)}>
                  {tax.takeBack}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {taking && (
        <TakeBackRate rate={taking} onClose={() => setTaking(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

interface TakeBackProps {
  readonly rate: Rate;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function TakeBackRate({ rate, onClose, onChanged }: TakeBackProps): ReactElement {
  const { tax } = useSettingsWords();
  const { language } = useSpoken();
  const { id, mode } = rate;
  const day = sayDay(rate.effectiveFrom, language, "long");
  return (
    <TakeBack
      words={{ title: tax.takeBackTitle, back: tax.back, yes: tax.takeBack, done: tax.takenBack }}
      takeBack={() => call(cancelRate, { params: { id }, body: {} })}
      onClose={onClose}
      onChanged={onChanged}
    >
      {fill(tax.takeBackText, { mode, day })}
    </TakeBack>
  );
}
