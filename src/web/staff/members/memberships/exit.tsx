import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode } from "react";
import type * as z from "zod/mini";
import { ofMember, voucher } from "#shared/contract/exits/settlement.ts";
import { EXIT_DAYS } from "#shared/exit-deadline.ts";
import { fill } from "#shared/language.ts";
import type { MembershipWords } from "#shared/messages/members/membership-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useAction } from "#web/lib/action.ts";
import { callForFile } from "#web/lib/api.ts";
import { useSpoken } from "#web/lib/language.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { exitAddress, recordAddress } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { ExitActs } from "./exit-acts.tsx";
import { ExitBadge } from "./exits.tsx";
import css from "./memberships.module.css";

export type ExitView = z.output<typeof ofMember.answer>;

interface ExitProps {
  readonly memberNo: string;
  readonly officer: Officer;
}

/** Everything about a member's exit, and the next step, on one page. */
export function Exit({ memberNo, officer }: ExitProps): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const load = useRequest(ofMember, { params: { memberNo } }, { isAccess: true });
  const view = load.state === "loaded" ? load.data : null;
  const lead = view ? fill(words.lead, { name: view.fullName, memberNo: view.memberNo }) : "\u00a0";
  return (
    <>
      <Crumb to={recordAddress(memberNo)}>{words.record}</Crumb>
      <PageHeader
        title={words.title}
        place={exitAddress(memberNo)}
        lead={lead}
        actions={view?.exit && <ExitBadge state={view.exit.state} />}
      />
      {view ? (
        <Whole view={view} officer={officer} />
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={8} />
      )}
    </>
  );
}

/** For an address that names no member. */
export function NobodyLeaves(): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  return (
    <>
      <PageHeader title={words.title} />
      <Card>
        <EmptyState
          icon="user"
          title={words.noNumber}
          actions={
            <LinkButton look="primary" small to={paths.instant}>
              {words.record}
            </LinkButton>
          }
        >
          <p>{words.noNumberText}</p>
        </EmptyState>
      </Card>
    </>
  );
}

function Whole({ view, officer }: { readonly view: ExitView; readonly officer: Officer }) {
  const { exit: words } = useMessages(membershipMessages);
  return (
    <div className={layout["two"]}>
      <div className={layout["stack"]}>
        <Figures view={view} />
        <Loans view={view} />
        <Guarantees view={view} />
      </div>
      <div className={layout["stack"]}>
        <Clock view={view} />
        <Blocks view={view} />
        <ExitActs view={view} officer={officer} />
        <Card title={words.shares}>
          <Shares view={view} />
        </Card>
      </div>
    </div>
  );
}

/** A paid exit shows what was settled; the accounts themselves are empty by then. */
function figuresOf(view: ExitView) {
  return view.exit?.settlement ?? view;
}

function Figures({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const figures = figuresOf(view);
  const settled = view.exit?.settlement;
  const rows = [
    [words.deposits, money(figures.deposits)],
    [words.withdrawable, money(figures.withdrawable)],
    [words.dividend, money(figures.dividendPayable)],
    [words.owed, formatMoney(addCents(fromWireAmount(-figures.owed)))],
    ...(settled ? [[words.fees, money(settled.fees)] as const] : []),
    ...(settled || figures.tax > 0 ? [[words.tax, money(figures.tax)] as const] : []),
  ] as const;
  return (
    <Card title={settled ? words.settled : words.figures}>
      <dl className={css["sum"]}>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className={css["all"]}>
          <dt>{settled ? words.netPaid : words.refund}</dt>
          <dd>
            <Tie>{money(figures.refund)}</Tie>
          </dd>
        </div>
        {view.short > 0 && (
          <div>
            <dt>{words.short}</dt>
            <dd>{money(view.short)}</dd>
          </div>
        )}
      </dl>
      {settled && <Voucher memberNo={view.memberNo} />}
    </Card>
  );
}

/** Generates the settlement voucher and saves it. */
function Voucher({ memberNo }: { readonly memberNo: string }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { busy, failed, run } = useAction(async () =>
    saveFile(await callForFile(voucher, { params: { memberNo }, body: {} })),
  );
  return (
    <>
      <Button small blocked={busy} onClick={() => run()}>
        {busy ? words.voucherMaking : words.voucher}
      </Button>
      {failed && (
        <p className={css["foot"]} role="alert">
          {fill(words.voucherFailed, { why: failed })}
        </p>
      )}
    </>
  );
}

type Loan = ExitView["loans"][number];
type Guarantee = ExitView["guarantees"][number];

function Loans({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { loans, owed } = figuresOf(view);
  const columns: Column<Loan>[] = [
    { head: words.loanNo, place: "reference", cell: ({ loanNo }) => loanNo },
    { head: words.purpose, place: "what", cell: ({ purpose }) => purpose },
    {
      head: words.balance,
      place: "howMuch",
      number: true,
      cell: ({ outstanding }) => money(outstanding),
      total: <Tie>{money(owed)}</Tie>,
    },
  ];
  return (
    <Listed title={words.loans} none={loans.length === 0 && words.noLoans}>
      <Table
        caption={words.loans}
        columns={columns}
        rows={loans}
        rowKey={({ loanNo }) => loanNo}
        total={words.total}
      />
    </Listed>
  );
}

function guaranteeColumns(words: MembershipWords["exit"]): Column<Guarantee>[] {
  return [
    {
      head: words.borrower,
      place: "what",
      cell: ({ memberNo, name }) => <Link to={recordAddress(memberNo)}>{name}</Link>,
    },
    { head: words.loanNo, place: "when", cell: ({ loanNo }) => loanNo },
    { head: words.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    {
      head: words.loanBalance,
      place: "balance",
      number: true,
      cardLabel: words.loanBalance,
      cell: ({ outstanding }) => money(outstanding),
    },
  ];
}

function Guarantees({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  return (
    <Listed title={words.guarantees} none={view.guarantees.length === 0 && words.noGuarantees}>
      <Table
        caption={words.guarantees}
        columns={guaranteeColumns(words)}
        rows={view.guarantees}
        rowKey={({ loanNo }) => loanNo}
      />
      <p className={css["foot"]}>{words.guaranteesText}</p>
    </Listed>
  );
}

function Listed(props: {
  readonly title: string;
  /** The message of an empty list; false where it is not empty. */
  readonly none: string | false;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Card title={props.title}>
      {props.none === false ? props.children : <p className={css["foot"]}>{props.none}</p>}
    </Card>
  );
}

function Clock({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { language } = useSpoken();
  const { exit, today } = view;
  const isOpen = exit !== null && (exit.state === "asked" || exit.state === "approved");
  if (exit === null || !isOpen) {
    const ended = exit && fill(words.ended, { day: exit.dayNo });
    return (
      <Card title={fill(words.clock, { days: EXIT_DAYS })}>
        <p className={css["clock"]}>{ended ?? fill(words.notBegun, { days: EXIT_DAYS })}</p>
      </Card>
    );
  }
  const date = formatDay(exit.dueOn, language);
  const text = fill(words.day, { day: exit.dayNo, days: EXIT_DAYS });
  return (
    <Card title={fill(words.clock, { days: EXIT_DAYS })}>
      <div className={css["clock"]}>
        <b>{text}</b>
        <progress value={Math.min(exit.dayNo, EXIT_DAYS)} max={EXIT_DAYS} aria-label={text} />
        <span>{fill(today > exit.dueOn ? words.over : words.due, { date })}</span>
      </div>
    </Card>
  );
}

function Blocks({ view }: { readonly view: ExitView }): ReactElement | null {
  const { exit: words } = useMessages(membershipMessages);
  if (view.state === "left") return null;
  const free = view.blocks.length === 0;
  return (
    <Card title={words.blocks}>
      <ul className={classes(css["points"], free ? css["good"] : css["bad"])}>
        {free ? (
          <li>
            <Icon name="check" />
            <span>{words.free}</span>
          </li>
        ) : (
          view.blocks.map((block) => (
            <li key={block}>
              <Icon name="stop" />
              <span>{words.blocked[block]}</span>
            </li>
          ))
        )}
      </ul>
    </Card>
  );
}

function Shares({ view }: { readonly view: ExitView }): ReactElement {
  const { exit: words } = useMessages(membershipMessages);
  const { exit } = view;
  const { shareCapital } = figuresOf(view);
  const goes = exit !== null && exit.sharesTo !== "" && exit.state !== "withdrawn";
  return (
    <>
      <dl className={css["sum"]}>
        <div>
          <dt>{words.shares}</dt>
          <dd>{money(shareCapital)}</dd>
        </div>
      </dl>
      <p className={css["foot"]}>
        {goes
          ? fill(words.sharesTo, { name: exit.sharesToName, memberNo: exit.sharesTo })
          : words.sharesStay}{" "}
        {words.sharesText}
      </p>
    </>
  );
}
