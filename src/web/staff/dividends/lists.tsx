import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { type DividendList, list } from "#shared/contract/dividends/payments.ts";
import { fill } from "#shared/language.ts";
import { callForFile } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { failureWords } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { addressOf } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Uptake } from "./uptake.tsx";
import css from "./dividends.module.css";

interface ListsProps {
  readonly year: number;
  /** Payouts exist only then. */
  readonly isPaid: boolean;
  /** Whether the viewer may download the lists. */
  readonly givesOut: boolean;
  /** The tax withheld on each day, with the day by which it must be remitted. */
  readonly taxDue: Uptake["taxDue"];
}

function TaxDue({ due }: { readonly due: Uptake["taxDue"][number] }): ReactElement {
  const { lists: words } = useMessages(dividendDeskMessages);
  const { language } = useSpoken();
  const text = fill(words.taxDue, {
    amount: money(due.amount),
    withheld: formatDay(due.withheldOn, language),
    due: formatDay(due.dueOn, language),
  });
  return <Tip meaning="info">{text}</Tip>;
}

/** The downloadable lists of a locked dividend, and a link to its payments to phones. */
export function ListsCard({ year, isPaid, givesOut, taxDue }: ListsProps): ReactElement | null {
  const words = useWords();
  const { lists: texts } = useMessages(dividendDeskMessages);
  const lists: readonly (readonly [DividendList, string, string])[] = [
    ["withholding-tax", texts.tax, texts.taxText],
    ["hospital-bills", texts.bills, texts.billsText],
    ["exceptions", texts.exceptions, texts.exceptionsText],
  ];
  const download = async (name: DividendList): Promise<void> => {
    try {
      saveFile(await callForFile(list, { params: { year: String(year), list: name } }));
    } catch (error) {
      showToast({ kind: "failure", text: failureWords(error, words) });
    }
  };
  if (!isPaid && !givesOut) return null;
  return (
    <Card title={texts.title}>
      {givesOut && taxDue.map((due) => <TaxDue key={due.withheldOn} due={due} />)}
      <ul className={css["lists"]}>
        {isPaid && (
          <li>
            <span>
              {texts.phones}
              <small>{texts.phonesText}</small>
            </span>
            <LinkButton small to={addressOf("payouts", { year: String(year) })}>
              {texts.open}
            </LinkButton>
          </li>
        )}
        {(givesOut ? lists : []).map(([name, title, text]) => (
          <li key={name}>
            <span>
              {title}
              <small>{text}</small>
            </span>
            <Button
              small
              aria-label={fill(texts.downloadOf, { list: title })}
              onClick={() => void download(name)}
            >
              {texts.download}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
