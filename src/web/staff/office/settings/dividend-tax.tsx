import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { cancelRate, rates as ratesEndpoint } from "#shared/contract/dividends/tax.ts";
import { fill, type Language } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { hundredths } from "#web/staff/hundredths.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import { DatedBadge } from "#web/staff/dated-badge.tsx";
import { Withdraw } from "#web/staff/withdraw-setting.tsx";
import { useFormatDone } from "./changes.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { BasisForm } from "./tax-basis.tsx";
import { TaxForm } from "./tax-form.tsx";

export type Rates = z.output<typeof ratesEndpoint.answer>;
type Dated = Pick<Rates["bases"][number], "id" | "effectiveFrom" | "state" | "set" | "cancelled">;

interface Row extends Dated {
  /** A mode, or the word for the basis. */
  readonly of: string;
  readonly line: string;
}

type TaxWords = SettingsWords["tax"];

/** The tax withheld on dividends, by mode or by kind of income: current, future and past. */
export function TaxPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(ratesEndpoint);
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
          <BasisForm rates={rates} mayEdit={mayEdit} onSet={changed} />
          <History rates={rates} mayEdit={mayEdit} onChanged={changed} />
        </>
      )}
    </Part>
  );
}

function InForce({ rates }: { readonly rates: Rates }): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const nameOf = useModeNames();
  const years = rates.declared.map(({ year }) => year).join(", ");
  return (
    <Card title={tax.title}>
      <p className={css["inside"]}>{tax.inForce}</p>
      <div className={css["terms"]}>
        <Facts facts={factsOf(rates, tax, nameOf)} />
      </div>
      {years !== "" && <p className={css["inside"]}>{fill(tax.declared, { years })}</p>}
    </Card>
  );
}

/** Shows the basis in force and its rates. */
function factsOf({ basis: now, inForce }: Rates, tax: TaxWords, nameOf: (mode: string) => string) {
  const said = (basisPoints = 0) =>
    basisPoints === 0 ? tax.none : fill(tax.rate, { rate: hundredths(basisPoints) });
  const basis = { term: tax.basis, value: tax.bases[now.basis] };
  if (now.basis === "mode") {
    const modes = inForce.map(({ mode, basisPoints }) => ({
      term: nameOf(mode),
      value: said(basisPoints),
    }));
    return [basis, ...modes];
  }
  return [
    basis,
    { term: tax.onShares, value: said(now.shareBasisPoints) },
    { term: tax.onInterest, value: said(now.interestBasisPoints) },
  ];
}

/** Describes the setting of one row, and its subject. */
function rowsOf(
  { rows, bases }: Rates,
  tax: TaxWords,
  language: Language,
  nameOf: (mode: string) => string,
): Row[] {
  const modes = rows.map((rate) => {
    const mode = nameOf(rate.mode);
    const values = { mode, rate: hundredths(rate.basisPoints) };
    const day = formatDay(rate.effectiveFrom, language);
    return { ...rate, of: mode, line: fill(tax.line, { ...values, day }) };
  });
  const choices = bases.map((row) => {
    const day = formatDay(row.effectiveFrom, language);
    const shares = hundredths(row.shareBasisPoints ?? 0);
    const interest = hundredths(row.interestBasisPoints ?? 0);
    const line = row.basis === "kind" ? tax.byKindLine : tax.byModeLine;
    return { ...row, of: tax.basis, line: fill(line, { shares, interest, day }) };
  });
  return [...modes, ...choices].toSorted((one, other) => Number(BigInt(other.id) - BigInt(one.id)));
}

interface HistoryProps {
  readonly rates: Rates;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

function History({ rates, mayEdit, onChanged }: HistoryProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const formatDone = useFormatDone();
  const nameOf = useModeNames();
  const rows = rowsOf(rates, tax, language, nameOf);
  const [taking, setTaking] = useState<Row | null>(null);
  return (
    <Card title={tax.history} link={<ListFile list="withholding-rates" />}>
      {rows.length === 0 && <p className={css["inside"]}>{tax.noHistory}</p>}
      <ul className={css["rates"]}>
        {rows.map((rate) => (
          <li key={rate.id}>
            <span>
              <b>{rate.line}</b>
              <small>{formatDone(rate.cancelled ?? rate.set)}</small>
            </span>
            <DatedBadge state={rate.state}>{tax.states[rate.state]}</DatedBadge>
            {mayEdit && rate.state === "to-come" && (
              <Button small look="danger" onClick={() => setTaking(rate)}>
                {tax.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {taking && (
        <WithdrawRate rate={taking} onClose={() => setTaking(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

interface WithdrawProps {
  readonly rate: Row;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function WithdrawRate({ rate, onClose, onChanged }: WithdrawProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const { id, of: mode } = rate;
  const day = formatDay(rate.effectiveFrom, language);
  return (
    <Withdraw
      words={{ title: tax.takeBackTitle, back: tax.back, yes: tax.takeBack, done: tax.takenBack }}
      withdraw={() => call(cancelRate, { params: { id }, body: {} })}
      onClose={onClose}
      onChanged={onChanged}
    >
      {fill(tax.takeBackText, { mode, day })}
    </Withdraw>
  );
}
