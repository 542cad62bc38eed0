import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { eftFile, eftResultsFile, eftResultsReading } from "#shared/contract/payouts/bank.ts";
import { fill } from "#shared/language.ts";
import type { BankWords } from "#shared/messages/payouts/bank-en.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import page from "#web/ui/desk-page.module.css";
import { FaultList, type Faults, faultsIn } from "../../imports/file-reading/fault-list.tsx";
import { useRenewDesk } from "../../renew-desk.ts";

type Seen = z.output<typeof eftResultsReading.answer>;
type Row = Seen["rows"][number];

/** The server's answer about a file. */
interface Read {
  readonly file: File;
  readonly seen: Seen | null;
  readonly failed: string | null;
  readonly faults: Faults;
}

/** Reads the bank's results from a file, shows them or its errors, and sends it for approval. */
export function ResultsUpload({ id }: { readonly id: string }): ReactElement {
  const all = useWords();
  const { one: words } = useMessages(bankMessages);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    if (chosen === null) return;
    try {
      const seen = await call(eftResultsReading, { params: { id }, file: chosen });
      setRead({ file: chosen, seen, failed: null, faults: [] });
    } catch (error) {
      const failed = failureWords(error, all);
      setRead({ file: chosen, seen: null, failed, faults: faultsIn(error) });
    }
  };
  // The answer about an earlier file may arrive after the next one was chosen.
  const found = read?.file === file ? read : null;
  const size = Math.max(1, Math.round((file?.size ?? 0) / 1024));
  return (
    <>
      <FileField
        label={words.upload}
        accept=".csv,text/csv"
        error={undefined}
        hint={file ? fill(words.chosen, { name: file.name, size }) : words.uploadHint}
        onFile={(chosen) => void choose(chosen)}
      />
      {file && !found && <p role="status">{words.reading}</p>}
      {found?.failed && (
        <Tip meaning="bad">{found.faults.length > 0 ? words.faulty : found.failed}</Tip>
      )}
      <FaultList faults={found?.faults ?? []} />
      {found?.seen && <Preview id={id} file={found.file} seen={found.seen} />}
    </>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly file: File;
  readonly seen: Seen;
}

function Preview({ id, file, seen }: PreviewProps): ReactElement {
  const { one: words, sent } = useMessages(bankMessages);
  const renew = useRenewDesk();
  const send = async (): Promise<void> => {
    await call(eftResultsFile, { params: { id }, file });
    showToast({ kind: "success", text: sent, detail: words.sentDetail });
    await renew(eftFile);
  };
  const { busy, failed, run } = useAction(send);
  const countOf = (count: number, amount: number) =>
    fill(words.countOf, { count: formatCount(count), amount: money(amount) });
  const { counts } = words;
  const isCut = seen.rows.length < seen.paid + seen.returned;
  return (
    <>
      <Facts
        facts={[
          { term: counts.paid, value: countOf(seen.paid, seen.paidAmount) },
          { term: counts.returned, value: countOf(seen.returned, seen.returnedAmount) },
          { term: counts.repeated, value: formatCount(seen.repeated) },
        ]}
      />
      <Table
        caption={words.previewCaption}
        columns={columnsOf(words)}
        rows={seen.rows}
        rowKey={({ line }) => String(line)}
      />
      {isCut && <p>{fill(words.more, { count: formatCount(seen.rows.length) })}</p>}
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <div className={page["buttons"]}>
        <Button look="primary" width="full-on-phones" blocked={busy} onClick={() => run()}>
          {words.sendFile}
        </Button>
      </div>
    </>
  );
}

function columnsOf({ heads, outcomes }: BankWords["one"]): Column<Row>[] {
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
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    {
      head: heads.state,
      place: "when",
      cell: ({ outcome, bankReference, reason }) =>
        `${outcomes[outcome]}: ${bankReference || reason}`,
    },
  ];
}
