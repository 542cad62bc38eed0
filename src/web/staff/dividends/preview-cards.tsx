import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import type * as z from "zod/mini";
import type { preview } from "#shared/contract/dividends/declarations.ts";
import { fill } from "#shared/language.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { recordAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import desk from "#web/ui/desk.module.css";
import { useOfficer } from "../officer.ts";
import css from "./dividends.module.css";

export type Preview = z.output<typeof preview.answer>;

interface PreviewProps {
  readonly preview: Preview;
}

interface Someone {
  readonly memberNo: string;
  readonly member: string;
}

/** A member by name and number, linked to their record. */
function Person({ memberNo, member }: Someone): ReactElement {
  return (
    <>
      <Link className={text["open"]} to={recordAddress(memberNo)}>
        {member}
      </Link>
      <span className={css["number"]}>{memberNo}</span>
    </>
  );
}

const personColumn = (head: string): Column<Someone> => ({
  head,
  place: "what",
  cell: (row) => <Person {...row} />,
});

/** Warns that members already have a dividend of this year; empty if no member has. */
export function DeclaredTwice({ preview: { year, sameYear } }: PreviewProps): ReactNode {
  const { year: words } = useMessages(dividendDeskMessages);
  const officer = useOfficer();
  if (sameYear.members === 0) return null;
  const held = { members: formatCount(sameYear.members), gross: money(sameYear.gross) };
  return (
    <Tip meaning="bad">
      {fill(words.declaredTwice, { year, ...held })}{" "}
      {officer?.may("dividends.prepare") && words.declaredTwiceWithdraw}
    </Tip>
  );
}

/** The twenty members with the largest dividends. */
export function Largest({ preview: { largest } }: PreviewProps): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const prepares = useOfficer()?.may("dividends.prepare");
  return (
    <Card title={words.largest.title}>
      {largest.length === 0 ? (
        <EmptyState icon="pie" title={words.largest.none}>
          <p>{prepares ? words.largest.noneText : words.largest.noneRead}</p>
        </EmptyState>
      ) : (
        <Table
          caption={words.largest.title}
          columns={largestColumns(words)}
          rows={largest}
          rowKey={({ memberNo }) => memberNo}
        />
      )}
    </Card>
  );
}

function largestColumns({ largest }: DividendDeskWords): Column<Preview["largest"][number]>[] {
  const { heads } = largest;
  return [
    personColumn(heads.member),
    {
      head: heads.shares,
      place: "when",
      number: true,
      cardLabel: heads.shares,
      cell: ({ onShareCapital }) => money(onShareCapital),
    },
    {
      head: heads.deposits,
      place: "balance",
      number: true,
      cardLabel: heads.deposits,
      cell: ({ onDeposits }) => money(onDeposits),
    },
    { head: heads.gross, place: "howMuch", number: true, cell: ({ gross }) => money(gross) },
    {
      head: heads.lastYear,
      place: "more",
      number: true,
      quiet: true,
      cardLabel: heads.lastYear,
      cell: ({ lastYear }) => money(lastYear),
    },
  ];
}

/** The change from the year before: in total, and the members with the largest changes. */
export function Changed({ preview: found }: PreviewProps): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const { changed } = words;
  const { lastYear } = found;
  const lead = fill(changed.lead, {
    members: formatCount(lastYear.members),
    gross: money(lastYear.gross),
    now: formatCount(found.members),
    nowGross: money(found.gross),
  });
  return (
    <Card title={changed.title}>
      <p className={css["lead"]}>{lastYear.members === 0 ? changed.first : lead}</p>
      {lastYear.noneNow > 0 && (
        <p className={css["lead"]}>
          {fill(changed.noneNow, { count: formatCount(lastYear.noneNow) })}
        </p>
      )}
      {lastYear.members > 0 && found.changed.length === 0 && (
        <p className={css["lead"]}>{changed.same}</p>
      )}
      {found.changed.length > 0 && (
        <Table
          caption={changed.title}
          columns={changedColumns(words)}
          rows={found.changed}
          rowKey={({ memberNo }) => memberNo}
        />
      )}
    </Card>
  );
}

function changedColumns(words: DividendDeskWords): Column<Preview["changed"][number]>[] {
  const { heads } = words.largest;
  return [
    personColumn(heads.member),
    {
      head: heads.lastYear,
      place: "when",
      number: true,
      cardLabel: heads.lastYear,
      cell: ({ lastYear }) => money(lastYear),
    },
    {
      head: heads.gross,
      place: "balance",
      number: true,
      cardLabel: heads.gross,
      cell: ({ gross }) => money(gross),
    },
    {
      head: words.changed.by,
      place: "howMuch",
      number: true,
      cell: ({ by }) => (by > 0 ? `+${money(by)}` : money(by)),
    },
  ];
}

/** The members with a problem that should be settled first. */
export function Problems({ preview: found }: PreviewProps): ReactElement {
  const { problems: words, largest } = useMessages(dividendDeskMessages);
  const { noMobile, unconfirmedMobile, inArrears, members } = found.problems;
  const { language } = useSpoken();
  const held = money(found.held);
  const day = formatDay(found.closesOn, language);
  const kinds = [
    [noMobile, words.noMobile, words.noMobileText],
    [unconfirmedMobile, words.unconfirmed, fill(words.unconfirmedText[found.otherwise], { day })],
    [inArrears, words.inArrears, fill(words.inArrearsText, { held })],
  ] as const;
  const there = kinds.filter(([count]) => count > 0);
  return (
    <Card title={words.title}>
      {there.length === 0 && <p className={css["lead"]}>{words.none}</p>}
      {there.length > 0 && (
        <ul className={desk["checks"]}>
          {there.map(([count, title, text]) => (
            <li key={title} className={desk["off"]}>
              <Icon name="info" />
              <span>
                {title}
                <small>{text}</small>
              </span>
              <b>{formatCount(count)}</b>
            </li>
          ))}
        </ul>
      )}
      {members.length > 0 && (
        <>
          <h3 className={css["sub"]}>{fill(words.first, { count: members.length })}</h3>
          <Table
            caption={fill(words.first, { count: members.length })}
            columns={[
              personColumn(largest.heads.member),
              {
                head: words.head,
                place: "when",
                cell: ({ hasMobile }) => (hasMobile ? words.unconfirmed : words.noMobile),
              },
              {
                head: largest.heads.gross,
                place: "howMuch",
                number: true,
                cell: ({ gross }) => money(gross),
              },
            ]}
            rows={members}
            rowKey={({ memberNo }) => memberNo}
          />
        </>
      )}
    </Card>
  );
}
