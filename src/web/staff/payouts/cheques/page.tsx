import { chequesMessages } from "#shared/messages/payouts/cheques-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { chequeStates, list } from "#shared/contract/payouts/cheques.ts";
import { fill } from "#shared/language.ts";
import type { ChequeWords } from "#shared/messages/payouts/cheques-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { booksAddress, chequesAddress, payoutAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import css from "#web/ui/desk-page.module.css";
import tools from "#web/ui/queue.module.css";
import { ListFile } from "../../list-file.tsx";
import { Search } from "../../list-tools.tsx";
import type { Officer } from "../../officer.ts";
import { EmptyList, MoreRows, TotalTabs } from "../../tabbed-list.tsx";
import { WaitsForSecond } from "../../waits-for-second.tsx";
import { HandOverDialog, StopDialog } from "./dialogs.tsx";

export type ChequeRow = z.output<typeof list.answer>["rows"][number];

/** The register of the cheques that the society wrote, by state. */
export function ChequesPage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(chequesMessages);
  const { go } = useNavigation();
  const { tab: asked, search = "" } = useParameters("payouts");
  const tab = chequeStates.find((one) => one === asked) ?? "written";
  const query = { tab, ...(search.trim().length >= 2 && { search }) };
  const load = usePagedRequest(list, { query }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  const look = (typed: string): void => go(chequesAddress(tab, typed), { replace: true });
  return (
    <div className={css["page"]}>
      <Crumb to={paths.payouts}>{words.back}</Crumb>
      <PageHeader
        title={words.title}
        place="payouts cheques"
        lead={words.lead}
        actions={<ListFile list="cheques" />}
      />
      <TotalTabs
        label={words.tabs}
        names={words.states}
        current={tab}
        pressing="stale"
        addressOf={(one) => chequesAddress(one)}
        totals={pages[0]?.tabs}
      />
      <Card>
        <p className={css["about"]}>{words.tabTexts[tab]}</p>
        <div className={tools["tools"]}>
          <Search
            key={tab}
            label={words.search}
            hint={words.searchHint}
            value={search}
            onSearch={look}
          />
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ more }) => {
            const rows = pages.flatMap((page) => page.rows);
            return rows.length === 0 ? (
              <EmptyList
                words={words}
                search={search}
                onClear={() => look("")}
                title={words.empty[tab]}
                text={words.emptyText}
              />
            ) : (
              <>
                <Rows rows={rows} officer={officer} />
                <MoreRows text={words.more} onMore={more} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly ChequeRow[];
  readonly officer: Officer;
}

/** The act that a person was asked to confirm, and its cheque. */
interface Act {
  readonly does: "take" | "stop";
  readonly cheque: ChequeRow;
}

function Rows({ rows, officer }: RowsProps): ReactElement {
  const words = useMessages(chequesMessages);
  const { language } = useSpoken();
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const day = (on: string): string => formatDay(on, language);
  const columns = columnsOf(words, day, (cheque) => (
    <Acts cheque={cheque} officer={officer} onAct={setAct} />
  ));
  return (
    <>
      <Table caption={words.caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {act?.does === "take" && <HandOverDialog cheque={act.cheque} onClose={close} />}
      {act?.does === "stop" && <StopDialog cheque={act.cheque} onClose={close} />}
    </>
  );
}

function columnsOf(
  words: ChequeWords,
  day: (on: string) => string,
  acts: (cheque: ChequeRow) => ReactElement,
): Column<ChequeRow>[] {
  const { heads } = words;
  return [
    {
      head: heads.payee,
      place: "what",
      cell: ({ payee, memberNo }) => (
        <>
          {payee}
          <span className={css["number"]}>{memberNo}</span>
        </>
      ),
    },
    { head: heads.cheque, place: "reference", cell: ({ chequeNo }) => chequeNo },
    {
      head: heads.pays,
      place: "more",
      cell: ({ pays, reference, payoutId, movementId }) => (
        <>
          {`${words.pays[pays]} `}
          <Link
            className={css["open"]}
            to={
              payoutId === ""
                ? booksAddress("movement", { id: movementId })
                : payoutAddress(payoutId)
            }
          >
            {reference}
          </Link>
        </>
      ),
    },
    { head: heads.written, place: "when", cell: ({ writtenOn }) => day(writtenOn) },
    { head: heads.since, place: "more", quiet: true, cell: (cheque) => since(cheque, words, day) },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    { head: heads.act, place: "more", cell: acts },
  ];
}

/** The latest step of a cheque since it was written. */
function since(cheque: ChequeRow, words: ChequeWords, day: (on: string) => string): string {
  const { stoppedOn, stopBecause, clearedOn, handedOverOn, handedOverTo } = cheque;
  if (stoppedOn !== "") return fill(words.stopped, { day: day(stoppedOn), reason: stopBecause });
  if (clearedOn !== "") return fill(words.cleared, { day: day(clearedOn) });
  if (handedOverOn === "") return "";
  return fill(words.handedOver, { day: day(handedOverOn), to: handedOverTo });
}

interface ActsProps {
  readonly cheque: ChequeRow;
  readonly officer: Officer;
  readonly onAct: (act: Act) => void;
}

function Acts({ cheque, officer, onAct }: ActsProps): ReactElement | null {
  const words = useMessages(chequesMessages);
  const { state, chequeNo, stopping, movementId } = cheque;
  if (stopping !== undefined) {
    const text = stopping.yours ? words.waitsYours : fill(words.waits, { by: stopping.by });
    return <WaitsForSecond approvalId={stopping.id} text={text} link={words.see} />;
  }
  if (state === "cleared" || state === "stopped") return null;
  const names = { cheque: chequeNo };
  return (
    <>
      {state === "written" && officer.may("counter.receive") && (
        <Button
          aria-label={fill(words.takeName, names)}
          onClick={() => onAct({ does: "take", cheque })}
        >
          {words.take}
        </Button>
      )}{" "}
      {movementId === "" && officer.may("payouts.send") && (
        <Button
          aria-label={fill(words.stopName, names)}
          onClick={() => onAct({ does: "stop", cheque })}
        >
          {words.stop}
        </Button>
      )}
      {movementId !== "" && (
        <Link to={booksAddress("movement", { id: movementId })}>{words.ofTreasury}</Link>
      )}
    </>
  );
}
