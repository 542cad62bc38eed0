import { noticeDeskMessages } from "#shared/messages/office/notices-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { desk, type NoticeState, order, withdraw } from "#shared/contract/office/notices.ts";
import { notices as published } from "#shared/contract/office/society.ts";
import { fill } from "#shared/language.ts";
import type { NoticeDeskWords } from "#shared/messages/office/notices-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { noticeAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { TitleBelow } from "#web/ui/title-below.tsx";
import { showFailure, showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import css from "./notices.module.css";
import { VersionsDialog } from "./versions.tsx";

export type DeskNotice = z.output<typeof desk.answer>[number];

interface ListProps {
  readonly notices: readonly DeskNotice[];
  readonly edits: boolean;
}

/** All notices in order, with the actions on each; withdrawn ones are below. */
export function NoticeList({ notices, edits }: ListProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const placed = notices.filter(({ state }) => state !== "withdrawn");
  const gone = notices.filter(({ state }) => state === "withdrawn");
  return (
    <>
      <PageHeader
        title={words.title}
        place="notices"
        lead={words.lead}
        actions={
          <div className={layout["row"]}>
            <ListFile list="notices" />
            {edits && (
              <LinkButton look="primary" to={noticeAddress("new")}>
                {words.write}
              </LinkButton>
            )}
          </div>
        }
      />
      <div className={layout["stack"]}>
        <Card>
          {placed.length === 0 ? (
            <EmptyState icon="info" title={words.empty}>
              <p>{words.emptyText}</p>
            </EmptyState>
          ) : (
            <Placed notices={placed} edits={edits} />
          )}
        </Card>
        {gone.length > 0 && (
          <Card title={words.withdrawnTitle}>
            <ul className={css["list"]}>
              {gone.map((notice) => (
                <li key={notice.id}>
                  <One notice={notice} edits={false} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

/** Moves the notice at a place of the list up or down by one. */
interface Step {
  readonly at: number;
  readonly steps: 1 | -1;
}

function Placed({ notices, edits }: ListProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const renew = useRenew();
  const move = async ({ at, steps }: Step): Promise<void> => {
    const seen = notices.map(({ id }) => id);
    const [moved = ""] = seen.slice(at, at + 1);
    const to = seen.toSpliced(at, 1).toSpliced(at + steps, 0, moved);
    try {
      await call(order, { body: { seen, order: to } });
      showToast({ kind: "success", text: words.moved });
    } finally {
      await renew(desk, published);
    }
  };
  const { run } = useAction(move, { onFailure: showFailure });
  return (
    <ol className={css["list"]} aria-label={words.list}>
      {notices.map((notice, at) => (
        <li key={notice.id}>
          <One
            notice={notice}
            edits={edits}
            up={at > 0 ? () => run({ at, steps: -1 }) : null}
            down={at < notices.length - 1 ? () => run({ at, steps: 1 }) : null}
          />
        </li>
      ))}
    </ol>
  );
}

const looks: Record<NoticeState, Pick<BadgeProps, "icon" | "meaning">> = {
  published: { icon: "check", meaning: "ok" },
  "to-come": { icon: "clock", meaning: "info" },
  past: { icon: "clock" },
  withdrawn: { icon: "cross" },
};

interface OneProps {
  readonly notice: DeskNotice;
  readonly edits: boolean;
  /** Null at the end of the list. */
  readonly up?: (() => void) | null;
  readonly down?: (() => void) | null;
}

function One({ notice, edits, up = null, down = null }: OneProps): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const { language } = useSpoken();
  const title = notice.title[language];
  return (
    <div className={css["one"]}>
      <span className={css["number"]}>{notice.number > 0 ? notice.number : "–"}</span>
      <div className={css["said"]}>
        <TitleBelow>{title}</TitleBelow>
        <p>{notice.text[language]}</p>
        <small>{formatWhen(notice, words, (day) => formatDay(day, language))}</small>
      </div>
      <div className={css["tools"]}>
        <Badge {...looks[notice.state]}>{words.states[notice.state]}</Badge>
        <span className={css["buttons"]}>
          {edits && (
            <>
              <Move icon="down" flip label={fill(words.up, { title })} move={up} />
              <Move icon="down" label={fill(words.down, { title })} move={down} />
              <LinkButton
                small
                to={noticeAddress(notice.id)}
                aria-label={fill(words.editOf, { title })}
              >
                {words.edit}
              </LinkButton>
            </>
          )}
          <QuestionDialog notice={notice} title={title} edits={edits} />
        </span>
      </div>
    </div>
  );
}

interface MoveProps {
  readonly icon: "down";
  readonly flip?: boolean;
  readonly label: string;
  readonly move: (() => void) | null;
}

function Move({ icon, flip = false, label, move }: MoveProps): ReactElement {
  return (
    <Button small aria-label={label} blocked={move === null} onClick={() => move?.()}>
      <Icon name={icon} small className={flip ? css["flipped"] : undefined} />
    </Button>
  );
}

/** Its earlier versions, and the confirmation to withdraw it. */
function QuestionDialog(props: Pick<OneProps, "notice" | "edits"> & { readonly title: string }) {
  const { notice, title, edits } = props;
  const words = useMessages(noticeDeskMessages);
  const [asked, setAsked] = useState<"versions" | "withdraw" | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <Button
        small
        aria-label={fill(words.versionsOf, { title })}
        onClick={() => setAsked("versions")}
      >
        {words.versions}
      </Button>
      {edits && (
        <Button
          small
          aria-label={fill(words.withdrawOf, { title })}
          onClick={() => setAsked("withdraw")}
        >
          {words.withdraw}
        </Button>
      )}
      {asked === "versions" && <VersionsDialog notice={notice} onClose={close} />}
      {asked === "withdraw" && <WithdrawDialog notice={notice} onClose={close} />}
    </>
  );
}

function WithdrawDialog(props: { readonly notice: DeskNotice; readonly onClose: () => void }) {
  const { notice, onClose } = props;
  const words = useMessages(noticeDeskMessages);
  const renew = useRenew();
  const { failed, run } = useAction(async () => {
    const { id, version } = notice;
    try {
      await call(withdraw, { params: { id }, body: { version } });
      showToast({ kind: "success", text: words.withdrawn });
      onClose();
    } finally {
      void renew(desk, published);
    }
  });
  return (
    <Dialog
      title={words.withdrawAsk}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="danger" onClick={() => run()}>
            {words.withdraw}
          </Button>
        </>
      }
    >
      <p>{words.withdrawText}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}

function formatWhen(notice: DeskNotice, words: NoticeDeskWords, day: (date: string) => string) {
  const [from, until] = [day(notice.from), day(notice.until)];
  const ends = until ? fill(words.until, { until }) : words.always;
  const begins = from ? fill(words.from, { from }) : ends;
  const window = from && until ? fill(words.fromUntil, { from, until }) : begins;
  const { changedBy: who, version } = notice;
  const text = who === "" ? words.setUp : words.changed;
  return `${fill(text, { who, version, day: day(notice.changedOn) })}; ${window}`;
}
