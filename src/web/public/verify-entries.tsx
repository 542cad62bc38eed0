import { type ReactElement, useEffect, useState } from "react";
import { sealedRows } from "#shared/contract/statements/verification.ts";
import type { IssuedRecord, RecordedTable } from "#shared/issued-record.ts";
import { parseRowsKey, type RowsKey, type VerificationCode } from "#shared/verification-code.ts";
import { useForm } from "#web/lib/form.ts";
import { useRequestOnce } from "#web/lib/loading.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type CardPlace, type Column, Table } from "#web/ui/table.tsx";
import { publicCss as css } from "./public-page.tsx";
import { openSealed } from "./sealed-rows.ts";
import own from "./verify-entries.module.css";

/**
 * Every entry of a document as it was issued. The server has them only sealed; the key is on the
 * paper and, in the QR code, in the part of the address that browsers do not send.
 */
export function Entries({ code }: { readonly code: VerificationCode }): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const load = useRequestOnce(sealedRows, { params: { code } });
  return (
    <div className={own["broad"]}>
      <Card title={verify.entries} padded>
        <Loaded
          load={load}
          loading={verify.entriesLoading}
          failed={verify.entriesFailed}
          skeleton={<SkeletonLines rows={4} />}
        >
          {({ sealed }) =>
            sealed === "" ? <p>{verify.noEntries}</p> : <Sealed code={code} sealed={sealed} />
          }
        </Loaded>
      </Card>
    </div>
  );
}

interface SealedProps {
  readonly code: VerificationCode;
  readonly sealed: string;
}

function Sealed({ code, sealed }: SealedProps): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const given = parseRowsKey(useNavigation().address.hash.slice(1));
  const [record, setRecord] = useState<IssuedRecord | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (given === null) return undefined;
    let isGone = false;
    const show = (opened: IssuedRecord | null): void => {
      if (isGone) return;
      setRecord(opened);
      if (opened === null) setRefused(given);
    };
    void openSealed(sealed, code, given).then(show);
    return () => {
      isGone = true;
    };
  }, [code, given, sealed]);
  const form = useForm<"key">({
    names: ["key"],
    starting: { key: given ?? "" },
    check: ({ key }) => (parseRowsKey(key) === null ? { key: verify.wrongCode } : {}),
    send: async ({ key }) => {
      const opened = await openSealed(sealed, code, parseRowsKey(key) as RowsKey);
      if (opened === null) setRefused(key);
      setRecord(opened);
    },
  });
  const bind = form.bind("key");
  const error = bind.value === refused ? verify.otherKey : bind.error;
  if (record !== null) return <Shown record={record} />;
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <p>{verify.entriesText}</p>
      <Field
        label={verify.rowsKey}
        bind={{ ...bind, error }}
        note={{ kind: "hint", text: verify.rowsKeyHint }}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button
        type="submit"
        look="primary"
        width="full-on-phones"
        blocked={form.busy}
        needsNetwork={false}
      >
        {verify.openEntries}
      </Button>
    </form>
  );
}

function Shown({ record }: { readonly record: IssuedRecord }): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const { title, notes, facts, further } = record;
  return (
    <div className={css["form"]}>
      <p role="status">{verify.entriesShown}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Facts facts={facts.map(([term, value]) => ({ term, value }))} />
      <ShownTable title={title} table={record} />
      {further && (
        <>
          <h3>{further.title}</h3>
          <ShownTable title={further.title} table={further} />
        </>
      )}
    </div>
  );
}

interface ShownTableProps {
  readonly title: string;
  readonly table: RecordedTable;
}

function ShownTable({ title, table }: ShownTableProps): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const { heads, rows, total } = table;
  const [label = "", ...sums] = total;
  // A receipt has one figure and no table.
  if (heads.length === 1) return <Facts facts={[{ term: label, value: sums[0] }]} />;
  return (
    <>
      {rows.length === 0 && <p>{verify.empty}</p>}
      <Table
        caption={title}
        columns={columnsOf(table, sums)}
        rows={rows.map((cells, index) => ({ cells, index }))}
        rowKey={({ index }) => String(index)}
        total={label}
        scrolls
      />
    </>
  );
}

interface NumberedRow {
  readonly cells: readonly string[];
  readonly index: number;
}

function columnsOf(
  { heads, figures }: RecordedTable,
  sums: readonly string[],
): Column<NumberedRow>[] {
  const last = figures.lastIndexOf(true);
  const free: { texts: CardPlace[]; figures: CardPlace[] } = {
    texts: ["when", "reference"],
    figures: ["balance"],
  };
  const between = (isFigure: boolean): CardPlace =>
    free[isFigure ? "figures" : "texts"].shift() ?? "more";
  return heads.map((head, index) => {
    const isFigure = figures[index] ?? false;
    const place = index === 0 ? "what" : index === last ? "howMuch" : between(isFigure);
    const sum = index === 0 ? undefined : sums[index - 1];
    return {
      head,
      place,
      number: isFigure,
      cell: ({ cells }) => cells[index],
      ...(place !== "what" && place !== "howMuch" && { cardLabel: head }),
      ...(sum !== undefined && { total: sum, totalLabel: head }),
    };
  });
}
