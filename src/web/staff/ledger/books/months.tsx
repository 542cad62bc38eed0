import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { type CloseState, list, prepare, reopening } from "#shared/contract/ledger/months.ts";
import { fill, type Language } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { booksAddress, reconciliationAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { type ActorLabel, useActorLabel } from "#web/staff/actor-label.ts";
import css from "./books.module.css";
import { type Act, ActDialog, actsOn } from "./month-acts.tsx";
import { useUnreconciledCause } from "./shown-facts.ts";

type Months = z.output<typeof list.answer>;
type Due = NonNullable<Months["due"]>;
export type Close = Months["rows"][number];

interface Chosen {
  readonly close: Close;
  readonly act: Act;
}

/** The steps to close the next month, and the earlier closes. */
export function MonthsPart({ officer }: { readonly officer: Officer }): ReactElement {
  const { months: words } = useMessages(booksMessages);
  const load = useRequest(list, undefined, { isAccess: true });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <p className={css["lead"]}>{words.lead}</p>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {({ due, rows }) => (
          <>
            {due ? <DueCard key={due.month} due={due} officer={officer} /> : <NothingDue />}
            <Card>
              <Closes
                rows={rows}
                officer={officer}
                onAct={(close, act) => setChosen({ close, act })}
              />
            </Card>
          </>
        )}
      </Loaded>
      {chosen && <ActDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function NothingDue(): ReactElement {
  const { months: words } = useMessages(booksMessages);
  return (
    <Tip meaning="info">
      <b>{words.nothingDue}</b> {words.nothingDueText}
    </Tip>
  );
}

interface DueProps {
  readonly due: Due;
  readonly officer: Officer;
}

function DueCard({ due, officer }: DueProps): ReactElement {
  const { months: texts } = useMessages(booksMessages);
  const { language } = useSpoken();
  const words = useWords();
  const renew = useRenew();
  const month = formatDay(due.month, language, "monthYear");
  const takesReason = due.unreconciled.length > 0;
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => (takesReason ? contractProblems(reopening.body, values, words) : {}),
    send: async ({ reason }) => {
      const because = takesReason ? { reason } : {};
      try {
        await call(prepare, { body: { month: due.month, ...because } });
        showToast({ kind: "success", text: fill(texts.prepared, { month }) });
      } finally {
        void renew(list);
      }
    },
  });
  const mayPrepare = officer.may("months.prepare");
  return (
    <Card title={fill(texts.due, { month })}>
      <form className={css["due"]} onSubmit={form.submit} noValidate>
        <Checklist due={due} officer={officer} />
        {takesReason && <p className={css["small"]}>{texts.takesReasons}</p>}
        {takesReason && mayPrepare && (
          <Field label={texts.anyway} bind={form.bind("reason")} autoComplete="off" />
        )}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        {mayPrepare && (
          <div className={css["acts"]}>
            <Button
              type="submit"
              look="primary"
              blocked={form.busy || !due.reconciled || !due.balanced}
            >
              {texts.prepare}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

const matterAt = {
  checkOff: paths.checkOff,
  suspense: booksAddress("account", { account: "check-off-suspense" }),
  payouts: booksAddress("account", { account: "payout-clearing" }),
} as const;

/** The required checks, and the ones that may stay open; each as label and icon. */
function Checklist({ due, officer }: DueProps): ReactElement {
  const { months: words } = useMessages(booksMessages);
  const describe = useUnreconciledCause();
  const open = due.open.filter(({ count }) => count > 0);
  return (
    <>
      <ul className={css["checks"]}>
        <li className={classes(css[due.reconciled ? "ok" : "bad"])}>
          <Icon name={due.reconciled ? "check" : "stop"} />
          <span>
            {due.reconciled ? words.reconciled : words.notReconciled}{" "}
            {!due.reconciled && <Link to={booksAddress("runs")}>{words.toRuns}</Link>}
          </span>
        </li>
        <li className={classes(css[due.balanced ? "ok" : "bad"])}>
          <Icon name={due.balanced ? "check" : "stop"} />
          <span>{due.balanced ? words.balanced : words.notBalanced}</span>
        </li>
        {due.unreconciled.map(({ account, ...why }) => (
          <li key={account} className={classes(css["bad"])}>
            <Icon name="warn" />
            <span>
              {fill(words.unreconciled, {
                account: words.accounts[account],
                cause: describe(why),
              })}{" "}
              {officer.may("reconciliation.read") && (
                <Link to={reconciliationAddress(account)}>{words.toReconciliation}</Link>
              )}
            </span>
          </li>
        ))}
        {open.map(({ matter, count }) => (
          <li key={matter}>
            <Icon name="clock" />
            <Link to={matterAt[matter]}>{fill(words[matter], { count })}</Link>
          </li>
        ))}
      </ul>
      {open.length > 0 && <p className={css["small"]}>{words.goesOn}</p>}
    </>
  );
}

interface ClosesProps {
  readonly rows: readonly Close[];
  readonly officer: Officer;
  readonly onAct: (close: Close, act: Act) => void;
}

function Closes({ rows, officer, onAct }: ClosesProps): ReactElement {
  const { months: words } = useMessages(booksMessages);
  const { language } = useSpoken();
  const actorLabel = useActorLabel();
  if (rows.length === 0) {
    return (
      <EmptyState icon="calendar" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  const lastClosed = rows.find(({ state }) => state === "closed" || state === "reopening")?.id;
  return (
    <Table
      caption={words.caption}
      columns={columnsOf(words, language, {
        acts: (close) => actsOn(close, officer, close.id === lastClosed),
        onAct,
        actorLabel,
      })}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

/** The accounts that a close leaves unreconciled, and why each person closes it nevertheless. */
function ClosedOver({ close }: { readonly close: Close }): ReactElement {
  const { months: words } = useMessages(booksMessages);
  const describe = useUnreconciledCause();
  const label = useActorLabel();
  const reasons = [
    { by: close.preparedBy, reason: close.unreconciledBecause },
    { by: close.approvedBy, reason: close.approvedBecause },
  ].filter(({ reason }) => reason !== "");
  return (
    <>
      {close.unreconciled.map(({ account, ...why }) => (
        <span key={account} className={css["small"]}>
          {fill(words.closedOver, { account: words.accounts[account], cause: describe(why) })}
        </span>
      ))}
      {reasons.map(({ by, reason }) => (
        <span key={by} className={css["small"]}>
          {fill(words.personBecause, { name: label(by), reason })}
        </span>
      ))}
    </>
  );
}

interface Acting {
  readonly acts: (close: Close) => readonly Act[];
  readonly onAct: (close: Close, act: Act) => void;
}

function Acts({ close, acts, onAct }: Acting & { readonly close: Close }): ReactElement {
  const { months: words } = useMessages(booksMessages);
  const { language } = useSpoken();
  const month = formatDay(close.month, language, "monthYear");
  const own = close.own && (close.state === "prepared" || close.state === "reopening");
  return (
    <div className={css["acts"]}>
      {own && <span className={css["small"]}>{words.own}</span>}
      {acts(close).map((act) => (
        <Button
          key={act}
          small
          aria-label={`${words[act]}, ${month}`}
          onClick={() => onAct(close, act)}
        >
          {words[act]}
        </Button>
      ))}
    </div>
  );
}

const badges: Readonly<Record<CloseState, Pick<BadgeProps, "icon" | "meaning">>> = {
  prepared: { icon: "clock", meaning: "info" },
  closed: { icon: "lock", meaning: "ok" },
  withdrawn: { icon: "stop" },
  reopening: { icon: "warn", meaning: "warn" },
  reopened: { icon: "retry", meaning: "warn" },
};

function columnsOf(
  words: BooksWords["months"],
  language: Language,
  { actorLabel, ...acting }: Acting & { readonly actorLabel: ActorLabel },
): Column<Close>[] {
  const { heads } = words;
  return [
    {
      head: heads.month,
      place: "what",
      cell: (close) => (
        <>
          {formatDay(close.month, language, "monthYear")}
          {close.reason && (
            <span className={css["small"]}>{fill(words.because, { reason: close.reason })}</span>
          )}
          {close.unreconciled.length > 0 && <ClosedOver close={close} />}
        </>
      ),
    },
    {
      head: heads.state,
      place: "howMuch",
      cell: ({ state }) => <Badge {...badges[state]}>{words.states[state]}</Badge>,
    },
    {
      head: heads.by,
      place: "when",
      cardLabel: heads.by,
      cell: ({ preparedBy, preparedOn }) =>
        `${actorLabel(preparedBy)}, ${formatDay(preparedOn, language)}`,
    },
    {
      head: heads.approved,
      place: "more",
      cardLabel: heads.approved,
      cell: ({ approvedBy, approvedOn }) =>
        approvedBy && `${actorLabel(approvedBy)}, ${formatDay(approvedOn, language)}`,
      onCard: ({ approvedBy }) => approvedBy !== "",
    },
    {
      head: words.head,
      place: "noPhone",
      quiet: true,
      cell: ({ auditSeq, auditHash }) =>
        auditSeq && (
          <>
            {fill(words.record, { seq: auditSeq })}
            <span className={css["code"]}>{`${auditHash.slice(0, 12)}…`}</span>
          </>
        ),
    },
    {
      head: heads.next,
      place: "reference",
      cell: (close) => <Acts close={close} {...acting} />,
    },
  ];
}
