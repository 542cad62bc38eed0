import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { countFor, list, one } from "#shared/contract/counter/tills.ts";
import type { CounterWords } from "#shared/messages/counter/counter-en.ts";
import { fill, type Language } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { counterAddress, tillAddress } from "#web/staff/addresses.ts";
import { isId } from "#web/staff/is-id.ts";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk-page.module.css";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import { CountForm } from "./count-form.tsx";
import css from "./counter.module.css";
import { TillBadge } from "./tills.tsx";

type Details = z.output<typeof one.answer>;
type Movement = Details["movements"][number];

interface TillPageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One till: its movements and its counts. */
export function TillPage({ id, officer }: TillPageProps): ReactElement {
  const words = useMessages(counterMessages);
  const load = useRequest(one, { params: { till: id } }, { enabled: isId(id) });
  const back = counterAddress("tills");
  if (!isId(id) || (load.state === "failed" && isUnknown(load.error))) {
    const { unknown, unknownText } = words.till;
    return <UnknownPage title={unknown} text={unknownText} to={back} toWords={words.till.back} />;
  }
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Crumb to={back}>{words.till.back}</Crumb>
      <PageHeader
        title={fill(words.till.title, { id })}
        place={tillAddress(id)}
        lead={found?.fullName ?? "\u00a0"}
        actions={found && <TillBadge till={found} words={words} />}
      />
      {found ? (
        <div className={desk["halves"]}>
          <div className={desk["page"]}>
            <Standing till={found} />
            <Movements till={found} />
          </div>
          <div className={desk["side"]}>
            <div className={desk["page"]}>
              <Counts till={found} />
              <CountCard till={found} officer={officer} />
            </div>
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={words.till.loading} failed={words.till.failed} rows={7} />
      )}
    </>
  );
}

interface PartProps {
  readonly till: Details;
}

function Standing({ till }: PartProps): ReactElement {
  const { till: words } = useMessages(counterMessages);
  const { language } = useSpoken();
  const when = (at: string) => (at === "" ? "" : formatMoment(at, language));
  return (
    <Card>
      <Facts
        facts={[
          { term: words.holder, value: `${till.fullName} ${till.staffNo}` },
          { term: words.balance, value: `Ksh ${money(till.balance)}` },
          { term: words.opened, value: when(till.openedAt) },
          ...(till.variance === undefined
            ? []
            : [{ term: words.variance, value: `Ksh ${money(till.variance)}` }]),
          ...(till.closedAt === ""
            ? []
            : [
                { term: words.closed, value: when(till.closedAt) },
                { term: words.acceptedBy, value: till.acceptedBy },
              ]),
        ]}
      />
    </Card>
  );
}

function Movements({ till }: PartProps): ReactElement {
  const { till: words } = useMessages(counterMessages);
  const { language } = useSpoken();
  const rows = till.movements;
  return (
    <Card title={words.movements}>
      {rows.length === 0 ? (
        <p className={desk["note"]}>{words.noMovements}</p>
      ) : (
        <Table
          caption={words.movements}
          columns={columnsOf(words, language)}
          rows={rows}
          rowKey={({ at, kind, reference }) => `${at} ${kind} ${reference}`}
        />
      )}
    </Card>
  );
}

function columnsOf(words: CounterWords["till"], language: Language): Column<Movement>[] {
  return [
    {
      head: words.heads.what,
      place: "what",
      cell: ({ kind, reference }) => (
        <>
          {words.kinds[kind]}
          <span className={desk["number"]}>{kind === "receipt" ? reference : ""}</span>
        </>
      ),
    },
    {
      head: words.heads.by,
      place: "more",
      cell: ({ by, agreedBy }) =>
        agreedBy === "" ? by : fill(words.agreed, { by, other: agreedBy }),
    },
    {
      head: words.heads.at,
      place: "reference",
      quiet: true,
      cell: ({ at }) => formatMoment(at, language),
    },
    {
      head: words.heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

function Counts({ till }: PartProps): ReactElement {
  const { till: words, count, mine } = useMessages(counterMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.counts}>
      <div className={css["inside"]}>
        {till.handover && (
          <WaitsForSecond
            approvalId={till.handover.approvalId}
            text={words.waits}
            link={mine.see}
          />
        )}
        {till.counts.length === 0 && <p>{words.noCounts}</p>}
        {till.counts.map(({ countedBy, countedAt, counted, expected, variance }) => (
          <Facts
            key={countedAt}
            facts={[
              {
                term: fill(words.counted, {
                  who: countedBy,
                  when: formatMoment(countedAt, language),
                }),
                value: `Ksh ${money(counted)}`,
              },
              { term: count.expected, value: `Ksh ${money(expected)}` },
              { term: count.variance, value: `Ksh ${money(variance)}` },
            ]}
          />
        ))}
      </div>
    </Card>
  );
}

/** Another keeper of the safe counts for a holder who cannot. */
function CountCard({ till, officer }: PartProps & { readonly officer: Officer }) {
  const { till: words, count } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const isOwn = till.staffNo === officer.staffNo;
  if (!officer.may("tills.keep") || isOwn || till.state === "closed" || till.handover) return null;
  return (
    <Card title={words.countForTitle}>
      <div className={css["inside"]}>
        <p>{words.countForText}</p>
        <CountForm
          draft={`for till ${till.id}`}
          expected={till.balance}
          sendWords={count.sendFor}
          onSend={async (pieces) => {
            await call(countFor, { params: { till: till.id }, body: { pieces } });
            showToast({ kind: "success", text: count.sent, detail: count.sentDetail });
            await renew(one, list);
          }}
        />
      </div>
    </Card>
  );
}
