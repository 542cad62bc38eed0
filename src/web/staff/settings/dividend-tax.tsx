import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import {
  cancelRate,
  rates as ratesEndpoint,
  type RateState,
} from "#shared/contract/dividend-tax.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { sayDay } from "#web/lib/day.ts";
import { failureWords } from "#web/lib/failure.ts";
import { hundredths } from "#web/lib/hundredths.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useAsk, useRenew } from "#web/lib/query.ts";
import { useSettingsWords } from "#web/lib/settings-words.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useSayDone } from "./changes.tsx";
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
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={
        <Card title={words.tax.title}>
          <SkeletonLines rows={4} />
        </Card>
      }
    >
      {(rates) => (
        <>
          <div className={css["halves"]}>
            <InForce rates={rates} />
            <TaxForm rates={rates} mayEdit={mayEdit} onSet={changed} />
          </div>
          <History rates={rates} mayEdit={mayEdit} onChanged={changed} />
        </>
      )}
    </Loaded>
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

type Look = Pick<BadgeProps, "icon"> & { readonly meaning?: BadgeProps["meaning"] };

const looks: Record<RateState, Look> = {
  "to-come": { icon: "clock", meaning: "info" },
  "in-force": { icon: "check", meaning: "ok" },
  past: { icon: "calendar" },
  replaced: { icon: "retry" },
  cancelled: { icon: "stop" },
};

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
    <Card title={tax.history}>
      {rates.rows.length === 0 && <p className={css["inside"]}>{tax.noHistory}</p>}
      <ul className={css["rates"]}>
        {rates.rows.map((rate) => {
          const { icon, meaning } = looks[rate.state];
          const day = sayDay(rate.effectiveFrom, language);
          return (
            <li key={rate.id}>
              <span>
                <b>
                  {fill(tax.line, { mode: rate.mode, rate: hundredths(rate.basisPoints), day })}
                </b>
                <small>{sayDone(rate.cancelled ?? rate.set)}</small>
              </span>
              <Badge icon={icon} {...(meaning && { meaning })}>
                {tax.states[rate.state]}
              </Badge>
              {mayEdit && rate.state === "to-come" && (
                <Button small look="danger" onClick={() => setTaking(rate)}>
                  {tax.takeBack}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {taking && <TakeBack rate={taking} onClose={() => setTaking(null)} onChanged={onChanged} />}
    </Card>
  );
}

interface TakeBackProps {
  readonly rate: Rate;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function TakeBack({ rate, onClose, onChanged }: TakeBackProps): ReactElement {
  const all = useWords();
  const { tax } = useSettingsWords();
  const { language } = useSpoken();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(cancelRate, { params: { id: rate.id }, body: {} });
      showToast({ kind: "success", text: tax.takenBack });
      onClose();
    } catch (error) {
      setFailure(failureWords(error, all));
      setBusy(false);
    }
    onChanged();
  };
  const day = sayDay(rate.effectiveFrom, language, "long");
  return (
    <Dialog
      title={tax.takeBackTitle}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {tax.back}
          </Button>
          <Button look="danger" blocked={busy} onClick={() => void takeBack()}>
            {tax.takeBack}
          </Button>
        </>
      }
    >
      <p>{fill(tax.takeBackText, { mode: rate.mode, day })}</p>
      {failure && <Tip meaning="bad">{failure}</Tip>}
    </Dialog>
  );
}
