import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import { totals } from "#shared/contract/members/records.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useAddressParameters } from "#web/lib/router.tsx";
import { splitAddress } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { FailedState, EmptyState } from "#web/ui/empty-state.tsx";
import live from "#web/ui/live-figures.module.css";
import { BalanceCard, SplitPeek } from "./balance-card.tsx";
import { momentOf, useSaidMoment } from "../../lib/moment.ts";
import { ConfirmMobile } from "#web/member/identity/confirm-mobile.tsx";
import css from "./dividends.module.css";
import { HeldCard } from "./held-card.tsx";
import { Newer } from "./newer.tsx";
import { Receipt } from "./receipt.tsx";
import { modeOf, type Share, sharesOf } from "./typed-split.ts";
import { SplitRows } from "./split-rows.tsx";
import { SumCard } from "./sum-card.tsx";
import { hasDraft, type Receipt as Sent, useSplit } from "./use-split.ts";

/** Split Dividend: the member chooses where the dividend goes. */
export function SplitPage(): ReactElement {
  const { page } = useMessages(splitMessages);
  const load = useOwn(splitEndpoint);
  const asked = Number(useAddressParameters<"splitDividend">().year);
  const shares = load.state === "loaded" ? sharesOf(load.data) : [];
  const share = shares.find(({ year }) => year === asked) ?? shares[0];
  const lead = useLead(share);
  return (
    <>
      <Crumb to={statementPaths.dividendList}>{page.back}</Crumb>
      <PageHeader title={page.title} lead={lead} />
      {load.state === "loading" && <Ghost />}
      {load.state === "failed" && (
        <Card>
          <FailedState title={page.failed} error={load.error} retry={load.retry} />
        </Card>
      )}
      {load.state === "loaded" && <HeldCard parts={load.data.onHold} />}
      {load.state === "loaded" && !share && <NothingYet />}
      {share && shares.length > 1 && <Years shares={shares} shown={share} />}
      {share && <Split key={share.year} share={share} />}
    </>
  );
}

interface YearsProps {
  readonly shares: readonly Share[];
  readonly shown: Share;
}

/** The years that can be split, shown separately where there are several. */
function Years({ shares, shown }: YearsProps): ReactElement {
  const { page } = useMessages(splitMessages);
  return (
    <Card title={page.years}>
      <p>{fill(page.yearsText, { count: shares.length })}</p>
      <p className={css["over"]}>
        {shares.map(({ year, toSplit }) => (
          <LinkButton
            key={year}
            small
            to={splitAddress(year)}
            look={year === shown.year ? "primary" : "outline"}
          >
            {fill(page.yearSum, { year, amount: money(toSplit) })}
          </LinkButton>
        ))}
      </p>
    </Card>
  );
}

function useLead(share: Share | undefined): string {
  const { page } = useMessages(splitMessages);
  const { language } = useSpoken();
  const say = useSaidMoment();
  if (!share) return page.lead;
  const closes = say(share.closesOn, share.closesAt);
  const opens = formatDay(share.opensOn, language);
  const { year } = share;
  if (share.isOpen) return fill(page.open, { year, closes });
  if (isEarly(share)) return fill(page.early, { year, opens, closes });
  return fill(isGone(share) ? page.gone : page.over, { year, closes });
}

/**
 * Whether the dividend went elsewhere before the window closed, so that nothing is left to split.
 */
function isGone({ closesOn, closesAt, isOpen, state }: Share): boolean {
  return !isOpen && state === "posted" && momentOf(closesOn, closesAt) > Date.now();
}

/** Whether the window has yet to open. Uses the browser's clock, and only chooses the text. */
function isEarly({ opensOn, state }: Share): boolean {
  return state === "posted" && momentOf(opensOn, "00:00") > Date.now();
}

/** A placeholder of the table and its balance while they load. */
function Ghost(): ReactElement {
  const { page, rows } = useMessages(splitMessages);
  return (
    <Skeleton label={page.loading}>
      <div className={layout["two"]}>
        <Card title={rows.title}>
          <SkeletonLines rows={5} />
        </Card>
        <Card>
          <SkeletonLines rows={6} />
        </Card>
      </div>
    </Skeleton>
  );
}

function NothingYet(): ReactElement {
  const { page } = useMessages(splitMessages);
  return (
    <Card>
      <EmptyState
        icon="pie"
        title={page.none}
        actions={
          <LinkButton small to={statementPaths.dividendList}>
            {page.noneAction}
          </LinkButton>
        }
      >
        <p>{page.noneText}</p>
      </EmptyState>
    </Card>
  );
}

/** The receipt of what was submitted, or the form. */
function Split({ share }: { readonly share: Share }): ReactElement {
  const { receipt: words } = useMessages(splitMessages);
  const [sent, setSent] = useState<Sent | null>(null);
  const [typing, setTyping] = useState(() => share.version === 0 || hasDraft(share.year));
  const said = sent && sent.version > share.version ? sent : share;
  const done = (receipt: Sent): void => {
    setSent(receipt);
    setTyping(false);
    showToast({ kind: "success", text: words.done, detail: words.doneDetail });
  };
  if (typing && share.isOpen) {
    return <SplitForm share={share} onDone={done} onBack={() => setTyping(false)} />;
  }
  return (
    <div className={layout["stack"]}>
      <Card>
        {said.version === 0 ? (
          <Silent share={share} />
        ) : (
          <Receipt
            key={said.version}
            share={share}
            said={said}
            isNew={sent?.version === said.version}
            onChange={() => setTyping(true)}
          />
        )}
      </Card>
      <SumCard year={share.year} />
    </div>
  );
}

function Silent({ share }: { readonly share: Share }): ReactElement {
  const { receipt: words, page, modes } = useMessages(splitMessages);
  const say = useSaidMoment();
  const closes = say(share.closesOn, share.closesAt);
  const { language } = useSpoken();
  const opens = formatDay(share.opensOn, language);
  const early = isEarly(share);
  if (!early && isGone(share)) {
    return (
      <EmptyState
        icon="check"
        title={words.gone}
        actions={
          <LinkButton small to={statementPaths.dividendList}>
            {page.noneAction}
          </LinkButton>
        }
      >
        <p>{words.paid}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={early ? "clock" : "lock"} title={early ? words.early : words.silent}>
      <p>
        {early
          ? fill(words.earlyText, { opens, closes })
          : fill(words.silentText, { closes, mode: modes[modeOf(share.defaultMode)] })}
      </p>
    </EmptyState>
  );
}

interface FormProps {
  readonly share: Share;
  readonly onDone: (receipt: Sent) => void;
  readonly onBack: () => void;
}

function SplitForm({ share, onDone, onBack }: FormProps): ReactElement {
  const { newer, receipt } = useMessages(splitMessages);
  const form = useSplit(share, onDone);
  const [confirming, setConfirming] = useState(false);
  const capital = useShareCapital();
  const isOvertaken = share.version > form.seen;
  const back = (): void => {
    form.start(share);
    onBack();
  };
  return (
    <>
      <form
        className={css["page"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOvertaken && form.calculated.split.balance === 0n) form.submit();
        }}
      >
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            {isOvertaken && (
              <Newer
                key={share.version}
                share={share}
                onTake={back}
                onMine={() => form.see(share.version)}
              />
            )}
            {form.seen > 0 && !isOvertaken && (
              <div className={css["over"]}>
                <Tip meaning="info">{fill(newer.going, { version: form.seen })}</Tip>
                <Button small look="quiet" onClick={back}>
                  {receipt.back}
                </Button>
              </div>
            )}
            <Rows
              form={form}
              share={share}
              capital={capital}
              onConfirm={() => setConfirming(true)}
            />
            <SumCard year={share.year} />
          </div>
          <div className={live["live"]}>
            <BalanceCard form={form} isOvertaken={isOvertaken} />
          </div>
        </div>
        <SplitPeek form={form} isOvertaken={isOvertaken} />
      </form>
      {confirming && (
        <ConfirmMobile mobile={share.mobile.number} onClose={() => setConfirming(false)} />
      )}
    </>
  );
}

function Rows(props: Parameters<typeof SplitRows>[0]): ReactElement {
  const { rows: words } = useMessages(splitMessages);
  const { gross, held, toSplit } = props.share;
  return (
    <Card
      title={words.title}
      link={
        <span className={css["gross"]}>
          {words.gross} <b>{money(gross)}</b>
        </span>
      }
    >
      <div>
        {held > 0 && (
          <p className={css["nothing"]}>
            {fill(words.held, { held: money(held), left: money(toSplit) })}
          </p>
        )}
        <SplitRows {...props} />
      </div>
    </Card>
  );
}

function useShareCapital() {
  const load = useOwn(totals.shareCapital);
  return load.state === "loaded" ? fromWireAmount(load.data) : null;
}
