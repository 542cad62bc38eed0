import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { eftDownload, eftFile } from "#shared/contract/payouts/bank.ts";
import { fill, type Language } from "#shared/language.ts";
import type { BankWords } from "#shared/messages/payouts/bank-en.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { bankPayoutsAddress } from "#web/staff/addresses.ts";
import { isId } from "#web/staff/is-id.ts";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import { Download } from "../../download.tsx";
import type { Officer } from "../../officer.ts";
import { formatNairobiMoment } from "../../nairobi-moment.ts";
import { WaitsForSecond } from "../../waits-for-second.tsx";
import { ResultsForm, TakeBackForm } from "./file-forms.tsx";
import { ResultsUpload } from "./results-upload.tsx";

export type EftDetails = z.output<typeof eftFile.answer>;
type Line = EftDetails["lines"][number];

interface FileProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One file for the bank: its payments, their results, and the actions for two people. */
export function EftFilePage({ id, officer }: FileProps): ReactElement {
  const { one: words } = useMessages(bankMessages);
  const load = useRequest(eftFile, { params: { id } }, { enabled: isId(id) });
  if (!isId(id) || (load.state === "failed" && isUnknown(load.error))) {
    return (
      <UnknownPage
        title={words.unknown}
        text={words.unknownText}
        to={bankPayoutsAddress()}
        toWords={words.back}
      />
    );
  }
  const found = load.state === "loaded" ? load.data : null;
  return (
    <div className={css["page"]}>
      <Crumb to={bankPayoutsAddress()}>{words.back}</Crumb>
      <PageHeader
        title={fill(words.title, { id })}
        place={`payouts bank ${id}`}
        lead={found ? <Made found={found} /> : "\u00a0"}
        actions={found && !found.takenBack && officer.may("payouts.send") && <Save id={id} />}
      />
      {found ? (
        <>
          <Lines found={found} />
          <Acts found={found} officer={officer} />
        </>
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={7} />
      )}
    </div>
  );
}

function Made({ found }: { readonly found: EftDetails }): ReactElement {
  const { files: words } = useMessages(bankMessages);
  const { language } = useSpoken();
  return <>{madeBy(found, words, language)}</>;
}

function madeBy(found: EftDetails, words: BankWords["files"], language: Language): string {
  const { madeBy: by, approvedBy: approver, approvedAt, takenBack } = found;
  const made = fill(words.by, { by, approver, at: formatNairobiMoment(approvedAt, language) });
  return takenBack ? `${made}. ${words.takenBack}` : made;
}

function Save({ id }: { readonly id: string }): ReactElement {
  const { one: words } = useMessages(bankMessages);
  const texts = {
    csv: words.download,
    csvWait: words.downloadWait,
    csvFailed: words.downloadFailed,
  };
  return <Download endpoint={eftDownload} request={{ params: { id } }} words={texts} />;
}

function Lines({ found: { lines } }: { readonly found: EftDetails }): ReactElement {
  const words = useMessages(bankMessages);
  return (
    <Card>
      <Table
        caption={words.one.caption}
        columns={columnsOf(words)}
        rows={lines}
        rowKey={({ line }) => String(line)}
      />
    </Card>
  );
}

function columnsOf({ one: { heads }, states }: BankWords): Column<Line>[] {
  return [
    {
      head: heads.line,
      place: "reference",
      cardLabel: heads.line,
      cell: ({ line }) => String(line),
    },
    {
      head: heads.member,
      place: "what",
      cell: ({ memberNo, fullName }) => `${fullName}, ${memberNo}`,
    },
    {
      head: heads.bank,
      place: "more",
      cell: ({ bankName, accountNo }) => `${bankName}, ${accountNo}`,
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    {
      head: heads.state,
      place: "when",
      cell: ({ state, bankReference, reason }) =>
        [states[state], bankReference || reason].filter(Boolean).join(": "),
    },
  ];
}

function Acts({ found, officer }: { readonly found: EftDetails; readonly officer: Officer }) {
  const words = useMessages(bankMessages);
  const isOpen = found.open > 0 && !found.takenBack;
  const mayAct = isOpen && officer.may("payouts.send") && found.waiting.length === 0;
  const nothing = found.takenBack ? words.one.withdrawn : words.one.settled;
  return (
    <>
      <Card title={words.one.act}>
        <div className={desk["act"]}>
          {found.waiting.map(({ approvalId, by, yours }) => (
            <WaitsForSecond
              key={approvalId}
              approvalId={approvalId}
              text={yours ? words.waitsYours : fill(words.waits, { by })}
              link={words.open}
            />
          ))}
          {mayAct && (
            <>
              <ResultsUpload id={found.id} />
              <h3>{words.one.manual}</h3>
              <ResultsForm found={found} />
            </>
          )}
          {!mayAct && found.waiting.length === 0 && <p>{isOpen ? words.one.mayNot : nothing}</p>}
        </div>
      </Card>
      {mayAct && found.open === found.payments && (
        <Card title={words.one.takeBackTitle}>
          <div className={desk["act"]}>
            <TakeBackForm id={found.id} />
          </div>
        </Card>
      )}
    </>
  );
}
