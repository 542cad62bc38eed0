import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { one, print } from "#shared/contract/counter/receiving.ts";
import { fill } from "#shared/language.ts";
import { isVoid } from "#shared/receipt-states.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { counterAddress, receiptAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk-page.module.css";
import type { Officer } from "../officer.ts";
import { Download } from "../download.tsx";
import css from "./counter.module.css";
import { ReceiptActs } from "./receipt-acts.tsx";
import { ReceiptBadge } from "./receipts.tsx";

type Details = z.output<typeof one.answer>;

interface ReceiptPageProps {
  readonly receipt: string;
  readonly officer: Officer;
}

/** One receipt of the counter, and the steps that can follow it. */
export function ReceiptPage({ receipt, officer }: ReceiptPageProps): ReactElement {
  const words = useMessages(counterMessages);
  const isReceipt = /^[A-Za-z0-9]{3,30}$/.test(receipt);
  const load = useRequest(one, { params: { receipt } }, { enabled: isReceipt });
  const back = counterAddress("receipts");
  if (!isReceipt || (load.state === "failed" && isUnknown(load.error))) {
    const { unknown, unknownText } = words.receipt;
    return (
      <UnknownPage title={unknown} text={unknownText} to={back} toWords={words.receipt.back} />
    );
  }
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Crumb to={back}>{words.receipt.back}</Crumb>
      <PageHeader
        title={fill(words.receipt.title, { receipt })}
        place={receiptAddress(receipt)}
        lead={found?.name ?? "\u00a0"}
        actions={found && <ReceiptBadge state={found.state} words={words} />}
      />
      {found ? (
        <div className={desk["halves"]}>
          <div className={desk["page"]}>
            <What found={found} />
            <Steps found={found} />
          </div>
          <div className={desk["side"]}>
            <ReceiptActs found={found} officer={officer} />
            <Paper found={found} />
          </div>
        </div>
      ) : (
        <WaitingCard
          load={load}
          loading={words.receipt.loading}
          failed={words.receipt.failed}
          rows={6}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly found: Details;
}

function What({ found }: PartProps): ReactElement {
  const words = useMessages(counterMessages);
  const { language } = useSpoken();
  return (
    <Card>
      <Facts
        facts={[
          { term: words.receipt.amount, value: `Ksh ${money(found.amount)}` },
          { term: words.receipt.member, value: `${found.name} ${found.memberNo}` },
          {
            term: words.receipt.to,
            value: `${words.destinations[found.to]} ${found.account}`.trim(),
          },
          { term: words.receipt.way, value: words.ways[found.way] },
          ...(found.documentNo === ""
            ? []
            : [{ term: words.receipt.documentNo, value: found.documentNo }]),
          ...(found.bank === "" ? [] : [{ term: words.receipt.bank, value: found.bank }]),
          { term: words.receipt.by, value: found.receivedBy },
          {
            term: words.receipt.at,
            value: formatMoment(found.receivedAt, language),
          },
          { term: words.receipt.valueDate, value: formatDay(found.valueDate, language) },
        ]}
      />
    </Card>
  );
}

/** Saves the receipt for a sheet of A6 or a roll; one that no longer counts is not printed. */
function Paper({ found }: PartProps): ReactElement | null {
  const { receipt: words } = useMessages(counterMessages);
  if (isVoid(found.state)) return null;
  const params = { memberNo: found.memberNo, receiptNo: found.receiptNo };
  const texts = { csvWait: words.printing, csvFailed: words.printFailed };
  return (
    <Card title={words.print} padded>
      <div className={css["papers"]}>
        {(["a6", "roll"] as const).map((paper) => (
          <Download
            key={paper}
            endpoint={print}
            request={{ params, body: { paper } }}
            words={{ ...texts, csv: words.papers[paper] }}
          />
        ))}
      </div>
    </Card>
  );
}

function Steps({ found }: PartProps): ReactElement | null {
  const { acts: words, till } = useMessages(counterMessages);
  const { language } = useSpoken();
  if (found.steps.length === 0) return null;
  return (
    <Card title={words.steps}>
      <Facts
        facts={found.steps.map(({ step, by, agreedBy, reason, at }) => ({
          term: `${words.step[step]}, ${formatMoment(at, language)}`,
          value: [agreedBy === "" ? by : fill(till.agreed, { by, other: agreedBy }), reason]
            .filter((part) => part !== "")
            .join(": "),
        }))}
      />
    </Card>
  );
}
